// Operators whose kernels for an AI core come from their formulas.

include "opgen/OpBase.td"

def Cores : Library<"cores"> {
  let prefix = "";
}

defvar Reals = [F16, BF16, F32];
defvar Two = [BF16, F32];

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

// What scalars and masks decide together, and what is needed on either side of a choice.
def BoundOp : Op<"bound", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, F32]>];
  let attrs = (ins OptionalAttr<F64Attr>:$low, OptionalAttr<F64Attr>:$high);
  let shape = SameAs<"x">;
  let expr = [{
    raised = max(x, low) if given(low) else x
    y = min(raised, high) if given(high) else raised
  }];
  let samples = [
    Sample<"x:[4,6] low:-0.5 high:0.5">, Sample<"x:[2,3,5] low:-0.5">, Sample<"x:[5] high:0.5">
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

// Integers that are read by a formula of real numbers.
def AgedOp : Op<"aged", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$age);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, F32]>, T<"I", [I32]>];
  let shape = SameAs<"x">;
  let expr = "y = x * exp(-abs(age) / 20)";
  let samples = [Sample<"x:[4,6] age:[4,6]">, Sample<"x:[2,3,5] age:[2,3,5]">];
}

// Integers alone or with real numbers, whichever comes first.
def OlderOp : Op<"older", [Pure, Elementwise, NoGrad]> {
  let input = (ins TensorOf<"I">:$age, Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"I", [I32]>, T<"T", [F32, I32]>];
  let shape = SameAs<"x">;
  let expr = "y = x + 2 * age";
  let samples = [Sample<"age:[4,6] x:[4,6]">, Sample<"age:[2,3,5] x:[2,3,5]">];
}

// Integers along an axis.
def AgedSumOp : Op<"aged_sum", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$age);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, F32]>, T<"I", [I32]>];
  let dims = "... n, n -> ...";
  let expr = "y = sum[n](x * age)";
  let samples = [Sample<"x:[4,6] age:[6]">];
}

def SquareOp : Op<"square", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", Reals>];
  let shape = SameAs<"x">;
  let expr = "y = x * x";
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

// Without a formula: the kernel is the developer's to write.
def CubeOp : Op<"cube", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, BF16, F32]>];
  let shape = SameAs<"x">;
  let reference = [{ return x * x * x }];
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

// Truth values alone; names of what a kernel is given beside its tensors.
def EitherOp : Op<"either", [Pure, Elementwise, NoGrad]> {
  let input = (ins TensorOf<"B">:$pipe, TensorOf<"B">:$tiling);
  let output = (outs TensorOf<"B">:$data);
  let types = [T<"B", [Bool]>];
  let shape = SameAs<"pipe">;
  let expr = "data = pipe and not tiling or tiling and not pipe";
  let samples = [Sample<"pipe:[4,6] tiling:[4,6]">];
}

// Lists of tensors in and out.
def DoubledOp : Op<"doubled", [Pure, NoGrad]> {
  let input = (ins Variadic<Tensor>:$xs);
  let output = (outs Variadic<Tensor>:$ys);
  let types = [T<"T", [F16, F32, I32]>];
  let shape = SameAs<"xs">;
  let reference = [{ return [2 * x for x in xs] }];
  let samples = [Sample<"xs:([4,6],[4,6],[4,6])">, Sample<"xs:([5])">];
}

// Broadcasting; the gradients are summed to the shapes of their operands.
def FusedAddScaleOp : Op<"fused_add_scale", [Pure, Elementwise]> {
  let input = (ins Tensor:$x, Tensor:$bias, Tensor:$scale);
  let output = (outs Tensor:$y);
  let types = [T<"T", Two>];
  let shape = Broadcast<["x", "bias", "scale"]>;
  let expr = "y = (x + bias) * scale";
  let samples = [
    Sample<"x:[4,6] bias:[6] scale:[]">,
    Sample<"x:[4,6] bias:[4,6] scale:[4,1]">,
    Sample<"x:[3] bias:[2,1] scale:[1]">,
    Sample<"x:[2,1,7] bias:[1,5,7] scale:[2,5,1]">
  ];
}

def CustomLinearOp : Op<"custom_linear", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "true">:$use_bias);
  let types = [T<"T", Two>];
  let dims = "... k, n k, n -> ... n";
  let expr = "y = sum[k](x * weight) + (bias if given(bias) and use_bias else 0)";
  let samples = [
    Sample<"x:[m,k] weight:[n,k] bias:[n]", "m=4, k=3, n=5">,
    Sample<"x:[m,k] weight:[n,k] bias:none", "m=4, k=3, n=5">,
    Sample<"x:[2,m,k] weight:[n,k] bias:[n] use_bias:false", "m=2, k=3, n=2">
  ];
}

// Numbers that are the same along vectors; names that kernels have locals by.
def ProductOp : Op<"product", [Pure, NoGrad]> {
  let input = (ins Tensor:$count, Tensor:$tile, Optional<Tensor>:$at);
  let output = (outs Tensor:$end);
  let types = [T<"T", Two>];
  let dims = "m k, k n, m -> m n";
  let expr = "end = sum[k](count * tile) + (at if given(at) else 1)";
  let samples = [
    Sample<"count:[m,k] tile:[k,n] at:[m]", "m=4, k=3, n=5">,
    Sample<"count:[m,k] tile:[k,n] at:none", "m=2, k=1, n=3">
  ];
}

// Single numbers for each row, one of them by a function, over more than a tile.
def NormOp : Op<"norm", [Pure]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$weight);
  let output = (outs Tensor:$y, Tensor:$size);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-6">:$eps);
  let types = [T<"T", Two>];
  let dims = "... c, c -> ... c, ...";
  let expr = [{
    size = sqrt(mean[c](x * x) + eps)
    y = x / size * (weight if given(weight) else 1)
  }];
  let samples = [
    Sample<"x:[4,6] weight:[6]">,
    Sample<"x:[2,3,5] weight:none eps:0.1">,
    Sample<"x:[2,50001] weight:[50001]">
  ];
}

// Axes that a call names, in one piece or apart from one another.
def SpreadOp : Op<"spread", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[]">:$axes,
                   DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let types = [T<"T", Two>];
  let shape = Reduce<"x", "axes", "keepdim">;
  let expr = "y = max[axes](x) - min[axes](x)";
  let samples = [
    Sample<"x:[4,6] axes:[1]">,
    Sample<"x:[4,6] axes:[0]">,
    Sample<"x:[2,3,4] axes:[0,-1] keepdim:true">,
    Sample<"x:[2,3]">
  ];
}

}
