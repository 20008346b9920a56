// ERR: OPG0351 7:24 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let no_split = ["k", "q"];
}
