// ERR: OPG0303 3:19
include "opgen/OpBase.td"
def ReturnOp : Op<"return", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
