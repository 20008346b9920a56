// ERR: OPG0301 4:37
include "dialect.td"
def OneFlow_BarOp : OneFlow_PlainOp<"foo">;
def OneFlow_FooOp : OneFlow_PlainOp<"foo">;
