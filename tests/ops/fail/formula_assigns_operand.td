// ERR: OPG0321 8:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$b, Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y);
  let attrs = (ins F64Attr:$alpha, SI64ArrayAttr:$axes, StrAttr:$mode);
  let dims = "... m k, k n, n, ... -> ... m n";
  let expr = "x = 1; y = sum[k](x * w)";
}
