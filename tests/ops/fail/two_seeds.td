// ERR: OPG0347 6:45
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SeedAttr:$seed, SeedAttr:$other);
}
