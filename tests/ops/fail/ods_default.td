// ERR: OPG0362 17:38
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

def Flow_OddOp : Flow_Op<"odd"> {
  let arguments = (ins F32Tensor:$x, DefaultValuedAttr<I64Attr, "defaultCount()">:$count);
  let results = (outs F32Tensor:$y);
}
