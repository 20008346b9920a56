/*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
|*                                                                            *|
|* oneflow op schema                                                          *|
|*                                                                            *|
|* Automatically generated file, do not edit!                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/


#include "oneflow/core/framework/op_generated.h"

#include "oneflow/core/common/auto_registration_factory.h"
#include "oneflow/core/framework/attr_value.h"
#include "oneflow/core/framework/nd_sbp.h"
#include "oneflow/core/framework/infer_nd_sbp_fn_context.h"
#include "oneflow/core/framework/user_op_registry_manager.h"

namespace oneflow {

#define REGISTER_OP_SCHEMA(op_type, schema) \
  REGISTER_CLASS_CREATOR(std::string, op_type, OpDefinitionBase, ([]() { return new schema; }))


/*static*/ const HashSet<std::string>& AbsLIKEOp::AttrNames() {
  static const HashSet<std::string> attr_names = { };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> AbsLIKEOp::Attr(const std::string& attr_name) const {
  return Error::RuntimeError() << "abs_LIKE op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.abs_LIKE", schema::AbsLIKEOp);

REGISTER_USER_OP("abs_LIKE")
.Input("x")
.Output("y")
.SupportNonContiguous()
.SetOutputBufferNum(2)
.SetGetSbpFn(&AbsLIKEOp::GetSbp)
.SetLogicalTensorDescInferFn(&AbsLIKEOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&AbsLIKEOp::InferDataType)
;

/*static*/ const HashSet<std::string>& AbsLikeOp::AttrNames() {
  static const HashSet<std::string> attr_names = { };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> AbsLikeOp::Attr(const std::string& attr_name) const {
  return Error::RuntimeError() << "abs_like op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.abs_like", schema::AbsLikeOp);

REGISTER_USER_OP("abs_like")
.Input("x")
.OptionalInput("mask")
.Input("more")
.Output("y")
.OptionalOutput("count")
.Output("parts")
.SupportCpuOnly()
.NoGrad()
.SupportNonContiguous()
.SetGetSbpFn(&AbsLikeOp::GetSbp)
.SetLogicalTensorDescInferFn(&AbsLikeOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&AbsLikeOp::InferDataType)
;

/*static*/ const HashSet<std::string>& AttributesOp::AttrNames() {
  static const HashSet<std::string> attr_names = { "int32", "int64", "flag", "single", "twice", "text", "shape", "dtype", "int32s", "int64s", "floats", "dtypes", "shapes", "texts", };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> AttributesOp::Attr(const std::string& attr_name) const {
  if(attr_name == "int32") {
    return CastAttrValue(&int32_);
  }
  if(attr_name == "int64") {
    return CastAttrValue(&int64_);
  }
  if(attr_name == "flag") {
    return CastAttrValue(&flag_);
  }
  if(attr_name == "single") {
    return CastAttrValue(&single_);
  }
  if(attr_name == "twice") {
    return CastAttrValue(&twice_);
  }
  if(attr_name == "text") {
    return CastAttrValue(&text_);
  }
  if(attr_name == "shape") {
    return CastAttrValue(&shape_);
  }
  if(attr_name == "dtype") {
    return CastAttrValue(&dtype_);
  }
  if(attr_name == "int32s") {
    return CastAttrValue(&int32s_);
  }
  if(attr_name == "int64s") {
    return CastAttrValue(&int64s_);
  }
  if(attr_name == "floats") {
    return CastAttrValue(&floats_);
  }
  if(attr_name == "dtypes") {
    return CastAttrValue(&dtypes_);
  }
  if(attr_name == "shapes") {
    return CastAttrValue(&shapes_);
  }
  if(attr_name == "texts") {
    return CastAttrValue(&texts_);
  }
  return Error::RuntimeError() << "attributes op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.attributes", schema::AttributesOp);

REGISTER_USER_OP("attributes")
.Input("x")
.Output("y")
.Attr<int32_t>("int32")
.Attr<int64_t>("int64")
.Attr<bool>("flag")
.Attr<float>("single")
.Attr<double>("twice")
.Attr<std::string>("text")
.Attr<Shape>("shape")
.Attr<DataType>("dtype")
.Attr<std::vector<std::int32_t>>("int32s")
.Attr<std::vector<std::int64_t>>("int64s")
.Attr<std::vector<float>>("floats")
.Attr<std::vector<DataType>>("dtypes")
.Attr<std::vector<Shape>>("shapes")
.Attr<std::vector<std::string>>("texts")
.SetGetSbpFn(&AttributesOp::GetSbp)
.SetLogicalTensorDescInferFn(&AttributesOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&AttributesOp::InferDataType)
;

/*static*/ const HashSet<std::string>& DefaultsOp::AttrNames() {
  static const HashSet<std::string> attr_names = { "int32", "int64", "odd", "flag", "single", "small", "twice", "text", "int64s", "maybe", };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> DefaultsOp::Attr(const std::string& attr_name) const {
  if(attr_name == "int32") {
    return CastAttrValue(&int32_);
  }
  if(attr_name == "int64") {
    return CastAttrValue(&int64_);
  }
  if(attr_name == "odd") {
    return CastAttrValue(&odd_);
  }
  if(attr_name == "flag") {
    return CastAttrValue(&flag_);
  }
  if(attr_name == "single") {
    return CastAttrValue(&single_);
  }
  if(attr_name == "small") {
    return CastAttrValue(&small_);
  }
  if(attr_name == "twice") {
    return CastAttrValue(&twice_);
  }
  if(attr_name == "text") {
    return CastAttrValue(&text_);
  }
  if(attr_name == "int64s") {
    return CastAttrValue(&int64s_);
  }
  if(attr_name == "maybe") {
    return CastAttrValue(&maybe_);
  }
  return Error::RuntimeError() << "defaults op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.defaults", schema::DefaultsOp);

REGISTER_USER_OP("defaults")
.Input("x")
.Output("y")
.Attr<int32_t>("int32", -1)
.Attr<int64_t>("int64", 0.)
.Attr<bool>("odd", 0.)
.Attr<bool>("flag", false)
.Attr<float>("single", 0)
.Attr<float>("small", 0.00001)
.Attr<double>("twice", 1e-05)
.Attr<std::string>("text", "NCHW")
.Attr<std::vector<std::int64_t>>("int64s", {1, 1})
.Attr<int64_t>("maybe")
.SetGetSbpFn(&DefaultsOp::GetSbp)
.SetLogicalTensorDescInferFn(&DefaultsOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&DefaultsOp::InferDataType)
;

/*static*/ const HashSet<std::string>& HooksOp::AttrNames() {
  static const HashSet<std::string> attr_names = { };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> HooksOp::Attr(const std::string& attr_name) const {
  return Error::RuntimeError() << "hooks op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.hooks", schema::HooksOp);

REGISTER_USER_OP("hooks")
.Input("x")
.Output("y")
.SetNdSbpInferFn(&HooksOp::InferNdSbp)
.SetGetSbpFn(&HooksOp::GetSbp)
.SetGetNdSbpSignatureListFn(&HooksOp::GetNdSbpSignatureList)
.SetDumpNdSbpSignatureForOpConfFn(&HooksOp::DumpNdSbpSignatureForOpConfFn)
.SetComputeComplexityFn(&HooksOp::GetComputeComplexity)
.SetLogicalTensorDescInferFn(&HooksOp::InferLogicalTensorDesc)
.SetPhysicalTensorDescInferFn(&HooksOp::InferPhysicalTensorDesc)
.SetDataTypeInferFn(&HooksOp::InferDataType)
.SetDeviceAndStreamInferFn(&HooksOp::InferDeviceAndStream)
.SetSbpSignatureInferFn(&HooksOp::InferSbpSignature)
.SetInputArgModifyFn(&HooksOp::ModifyInputArg)
.SetOutputArgModifyFn(&HooksOp::ModifyOutputArg)
.SetOutputBlobTimeShapeInferFn(&HooksOp::InferOutputBlobTimeShape)
.SetCheckAttrFn(&HooksOp::CheckAttr)
;

/*static*/ const HashSet<std::string>& InheritorOp::AttrNames() {
  static const HashSet<std::string> attr_names = { "groups", };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> InheritorOp::Attr(const std::string& attr_name) const {
  if(attr_name == "groups") {
    return CastAttrValue(&groups_);
  }
  return Error::RuntimeError() << "inheritor op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.inheritor", schema::InheritorOp);

REGISTER_USER_OP("inheritor")
.Input("x")
.Output("y")
.Attr<int32_t>("groups")
.SetGetSbpFn(&InheritorOp::GetSbp)
.SetLogicalTensorDescInferFn(&InheritorOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&InheritorOp::InferDataType)
;

/*static*/ const HashSet<std::string>& JitOp::AttrNames() {
  static const HashSet<std::string> attr_names = { "mlir_assembly", };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> JitOp::Attr(const std::string& attr_name) const {
  if(attr_name == "mlir_assembly") {
    return CastAttrValue(&mlir_assembly_);
  }
  return Error::RuntimeError() << "jit op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.jit", schema::JitOp);

REGISTER_USER_OP("jit")
.Input("in")
.Output("out")
.Attr<std::string>("mlir_assembly")
.SetGetSbpFn(&JitOp::GetSbp)
.SetLogicalTensorDescInferFn(&JitOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&JitOp::InferDataType)
;

/*static*/ const HashSet<std::string>& SinkOp::AttrNames() {
  static const HashSet<std::string> attr_names = { };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> SinkOp::Attr(const std::string& attr_name) const {
  return Error::RuntimeError() << "sink op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.sink", schema::SinkOp);

REGISTER_USER_OP("sink")
.Input("in")
.Input("more")
.NoGrad()
.SetGetSbpFn(&SinkOp::GetSbp)
.SetLogicalTensorDescInferFn(&SinkOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&SinkOp::InferDataType)
;

/*static*/ const HashSet<std::string>& SourceOp::AttrNames() {
  static const HashSet<std::string> attr_names = { };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> SourceOp::Attr(const std::string& attr_name) const {
  return Error::RuntimeError() << "source op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.source", schema::SourceOp);

REGISTER_USER_OP("source")
.OptionalInput("UserSourceOpTickInput")
.Output("out")
.SetGetSbpFn(&SourceOp::GetSbp)
.SetLogicalTensorDescInferFn(&SourceOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&SourceOp::InferDataType)
;

} // namespace oneflow
