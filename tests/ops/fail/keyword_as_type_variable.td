// ERR: OPG0303 8:16
include "opgen/OpBase.td"
def Lab : Library<"lab">;
let library = Lab in {
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins TensorOf<"int">:$x);
  let output = (outs TensorOf<"int">:$y);
  let types = [T<"int", [F32]>];
  let shape = SameAs<"x">;
}
}
