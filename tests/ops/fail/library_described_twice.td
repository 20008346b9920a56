// ERR: OPG0324 8:47
include "opgen/OpBase.td"
class Same<string name> : Op<name, [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}
def Nn : Library<"nn"> { let summary = "Neural networks"; }
def Losses : Library<"nn"> { let summary    = "Losses"; }
def FooOp : Same<"foo"> { let library = Nn; }
def BarOp : Same<"bar"> { let library = Losses; }
