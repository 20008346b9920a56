include "opgen/OpBase.td"

def Calls : Library<"calls">;

def Rounding : EnumAttr<["down", "up", "to_even"]>;

let library = Calls in {

//===-- types -------------------------------------------------------------===//

def NegatedOp : Op<"negated", [Pure, Elementwise]> {
  let summary = "-x, in half precision on one kind of device only";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, F32, F64]>];
  let devices = [CPU<[F32, F64]>, CUDA<[F16, F32]>];
  let shape = SameAs<"x">;
  let grad = ["x = negated(dy)"];
  let reference = [{ return -x }];
  let samples = [Sample<"x:[3,2]">];
}

def LongSumOp : Op<"long_sum", [Pure, NoGrad]> {
  let summary = "The sum over the last axis, in a wider type";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, BF16, F32, F64]>];
  let compute_in = [ComputeIn<F16, F64>, ComputeIn<F32, F64>];
  let dims = "... n -> ...";
  let reference = [{ return x.sum(-1) }];
  let samples = [Sample<"x:[2,30]">];
}

def SummedOp : Op<"summed", [Pure, Elementwise]> {
  let summary = "a + b of whatever dtypes";
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let types = [T<"T", [U8, I8, I16, I32, I64, F16, BF16, F32, F64]>];
  let promote = Promote<["a", "b"]>;
  let inplace = [Inplace<"a", "y">];
  let shape = Broadcast<["a", "b"]>;
  let grad = ["a, b = summed_grad(dy, a, b)"];
  let reference = [{ return a + b }];
  let samples = [Sample<"a:[2,3] b:[3]">];
}

def SummedGradOp : Op<"summed_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$da, Tensor:$db);
  let types = [T<"T", [U8, I8, I16, I32, I64, F16, BF16, F32, F64]>];
  let shape = PerResult<[SameAs<"a">, SameAs<"b">]>;
  let reference = [{ return sum_to(dy, a.shape), sum_to(dy, b.shape) }];
  let samples = [Sample<"dy:[2,3] a:[2,3] b:[3]">];
}

def QuotientOp : Op<"quotient", [Pure, Elementwise, NoGrad]> {
  let summary = "a / b, where integers become floating";
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let promote = Promote<["a", "b"], FloatIfInt>;
  let shape = SameAs<"a">;
  let reference = [{ return a / b }];
  let samples = [Sample<"a:[4] b:[4]">];
}

def LessOp : Op<"less", [Pure, Elementwise, NoGrad]> {
  let summary = "a < b, and the sign of b - a";
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs TensorOf<"B">:$is_less, TensorOf<"I">:$sign);
  let types = [T<"T", [I32, F32, F64]>, T<"B", [Bool]>, T<"I", [I64]>];
  let shape = Broadcast<["a", "b"]>;
  let reference = [{ return a < b, np.sign(b - a) }];
  let samples = [Sample<"a:[2,3] b:[3]">];
}

//===-- attributes --------------------------------------------------------===//

def RoundedOp : Op<"rounded", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<Rounding, "to_even">:$mode);
  let shape = SameAs<"x">;
  let reference = [{ return {"down": np.floor, "up": np.ceil, "to_even": np.round}[mode](x) }];
  let samples = [Sample<"x:[5]">, Sample<"x:[2,2] mode:down">, Sample<"x:[3] mode:up">];
}

def ConvertedOp : Op<"converted", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs TensorOf<"U">:$y);
  let attrs = (ins DefaultValuedAttr<DTypeAttr<"U">, "f32">:$dtype);
  let types = [T<"T", [I32, F32]>, T<"U", [F16, F32, F64, I64]>];
  let shape = SameAs<"x">;
  let reference = [{ return np.trunc(x).astype(dtype) if dtype.kind == "i" else x }];
  let samples = [Sample<"x:[4]">, Sample<"x:[2] dtype:i64">];
}

def LossOp : Op<"loss", [Pure, NoGrad]> {
  let summary = "x, its mean or its sum";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<EnumAttr<["none", "mean", "sum"]>, "mean">:$reduction);
  let shape_expr = ["y = x if reduction == \"none\" else []"];
  let checks = [
    Check<"reduction != \"sum\" or rank(x) > 0", "reduction {reduction} needs a dimension">
  ];
  let reference = [{
    return {"none": x, "mean": np.mean(x) if x.size else x.sum(), "sum": np.sum(x)}[reduction]
  }];
  let samples = [
    Sample<"x:[2,3]">, Sample<"x:[2] reduction:none">, Sample<"x:[3,1] reduction:sum">
  ];
  let errors = [Error<"x:[] reduction:sum", "reduction sum needs a dimension">];
}

def FilledOp : Op<"filled", [Pure, NoGrad]> {
  let summary = "A number in each element of a new tensor";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins ShapeAttr:$size);
  let shape_expr = ["y = size"];
  let checks = [Check<"rank(x) == 0", "x: expected one number">];
  let reference = [{ return np.full(size, x) }];
  let samples = [Sample<"x:[] size:[2,3]">, Sample<"x:[] size:[]">];
}

//===-- lists of tensors --------------------------------------------------===//

def ScaledEachOp : Op<"scaled_each", [Pure]> {
  let summary = "Each tensor times a factor";
  let input = (ins Variadic<Tensor>:$xs);
  let output = (outs Variadic<Tensor>:$ys);
  let attrs = (ins F64Attr:$factor);
  let shape = SameAs<"xs">;
  let grad = ["xs = scaled_each(dys, factor)"];
  let reference = [{ return [x * factor for x in xs] }];
  let samples = [Sample<"xs:([2,3],[4]) factor:2.5">, Sample<"xs:([2]) factor:-1">];
}

def TotalOp : Op<"total", [Pure]> {
  let summary = "The elementwise sum of x and all of xs";
  let input = (ins Tensor:$x, Variadic<Tensor>:$xs, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let dims = "..., ..., ... -> ...";
  let grad = ["x, xs, bias = total_grad(dy, x, xs, bias)"];
  let reference = [{ return sum(xs, x) + (0 if bias is None else bias) }];
  let samples = [
    Sample<"x:[2,3] xs:([2,3],[3]) bias:none">, Sample<"x:[2] xs:([2]) bias:[2]">,
    Sample<"x:[2,2] xs:() bias:none">
  ];
}

def TotalGradOp : Op<"total_grad", [Pure]> {
  let input = (ins Tensor:$dy, Tensor:$x, Variadic<Tensor>:$xs, Optional<Tensor>:$bias);
  let output = (outs Tensor:$dx, Variadic<Tensor>:$dxs, Tensor:$dbias);
  let shape = PerResult<[SameAs<"x">, SameAs<"xs">, SameAs<"x">]>;
  let grad = ["dy = total(ddx, ddxs, ddbias)"];
  let nondiff = ["x", "xs", "bias"];
  let reference = [{
    return sum_to(dy, x.shape), [sum_to(dy, part.shape) for part in xs], sum_to(dy, x.shape)
  }];
  let samples = [Sample<"dy:[2,3] x:[2,3] xs:([2,3],[3]) bias:none">, Sample<"dy:[2] x:[2] xs:()">];
}

def CopiesOp : Op<"copies", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Variadic<Tensor, "count">:$ys);
  let attrs = (ins SI64Attr:$count);
  let shape = SameAs<"x">;
  let reference = [{ return [x] * count }];
  let samples = [Sample<"x:[2] count:3">, Sample<"x:[2,2] count:0">];
}

//===-- saved results -----------------------------------------------------===//

def StandardizedOp : Op<"standardized", [Pure]> {
  let summary = "x with mean 0 and variance 1 along the last axis";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$mean, Tensor:$rstd);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let no_split = ["n"];
  let dims = "... n -> ... n, ..., ...";
  let save = ["mean", "rstd"];
  let grad = ["x = standardized_grad(dy, x, mean, rstd)"];
  let reference = [{
    mean = x.mean(-1)
    rstd = 1 / np.sqrt(x.var(-1) + eps)
    return (x - mean[..., None]) * rstd[..., None], mean, rstd
  }];
  let samples = [Sample<"x:[2,5]">, Sample<"x:[3,2,4] eps:0.5">];
}

def StandardizedGradOp : Op<"standardized_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$mean, Tensor:$rstd);
  let output = (outs Tensor:$dx);
  let no_split = ["n"];
  let dims = "... n, ... n, ..., ... -> ... n";
  let reference = [{
    z = (x - mean[..., None]) * rstd[..., None]
    centred = dy - dy.mean(-1, keepdims=True) - z * (dy * z).mean(-1, keepdims=True)
    return centred * rstd[..., None]
  }];
  let samples = [Sample<"dy:[2,3] x:[2,3] mean:[2] rstd:[2]">];
}

//===-- in place ----------------------------------------------------------===//

def ClippedOp : Op<"clipped", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.5">:$bound);
  let shape = SameAs<"x">;
  let inplace = [Inplace<"x", "y">];
  let grad = ["x = clipped_grad(x, dy, bound)"];
  let reference = [{ return np.clip(x, -bound, bound) }];
  let samples = [Sample<"x:[6,2]">];
}

def ClippedGradOp : Op<"clipped_grad", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$dy);
  let output = (outs Tensor:$dx);
  let attrs = (ins F64Attr:$bound);
  let shape = SameAs<"x">;
  let reference = [{ return dy * (np.abs(x) < bound) }];
  let samples = [Sample<"x:[6] dy:[6] bound:1">];
}

def MomentumStepOp : Op<"momentum_step", [Elementwise, NoGrad]> {
  let summary = "One step of gradient descent with momentum";
  let input = (ins Tensor:$param, Tensor:$gradient, Tensor:$velocity);
  let output = (outs Tensor:$new_param, Tensor:$change, Tensor:$new_velocity);
  let attrs = (ins F64Attr:$rate, DefaultValuedAttr<F64Attr, "0.9">:$momentum);
  let shape = SameAs<"param">;
  let inplace = [Inplace<"param", "new_param">, Inplace<"velocity", "new_velocity">];
  let reference = [{
    v = momentum * velocity + gradient
    return param - rate * v, -rate * v, v
  }];
  let samples = [Sample<"param:[4,3] gradient:[4,3] velocity:[4,3] rate:0.1">];
}

def ReversedOp : Op<"reversed", [Pure, NoGrad]> {
  let summary = "The elements in reverse order, which can't be done in one memory";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let no_split = ["n"];
  let dims = "n -> n";
  let inplace = [Inplace<"x", "y">];
  let reference = [{ return x[::-1] }];
  let samples = [Sample<"x:[5]">, Sample<"x:[4]:strided">];
}

//===-- random numbers ----------------------------------------------------===//

def DropoutOp : Op<"dropout", [Elementwise]> {
  let summary = "x with elements dropped at random, and which were kept";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, TensorOf<"B">:$mask);
  let attrs = (ins SeedAttr:$seed, DefaultValuedAttr<F64Attr, "0.5">:$p);
  let types = [T<"T", [F32, F64]>, T<"B", [Bool]>];
  let shape = SameAs<"x">;
  let grad = ["x = dropout_grad(dy, mask, p)"];
  let reference = [{
    mask = uniform(seed, x.shape) >= p
    return x * mask / (1 - p), mask
  }];
  let samples = [Sample<"x:[50]">, Sample<"x:[6,4] p:0.25 seed:-12345678901">];
}

def DropoutGradOp : Op<"dropout_grad", [Pure, Elementwise]> {
  let input = (ins Tensor:$dy, TensorOf<"B">:$mask);
  let output = (outs Tensor:$dx);
  let attrs = (ins F64Attr:$p);
  let types = [T<"T", [F32, F64]>, T<"B", [Bool]>];
  let shape = SameAs<"dy">;
  let grad = ["dy = dropout_grad(ddx, mask, p)"];
  let reference = [{ return dy * mask / (1 - p) }];
  let samples = [Sample<"dy:[6] mask:[6] p:0.25">];
}

def NoisyOp : Op<"noisy", [Elementwise]> {
  let summary = "x times normal noise; the gradient draws the noise again";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SeedAttr:$seed);
  let shape = SameAs<"x">;
  let grad = ["x = noisy(dy, seed)"];
  let reference = [{ return x * normal(seed, x.shape) }];
  let samples = [Sample<"x:[7,3] seed:42">];
}

//===-- attributes that may be absent -------------------------------------===//

def MarkedOp : Op<"marked", [Pure, NoGrad]> {
  let summary = "A number that tells which attributes were given, and their values";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<SI64Attr>:$lag, OptionalAttr<F32Attr>:$scale,
                   OptionalAttr<BoolAttr>:$negate, OptionalAttr<StrAttr>:$text,
                   OptionalAttr<Rounding>:$mode, OptionalAttr<SI64ArrayAttr>:$sizes,
                   OptionalAttr<F64ArrayAttr>:$weights, OptionalAttr<BoolArrayAttr>:$flags,
                   OptionalAttr<DTypeAttr<>>:$dtype, OptionalAttr<ShapeAttr>:$shape);
  let shape = SameAs<"x">;
  let reference = [{
    every = (lag, scale, negate, text, mode, sizes, weights, flags, dtype, shape)
    code = sum(2**at for at, value in enumerate(every) if value is not None)
    lengths = sum(len(value) for value in (text, sizes, weights, flags, shape) if value is not None)
    return 0 * x + code + 1024 * lengths + (lag or 0) + (scale or 0) + (mode == "to_even") / 2
  }];
  let samples = [
    Sample<"x:[2] lag:5 scale:0.25 negate:false text:\"ab\" mode:to_even sizes:[3] weights:[1,2] flags:[true] dtype:i64 shape:[2,3]">,
    Sample<"x:[2] lag:0">, Sample<"x:[2] scale:0">, Sample<"x:[2] negate:false">,
    Sample<"x:[2] text:\"\"">, Sample<"x:[2] mode:down">, Sample<"x:[2] sizes:[]">,
    Sample<"x:[2] weights:[]">, Sample<"x:[2] flags:[]">, Sample<"x:[2] dtype:f16">,
    Sample<"x:[2] shape:[]">
  ];
}

def PaddedOp : Op<"padded", [Pure]> {
  let summary = "x with zeros before it, and behind it up to a length";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "0">:$before, OptionalAttr<SI64Attr>:$length);
  let checks = [
    Check<"rank(x) == 1 and before >= 0">,
    Check<"not given(length) or length >= before + x[0]", "length {length if given(length) else 0} is too short">
  ];
  let shape_expr = ["y = [length if given(length) else before + x[0]]"];
  let grad = ["x = padded_grad(dy, x, before)"];
  let reference = [{
    y = np.zeros(before + len(x) if length is None else length, x.dtype)
    y[before : before + len(x)] = x
    return y
  }];
  let samples = [Sample<"x:[3] before:1">, Sample<"x:[3] before:1 length:6">, Sample<"x:[0] length:0">];
  let errors = [Error<"x:[3] length:2", "length 2 is too short">];
}

def PaddedGradOp : Op<"padded_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$x);
  let output = (outs Tensor:$dx);
  let attrs = (ins SI64Attr:$before);
  let checks = [Check<"rank(x) == 1 and rank(dy) == 1 and before + x[0] <= dy[0]">];
  let shape = SameAs<"x">;
  let reference = [{ return dy[before : before + len(x)] }];
  let samples = [Sample<"dy:[6] x:[3] before:1">];
}

def SteepenedOp : Op<"steepened", [Pure, Elementwise]> {
  let summary = "x times a factor, if there is one";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<F64Attr>:$factor);
  let shape = SameAs<"x">;
  let grad = ["x = steepened(dy, factor)"];
  let reference = [{ return x if factor is None else factor * x }];
  let samples = [Sample<"x:[3,2] factor:1.5">, Sample<"x:[3,2] factor:0">];
}

//===-- workspace ---------------------------------------------------------===//

def RankedOp : Op<"ranked", [Pure, NoGrad]> {
  let summary = "The elements in ascending order";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let no_split = ["n"];
  let dims = "n -> n";
  let reference = [{ return np.sort(x) }];
  let samples = [Sample<"x:[9]">];
}

}
