// Operations of a dialect with formulas, gradients and samples of opgen's.

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "opgen/Rules.td"

def Wave_Dialect : Dialect {
  let name = "wave";
  let cppNamespace = "::wave";
}

class Wave_Op<string mnemonic, list<Trait> traits = []>
    : Op<Wave_Dialect, mnemonic, traits>, Described;

def Wave_Tensor : TensorOf<[F32, F64]>;

def Wave_SoftsignOp : Wave_Op<"softsign", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins Wave_Tensor:$x, DefaultValuedAttr<F64Attr, "1.0">:$alpha);
  let results = (outs Wave_Tensor:$y);
  let expr = "y = x / (1 + abs(alpha * x))";
  let samples = [Sample<"x:[4,6] alpha:0.5">];
}

def Wave_ProductOp : Wave_Op<"product", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins Wave_Tensor:$a, Wave_Tensor:$b);
  let results = (outs Wave_Tensor:$y);
  let dims = "... m k, ... k n -> ... m n";
  let expr = "y = sum[k](a * b)";
}

def Wave_PairOp : Wave_Op<"pair", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins 1DTensorOf<[F32, F64]>:$x, 1DTensorOf<[F32, F64]>:$z);
  let results = (outs Wave_Tensor:$y);
  let shape_expr = ["y = [2, x[0]]"];
  let checks = [Check<"x[0] == z[0]">];
  let reference = [{ return np.stack([x, z]) }];
  let samples = [Sample<"x:[5] z:[5]">];
}
