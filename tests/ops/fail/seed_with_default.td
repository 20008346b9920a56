// ERR: OPG0305 6:20
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SeedAttr, "7">:$seed);
}
