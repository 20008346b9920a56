// ERR: OPG0325 4:38
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$weight);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let reference = [{ return x * x  # no weight }];
}
