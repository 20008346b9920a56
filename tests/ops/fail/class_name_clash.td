// ERR: OPG0315 8:5
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}

def FOOOp : Op<"foo_two", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
