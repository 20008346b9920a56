// ERR: OPG0314 7:38 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let samples = [Sample<"x:[2]", "", "empty">];
}
