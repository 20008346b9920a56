// ERR: OPG0304 4:20
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor);
  let output = (outs Tensor:$y);
}
