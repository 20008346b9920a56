// ERR: OPG0303 4:27
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$ctx);
  let output = (outs Tensor:$y);
}
