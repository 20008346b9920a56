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
#include <complex>

namespace oneflow {

#define REGISTER_OP_SCHEMA(op_type, schema) \
  REGISTER_CLASS_CREATOR(std::string, op_type, OpDefinitionBase, ([]() { return new schema; }))


/*static*/ const HashSet<std::string>& NewerOp::AttrNames() {
  static const HashSet<std::string> attr_names = { "format", "z", "bytes", };
  return attr_names;
}

namespace schema {
Maybe<AttrVal> NewerOp::Attr(const std::string& attr_name) const {
  if(attr_name == "format") {
    return CastAttrValue(&format_);
  }
  if(attr_name == "z") {
    return CastAttrValue(&z_);
  }
  if(attr_name == "bytes") {
    return CastAttrValue(&bytes_);
  }
  return Error::RuntimeError() << "newer op has no attribute named " << attr_name;
}
}  // namespace schema

REGISTER_OP_SCHEMA("user.newer", schema::NewerOp);

REGISTER_USER_OP("newer")
.OptionalInput("UserSourceOpTickInput")
.Attr<MemoryFormat>("format")
.Attr<std::complex<double>>("z")
.Attr<std::vector<char>>("bytes")
.SetGetSbpFn(&NewerOp::GetSbp)
.SetGetNdSbpSignatureListFn(&NewerOp::GetNdSbpSignatureList)
.SetEnumerateNdSbpSignaturesFn(&NewerOp::EnumerateNdSbpSignatures)
.SetDumpNdSbpSignatureForOpConfFn(&NewerOp::DumpNdSbpSignatureForOpConfFn)
.SetLogicalTensorDescInferFn(&NewerOp::InferLogicalTensorDesc)
.SetDataTypeInferFn(&NewerOp::InferDataType)
;

} // namespace oneflow
