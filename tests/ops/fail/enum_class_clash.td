// ERR: OPG0315 12:41 
include "opgen/OpBase.td"
def Mode : EnumAttr<["none", "mean"]>;
def PadOp : Op<"pad", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins Mode:$border_mode);
}
def PadBorderOp : Op<"pad_border", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$size, Mode:$mode);
}
