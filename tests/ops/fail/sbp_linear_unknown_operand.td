// ERR: OPG0306 7:22 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let linear = ["a", "x"];
}
