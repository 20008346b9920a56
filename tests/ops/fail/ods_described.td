// ERR: OPG0321 20:19
include "mlir/IR/OpBase.td"
include "opgen/Rules.td"

def Flow_Dialect : Dialect {
  let name = "flow";
  let cppNamespace = "::flow";
}

class Flow_Op<string mnemonic, list<Trait> traits = []> : Op<Flow_Dialect, mnemonic, traits>;

def Flow_FineOp : Flow_Op<"fine"> {
  let arguments = (ins F32Tensor:$x);
  let results = (outs F32Tensor:$y);
}

def Flow_SumOp : Flow_Op<"sum">, Described {
  let arguments = (ins F32Tensor:$x);
  let results = (outs F32Tensor:$y);
  let expr = "y = z";
}
