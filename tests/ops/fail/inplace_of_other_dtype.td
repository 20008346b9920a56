// ERR: OPG0343 8:18
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs TensorOf<"B">:$y);
  let types = [T<"T", [F32]>, T<"B", [Bool]>];
  let shape = SameAs<"x">;
  let inplace = [Inplace<"x", "y">];
}
