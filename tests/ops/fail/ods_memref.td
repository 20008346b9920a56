// ERR: OPG0361 17:24
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

def Flow_ReadOp : Flow_Op<"read"> {
  let arguments = (ins AnyMemRef:$memory);
  let results = (outs F32Tensor:$y);
}
