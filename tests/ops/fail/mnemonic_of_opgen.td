// ERR: OPG0303 3:16
include "opgen/OpBase.td"
def FooOp : Op<"opgen_ctx", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);

}
