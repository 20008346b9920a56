// ERR: OPG0312 6:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$y);
  let dims = "... k -> ... k";
}
