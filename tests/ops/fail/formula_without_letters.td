// ERR: OPG0321 6:23
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w); let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let expr = "y = x * w";
}
