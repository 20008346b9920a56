// ERR: OPG0416 4:25
include "opgen/OpBase.td"
def Nn : Library<"nn"> { let prefix = ""; }
let library = Nn in def BarOp : Op<"bar", [NoGrad]> { let input = (ins Tensor:$bar); let output = (outs Tensor:$y); }
