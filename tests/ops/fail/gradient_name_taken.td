// ERR: OPG0322 3:5
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let expr = "y = x * x";
}

def FooGradOp : Op<"foo_grad", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$dy);
  let output = (outs Tensor:$dx);
}
