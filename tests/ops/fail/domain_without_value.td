// ERR: OPG0314 9:26
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "1">:$axis);
  let dims = "k m, k -> m";
  let domain = "x in (x[1], 0)";
  let samples = [Sample<"x:[2,3]">];
}
