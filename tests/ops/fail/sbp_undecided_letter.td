// ERR: OPG0350 7:18 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let no_split = ["m"];
}
