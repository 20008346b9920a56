// ERR: OPG0304 3:5
include "opgen/OpBase.td"
def foo : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
