// ERR: OPG0333 8:18
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "1">:$axis);
  let dims = "k m, k -> m";
  let tol = [Tol<F16, "1e-3">];
}
