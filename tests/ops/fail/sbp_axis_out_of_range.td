// ERR: OPG0352 7:15 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let sbp = ["a:S(2) b:B -> S(0)"];
}
