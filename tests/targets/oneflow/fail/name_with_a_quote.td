// ERR: OPG0304 3:37
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo\"">;
