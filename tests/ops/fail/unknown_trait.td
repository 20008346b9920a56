// ERR: OPG0310 4:32
include "opgen/OpBase.td"
def Sparkling : Trait<"Sparkling">;
def FooOp : Op<"foo", [NoGrad, Sparkling]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
