// ERR: OPG0308 8:28
include "opgen/OpBase.td"
def FooOp : Op<"foo", []> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<F64Attr>:$a);
  let shape = SameAs<"x">;
  let grad = ["x = bar(dy, a)"];
}
def BarOp : Op<"bar", [NoGrad]> {
  let input = (ins Tensor:$dy);
  let output = (outs Tensor:$dx);
  let attrs = (ins F64Attr:$b);
  let shape = SameAs<"dy">;
}
