// ERR: OPG0344 6:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$mean);
  let save = ["maen"];
}
