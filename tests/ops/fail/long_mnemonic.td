// ERR: OPG0304 3:16
include "opgen/OpBase.td"
def FooOp : Op<"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);

}
