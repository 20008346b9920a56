// ERR: OPG0410 5:20
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> {
  let output = (outs OneFlow_Tensor:$y);
  let attrs = (ins F16Attr:$alpha);
}
