// A dialect of operations on tensors, written for MLIR and for nothing else.

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Signal_Dialect : Dialect {
  let name = "signal";
  let summary = "Filters and windows";
  let cppNamespace = "::signal";
}

class Signal_Op<string mnemonic, list<Trait> traits = []>
    : Op<Signal_Dialect, mnemonic, traits>;

def Signal_FloatTensor : TensorOf<[F32, F64]>;
def Signal_Matrix : 2DTensorOf<[F32, F64]>;

def Signal_EdgeAttr : I32EnumAttr<"Edge", "what lies beyond the ends", [
  I32EnumAttrCase<"Zero", 0, "zero">, I32EnumAttrCase<"Nearest", 1, "nearest">
]> {
  let cppNamespace = "::signal";
}

def Signal_GainOp : Signal_Op<"gain", [Pure, SameOperandsAndResultType]> {
  let summary = "x times a factor";
  let description = [{
    Every element is multiplied by `factor`.
  }];
  let arguments = (ins Signal_FloatTensor:$x, DefaultValuedAttr<F64Attr, "2.0">:$factor);
  let results = (outs Signal_FloatTensor:$y);
}

def Signal_MixOp : Signal_Op<"mix", [Pure, Commutative, ElementwiseMappable,
                                     SameOperandsAndResultType]> {
  let arguments = (ins Signal_FloatTensor:$left, Signal_FloatTensor:$right);
  let results = (outs Signal_FloatTensor:$mixed);
}

def Signal_BlendOp : Signal_Op<"blend", [Pure, ResultsBroadcastableShape,
                                         SameOperandsAndResultElementType]> {
  let arguments = (ins Signal_FloatTensor:$a, Signal_FloatTensor:$b);
  let results = (outs Signal_FloatTensor:$y);
}

def Signal_OffsetOp : Signal_Op<"offset", [Pure, SameOperandsAndResultElementType,
                                           AllTypesMatch<["x", "y"]>]> {
  let arguments = (ins Signal_Matrix:$x, Optional<Signal_FloatTensor>:$bias,
                       OptionalAttr<I64Attr>:$lag, UnitAttr:$negate);
  let results = (outs Signal_Matrix:$y);
}

def Signal_TotalOp : Signal_Op<"total", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins Variadic<Signal_FloatTensor>:$xs, Signal_FloatTensor:$start);
  let results = (outs Signal_FloatTensor:$y);
}

def Signal_ShiftOp : Signal_Op<"time.shift", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins 1DTensorOf<[F32, F64]>:$x,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$by,
                       DefaultValuedAttr<Signal_EdgeAttr, "::signal::Edge::Nearest">:$edge);
  let results = (outs 1DTensorOf<[F32, F64]>:$y);
}

def Signal_RoundOp : Signal_Op<"round", [Pure, ElementwiseMappable]> {
  let arguments = (ins Signal_FloatTensor:$x);
  let results = (outs TensorOf<[I32, I64]>:$y);
}

def Signal_IsPeakOp : Signal_Op<"is_peak", [Pure, ElementwiseMappable]> {
  let arguments = (ins Signal_FloatTensor:$x, DefaultValuedAttr<F32Attr, "0.5f">:$threshold);
  let results = (outs I1Tensor:$y);
}
