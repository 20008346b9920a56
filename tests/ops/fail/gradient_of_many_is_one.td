// ERR: OPG0308 6:19
include "opgen/OpBase.td"
def FooOp : Op<"foo"> {
  let input = (ins Tensor:$x, Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y);
  let grad = ["x, xs = foo_grad(dy, x)"];
}
def FooGradOp : Op<"foo_grad", [NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$x);
  let output = (outs Tensor:$dx, Tensor:$dxs);
}
