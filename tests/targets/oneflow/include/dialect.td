// A dialect with the vocabulary of OneFlow's, as small as it can be.

#ifndef SMALL_DIALECT
#define SMALL_DIALECT

include "mlir/IR/OpBase.td"
include "/mlir/Interfaces/InferTypeOpInterface.td"

def OneFlow_Dialect : Dialect { let name = "oneflow"; let cppNamespace = "::mlir::oneflow"; }

def OneFlow_Tensor : TensorOf<[AnyType]>;
def NoGrad : OpInterface<"NoGrad">;
def CpuOnly : OpInterface<"CpuOnly">;
def SupportNonContiguous : OpInterface<"SupportNonContiguous">;
def UserOpCompatibleInterface : OpInterface<"UserOpCompatible"> {
  let methods = [
    InterfaceMethod<"", "int", "at", (ins "unsigned":$index), [{ return index; }]>,
  ];
}

def OneFlow_DataType : I32EnumAttr<"DataType", "", [I32EnumAttrCase<"DT_Float", 2>]>;
def SI32ArrayAttr : TypedArrayAttrBase<SI32Attr, "">;
def SI64ArrayAttr : TypedArrayAttrBase<SI64Attr, "">;
def ShapeAttr : TypedArrayAttrBase<SI64Attr, "">;
def DTArrayAttr : TypedArrayAttrBase<OneFlow_DataType, "">;
def ShapeArrayAttr : TypedArrayAttrBase<ShapeAttr, "">;
def OneFlow_MemoryFormat : I32EnumAttr<"MemoryFormat", "", [I32EnumAttrCase<"MF_Contiguous", 0>]>;
def ComplexDoubleAttr : TypedArrayAttrBase<F64Attr, "">;
def BytesAttr : StringBasedAttr<CPred<"true">, "">;

class OneFlow_BaseOp<string mnemonic, list<Trait> opTraits = []>
    : Op<OneFlow_Dialect, mnemonic, opTraits> {
  dag input = (ins Optional<OneFlow_Tensor>:$UserSourceOpTickInput);
  dag output = (outs);
  dag attrs = (ins);
  dag op_conf_attrs = (ins StrAttr:$op_name, OptionalAttr<I64Attr>:$scope_symbol_id);
  let arguments = !con(input, op_conf_attrs, attrs);
  let results = output;
  int same_output_regst_num = -1;
  bit has_check_fn = 0;
  bit has_logical_tensor_desc_infer_fn = 0;
  bit has_physical_tensor_desc_infer_fn = 0;
  bit has_get_sbp_fn = 0;
  bit has_sbp_signature_infer_fn = 0;
  bit has_data_type_infer_fn = 0;
  bit has_device_and_stream_infer_fn = 0;
  bit has_input_arg_modify_fn = 0;
  bit has_output_arg_modify_fn = 0;
  bit has_output_blob_time_shape_infer_fn = 0;
  bit has_nd_sbp_infer_fn = 0;
  bit has_compute_complexity_fn = 0;
  bit has_get_nd_sbp_fn = 0;
  bit has_enumerate_nd_sbp_signatures_fn = 0;
  bit has_dump_nd_sbp_signature_for_op_conf_fn = 0;
}

// What the registry asks every operator for.
class OneFlow_PlainOp<string mnemonic, list<Trait> opTraits = []>
    : OneFlow_BaseOp<mnemonic, !listconcat(opTraits, [NoSideEffect])> {
  let has_logical_tensor_desc_infer_fn = 1;
  let has_data_type_infer_fn = 1;
  let has_get_sbp_fn = 1;
}

#endif // SMALL_DIALECT
