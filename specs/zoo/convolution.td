// Convolutions and pooling over images [n, c, h, w], each gradient an operator too.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

// The height and the width of the images that a convolution yields.
defvar ConvolvedSizes = [
  "height = (x[2] + 2 * padding[0] - dilation[0] * (weight[2] - 1) - 1) // stride[0] + 1",
  "width = (x[3] + 2 * padding[1] - dilation[1] * (weight[3] - 1) - 1) // stride[1] + 1"
];

defvar DeconvolvedSizes = [
  "bottom = dilation[0] * (weight[2] - 1) + output_padding[0] + 1",
  "right = dilation[1] * (weight[3] - 1) + output_padding[1] + 1",
  "height = (x[2] - 1) * stride[0] - 2 * padding[0] + bottom",
  "width = (x[3] - 1) * stride[1] - 2 * padding[1] + right"
];

defvar ConvolutionChecks = [
  Check<"rank(x) == 4", "x has rank {rank(x)}, expected 4: [n, c, h, w]">,
  Check<"rank(weight) == 4", "weight has rank {rank(weight)}, expected 4">,
  Check<"len(stride) == 2 and len(padding) == 2 and len(dilation) == 2",
        "stride, padding and dilation need two numbers each">,
  Check<"stride[0] > 0 and stride[1] > 0", "stride has to be positive">,
  Check<"padding[0] >= 0 and padding[1] >= 0", "padding can't be negative">,
  Check<"dilation[0] > 0 and dilation[1] > 0", "dilation has to be positive">,
  Check<"weight[2] > 0 and weight[3] > 0", "weight has an empty window">,
  Check<"groups > 0", "groups is {groups}, expected a positive number">
];

defvar Conv2dChecks = ConvolutionChecks # [
  Check<"weight[1] * groups == x[1]",
        "x has {x[1]} channels, expected {weight[1] * groups} (weight[1] * groups)">,
  Check<"weight[0] % groups == 0", "{weight[0]} channels can't be cut into {groups} groups">,
  Check<"x[2] + 2 * padding[0] > dilation[0] * (weight[2] - 1)",
        "the window is higher than x with its padding">,
  Check<"x[3] + 2 * padding[1] > dilation[1] * (weight[3] - 1)",
        "the window is wider than x with its padding">
];

defvar Deconv2dChecks = ConvolutionChecks # [
  Check<"weight[0] == x[1]", "x has {x[1]} channels, expected {weight[0]} (weight[0])">,
  Check<"x[1] % groups == 0", "{x[1]} channels can't be cut into {groups} groups">,
  Check<"len(output_padding) == 2", "output_padding needs two numbers">,
  Check<"output_padding[0] >= 0 and output_padding[1] >= 0", "output_padding can't be negative">,
  Check<"output_padding[0] < max(stride[0], dilation[0])"
        " and output_padding[1] < max(stride[1], dilation[1])",
        "output_padding has to be smaller than stride or dilation">
];

defvar ImageChecks = [
  Check<"dy == [x[0], weight[0], height, width]",
        "dy needs the shape of y, [{x[0]}, {weight[0]}, {height}, {width}]">
];

defvar DeconvImageChecks = [
  Check<"dy == [x[0], weight[1] * groups, height, width]",
        "dy needs the shape of y, [{x[0]}, {weight[1] * groups}, {height}, {width}]">
];

let types = [T<"T", [F32, F64]>] in {

let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$stride,
                 DefaultValuedAttr<SI64ArrayAttr, "[0, 0]">:$padding,
                 DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$dilation,
                 DefaultValuedAttr<SI64Attr, "1">:$groups) in {

defvar ConvolutionReference = [{
    from numpy.lib.stride_tricks import sliding_window_view

    def windows(x, weight):  # [n, groups, channels, y's height and width, window]
        pads = [(0, 0), (0, 0), (padding[0], padding[0]), (padding[1], padding[1])]
        spread = [dilation[i] * (weight.shape[2 + i] - 1) + 1 for i in (0, 1)]
        seen = sliding_window_view(np.pad(x, pads), spread, (2, 3))
        seen = seen[:, :, :: stride[0], :: stride[1], :: dilation[0], :: dilation[1]]
        return seen.reshape(x.shape[0], groups, x.shape[1] // groups, *seen.shape[2:])

    def grouped(x, axis=1):
        return x.reshape(*x.shape[:axis], groups, x.shape[axis] // groups, *x.shape[axis + 1 :])

    def correlate(x, weight):
        y = np.einsum("bgchwij,gocij->bgohw", windows(x, weight), grouped(weight, 0))
        return y.reshape(x.shape[0], weight.shape[0], *y.shape[3:])

    def turned(dy, x, weight):
        dx = np.zeros_like(x)
        taps = np.einsum("bgohw,gocij->bgchwij", grouped(dy), grouped(weight, 0))
        taps = taps.reshape(x.shape[0], x.shape[1], *taps.shape[3:])
        for (i, j), _ in np.ndenumerate(np.zeros(weight.shape[2:])):
            for (h, w), _ in np.ndenumerate(np.zeros(dy.shape[2:])):
                at = h * stride[0] - padding[0] + i * dilation[0]
                left = w * stride[1] - padding[1] + j * dilation[1]
                if 0 <= at < x.shape[2] and 0 <= left < x.shape[3]:
                    dx[:, :, at, left] += taps[:, :, h, w, i, j]
        return dx

    def weights(dy, x, weight):
        dw = np.einsum("bgohw,bgchwij->gocij", grouped(dy), windows(x, weight))
        return dw.reshape(weight.shape)
}];

def Conv2dOp : Op<"conv2d", [Pure]> {
  let summary = "Correlation of images with windows, plus bias where it is given";
  let input = (ins Tensor:$x, Tensor:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let shape_expr = ConvolvedSizes # ["y = [x[0], weight[0], height, width]"];
  let checks = Conv2dChecks # [
    Check<"bias == [weight[0]] if given(bias) else true", "bias needs {weight[0]} elements">
  ];
  let grad = ["x, weight, bias = conv2d_grad(dy, x, weight, stride, padding, dilation, groups)"];
  let reference = ConvolutionReference # [{
    y = correlate(x, weight)
    return y if bias is None else y + bias[:, None, None]
  }];
  let samples = [
    Sample<"x:[2,3,5,4] weight:[2,3,3,2] bias:[2]">,
    Sample<"x:[1,4,5,6] weight:[4,2,2,3] stride:[2,1] padding:[1,2] dilation:[1,2] groups:2">,
    Sample<"x:[1,2,4,4] weight:[2,1,3,3] bias:[2] stride:[2,3] padding:[2,1] groups:2">,
    Sample<"x:[0,2,4,4] weight:[3,2,2,2]">
  ];
  let errors = [
    Error<"x:[2,3,5] weight:[2,3,3,2]", "x has rank 3">,
    Error<"x:[2,3,5,4] weight:[2,2,3,2]", "x has 3 channels, expected 2">,
    Error<"x:[2,3,2,4] weight:[2,3,3,2]", "window is higher">,
    Error<"x:[2,3,5,4] weight:[2,3,3,2] stride:[0,1]", "stride has to be positive">,
    Error<"x:[2,3,5,4] weight:[2,3,3,2] bias:[3]", "bias needs 2">
  ];
}

def Conv2dGradOp : Op<"conv2d_grad", [Pure]> {
  let summary = "Gradients of conv2d";
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$weight);
  let output = (outs Tensor:$dx, Tensor:$dweight, Tensor:$dbias);
  let shape_expr = ConvolvedSizes # ["dx = x; dweight = weight; dbias = [weight[0]]"];
  let checks = Conv2dChecks # ImageChecks;
  let grad = ["dy, x, weight = conv2d_grad_grad(ddx, ddweight, ddbias, dy, x, weight, stride, "
              "padding, dilation, groups)"];
  let reference = ConvolutionReference # [{
    return turned(dy, x, weight), weights(dy, x, weight), dy.sum((0, 2, 3))
  }];
  let samples = [
    Sample<"dy:[2,2,3,3] x:[2,3,5,4] weight:[2,3,3,2]">,
    Sample<"dy:[1,4,3,6] x:[1,4,5,6] weight:[4,2,2,3] stride:[2,1] padding:[1,2] dilation:[1,2] "
           "groups:2">,
    Sample<"dy:[0,3,3,3] x:[0,2,4,4] weight:[3,2,2,2]">
  ];
  let errors = [Error<"dy:[2,2,3,4] x:[2,3,5,4] weight:[2,3,3,2]", "dy needs the shape of y, [2, 2, 3, 3]">];
}

def Conv2dGradGradOp : Op<"conv2d_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of conv2d_grad, for second derivatives of conv2d";
  let input = (ins Tensor:$ddx, Tensor:$ddweight, Tensor:$ddbias, Tensor:$dy, Tensor:$x,
                   Tensor:$weight);
  let output = (outs Tensor:$gdy, Tensor:$gx, Tensor:$gweight);
  let shape_expr = ConvolvedSizes # ["gdy = dy; gx = x; gweight = weight"];
  let checks = Conv2dChecks # ImageChecks # [
    Check<"ddx == x", "ddx needs the shape of x">,
    Check<"ddweight == weight", "ddweight needs the shape of weight">,
    Check<"ddbias == [weight[0]]", "ddbias needs {weight[0]} elements">
  ];
  let reference = ConvolutionReference # [{
    gdy = correlate(ddx, weight) + correlate(x, ddweight) + ddbias[:, None, None]
    return gdy, turned(dy, x, ddweight), weights(dy, ddx, weight)
  }];
  let samples = [
    Sample<"ddx:[1,4,5,6] ddweight:[4,2,2,3] ddbias:[4] dy:[1,4,3,6] x:[1,4,5,6] "
           "weight:[4,2,2,3] stride:[2,1] padding:[1,2] dilation:[1,2] groups:2">
  ];
}

}

let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$stride,
                 DefaultValuedAttr<SI64ArrayAttr, "[0, 0]">:$padding,
                 DefaultValuedAttr<SI64ArrayAttr, "[0, 0]">:$output_padding,
                 DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$dilation,
                 DefaultValuedAttr<SI64Attr, "1">:$groups) in {

// Loops over every tap, in the order of the definition.
defvar DeconvolutionReference = [{
    def taps(x, y, weight):
        for b, c, o in np.ndindex(x.shape[0], x.shape[1], weight.shape[1]):
            out = c * groups // x.shape[1] * weight.shape[1] + o
            for h, w, i, j in np.ndindex(*x.shape[2:], *weight.shape[2:]):
                at = h * stride[0] - padding[0] + i * dilation[0]
                left = w * stride[1] - padding[1] + j * dilation[1]
                if 0 <= at < y.shape[2] and 0 <= left < y.shape[3]:
                    yield (b, c, h, w), (b, out, at, left), (c, o, i, j)

    def spread(x, weight, y):
        for source, target, tap in taps(x, y, weight):
            y[target] += x[source] * weight[tap]
        return y

    def gathered(dy, x, weight):
        dx, dweight = np.zeros_like(x), np.zeros_like(weight)
        for source, target, tap in taps(x, dy, weight):
            dx[source] += dy[target] * weight[tap]
            dweight[tap] += dy[target] * x[source]
        return dx, dweight
}];

def ConvTranspose2dOp : Op<"conv_transpose2d", [Pure]> {
  let summary = "What conv2d does to the gradient of its images, plus bias where it is given";
  let input = (ins Tensor:$x, Tensor:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let shape_expr = DeconvolvedSizes # ["y = [x[0], weight[1] * groups, height, width]"];
  let checks = Deconv2dChecks # [
    Check<"bias == [weight[1] * groups] if given(bias) else true",
          "bias needs {weight[1] * groups} elements">
  ];
  let grad = ["x, weight, bias = conv_transpose2d_grad(dy, x, weight, stride, padding, "
              "output_padding, dilation, groups)"];
  let reference = DeconvolutionReference # [{
    def size(i):
        reach = dilation[i] * (weight.shape[2 + i] - 1)
        return (x.shape[2 + i] - 1) * stride[i] - 2 * padding[i] + reach + output_padding[i] + 1

    y = spread(x, weight, np.zeros((x.shape[0], weight.shape[1] * groups, size(0), size(1))))
    return y if bias is None else y + bias[:, None, None]
  }];
  let samples = [
    Sample<"x:[2,3,3,2] weight:[3,2,2,3] bias:[2]">,
    Sample<"x:[1,4,2,3] weight:[4,2,3,2] stride:[2,1] padding:[1,0] output_padding:[1,0] "
           "dilation:[1,2] groups:2">,
    Sample<"x:[0,2,3,3] weight:[2,1,2,2] bias:[1]">
  ];
  let errors = [
    Error<"x:[2,3,3,2] weight:[2,2,2,3]", "x has 3 channels, expected 2">,
    Error<"x:[2,3,3,2] weight:[3,2,2,3] output_padding:[1,0]", "output_padding has to be smaller">
  ];
}

def ConvTranspose2dGradOp : Op<"conv_transpose2d_grad", [Pure]> {
  let summary = "Gradients of conv_transpose2d";
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$weight);
  let output = (outs Tensor:$dx, Tensor:$dweight, Tensor:$dbias);
  let shape_expr = DeconvolvedSizes # [
    "dx = x; dweight = weight; dbias = [weight[1] * groups]"
  ];
  let checks = Deconv2dChecks # DeconvImageChecks;
  let grad = ["dy, x, weight = conv_transpose2d_grad_grad(ddx, ddweight, ddbias, dy, x, weight, "
              "stride, padding, output_padding, dilation, groups)"];
  let reference = DeconvolutionReference # [{
    dx, dweight = gathered(dy, x, weight)
    return dx, dweight, dy.sum((0, 2, 3))
  }];
  let samples = [
    Sample<"dy:[2,2,4,4] x:[2,3,3,2] weight:[3,2,2,3]">,
    Sample<"dy:[1,4,4,5] x:[1,4,2,3] weight:[4,2,3,2] stride:[2,1] padding:[1,0] "
           "output_padding:[1,0] dilation:[1,2] groups:2">
  ];
}

def ConvTranspose2dGradGradOp : Op<"conv_transpose2d_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of conv_transpose2d_grad, for second derivatives of conv_transpose2d";
  let input = (ins Tensor:$ddx, Tensor:$ddweight, Tensor:$ddbias, Tensor:$dy, Tensor:$x,
                   Tensor:$weight);
  let output = (outs Tensor:$gdy, Tensor:$gx, Tensor:$gweight);
  let shape_expr = DeconvolvedSizes # ["gdy = dy; gx = x; gweight = weight"];
  let checks = Deconv2dChecks # DeconvImageChecks # [
    Check<"ddx == x", "ddx needs the shape of x">,
    Check<"ddweight == weight", "ddweight needs the shape of weight">,
    Check<"ddbias == [weight[1] * groups]", "ddbias needs {weight[1] * groups} elements">
  ];
  let reference = DeconvolutionReference # [{
    gdy = spread(ddx, weight, np.zeros_like(dy)) + ddbias[:, None, None]
    gx, _ = gathered(dy, x, ddweight)
    _, gweight = gathered(dy, ddx, weight)
    return spread(x, ddweight, gdy), gx, gweight
  }];
  let samples = [
    Sample<"ddx:[1,4,2,3] ddweight:[4,2,3,2] ddbias:[4] dy:[1,4,4,5] x:[1,4,2,3] weight:[4,2,3,2] "
           "stride:[2,1] padding:[1,0] output_padding:[1,0] dilation:[1,2] groups:2">
  ];
}

}

}

}
