// ERR: OPG0332 8:24
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "1">:$axis);
  let dims = "k m, k -> m";
  let errors = [Error<"x:[2,3] bias:[2]", "">];
}
