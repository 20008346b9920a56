// ERR: OPG0363 16:36
include "mlir/IR/OpBase.td"

def Flow_Dialect : Dialect {
  let name = "flow";
  let cppNamespace = "::flow";
}

class Flow_Op<string mnemonic, list<Trait> traits = []> : Op<Flow_Dialect, mnemonic, traits>;

def Flow_FineOp : Flow_Op<"fine"> {
  let arguments = (ins F32Tensor:$x);
  let results = (outs F32Tensor:$y);
}

def Flow_HalfOp : Flow_Op<"half", [PredOpTrait<"x is even", CPred<"isEven($x)">>]> {
  let arguments = (ins F32Tensor:$x);
  let results = (outs F32Tensor:$y);
}
