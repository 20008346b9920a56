// Operators whose kernels for an AI core come from their formulas.

include "opgen/OpBase.td"

def Cores : Library<"cores"> {
  let prefix = "";
}

defvar Reals = [F16, BF16, F32];

let library = Cores in {

def LeakyReluYZHOp : Op<"leaky_relu_yzh", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F32Attr, "0.01">:$alpha);
  let types = [T<"T", Reals>];
  let shape = SameAs<"x">;
  let expr = "y = x if x > 0 else alpha * x";
  let samples = [Sample<"x:[4,6] alpha:0.2">, Sample<"x:[2,3,5]">];
}

// Integers as well, truth values in and out, an operand that may be absent.
def PickOp : Op<"pick", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$y, TensorOf<"B">:$keep, Optional<Tensor>:$more);
  let output = (outs Tensor:$z, TensorOf<"B">:$is_less);
  let types = [T<"T", [F16, BF16, F32, I32]>, T<"B", [Bool]>];
  let shape = SameAs<"x">;
  let expr = [{
    z = (max(x, y) - 2 * y if keep and not (x == y) else x) + (more if given(more) else 3)
    is_less = x < y or x >= 2 * y
  }];
  let samples = [
    Sample<"x:[4,6] y:[4,6] keep:[4,6] more:[4,6]">,
    Sample<"x:[2,3,5] y:[2,3,5] keep:[2,3,5] more:none">
  ];
}

// The functions that take more than one call each.
def MixOp : Op<"mix", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$z);
  let types = [T<"T", [F32]>];
  let shape = SameAs<"x">;
  let expr = [{
    y = expm1(x / 50) + log1p(abs(x)) + softplus(x) + sigmoid(3 * x) + rsqrt(square(x) + 1)
    z = sign(x) + floor(x) * ceil(x) + clamp(x, -1, 1) ** 3 + log2(abs(x) + 1) + x % 3 + y
  }];
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

}
