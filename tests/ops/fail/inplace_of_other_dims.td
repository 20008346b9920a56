// ERR: OPG0343 7:18
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let inplace = [Inplace<"x", "y">];
}
