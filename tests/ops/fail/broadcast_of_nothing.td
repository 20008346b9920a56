// ERR: OPG0313 6:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = Broadcast<[]>;
}
