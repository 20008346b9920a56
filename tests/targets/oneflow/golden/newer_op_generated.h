/*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
|*                                                                            *|
|* oneflow op schema                                                          *|
|*                                                                            *|
|* Automatically generated file, do not edit!                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/


#include "oneflow/core/common/data_type.h"
#include "oneflow/core/common/shape.h"
#include "oneflow/core/common/symbol.h"
#include "oneflow/core/operator/op_conf.pb.h"
#include "oneflow/core/job/sbp_parallel.pb.h"
#include "oneflow/core/framework/op_definition.h"

#include <string>
#include <vector>
#include <functional>
#include <complex>

class OperatorConf;
class NdSbpSignature;

namespace oneflow {

class Device;
class Stream;
class InputBlobModifier;
class OutputBlobModifier;

namespace user_op {
class UserOpDefWrapper;
class UserOpConfWrapper;
class InferContext;
class SbpContext;
class InferSbpSignatureFnContext;
class InferOutputBlobTimeShapeFnContext;
class InferNdSbpFnContext;
class DeviceAndStreamInferContext;
class ComputeComplexityFnContext;
class GetNdSbpSignatureListContext;
}  // namespace user_op

using GetInputArgModifier =
    std::function<InputBlobModifier*(const std::string& in_arg_name, int32_t in_arg_index)>;
using GetOutputArgModifier =
    std::function<OutputBlobModifier*(const std::string& out_arg_name, int32_t out_arg_index)>;


class NewerOp : public OpDefinition<NewerOp> {
 public:
  virtual ~NewerOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> GetNdSbpSignatureList(user_op::GetNdSbpSignatureListContext* ctx);
  static Maybe<void> EnumerateNdSbpSignatures(user_op::GetNdSbpSignatureListContext* ctx);
  static Maybe<void> DumpNdSbpSignatureForOpConfFn(const NdSbpSignature& nd_sbp_sig, OperatorConf* op_conf);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  virtual const MemoryFormat& format() const = 0;
  virtual MemoryFormat* mutable_format() = 0;
  virtual void set_format(const MemoryFormat& format) = 0;

  virtual const std::complex<double>& z() const = 0;
  virtual std::complex<double>* mutable_z() = 0;
  virtual void set_z(const std::complex<double>& z) = 0;

  virtual const std::vector<char>& bytes() const = 0;
  virtual std::vector<char>* mutable_bytes() = 0;
  virtual void set_bytes(const std::vector<char>& bytes) = 0;

  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class NewerOp : public oneflow::NewerOp {
 public:
  const MemoryFormat& format() const override { return format_; }
  MemoryFormat* mutable_format() override { return &format_; }
  void set_format(const MemoryFormat& format) override { format_ = format; }

  const std::complex<double>& z() const override { return z_; }
  std::complex<double>* mutable_z() override { return &z_; }
  void set_z(const std::complex<double>& z) override { z_ = z; }

  const std::vector<char>& bytes() const override { return bytes_; }
  std::vector<char>* mutable_bytes() override { return &bytes_; }
  void set_bytes(const std::vector<char>& bytes) override { bytes_ = bytes; }

  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  MemoryFormat format_;
  std::complex<double> z_;
  std::vector<char> bytes_;
  
};
}  // namespace schema

} // namespace oneflow
