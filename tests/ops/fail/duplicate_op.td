// ERR: OPG0301 8:20
include "opgen/OpBase.td"
def SquareOp : Op<"square", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}

def Square2Op : Op<"square", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
