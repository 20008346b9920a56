// ERR: OPG0308 6:33
include "opgen/OpBase.td"
def FooOp : Op<"foo"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let grad = ["x = foo_grad(dy, x)"];
}
def FooGradOp : Op<"foo_grad", [NoGrad]> {
  let input = (ins Tensor:$dy, Variadic<Tensor>:$xs);
  let output = (outs Tensor:$dx);
}
