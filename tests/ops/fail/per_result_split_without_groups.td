// ERR: OPG0313 7:44 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis);
  let shape = PerResult<[SameAs<"x">], "", Reduce<"x", "axis">>;
}
