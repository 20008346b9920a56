// ERR: OPG0346 5:22
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Variadic<Tensor>:$parts);
}
