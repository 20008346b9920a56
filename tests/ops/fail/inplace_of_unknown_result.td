// ERR: OPG0343 6:31
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let inplace = [Inplace<"x", "z">];
}
