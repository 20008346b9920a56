// ERR: OPG0101 6:52 // HELP: as a string it is `"-1.5e-3"`
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, -1.5e-3>:$a);
}
