// ERR: OPG0312 6:41 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$z);
  let output = (outs Tensor:$y);
  let shape = PerResult<[SameAs<"x">], "m n">;
}
