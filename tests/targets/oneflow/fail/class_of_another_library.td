// ERR: OPG0415 6:24
include "opgen/OpBase.td"
def A : Library<"a"> { let prefix = ""; }
def B : Library<"b"> { let prefix = "fo_"; }
let library = A in def FoOOp : Op<"quux", [NoGrad]> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }
let library = B in def OOp : Op<"o", [NoGrad]> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }
