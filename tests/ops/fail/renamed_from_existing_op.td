// ERR: OPG0316 3:5
include "opgen/OpBase.td"
def BarOp : Op<"bar", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let renamed_from = "foo";
}

def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
