// ERR: OPG0321 8:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$b, Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y, Tensor:$z);
  let attrs = (ins F64Attr:$alpha, SI64ArrayAttr:$axes, StrAttr:$mode);
  let dims = "... m k, k n, n, ... -> ... m n, n";
  let expr = "y = 2";
}
