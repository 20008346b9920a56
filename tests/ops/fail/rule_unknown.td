// ERR: OPG0110 6:15 // HELP: did you mean `SameAs`?
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameShape<"x">;
}
