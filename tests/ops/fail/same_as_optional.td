// ERR: OPG0313 11:47 // HELP: letters that other operands have
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let grad = ["x, bias = foo_grad(dy, bias)"];
}
def FooGradOp : Op<"foo_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, Optional<Tensor>:$bias); let output = (outs Tensor:$dx, Tensor:$dbias);
  let shape = PerResult<[SameAs<"dy">, SameAs<"bias">]>;
}
