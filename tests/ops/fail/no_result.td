// ERR: OPG0304 3:5
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
}
