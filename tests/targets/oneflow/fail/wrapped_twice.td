// ERR: OPG0410 3:63
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> { let attrs = (ins OptionalAttr<DefaultValuedAttr<F32Attr, "0">>:$alpha); }
