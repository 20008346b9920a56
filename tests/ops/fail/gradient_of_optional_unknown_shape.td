// ERR: OPG0323 3:5 // HELP: give it letters that others have too
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let shape = Broadcast<["x", "bias"]>;
  let expr = "y = x + (bias if given(bias) else 0)";
}
