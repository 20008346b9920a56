// Sorting.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

def TopkOp : Op<"topk", [Pure]> {
  let summary = "The k greatest values along an axis, or the least, in order, and where they are";
  let description = "Of equal values the one with the lower index comes first.";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$values, TensorOf<"I">:$indices);
  let attrs = (ins SI64Attr:$k, DefaultValuedAttr<SI64Attr, "-1">:$axis,
                   DefaultValuedAttr<BoolAttr, "true">:$largest);
  let types = [T<"T", Floats>, T<"I", [I64]>];
  let shape_expr = ["at = normalize_axis(axis, rank(x)); taken = x[:at] + [k] + x[at + 1:]",
                    "values = taken; indices = taken"];
  let checks = [Check<"k >= 0 and k <= x[at]", "k is {k}, expected 0 to {x[at]}">];
  let grad = ["x = gather_grad(dvalues, indices, x, axis)"];
  let reference = [{
    order = np.argsort(-x if largest else x, axis, kind="stable")
    indices = np.take(order, np.arange(k), axis)
    return np.take_along_axis(x, indices, axis), indices
  }];
  let samples = [
    Sample<"x:[4,6] k:3">,
    Sample<"x:[3,4,2] k:2 axis:1 largest:false">,
    Sample<"x:[5] k:5">,
    Sample<"x:[2,3] k:0">
  ];
  let errors = [Error<"x:[2,3] k:4", "k is 4, expected 0 to 3">];
}

}
