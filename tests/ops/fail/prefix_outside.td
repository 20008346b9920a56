// ERR: OPG0304 3:41
include "opgen/OpBase.td"
def Lib : Library<"lib"> { let prefix = "../"; }
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let library = Lib;
}
