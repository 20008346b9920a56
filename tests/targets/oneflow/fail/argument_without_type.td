// ERR: OPG0311 4:20
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> {
  let input = (ins "Tensor":$x);
}
