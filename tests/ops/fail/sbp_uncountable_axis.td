// ERR: OPG0352 7:22 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a);
  let output = (outs Tensor:$y);
  let shape = SameAs<"a">;
  let sbp = ["a:B -> S(-1)"];
}
