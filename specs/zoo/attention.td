// Attention.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

let attrs = (ins DefaultValuedAttr<BoolAttr, "false">:$interleaved),
    types = [T<"T", Floats>], no_split = ["d", "h"],
    checks = [Check<"cos == sin", "cos and sin differ in shape">] in {

defvar Rotation = [{
    half = x.shape[-1] // 2
    even, odd = (x[..., ::2], x[..., 1::2]) if interleaved else (x[..., :half], x[..., half:])
    pair = even * cos - odd * sin, even * sin + odd * cos
    return np.stack(pair, -1).reshape(x.shape) if interleaved else np.concatenate(pair, -1)
}];

def RopeOp : Op<"rope", [Pure]> {
  let summary = "Rotary position embedding: pairs of elements turned by the angle of their place";
  let description = "A pair is elements i and i + d/2, or 2i and 2i + 1 where interleaved.";
  let input = (ins Tensor:$x, Tensor:$cos, Tensor:$sin);
  let output = (outs Tensor:$y);
  let dims = "... s d, s h, s h -> ... s d";
  let checks = [Check<"x[-1] == 2 * cos[-1]", "x has {x[-1]} elements a row, expected twice the "
                      "{cos[-1]} of cos">];
  let nondiff = ["cos", "sin"];
  let grad = ["x = rope_grad(dy, cos, sin, interleaved)"];
  let reference = Rotation;
  let samples = [
    Sample<"x:[2,s,d] cos:[s,h] sin:[s,h]", "s=3, d=4, h=2">,
    Sample<"x:[s,d] cos:[s,h] sin:[s,h] interleaved:true", "s=2, d=6, h=3">
  ];
  let errors = [Error<"x:[3,5] cos:[3,2] sin:[3,2]", "expected twice">];
}

def RopeGradOp : Op<"rope_grad", [Pure]> {
  let summary = "Gradient of rope: the same turn backwards";
  let input = (ins Tensor:$dy, Tensor:$cos, Tensor:$sin);
  let output = (outs Tensor:$dx);
  let dims = "... s d, s h, s h -> ... s d";
  let checks = [Check<"dy[-1] == 2 * cos[-1]", "dy has {dy[-1]} elements a row, expected twice the "
                      "{cos[-1]} of cos">];
  let nondiff = ["cos", "sin"];
  let grad = ["dy = rope(ddx, cos, sin, interleaved)"];
  let reference = [{
    x, sin = dy, -sin
  }] # Rotation;
  let samples = [
    Sample<"dy:[2,s,d] cos:[s,h] sin:[s,h]", "s=3, d=4, h=2">,
    Sample<"dy:[s,d] cos:[s,h] sin:[s,h] interleaved:true", "s=2, d=6, h=3">
  ];
}

}

let attrs = (ins DefaultValuedAttr<BoolAttr, "false">:$is_causal,
                 DefaultValuedAttr<F64Attr, "0.0">:$scale),
    types = [T<"T", Floats>] in {

defvar Scores = [{
    factor = scale or 1 / np.sqrt(q.shape[-1])
    scores = factor * (q @ np.swapaxes(k, -1, -2))
    scores = scores if mask is None else scores + mask
    if is_causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
}];

def ScaledDotProductAttentionOp : Op<"scaled_dot_product_attention", [Pure]> {
  let summary = "Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask";
  let description = "A scale of 0 stands for one over the root of the length of a row of q. "
                    "Where is_causal, row i sees the first i + 1 rows of k and v only.";
  let input = (ins Tensor:$q, Tensor:$k, Tensor:$v, Optional<Tensor>:$mask);
  let output = (outs Tensor:$y, Tensor:$lse);
  let dims = "... l d, ... s d, ... s e, ... l s -> ... l e, ... l";
  let no_split = ["l", "s", "d", "e"];
  let save = ["lse"];
  let nondiff = ["mask"];
  let grad = [
    "q, k, v = scaled_dot_product_attention_grad(dy, q, k, v, mask, y, lse, is_causal, scale)"
  ];
  let reference = Scores # [{
    top = scores.max(-1, keepdims=True)
    weights = np.exp(scores - top)
    total = weights.sum(-1, keepdims=True)
    return weights / total @ v, (top + np.log(total))[..., 0]
  }];
  let samples = [
    Sample<"q:[2,l,d] k:[2,s,d] v:[2,s,e] mask:[l,s]", "l=3, s=4, d=2, e=3">,
    Sample<"q:[2,3,l,d] k:[3,s,d] v:[2,1,s,e] mask:none is_causal:true", "l=3, s=3, d=2, e=2">,
    Sample<"q:[l,d] k:[s,d] v:[s,e] mask:none scale:0.3", "l=3, s=2, d=4, e=2">
  ];
  let errors = [Error<"q:[3,2] k:[4,3] v:[4,2] mask:none", "dim d">];
}

def ScaledDotProductAttentionGradOp : Op<"scaled_dot_product_attention_grad", [Pure, NoGrad]> {
  let summary = "Gradients of scaled_dot_product_attention, which computes the weights again";
  let input = (ins Tensor:$dy, Tensor:$q, Tensor:$k, Tensor:$v, Optional<Tensor>:$mask, Tensor:$y,
                   Tensor:$lse);
  let output = (outs Tensor:$dq, Tensor:$dk, Tensor:$dv);
  let shape = PerResult<[SameAs<"q">, SameAs<"k">, SameAs<"v">]>;
  let checks = [
    Check<"rank(q) >= 2 and rank(k) >= 2 and rank(v) >= 2", "q, k and v need two dimensions">,
    Check<"dy == y and y == lse + [v[-1]]", "dy, y and lse aren't those of one call">
  ];
  let reference = Scores # [{
    weights = np.exp(scores - lse[..., None])
    dweights = dy @ np.swapaxes(v, -1, -2)
    dscores = factor * weights * (dweights - (dy * y).sum(-1, keepdims=True))
    dq = sum_to(dscores @ k, q.shape)
    dk = sum_to(np.swapaxes(dscores, -1, -2) @ q, k.shape)
    return dq, dk, sum_to(np.swapaxes(weights, -1, -2) @ dy, v.shape)
  }];
  let samples = [
    Sample<"dy:[2,l,e] q:[2,l,d] k:[2,s,d] v:[2,s,e] mask:[l,s] y:[2,l,e] lse:[2,l]",
           "l=3, s=4, d=2, e=3">,
    Sample<"dy:[2,3,l,e] q:[2,3,l,d] k:[3,s,d] v:[2,1,s,e] mask:none y:[2,3,l,e] lse:[2,3,l] "
           "is_causal:true", "l=3, s=3, d=2, e=2">
  ];
}

}

}
