// ERR: OPG0416 3:5
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$x);
}
