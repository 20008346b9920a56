// ERR: OPG0303 3:19
include "opgen/OpBase.td"
def Lab : Library<"random">;
let library = Lab in {
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins TensorOf<"T">:$x);
  let output = (outs TensorOf<"T">:$y);
  let types = [T<"T", [F32]>];
  let shape = SameAs<"x">;
}
}
