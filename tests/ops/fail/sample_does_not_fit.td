// ERR: OPG0314 7:26
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$y);
  let dims = "... k, n k -> ... n";
  let samples = [Sample<"x:[4,3] w:[5,2]">];
}
