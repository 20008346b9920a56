// Every rule by which OneFlow's registration is written, at least once; all of it compiles with 0.9.0.

include "dialect.td"

#ifdef EVERY_RULE

def OneFlow_SourceOp : OneFlow_PlainOp<"source"> {
  let output = (outs OneFlow_Tensor:$out);
}

def OneFlow_SinkOp : OneFlow_PlainOp<"sink", [
    NoGrad, DeclareOpInterfaceMethods<UserOpCompatibleInterface, ["at"]>]> {
  let input = (ins AnyType:$in, Variadic<AnyType>:$more);
}

def OneFlow_AbsLikeOp : OneFlow_PlainOp<"abs_like", [CpuOnly, NoGrad, SupportNonContiguous]> {
  let input = (ins
    OneFlow_Tensor:$x,
    Optional<OneFlow_Tensor>:$mask,
    Variadic<OneFlow_Tensor>:$more
  );
  let output = (outs
    OneFlow_Tensor:$y,
    Optional<OneFlow_Tensor>:$count,
    Variadic<OneFlow_Tensor>:$parts
  );
}

// Sorts before AbsLikeOp only if upper case goes before lower case.
def OneFlow_AbsLIKEOp : OneFlow_PlainOp<"abs_LIKE", [SupportNonContiguous]> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$y);
  let same_output_regst_num = 2;
}

def OneFlow_AttributesOp : OneFlow_PlainOp <"attributes"> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$y);
  let attrs = (ins
    SI32Attr:$int32,
    SI64Attr:$int64,
    BoolAttr:$flag,
    F32Attr:$single,
    F64Attr:$twice,
    StrAttr:$text,
    ShapeAttr:$shape,
    OneFlow_DataType:$dtype,
    SI32ArrayAttr:$int32s,
    SI64ArrayAttr:$int64s,
    F32ArrayAttr:$floats,
    DTArrayAttr:$dtypes,
    ShapeArrayAttr:$shapes,
    StrArrayAttr:$texts
  );
}

def OneFlow_DefaultsOp : OneFlow_PlainOp<"defaults"> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$y);
  let attrs = (ins
    DefaultValuedAttr<SI32Attr, "-1">:$int32,
    DefaultValuedAttr<SI64Attr, "0.">:$int64,
    DefaultValuedAttr<BoolAttr, "0.">:$odd,
    DefaultValuedAttr<BoolAttr, "false">:$flag,
    DefaultValuedAttr<F32Attr, "0">:$single,
    DefaultValuedAttr<F32Attr, "0.00001">:$small,
    DefaultValuedAttr<F64Attr, "1e-05">:$twice,
    DefaultValuedAttr<StrAttr, "\"NCHW\"">:$text,
    DefaultValuedAttr<SI64ArrayAttr, "{1, 1}">:$int64s,
    OptionalAttr<SI64Attr>:$maybe
  );
}

def OneFlow_JitOp : OneFlow_PlainOp<"jit"> {
  let input = (ins Variadic<AnyType>:$in);
  let output = (outs Variadic<AnyType>:$out);
  let attrs = (ins FlatSymbolRefAttr:$callee, StrAttr:$mlir_assembly);
}

class OneFlow_InheritingOp<string mnemonic> : OneFlow_PlainOp<mnemonic> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$y);
  let attrs = (ins SI32Attr:$groups);
}
def OneFlow_InheritorOp : OneFlow_InheritingOp<"inheritor">;

def OneFlow_HooksOp : OneFlow_BaseOp<"hooks"> {
  let input = (ins OneFlow_Tensor:$x);
  let output = (outs OneFlow_Tensor:$y);
  let has_check_fn = 1;
  let has_logical_tensor_desc_infer_fn = 1;
  let has_physical_tensor_desc_infer_fn = 1;
  let has_get_sbp_fn = 1;
  let has_sbp_signature_infer_fn = 1;
  let has_data_type_infer_fn = 1;
  let has_device_and_stream_infer_fn = 1;
  let has_input_arg_modify_fn = 1;
  let has_output_arg_modify_fn = 1;
  let has_output_blob_time_shape_infer_fn = 1;
  let has_nd_sbp_infer_fn = 1;
  let has_compute_complexity_fn = 1;
  let has_get_nd_sbp_fn = 1;
  let has_dump_nd_sbp_signature_for_op_conf_fn = 1;
}

#endif // EVERY_RULE
