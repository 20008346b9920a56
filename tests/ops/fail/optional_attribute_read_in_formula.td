// ERR: OPG0321 7:19
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<F64Attr>:$a);
  let expr = "y = a * x";
}
