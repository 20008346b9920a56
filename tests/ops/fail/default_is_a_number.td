// ERR: OPG0116 6:48 // HELP: write it as a string, `"1"`
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, 1>:$a);
}
