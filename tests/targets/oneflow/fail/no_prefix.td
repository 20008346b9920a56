// ERR: OPG0412 3:5
include "dialect.td"
def FooOp : OneFlow_PlainOp<"foo">;
