// Operators for the test of shape rules: each has a counterpart in NumPy or PyTorch.
include "opgen/OpBase.td"

def Shp : Library<"shp">;

class Ints<string values> : DefaultValuedAttr<SI64ArrayAttr, values>;
class Int<string value> : DefaultValuedAttr<SI64Attr, value>;
def Flag : DefaultValuedAttr<BoolAttr, "false">;

class Shaped<string name, list<Trait> more = []> : Op<name, !listconcat([Pure, NoGrad], more)> {
  let output = (outs Tensor:$y);
}

let library = Shp in {

def AddSameOp : Shaped<"add_same", [Elementwise]> {
  let input = (ins Tensor:$x, Tensor:$z);
  let shape = SameAs<"x">;
}

def WhereOp : Shaped<"where"> {
  let input = (ins Tensor:$c, Tensor:$x, Tensor:$z);
  let shape = Broadcast<["c", "x", "z"]>;
}

def ReduceSumOp : Shaped<"reduce_sum"> {
  let input = (ins Tensor:$x);
  let attrs = (ins Ints<"[]">:$axes, Flag:$keepdim);
  let shape = Reduce<"x", "axes", "keepdim">;
}

def ArgMaxOp : Op<"arg_max", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$z);
  let attrs = (ins Int<"0">:$axis);
  let shape = PerResult<[Reduce<"x", "axis">, SameAs<"x">]>;
}

def MatmulOp : Shaped<"matmul"> {
  let input = (ins Tensor:$a, Tensor:$b);
  let attrs = (ins Flag:$transpose_a, Flag:$transpose_b);
  let dims = "... m k, ... k n -> ... m n";
  let dims_if = [
    DimsIf<"transpose_a and transpose_b", "... k m, ... n k -> ... m n">,
    DimsIf<"transpose_a", "... k m, ... k n -> ... m n">,
    DimsIf<"transpose_b", "... m k, ... n k -> ... m n">
  ];
}

def OneHotOp : Shaped<"one_hot"> {
  let input = (ins Tensor:$x);
  let attrs = (ins SI64Attr:$depth);
  let dims = "... -> ... depth";
}

def JoinOp : Shaped<"join"> {
  let input = (ins Variadic<Tensor>:$xs);
  let attrs = (ins Int<"0">:$axis);
  let shape = Concat<"xs", "axis">;
}

def JoinTwoOp : Shaped<"join_two"> {
  let input = (ins Tensor:$x, Optional<Tensor>:$z);
  let attrs = (ins Int<"0">:$axis);
  let shape = Concat<"x, z", "axis">;
}

def StackOp : Shaped<"stack"> {
  let input = (ins Variadic<Tensor>:$xs);
  let attrs = (ins Int<"0">:$axis);
  let checks = [Check<"len(xs) > 0", "xs: at least one tensor is needed">,
                Check<"len(xs) < 2 or xs[1] == xs[0]", "xs[1]: shape {xs[1]}, expected {xs[0]}">];
  let shape_expr = ["at = normalize_axis(axis, rank(xs[0]) + 1)",
                    "y = xs[0][:at] + [len(xs)] + xs[0][at:]"];
}

def TotalOp : Shaped<"total"> {
  let input = (ins Variadic<Tensor>:$xs);
  let attrs = (ins Int<"0">:$axis);
  let shape_expr = ["y = [total(xs, axis)] + xs[0]"];
}

def GatherOp : Shaped<"gather"> {
  let input = (ins Tensor:$x, Tensor:$index);
  let attrs = (ins Int<"0">:$axis);
  let checks = [Check<"rank(index) == rank(x)">,
                Check<"normalize_axis(axis, rank(x)) >= 0">,
                Check<"within(index[:normalize_axis(axis, rank(x))], "
                      "x[:normalize_axis(axis, rank(x))]) and "
                      "within(index[normalize_axis(axis, rank(x)) + 1:], "
                      "x[normalize_axis(axis, rank(x)) + 1:])",
                      "index: shape {index} is larger than {x}">];
  let shape_expr = ["y = index"];
}

def EmbeddingOp : Shaped<"embedding"> {
  let input = (ins Tensor:$index, Tensor:$table);
  let dims = "..., rows width -> ... width";
}

def SoftmaxOp : Shaped<"softmax"> {
  let input = (ins Tensor:$x);
  let attrs = (ins Int<"-1">:$axis);
  let checks = [Check<"normalize_axis(axis, rank(x)) >= 0">];
  let shape = SameAs<"x">;
}

def LayerNormOp : Shaped<"layer_norm"> {
  let input = (ins Tensor:$x, Optional<Tensor>:$weight);
  let attrs = (ins SI64ArrayAttr:$normalized);
  let checks = [Check<"len(normalized) > 0 and len(normalized) <= rank(x)">,
                Check<"x[rank(x) - len(normalized):] == normalized",
                      "x: shape {x}, expected it to end with {normalized}">,
                Check<"not given(weight) or weight == normalized">];
  let shape = SameAs<"x">;
}

def FirstColumnsOp : Shaped<"first_columns"> {
  let input = (ins Tensor:$x, Tensor:$scale);
  let attrs = (ins Int<"1">:$k);
  let checks = [Check<"k <= x[1]", "x: {x[1]} columns, {k} are wanted">,
                Check<"rank(x) == 2", "x: a matrix is wanted">,
                Check<"k >= 0", "k: {k} columns are wanted">];
  let dims = "n m, n -> n k";
}

def TopkOp : Op<"topk", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$z);
  let attrs = (ins SI64Attr:$k, Int<"-1">:$axis);
  let checks = [Check<"0 <= k and k <= x[normalize_axis(axis, rank(x))]">];
  let shape_expr = ["at = normalize_axis(axis, rank(x)); y = x[:at] + [k] + x[at + 1:]",
                    "z = x[:at] + [k] + x[at + 1:]"];
}

def Conv2dOp : Shaped<"conv2d"> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$bias);
  let attrs = (ins Ints<"[1, 1]">:$stride, Ints<"[0, 0]">:$padding, Ints<"[1, 1]">:$dilation,
               Int<"1">:$groups);
  let checks = [
    Check<"rank(x) == 4", "x: expected 4 dimensions, got {rank(x)}">,
    Check<"rank(w) == 4", "w: expected 4 dimensions, got {rank(w)}">,
    Check<"groups > 0">,
    Check<"stride[0] > 0 and stride[1] > 0", "stride {stride} is not positive">,
    Check<"w[1] * groups == x[1]", "x: {x[1]} channels, expected {w[1] * groups}">,
    Check<"w[0] >= groups and w[0] % groups == 0">,
    Check<"not given(bias) or bias == [w[0]]", "bias: shape {bias}, expected {[w[0]]}">,
    Check<"x[2] + 2 * padding[0] > dilation[0] * (w[2] - 1) and "
          "x[3] + 2 * padding[1] > dilation[1] * (w[3] - 1)",
          "w: window {w[2:]} is larger than the image {x[2:]}">
  ];
  let shape_expr = [
    "h = (x[2] + 2 * padding[0] - dilation[0] * (w[2] - 1) - 1) // stride[0] + 1",
    "v = (x[3] + 2 * padding[1] - dilation[1] * (w[3] - 1) - 1) // stride[1] + 1",
    "y = [x[0], w[0], h, v]"
  ];
}

def ConvTranspose2dOp : Shaped<"conv_transpose2d"> {
  let input = (ins Tensor:$x, Tensor:$w);
  let attrs = (ins Ints<"[1, 1]">:$stride, Ints<"[0, 0]">:$padding, Ints<"[1, 1]">:$dilation,
               Ints<"[0, 0]">:$extra, Int<"1">:$groups);
  let checks = [
    Check<"rank(x) == 4 and rank(w) == 4">,
    Check<"x[1] == w[0]">,
    Check<"w[0] >= groups and w[0] % groups == 0">,
    Check<"h > 0 and v > 0">
  ];
  let shape_expr = [
    "h = (x[2] - 1) * stride[0] - 2 * padding[0] + dilation[0] * (w[2] - 1) + extra[0] + 1",
    "v = (x[3] - 1) * stride[1] - 2 * padding[1] + dilation[1] * (w[3] - 1) + extra[1] + 1",
    "y = [x[0], w[1] * groups, "
    "(x[2] - 1) * stride[0] - 2 * padding[0] + dilation[0] * (w[2] - 1) + extra[0] + 1, v]"
  ];
}

// How far windows move `down` and `across`; `counts` says how many fit. Rounded up, a last one that
// begins behind the image and its padding in front is left out.
class Pooled<string name, string reach, list<string> counts> : Shaped<name> {
  let input = (ins Tensor:$x);
  let checks = [
    Check<"rank(x) == 4">,
    Check<"window[0] > 0 and window[1] > 0">,
    Check<"len(stride) == 0 or (stride[0] > 0 and stride[1] > 0)">,
    Check<"padding[0] <= window[0] // 2 and padding[1] <= window[1] // 2">,
    Check<"x[1] > 0 and x[2] > 0 and x[3] > 0">,
    Check<"h > 0 and v > 0", "x: image {x[2:]} is too small, the result would be {[h, v]}">
  ];
  let shape_expr = !listconcat([
    "sh = stride[0] if len(stride) > 0 else window[0]",
    "sv = stride[1] if len(stride) > 0 else window[1]",
    "round = 1 if ceil_mode else 0",
    "down = x[2] + 2 * padding[0] - " # !subst("@", "0", reach) # " + round * (sh - 1)",
    "across = x[3] + 2 * padding[1] - " # !subst("@", "1", reach) # " + round * (sv - 1)"
  ], counts, ["y = [x[0], x[1], h, v]"]);
}

// Without a choice by sizes, so that symbolic ones stay general.
def MaxPool2dOp : Pooled<"max_pool2d", "dilation[@] * (window[@] - 1) - 1", [
    "h = (min(down, x[2] + padding[0] - 1) if ceil_mode else down) // sh + 1",
    "v = (min(across, x[3] + padding[1] - 1) if ceil_mode else across) // sv + 1"
  ]> {
  let attrs = (ins SI64ArrayAttr:$window, Ints<"[]">:$stride, Ints<"[0, 0]">:$padding,
               Flag:$ceil_mode, Ints<"[1, 1]">:$dilation);
}

// With a choice by sizes.
def AvgPool2dOp : Pooled<"avg_pool2d", "window[@]", [
    "nh = down // sh + 1",
    "nv = across // sv + 1",
    "h = nh - 1 if ceil_mode and (nh - 1) * sh >= x[2] + padding[0] else nh",
    "v = nv - 1 if ceil_mode and (nv - 1) * sv >= x[3] + padding[1] else nv"
  ]> {
  let attrs = (ins SI64ArrayAttr:$window, Ints<"[]">:$stride, Ints<"[0, 0]">:$padding,
               Flag:$ceil_mode);
}

def SplitOp : Op<"split", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Variadic<Tensor, "sizes">:$ys);
  let attrs = (ins SI64ArrayAttr:$sizes, Int<"0">:$axis);
  let checks = [Check<"total == x[at]", "sizes: they make {total}, x has {x[at]}">];
  let shape_expr = ["at = normalize_axis(axis, rank(x))",
                    "total = sizes[0] + sizes[1] + sizes[2]",
                    "ys = x[:at] + [sizes[item]] + x[at + 1:]"];
}

def DivideOp : Shaped<"divide"> {
  let input = (ins Tensor:$x);
  let attrs = (ins SI64Attr:$p, SI64Attr:$q);
  let shape_expr = ["y = [1000 + (x[0] - p) // q, 1000 + (x[0] - p) % q]"];
}

def LazyOp : Shaped<"lazy"> {
  let input = (ins Tensor:$x, Optional<Tensor>:$z);
  let attrs = (ins Int<"1">:$big);
  let shape_expr = ["n = x[1] if rank(x) > 1 else (z[0] if given(z) else 7)",
                    "y = [n, min(x[0] if rank(x) > 0 else 3, 4), prod(x) * big]"];
}

}
