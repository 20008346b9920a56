// ERR: OPG0306 3:5
include "opgen/OpBase.td"
def FooOp : Op<"foo"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let nondiff = ["x", "z"];
}
