// ERR: OPG0404 5:33
include "opgen/OpBase.td"
def BarOp : Op<"bar", [NoGrad]> {
  let input = (ins Tensor:$x); let output = (outs Tensor:$y);
  let attrs = (ins F64ArrayAttr:$alphas);
}
