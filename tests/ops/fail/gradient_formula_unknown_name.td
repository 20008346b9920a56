// ERR: OPG0321 6:24
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let grad = ["x = 2 * dz"];
  let shape = SameAs<"x">;
}
