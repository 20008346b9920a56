// ERR: OPG0415 4:25
include "opgen/OpBase.td"
def Nn : Library<"nn"> { let prefix = ""; }
let library = Nn in def SquareOp : Op<"quadratic", [NoGrad]> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }
