// ERR: OPG0321 6:16
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let grad = ["index = 2 * dy", "x = dy"];
  let types = [T<"T", [F32]>, T<"I", [I64]>];
  let shape = SameAs<"x">;
  let traits = [Pure, Elementwise];
}
