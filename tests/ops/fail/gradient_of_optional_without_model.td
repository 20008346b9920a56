// ERR: OPG0323 3:5
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let dims = "... i, ... o, o -> ... o";
  let expr = "y = sum[i](a) * b + (bias if given(bias) else 0)";
}
