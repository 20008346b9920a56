// Operators with every kind of argument, for the description in the graph engine.

include "opgen/OpBase.td"

def Views : Library<"views"> {
  let prefix = "vw_";
}

let library = Views in {

def EveryKindOp : Op<"every_kind", [Pure, NoGrad]> {
  let input = (ins Tensor:$first_one, Optional<Tensor>:$bias_vec, Variadic<Tensor>:$xs,
                   TensorOf<"I">:$at);
  let output = (outs Tensor:$y, TensorOf<"B">:$mask_of);
  let attrs = (ins SI64Attr:$count,
                   DefaultValuedAttr<F32Attr, "0.5">:$slope,
                   DefaultValuedAttr<F64Attr, "2.0">:$scale,
                   DefaultValuedAttr<BoolAttr, "true">:$use_it,
                   DefaultValuedAttr<StrAttr, "\"name\"">:$mode,
                   DefaultValuedAttr<SI64ArrayAttr, "[1, 2]">:$dims,
                   F64ArrayAttr:$weights);
  let types = [T<"T", [F16, BF16, F32, F64]>, T<"I", [I32, I64]>, T<"B", [Bool]>];
  let shape = SameAs<"first_one">;
  let devices = [CPU<>, NPU<[F16, F32]>];
}

def PlainOp : Op<"plain", [Pure, NoGrad]> {
  let registered_name = "plain_own";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F32]>];
  let shape = SameAs<"x">;
  let devices = [CPU<>, NPU<[F32], ["ND", "NC1HWC0"]>];
}

def OnlyDoubleOp : Op<"only_double", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F64]>];
  let shape = SameAs<"x">;
}

}
