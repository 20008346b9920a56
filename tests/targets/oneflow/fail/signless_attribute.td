// ERR: OPG0411 4:38
include "dialect.td"
def OneFlow_FooOp : OneFlow_PlainOp<"foo"> {
  let attrs = (ins SI64Attr:$groups, DefaultValuedAttr<I64Attr, "0">:$axis);
}
