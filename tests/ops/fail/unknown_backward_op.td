// ERR: OPG0307 6:20
include "opgen/OpBase.td"
def FooOp : Op<"foo"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let grad = ["x = foo_grad(dy)"];
}
