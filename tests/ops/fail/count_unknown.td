// ERR: OPG0346 5:33
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Variadic<Tensor, "n">:$parts);
  let attrs = (ins F64Attr:$n);
}
