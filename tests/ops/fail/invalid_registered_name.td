// ERR: OPG0304 4:25
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let registered_name = "Foo";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
