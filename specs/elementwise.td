// Elementwise arithmetic with broadcasting.

include "custom.td"

let library = Custom in {

def SquareOp : Op<"square", [Pure, Elementwise]> {
  let summary = "x squared";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let registered_name = "custom_square"; // OneFlow has a `square`

  let shape = SameAs<"x">;
  let grad = ["x = square_grad(x, dy)"];
  let reference = [{ return x * x }];
  let samples = [Sample<"x:[3]">, Sample<"x:[4,5]">];
}

// Bilinear in x and dy, so it is also its own gradient.
def SquareGradOp : Op<"square_grad", [Pure, Elementwise]> {
  let summary = "Gradient of square: 2 * x * dy";
  let input = (ins Tensor:$x, Tensor:$dy);
  let output = (outs Tensor:$dx);
  let registered_name = "custom_square_grad";

  let shape = SameAs<"x">;
  let grad = ["x = square_grad(dy, ddx)", "dy = square_grad(x, ddx)"];
  let reference = [{ return 2 * x * dy }];
  let samples = [Sample<"x:[3] dy:[3]">, Sample<"x:[4,5] dy:[4,5]">];
}

def FusedAddScaleOp : Op<"fused_add_scale", [Pure, Elementwise]> {
  let summary = "(x + bias) * scale, where bias and scale broadcast";
  let input = (ins Tensor:$x, Tensor:$bias, Tensor:$scale);
  let output = (outs Tensor:$y);

  let shape = Broadcast<["x", "bias", "scale"]>;
  let grad = ["x, bias, scale = fused_add_scale_grad(dy, x, bias, scale)"];
  let reference = [{ return (x + bias) * scale }];
  let samples = [
    Sample<"x:[4,6] bias:[6] scale:[]">,
    Sample<"x:[4,6] bias:[4,6] scale:[4,1]">,
    Sample<"x:[3] bias:[2,1] scale:[1]">
  ];
}

def FusedAddScaleGradOp : Op<"fused_add_scale_grad", [Pure]> {
  let summary = "Gradients of fused_add_scale, each summed to the shape of its operand";
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$bias, Tensor:$scale);
  let output = (outs Tensor:$dx, Tensor:$dbias, Tensor:$dscale);

  let shape = PerResult<[SameAs<"x">, SameAs<"bias">, SameAs<"scale">]>;
  let grad = [
    "dy, x, bias, scale = fused_add_scale_grad_grad(ddx, ddbias, ddscale, dy, x, bias, scale)"
  ];
  let reference = [{
    dsum = dy * scale
    dx = sum_to(dsum, x.shape)
    dbias = sum_to(dsum, bias.shape)
    return dx, dbias, sum_to(dy * (x + bias), scale.shape)
  }];
  let samples = [
    Sample<"dy:[4,6] x:[4,6] bias:[6] scale:[]">,
    Sample<"dy:[2,3] x:[3] bias:[2,1] scale:[1]">
  ];
}

def FusedAddScaleGradGradOp : Op<"fused_add_scale_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of fused_add_scale_grad, for second derivatives of fused_add_scale";
  let input = (ins Tensor:$ddx, Tensor:$ddbias, Tensor:$ddscale, Tensor:$dy, Tensor:$x,
                   Tensor:$bias, Tensor:$scale);
  let output = (outs Tensor:$gdy, Tensor:$gx, Tensor:$gbias, Tensor:$gscale);

  let shape = PerResult<[SameAs<"dy">, SameAs<"x">, SameAs<"bias">, SameAs<"scale">]>;
  let reference = [{
    gdy = (ddx + ddbias) * scale + ddscale * (x + bias)
    gsum = ddscale * dy
    gscale = sum_to((ddx + ddbias) * dy, scale.shape)
    return gdy, sum_to(gsum, x.shape), sum_to(gsum, bias.shape), gscale
  }];
  let samples = [
    Sample<"ddx:[4,6] ddbias:[6] ddscale:[] dy:[4,6] x:[4,6] bias:[6] scale:[]">,
    Sample<"ddx:[3] ddbias:[2,1] ddscale:[1] dy:[2,3] x:[3] bias:[2,1] scale:[1]">
  ];
}

}
