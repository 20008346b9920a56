// Putting tensors together and taking them apart.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

let types = [T<"T", Everything>], attrs = (ins DefaultValuedAttr<SI64Attr, "0">:$axis) in {

def ConcatOp : Op<"concat", [Pure]> {
  let summary = "Tensors one behind the other along an axis";
  let input = (ins Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y);
  let shape = Concat<"xs", "axis">;
  let grad = ["xs = concat_grad(dy, xs, axis)"];
  let reference = [{ return np.concatenate(xs, axis) }];
  let samples = [
    Sample<"xs:([2,3],[2,3],[1,3])">,
    Sample<"xs:([2,3,2],[2,1,2]) axis:-2">,
    Sample<"xs:([4,1])">,
    Sample<"xs:([2,0],[2,3]) axis:1">
  ];
  let errors = [Error<"xs:([2,3],[2,4])", "xs[1]">, Error<"xs:([2,3]) axis:2", "axis 2">];
}

def ConcatGradOp : Op<"concat_grad", [Pure]> {
  let summary = "Gradients of concat: its parts";
  let input = (ins Tensor:$dy, Variadic<Tensor>:$xs);
  let output = (outs Variadic<Tensor>:$dxs);
  let shape = SameAs<"xs">;
  let checks = [
    Check<"dy[normalize_axis(axis, rank(dy))] == total(xs, normalize_axis(axis, rank(dy)))",
          "dy isn't what concat of xs gives">
  ];
  let nondiff = ["xs"];
  let grad = ["dy = concat(ddxs, axis)"];
  let reference = [{
    ends = np.cumsum([x.shape[axis] for x in xs])
    return np.split(dy, ends[:-1], axis)
  }];
  let samples = [
    Sample<"dy:[5,3] xs:([2,3],[2,3],[1,3])">,
    Sample<"dy:[2,4,2] xs:([2,3,2],[2,1,2]) axis:-2">
  ];
}

def StackOp : Op<"stack", [Pure]> {
  let summary = "Tensors of one shape along a new axis";
  let input = (ins Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y);
  let shape_expr = ["at = normalize_axis(axis, rank(xs[0]) + 1)",
                    "y = xs[0][:at] + [len(xs)] + xs[0][at:]"];
  let checks = [Check<"len(xs) > 0", "at least one tensor is needed">];
  let grad = ["xs = stack_grad(dy, xs, axis)"];
  let reference = [{ return np.stack(xs, axis) }];
  let samples = [
    Sample<"xs:([2,3],[2,3],[2,3])">,
    Sample<"xs:([2,3],[2,3]) axis:-1">,
    Sample<"xs:([],[])">,
    Sample<"xs:([2,0])">
  ];
  let errors = [Error<"xs:([2],[2]) axis:3", "axis 3">, Error<"xs:()", "at least one">];
}

def StackGradOp : Op<"stack_grad", [Pure]> {
  let summary = "Gradients of stack: its layers";
  let input = (ins Tensor:$dy, Variadic<Tensor>:$xs);
  let output = (outs Variadic<Tensor>:$dxs);
  let shape = SameAs<"xs">;
  let checks = [
    Check<"len(xs) > 0", "at least one tensor is needed">,
    Check<"dy == xs[0][:normalize_axis(axis, rank(dy))] + [len(xs)]"
          " + xs[0][normalize_axis(axis, rank(dy)):]", "dy isn't what stack of xs gives">
  ];
  let nondiff = ["xs"];
  let grad = ["dy = stack(ddxs, axis)"];
  let reference = [{ return list(np.moveaxis(dy, axis, 0)) }];
  let samples = [Sample<"dy:[3,2,3] xs:([2,3],[2,3],[2,3])">,
                 Sample<"dy:[2,3,2] xs:([2,3],[2,3]) axis:-1">];
}

}

def SplitOp : Op<"split", [Pure]> {
  let summary = "Equal parts of a tensor along an axis";
  let input = (ins Tensor:$x);
  let output = (outs Variadic<Tensor, "sections">:$ys);
  let types = [T<"T", Everything>];
  let attrs = (ins SI64Attr:$sections, DefaultValuedAttr<SI64Attr, "0">:$axis);
  let shape_expr = ["at = normalize_axis(axis, rank(x))",
                    "ys = x[:at] + [x[at] // sections] + x[at + 1:]"];
  let checks = [
    Check<"sections > 0", "sections is {sections}, expected a positive number">,
    Check<"x[at] % sections == 0", "{x[at]} can't be cut into {sections} equal parts">
  ];
  let grad = ["x = concat(dys, axis)"];
  let reference = [{ return np.split(x, sections, axis) }];
  let samples = [Sample<"x:[6,4] sections:3">, Sample<"x:[2,4,3] sections:2 axis:-2">,
                 Sample<"x:[4,0] sections:2">];
  let errors = [Error<"x:[5,4] sections:3", "5 can't be cut into 3">,
                Error<"x:[5,4] sections:0", "sections is 0">];
}

}
