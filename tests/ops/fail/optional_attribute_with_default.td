// ERR: OPG0353 6:20
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<DefaultValuedAttr<F64Attr, "1.0">>:$a);
}
