// Taking elements by index and adding to them. An index out of range is an error.

include "zoo.td"

// The other axes of index may be shorter than those of what it indexes.
class IndexChecks<string indexed> {
  list<Check> checks = [
    Check<"rank(index) == rank(" # indexed # ")", "index has rank {rank(index)}, " # indexed
          # " has {rank(" # indexed # ")}">,
    Check<"within(index[:at], " # indexed # "[:at])"
          " and within(index[at + 1:], " # indexed # "[at + 1:])",
          "index is longer than " # indexed # " along another axis than {at}">
  ];
}

let library = Zoo, devices = CpuAndCuda in {

let types = WithIndex in {

let attrs = (ins DefaultValuedAttr<SI64Attr, "-1">:$axis) in {

def GatherOp : Op<"gather", [Pure]> {
  let summary = "For each element of index, the element of x that it names along an axis";
  let input = (ins Tensor:$x, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let shape_expr = ["at = normalize_axis(axis, rank(x))", "y = index"];
  let checks = IndexChecks<"x">.checks;
  let grad = ["x = gather_grad(dy, index, x, axis)"];
  let domain = "index in [0, x[axis])";
  let reference = [{
    at = tuple(slice(n) for i, n in enumerate(index.shape) if i != axis % x.ndim)
    at = at[: axis % x.ndim] + (slice(None),) + at[axis % x.ndim :]
    return np.take_along_axis(x[at], index, axis)
  }];
  let samples = [
    Sample<"x:[4,6] index:[4,2]">,
    Sample<"x:[3,4,2] index:[2,5,2] axis:1">,
    Sample<"x:[5] index:[0]">
  ];
  let errors = [Error<"x:[4,6] index:[4]", "index has rank 1">,
                Error<"x:[4,6] index:[5,2]", "index is longer than x">];
}

def GatherGradOp : Op<"gather_grad", [Pure]> {
  let summary = "Gradient of gather: sums of what went to the same element";
  let input = (ins Tensor:$dy, TensorOf<"I">:$index, Tensor:$x);
  let output = (outs Tensor:$dx);
  let shape_expr = ["at = normalize_axis(axis, rank(x))", "dx = x"];
  let checks = IndexChecks<"x">.checks # [Check<"dy == index", "dy and index differ in shape">];
  let nondiff = ["x"];
  let grad = ["dy = gather(ddx, index, axis)"];
  let domain = "index in [0, x[axis])";
  let reference = [{
    dx = np.zeros_like(x)
    at = list(np.indices(index.shape))
    at[axis] = index
    np.add.at(dx, tuple(at), dy)
    return dx
  }];
  let samples = [Sample<"dy:[4,2] index:[4,2] x:[4,6]">,
                 Sample<"dy:[2,5,2] index:[2,5,2] x:[3,4,2] axis:1">];
}

def ScatterAddOp : Op<"scatter_add", [Pure]> {
  let summary = "x with each element of src added where index says along an axis";
  let input = (ins Tensor:$x, TensorOf<"I">:$index, Tensor:$src);
  let output = (outs Tensor:$y);
  let shape_expr = ["at = normalize_axis(axis, rank(x))", "y = x"];
  let checks = IndexChecks<"x">.checks # [Check<"src == index", "src and index differ in shape">];
  let inplace = [Inplace<"x", "y">];
  let grad = ["x, src = scatter_add_grad(dy, index, axis)"];
  let domain = "index in [0, x[axis])";
  let reference = [{
    y = x.copy()
    at = list(np.indices(index.shape))
    at[axis] = index
    np.add.at(y, tuple(at), src)
    return y
  }];
  let samples = [Sample<"x:[4,6] index:[4,2] src:[4,2]">,
                 Sample<"x:[3,4,2] index:[2,5,2] src:[2,5,2] axis:1">];
  let errors = [Error<"x:[4,6] index:[4,2] src:[4,3]", "differ in shape">];
}

def ScatterAddGradOp : Op<"scatter_add_grad", [Pure]> {
  let summary = "Gradients of scatter_add: dy itself, and what is where index says";
  let input = (ins Tensor:$dy, TensorOf<"I">:$index);
  let output = (outs Tensor:$dx, Tensor:$dsrc);
  let shape_expr = ["at = normalize_axis(axis, rank(dy))", "dx = dy; dsrc = index"];
  let checks = IndexChecks<"dy">.checks;
  let grad = ["dy = scatter_add(ddx, index, ddsrc, axis)"];
  let domain = "index in [0, dy[axis])";
  let reference = [{
    at = list(np.indices(index.shape))
    at[axis] = index
    return dy, dy[tuple(at)]
  }];
  let samples = [Sample<"dy:[4,6] index:[4,2]">, Sample<"dy:[3,4,2] index:[2,5,2] axis:1">];
}

def IndexSelectOp : Op<"index_select", [Pure]> {
  let summary = "The slices of x along an axis that index names";
  let input = (ins Tensor:$x, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let shape_expr = ["at = normalize_axis(axis, rank(x))", "y = x[:at] + [index[0]] + x[at + 1:]"];
  let checks = [Check<"rank(index) == 1", "index has rank {rank(index)}, expected 1">];
  let grad = ["x = index_select_grad(dy, index, x, axis)"];
  let domain = "index in [0, x[axis])";
  let reference = [{ return np.take(x, index, axis) }];
  let samples = [Sample<"x:[4,6] index:[3]">, Sample<"x:[3,4,2] index:[5] axis:1">,
                 Sample<"x:[3,4] index:[0]">];
  let errors = [Error<"x:[4,6] index:[4,1]", "index has rank 2">];
}

def IndexSelectGradOp : Op<"index_select_grad", [Pure]> {
  let summary = "Gradient of index_select: sums of what went to the same slice";
  let input = (ins Tensor:$dy, TensorOf<"I">:$index, Tensor:$x);
  let output = (outs Tensor:$dx);
  let shape_expr = ["at = normalize_axis(axis, rank(x))", "dx = x"];
  let checks = [
    Check<"rank(index) == 1", "index has rank {rank(index)}, expected 1">,
    Check<"dy == x[:at] + [index[0]] + x[at + 1:]", "dy isn't what index_select of x gives">
  ];
  let nondiff = ["x"];
  let grad = ["dy = index_select(ddx, index, axis)"];
  let domain = "index in [0, x[axis])";
  let reference = [{
    dx = np.zeros_like(x)
    np.add.at(np.moveaxis(dx, axis, 0), index, np.moveaxis(dy, axis, 0))
    return dx
  }];
  let samples = [Sample<"dy:[4,3] index:[3] x:[4,6]">,
                 Sample<"dy:[3,5,2] index:[5] x:[3,4,2] axis:1">];
}

}

let attrs = (ins DefaultValuedAttr<SI64Attr, "-1">:$padding_index), no_split = ["v"] in {

def EmbeddingOp : Op<"embedding", [Pure]> {
  let summary = "The rows of weight that index names; the row of padding_index isn't trained";
  let input = (ins Tensor:$weight, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let dims = "v d, ... -> ... d";
  let grad = ["weight = embedding_grad(dy, index, weight, padding_index)"];
  let domain = "index in [0, weight[0])";
  let reference = [{ return weight[index] }];
  let samples = [Sample<"weight:[4,3] index:[2,5]">, Sample<"weight:[4,3] index:[]">];
}

def EmbeddingGradOp : Op<"embedding_grad", [Pure]> {
  let summary = "Gradient of embedding: sums of what went to the same row";
  let input = (ins Tensor:$dy, TensorOf<"I">:$index, Tensor:$weight);
  let output = (outs Tensor:$dweight);
  let dims = "... d, ..., v d -> v d";
  let nondiff = ["weight"];
  let grad = ["dy = embedding_grad_grad(ddweight, index, padding_index)"];
  let domain = "index in [0, weight[0])";
  let no_split = ["...", "v"];
  let reference = [{
    dweight = np.zeros_like(weight)
    np.add.at(dweight, index, np.where((index == padding_index)[..., None], 0, dy))
    return dweight
  }];
  let samples = [Sample<"dy:[2,5,3] index:[2,5] weight:[4,3] padding_index:1">,
                 Sample<"dy:[3] index:[] weight:[4,3]">];
}

def EmbeddingGradGradOp : Op<"embedding_grad_grad", [Pure]> {
  let summary = "Gradient of embedding_grad: rows, with zeros for padding_index";
  let input = (ins Tensor:$ddweight, TensorOf<"I">:$index);
  let output = (outs Tensor:$gdy);
  let dims = "v d, ... -> ... d";
  let grad = ["ddweight = embedding_grad(dgdy, index, ddweight, padding_index)"];
  let domain = "index in [0, ddweight[0])";
  let reference = [{
    return np.where((index == padding_index)[..., None], 0, ddweight[index])
  }];
  let samples = [Sample<"ddweight:[4,3] index:[2,5] padding_index:1">,
                 Sample<"ddweight:[4,3] index:[]">];
}

}

}

}
