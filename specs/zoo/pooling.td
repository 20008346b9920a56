// Pooling over the last two axes.

include "zoo.td"

// How many windows of a size there are below and beside each other. Rounded up, a last window
// that begins behind the tensor and its padding in front is left out.
class PooledSizes<string dilation> {
  list<string> of = [
    "step = stride if len(stride) > 0 else kernel",
    "rows = x[-2] + 2 * padding[0] - " # dilation # " * (kernel[0] - 1) - 1",
    "columns = x[-1] + 2 * padding[1] - " # dilation # " * (kernel[1] - 1) - 1",
    "lowest = min(rows + step[0] - 1, x[-2] + padding[0] - 1) if ceil_mode else rows",
    "last = min(columns + step[1] - 1, x[-1] + padding[1] - 1) if ceil_mode else columns",
    "pooled = x[:rank(x) - 2] + [lowest // step[0] + 1, last // step[1] + 1]"
  ];
}

class FitChecks<string dilation> {
  list<Check> checks = [
    Check<"x[-2] + 2 * padding[0] > " # dilation # " * (kernel[0] - 1)",
          "the kernel is higher than x with its padding">,
    Check<"x[-1] + 2 * padding[1] > " # dilation # " * (kernel[1] - 1)",
          "the kernel is wider than x with its padding">
  ];
}

defvar PoolingChecks = [
  Check<"rank(x) >= 2", "x has rank {rank(x)}, expected at least 2">,
  Check<"len(kernel) == 2 and len(padding) == 2", "kernel and padding need two numbers each">,
  Check<"len(stride) == 2 or len(stride) == 0", "stride needs two numbers, or none for kernel">,
  Check<"kernel[0] > 0 and kernel[1] > 0", "kernel has to be positive">,
  Check<"(stride[0] > 0 and stride[1] > 0) if len(stride) == 2 else true",
        "stride has to be positive">,
  Check<"padding[0] >= 0 and padding[1] >= 0", "padding can't be negative">,
  Check<"2 * padding[0] <= kernel[0] and 2 * padding[1] <= kernel[1]",
        "padding is more than half of the kernel">
];

let library = Zoo, devices = CpuAndCuda in {

let types = [T<"T", [F32, F64]>, T<"I", [I64]>] in {

let attrs = (ins SI64ArrayAttr:$kernel, DefaultValuedAttr<SI64ArrayAttr, "[]">:$stride,
                 DefaultValuedAttr<SI64ArrayAttr, "[0, 0]">:$padding,
                 DefaultValuedAttr<SI64Attr, "1">:$dilation,
                 DefaultValuedAttr<BoolAttr, "false">:$ceil_mode) in
def MaxPool2dOp : Op<"max_pool2d", [Pure]> {
  let summary = "The greatest value in each window, and where it is in its image";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, TensorOf<"I">:$indices);
  let shape_expr = PooledSizes<"dilation">.of # ["y = pooled; indices = pooled"];
  let checks = PoolingChecks # [Check<"dilation > 0", "dilation has to be positive">]
               # FitChecks<"dilation">.checks;
  let grad = ["x = max_pool2d_grad(dy, indices, x)"];
  let reference = [{
    stride = stride or kernel
    size = []
    for i in (0, 1):
        n = x.shape[i - 2]
        room = n + 2 * padding[i] - dilation * (kernel[i] - 1) - 1
        count = (room + (stride[i] - 1 if ceil_mode else 0)) // stride[i] + 1
        size.append(count - (ceil_mode and (count - 1) * stride[i] >= n + padding[i]))
    y = np.zeros((*x.shape[:-2], *size))
    indices = np.zeros(y.shape, np.int64)
    at = np.arange(x.shape[-2] * x.shape[-1]).reshape(x.shape[-2:])
    for h, w in np.ndindex(*size):
        top, left = h * stride[0] - padding[0], w * stride[1] - padding[1]
        rows = [r for r in range(top, top + dilation * kernel[0], dilation) if 0 <= r < x.shape[-2]]
        columns = [
            c for c in range(left, left + dilation * kernel[1], dilation) if 0 <= c < x.shape[-1]
        ]
        seen = x[..., rows, :][..., columns]
        seen = seen.reshape(*x.shape[:-2], len(rows) * len(columns))
        best = seen.argmax(-1)
        y[..., h, w] = seen.max(-1)
        indices[..., h, w] = at[rows, :][:, columns].ravel()[best]
    return y, indices
  }];
  let samples = [
    Sample<"x:[2,2,4,6] kernel:[2,3]">,
    Sample<"x:[1,2,5,5] kernel:[2,3] stride:[2,1] padding:[1,1] dilation:2">,
    Sample<"x:[2,5,5] kernel:[2,2] stride:[2,2] ceil_mode:true">,
    Sample<"x:[0,4,4] kernel:[2,2]">
  ];
  let errors = [
    Error<"x:[4] kernel:[2,2]", "x has rank 1">,
    Error<"x:[2,4,4] kernel:[2,2] padding:[2,0]", "padding is more than half">,
    Error<"x:[2,4,2] kernel:[2,3]", "kernel is wider">
  ];
}

def MaxPool2dGradOp : Op<"max_pool2d_grad", [Pure]> {
  let summary = "Gradient of max_pool2d: that of each window at the place of its greatest value";
  let input = (ins Tensor:$dy, TensorOf<"I">:$indices, Tensor:$x);
  let output = (outs Tensor:$dx);
  let shape = SameAs<"x">;
  let checks = [
    Check<"rank(x) >= 2", "x has rank {rank(x)}, expected at least 2">,
    Check<"dy == indices", "dy and indices differ in shape">,
    Check<"dy[:rank(dy) - 2] == x[:rank(x) - 2]", "dy and x have different images">
  ];
  let nondiff = ["x"];
  let grad = ["dy = max_pool2d_grad_grad(ddx, indices)"];
  let domain = "indices in [0, x[-2] * x[-1])";
  let reference = [{
    dx = np.zeros((*x.shape[:-2], x.shape[-2] * x.shape[-1]))
    for at in np.ndindex(*dy.shape):
        dx[at[:-2] + (indices[at],)] += dy[at]
    return dx.reshape(x.shape)
  }];
  let samples = [Sample<"dy:[2,2,2,2] indices:[2,2,2,2] x:[2,2,4,6]">];
  let errors = [Error<"dy:[2,2,2] indices:[2,2,3] x:[2,4,6]", "differ in shape">];
}

def MaxPool2dGradGradOp : Op<"max_pool2d_grad_grad", [Pure]> {
  let summary = "Gradient of max_pool2d_grad: what is at the places of the greatest values";
  let input = (ins Tensor:$ddx, TensorOf<"I">:$indices);
  let output = (outs Tensor:$gdy);
  let shape = SameAs<"indices">;
  let checks = [
    Check<"rank(ddx) >= 2", "ddx has rank {rank(ddx)}, expected at least 2">,
    Check<"indices[:rank(indices) - 2] == ddx[:rank(ddx) - 2]",
          "indices and ddx have different images">
  ];
  let grad = ["ddx = max_pool2d_grad(dgdy, indices, ddx)"];
  let domain = "indices in [0, ddx[-2] * ddx[-1])";
  let reference = [{
    gdy = np.zeros(indices.shape)
    for at in np.ndindex(*gdy.shape):
        gdy[at] = ddx[at[:-2]].flat[indices[at]]
    return gdy
  }];
  let samples = [Sample<"ddx:[2,2,4,6] indices:[2,2,2,2]">];
}

let attrs = (ins SI64ArrayAttr:$kernel, DefaultValuedAttr<SI64ArrayAttr, "[]">:$stride,
                 DefaultValuedAttr<SI64ArrayAttr, "[0, 0]">:$padding,
                 DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
                 DefaultValuedAttr<BoolAttr, "true">:$count_include_pad) in {

defvar AverageReference = [{
    stride = stride or kernel
    size = []
    for i in (0, 1):
        n = x.shape[i - 2]
        room = n + 2 * padding[i] - kernel[i]
        count = (room + (stride[i] - 1 if ceil_mode else 0)) // stride[i] + 1
        size.append(count - (ceil_mode and (count - 1) * stride[i] >= n + padding[i]))

    def spans():
        for h, w in np.ndindex(*size):
            top, left = h * stride[0] - padding[0], w * stride[1] - padding[1]
            bottom = min(top + kernel[0], x.shape[-2] + padding[0])
            right = min(left + kernel[1], x.shape[-1] + padding[1])
            rows = slice(max(top, 0), min(bottom, x.shape[-2]))
            columns = slice(max(left, 0), min(right, x.shape[-1]))
            inside = (rows.stop - rows.start) * (columns.stop - columns.start)
            divisor = (bottom - top) * (right - left) if count_include_pad else inside
            yield (..., h, w), (..., rows, columns), divisor
}];

def AvgPool2dOp : Op<"avg_pool2d", [Pure]> {
  let summary = "The mean of each window, its padding counted as zeros or not at all";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape_expr = PooledSizes<"1">.of # ["y = pooled"];
  let checks = PoolingChecks # FitChecks<"1">.checks;
  let linear = ["x"];
  let grad = [
    "x = avg_pool2d_grad(dy, x, kernel, stride, padding, ceil_mode, count_include_pad)"
  ];
  let reference = AverageReference # [{
    y = np.zeros((*x.shape[:-2], *size))
    for at, window, divisor in spans():
        y[at] = x[window].sum((-2, -1)) / divisor
    return y
  }];
  let samples = [
    Sample<"x:[2,2,4,6] kernel:[2,3]">,
    Sample<"x:[1,2,5,5] kernel:[2,3] stride:[2,1] padding:[1,1] count_include_pad:false">,
    Sample<"x:[2,5,5] kernel:[2,2] stride:[2,2] padding:[1,0] ceil_mode:true">,
    Sample<"x:[0,4,4] kernel:[2,2]">
  ];
  let errors = [Error<"x:[2,4,2] kernel:[2,3]", "kernel is wider">];
}

def AvgPool2dGradOp : Op<"avg_pool2d_grad", [Pure]> {
  let summary = "Gradient of avg_pool2d";
  let input = (ins Tensor:$dy, Tensor:$x);
  let output = (outs Tensor:$dx);
  let shape_expr = PooledSizes<"1">.of # ["dx = x"];
  let checks = PoolingChecks # FitChecks<"1">.checks # [
    Check<"dy == pooled", "dy isn't what avg_pool2d of x gives">
  ];
  let nondiff = ["x"];
  let grad = ["dy = avg_pool2d(ddx, kernel, stride, padding, ceil_mode, count_include_pad)"];
  let reference = AverageReference # [{
    dx = np.zeros_like(x)
    for at, window, divisor in spans():
        dx[window] += dy[at][..., None, None] / divisor
    return dx
  }];
  let samples = [
    Sample<"dy:[2,2,2,2] x:[2,2,4,6] kernel:[2,3]">,
    Sample<"dy:[1,2,3,5] x:[1,2,5,5] kernel:[2,3] stride:[2,1] padding:[1,1] "
           "count_include_pad:false">
  ];
  let errors = [Error<"dy:[2,2,3] x:[2,4,6] kernel:[2,3]", "dy isn't what avg_pool2d">];
}

}

}

}
