// ERR: OPG0304 4:20
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> {
  let input = (ins OneFlow_Tensor);
}
