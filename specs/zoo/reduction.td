// Reductions along axes that the call names; no axes mean all of them.

include "zoo.td"

// Whether an operand has as many axes as what is left of x.
class IsReduced<string operand> {
  list<Check> checks = [
    Check<"rank(" # operand # ") == (rank(x) if keepdim else rank(x) - len(axes) if len(axes) > 0 "
          "else 0)", operand # " has rank {rank(" # operand # ")}, not that of the reduction of x">
  ];
}

let library = Zoo in {

let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[]">:$axes,
                 DefaultValuedAttr<BoolAttr, "false">:$keepdim),
    types = [T<"T", Floats>] in {

class Reduction<string name> : Op<name, [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = Reduce<"x", "axes", "keepdim">;
  let samples = [
    Sample<"x:[4,6] axes:[1]">,
    Sample<"x:[2,3,4] axes:[0,-1] keepdim:true">,
    Sample<"x:[2,3,4] axes:[1]">,
    Sample<"x:[2,3]">,
    Sample<"x:[]">
  ];
  let errors = [Error<"x:[2,3] axes:[2]", "axis 2 is out of range">,
                Error<"x:[2,3] axes:[1,-1]", "twice">];
}

class ReductionGradient<string name> : Op<name, [Pure]> {
  let input = (ins Tensor:$dy, Tensor:$x);
  let output = (outs Tensor:$dx);
  let shape = SameAs<"x">;
  let checks = IsReduced<"dy">.checks;
  let nondiff = ["x"];
  let samples = [
    Sample<"dy:[4] x:[4,6] axes:[1]">,
    Sample<"dy:[1,3,1] x:[2,3,4] axes:[0,-1] keepdim:true">,
    Sample<"dy:[] x:[2,3]">
  ];
}

def SumOp : Reduction<"sum"> {
  let summary = "The sum along axes";
  let linear = ["x"];
  let grad = ["x = sum_grad(dy, x, axes, keepdim)"];
  let reference = [{ return np.sum(x, tuple(axes) or None, keepdims=keepdim) }];
}

def SumGradOp : ReductionGradient<"sum_grad"> {
  let summary = "Gradient of sum: that of the sum for each of its terms";
  let grad = ["dy = sum(ddx, axes, keepdim)"];
  let reference = [{
    axes = tuple(axes) or tuple(range(x.ndim))
    return np.zeros_like(x) + (dy if keepdim else np.expand_dims(dy, axes))
  }];
}

def MeanOp : Reduction<"mean"> {
  let summary = "The mean along axes";
  let sbp = ["x:P -> P"];
  let grad = ["x = mean_grad(dy, x, axes, keepdim)"];
  let reference = [{ return np.mean(x, tuple(axes) or None, keepdims=keepdim) }];
}

def MeanGradOp : ReductionGradient<"mean_grad"> {
  let summary = "Gradient of mean: an equal share for each of its terms";
  let grad = ["dy = mean(ddx, axes, keepdim)"];
  let reference = [{
    axes = tuple(axes) or tuple(range(x.ndim))
    dy = dy if keepdim else np.expand_dims(dy, axes)
    return np.zeros_like(x) + dy * (dy.size / max(x.size, 1))
  }];
}

def MaxOp : Reduction<"max"> {
  let summary = "The greatest value along axes";
  let grad = ["x = max_grad(dy, x, y, axes, keepdim)"];
  let reference = [{ return np.max(x, tuple(axes) or None, keepdims=keepdim) }];
  let errors = [Error<"x:[2,0] axes:[1]", "no greatest">];
}

def MaxGradOp : Op<"max_grad", [Pure]> {
  let summary = "Gradient of max, shared evenly by all terms that are the greatest";
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$dx);
  let shape = SameAs<"x">;
  let checks = IsReduced<"y">.checks # [Check<"dy == y", "dy and y differ in shape">];
  let nondiff = ["x", "y"];
  let grad = ["dy = max_grad_grad(ddx, x, y, axes, keepdim)"];
  let reference = [{
    axes = tuple(axes) or tuple(range(x.ndim))
    expand = lambda z: z if keepdim else np.expand_dims(z, axes)
    greatest = x == expand(y)
    return greatest * expand(dy) / np.maximum(greatest.sum(axes, keepdims=True), 1)
  }];
  let samples = [
    Sample<"dy:[4] x:[4,6] y:[4] axes:[1]">,
    Sample<"dy:[1,3,1] x:[2,3,4] y:[1,3,1] axes:[0,-1] keepdim:true">
  ];
}

def MaxGradGradOp : Op<"max_grad_grad", [Pure]> {
  let summary = "Gradient of max_grad: the mean of what the greatest terms get";
  let input = (ins Tensor:$ddx, Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$gdy);
  let shape = SameAs<"y">;
  let checks = IsReduced<"y">.checks # [Check<"ddx == x", "ddx and x differ in shape">];
  let nondiff = ["x", "y"];
  let grad = ["ddx = max_grad(dgdy, x, y, axes, keepdim)"];
  let reference = [{
    axes = tuple(axes) or tuple(range(x.ndim))
    greatest = x == (y if keepdim else np.expand_dims(y, axes))
    total = np.sum(greatest * ddx, axes, keepdims=keepdim)
    return total / np.maximum(greatest.sum(axes, keepdims=keepdim), 1)
  }];
  let samples = [
    Sample<"ddx:[4,6] x:[4,6] y:[4] axes:[1]">,
    Sample<"ddx:[2,3,4] x:[2,3,4] y:[1,3,1] axes:[0,-1] keepdim:true">
  ];
}

}

def ArgmaxOp : Op<"argmax", [Pure, NoGrad]> {
  let summary = "Where along an axis the greatest value is, the first of several";
  let input = (ins Tensor:$x);
  let output = (outs TensorOf<"I">:$index);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "-1">:$axis,
                   DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let types = [T<"T", Numbers>, T<"I", [I64]>];
  let shape = Reduce<"x", "axis", "keepdim">;
  let reference = [{
    index = np.argmax(x, axis)
    return np.expand_dims(index, axis) if keepdim else index
  }];
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,4] axis:0 keepdim:true">];
  let errors = [Error<"x:[2,0]", "no greatest">];
}

}
