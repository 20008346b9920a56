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


class AbsLIKEOp : public OpDefinition<AbsLIKEOp> {
 public:
  virtual ~AbsLIKEOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class AbsLIKEOp : public oneflow::AbsLIKEOp {
 public:
  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  
};
}  // namespace schema

class AbsLikeOp : public OpDefinition<AbsLikeOp> {
 public:
  virtual ~AbsLikeOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class AbsLikeOp : public oneflow::AbsLikeOp {
 public:
  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  
};
}  // namespace schema

class AttributesOp : public OpDefinition<AttributesOp> {
 public:
  virtual ~AttributesOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  virtual const int32_t& int32() const = 0;
  virtual int32_t* mutable_int32() = 0;
  virtual void set_int32(const int32_t& int32) = 0;

  virtual const int64_t& int64() const = 0;
  virtual int64_t* mutable_int64() = 0;
  virtual void set_int64(const int64_t& int64) = 0;

  virtual const bool& flag() const = 0;
  virtual bool* mutable_flag() = 0;
  virtual void set_flag(const bool& flag) = 0;

  virtual const float& single() const = 0;
  virtual float* mutable_single() = 0;
  virtual void set_single(const float& single) = 0;

  virtual const double& twice() const = 0;
  virtual double* mutable_twice() = 0;
  virtual void set_twice(const double& twice) = 0;

  virtual const std::string& text() const = 0;
  virtual std::string* mutable_text() = 0;
  virtual void set_text(const std::string& text) = 0;

  virtual const Shape& shape() const = 0;
  virtual Shape* mutable_shape() = 0;
  virtual void set_shape(const Shape& shape) = 0;

  virtual const DataType& dtype() const = 0;
  virtual DataType* mutable_dtype() = 0;
  virtual void set_dtype(const DataType& dtype) = 0;

  virtual const std::vector<std::int32_t>& int32s() const = 0;
  virtual std::vector<std::int32_t>* mutable_int32s() = 0;
  virtual void set_int32s(const std::vector<std::int32_t>& int32s) = 0;

  virtual const std::vector<std::int64_t>& int64s() const = 0;
  virtual std::vector<std::int64_t>* mutable_int64s() = 0;
  virtual void set_int64s(const std::vector<std::int64_t>& int64s) = 0;

  virtual const std::vector<float>& floats() const = 0;
  virtual std::vector<float>* mutable_floats() = 0;
  virtual void set_floats(const std::vector<float>& floats) = 0;

  virtual const std::vector<DataType>& dtypes() const = 0;
  virtual std::vector<DataType>* mutable_dtypes() = 0;
  virtual void set_dtypes(const std::vector<DataType>& dtypes) = 0;

  virtual const std::vector<Shape>& shapes() const = 0;
  virtual std::vector<Shape>* mutable_shapes() = 0;
  virtual void set_shapes(const std::vector<Shape>& shapes) = 0;

  virtual const std::vector<std::string>& texts() const = 0;
  virtual std::vector<std::string>* mutable_texts() = 0;
  virtual void set_texts(const std::vector<std::string>& texts) = 0;

  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class AttributesOp : public oneflow::AttributesOp {
 public:
  const int32_t& int32() const override { return int32_; }
  int32_t* mutable_int32() override { return &int32_; }
  void set_int32(const int32_t& int32) override { int32_ = int32; }

  const int64_t& int64() const override { return int64_; }
  int64_t* mutable_int64() override { return &int64_; }
  void set_int64(const int64_t& int64) override { int64_ = int64; }

  const bool& flag() const override { return flag_; }
  bool* mutable_flag() override { return &flag_; }
  void set_flag(const bool& flag) override { flag_ = flag; }

  const float& single() const override { return single_; }
  float* mutable_single() override { return &single_; }
  void set_single(const float& single) override { single_ = single; }

  const double& twice() const override { return twice_; }
  double* mutable_twice() override { return &twice_; }
  void set_twice(const double& twice) override { twice_ = twice; }

  const std::string& text() const override { return text_; }
  std::string* mutable_text() override { return &text_; }
  void set_text(const std::string& text) override { text_ = text; }

  const Shape& shape() const override { return shape_; }
  Shape* mutable_shape() override { return &shape_; }
  void set_shape(const Shape& shape) override { shape_ = shape; }

  const DataType& dtype() const override { return dtype_; }
  DataType* mutable_dtype() override { return &dtype_; }
  void set_dtype(const DataType& dtype) override { dtype_ = dtype; }

  const std::vector<std::int32_t>& int32s() const override { return int32s_; }
  std::vector<std::int32_t>* mutable_int32s() override { return &int32s_; }
  void set_int32s(const std::vector<std::int32_t>& int32s) override { int32s_ = int32s; }

  const std::vector<std::int64_t>& int64s() const override { return int64s_; }
  std::vector<std::int64_t>* mutable_int64s() override { return &int64s_; }
  void set_int64s(const std::vector<std::int64_t>& int64s) override { int64s_ = int64s; }

  const std::vector<float>& floats() const override { return floats_; }
  std::vector<float>* mutable_floats() override { return &floats_; }
  void set_floats(const std::vector<float>& floats) override { floats_ = floats; }

  const std::vector<DataType>& dtypes() const override { return dtypes_; }
  std::vector<DataType>* mutable_dtypes() override { return &dtypes_; }
  void set_dtypes(const std::vector<DataType>& dtypes) override { dtypes_ = dtypes; }

  const std::vector<Shape>& shapes() const override { return shapes_; }
  std::vector<Shape>* mutable_shapes() override { return &shapes_; }
  void set_shapes(const std::vector<Shape>& shapes) override { shapes_ = shapes; }

  const std::vector<std::string>& texts() const override { return texts_; }
  std::vector<std::string>* mutable_texts() override { return &texts_; }
  void set_texts(const std::vector<std::string>& texts) override { texts_ = texts; }

  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  int32_t int32_;
  int64_t int64_;
  bool flag_;
  float single_;
  double twice_;
  std::string text_;
  Shape shape_;
  DataType dtype_;
  std::vector<std::int32_t> int32s_;
  std::vector<std::int64_t> int64s_;
  std::vector<float> floats_;
  std::vector<DataType> dtypes_;
  std::vector<Shape> shapes_;
  std::vector<std::string> texts_;
  
};
}  // namespace schema

class DefaultsOp : public OpDefinition<DefaultsOp> {
 public:
  virtual ~DefaultsOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  virtual const int32_t& int32() const = 0;
  virtual int32_t* mutable_int32() = 0;
  virtual void set_int32(const int32_t& int32) = 0;

  virtual const int64_t& int64() const = 0;
  virtual int64_t* mutable_int64() = 0;
  virtual void set_int64(const int64_t& int64) = 0;

  virtual const bool& odd() const = 0;
  virtual bool* mutable_odd() = 0;
  virtual void set_odd(const bool& odd) = 0;

  virtual const bool& flag() const = 0;
  virtual bool* mutable_flag() = 0;
  virtual void set_flag(const bool& flag) = 0;

  virtual const float& single() const = 0;
  virtual float* mutable_single() = 0;
  virtual void set_single(const float& single) = 0;

  virtual const float& small() const = 0;
  virtual float* mutable_small() = 0;
  virtual void set_small(const float& small) = 0;

  virtual const double& twice() const = 0;
  virtual double* mutable_twice() = 0;
  virtual void set_twice(const double& twice) = 0;

  virtual const std::string& text() const = 0;
  virtual std::string* mutable_text() = 0;
  virtual void set_text(const std::string& text) = 0;

  virtual const std::vector<std::int64_t>& int64s() const = 0;
  virtual std::vector<std::int64_t>* mutable_int64s() = 0;
  virtual void set_int64s(const std::vector<std::int64_t>& int64s) = 0;

  virtual const int64_t& maybe() const = 0;
  virtual int64_t* mutable_maybe() = 0;
  virtual void set_maybe(const int64_t& maybe) = 0;

  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class DefaultsOp : public oneflow::DefaultsOp {
 public:
  const int32_t& int32() const override { return int32_; }
  int32_t* mutable_int32() override { return &int32_; }
  void set_int32(const int32_t& int32) override { int32_ = int32; }

  const int64_t& int64() const override { return int64_; }
  int64_t* mutable_int64() override { return &int64_; }
  void set_int64(const int64_t& int64) override { int64_ = int64; }

  const bool& odd() const override { return odd_; }
  bool* mutable_odd() override { return &odd_; }
  void set_odd(const bool& odd) override { odd_ = odd; }

  const bool& flag() const override { return flag_; }
  bool* mutable_flag() override { return &flag_; }
  void set_flag(const bool& flag) override { flag_ = flag; }

  const float& single() const override { return single_; }
  float* mutable_single() override { return &single_; }
  void set_single(const float& single) override { single_ = single; }

  const float& small() const override { return small_; }
  float* mutable_small() override { return &small_; }
  void set_small(const float& small) override { small_ = small; }

  const double& twice() const override { return twice_; }
  double* mutable_twice() override { return &twice_; }
  void set_twice(const double& twice) override { twice_ = twice; }

  const std::string& text() const override { return text_; }
  std::string* mutable_text() override { return &text_; }
  void set_text(const std::string& text) override { text_ = text; }

  const std::vector<std::int64_t>& int64s() const override { return int64s_; }
  std::vector<std::int64_t>* mutable_int64s() override { return &int64s_; }
  void set_int64s(const std::vector<std::int64_t>& int64s) override { int64s_ = int64s; }

  const int64_t& maybe() const override { return maybe_; }
  int64_t* mutable_maybe() override { return &maybe_; }
  void set_maybe(const int64_t& maybe) override { maybe_ = maybe; }

  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  int32_t int32_ = -1;
  int64_t int64_ = 0.;
  bool odd_ = 0.;
  bool flag_ = false;
  float single_ = 0;
  float small_ = 0.00001;
  double twice_ = 1e-05;
  std::string text_ = "NCHW";
  std::vector<std::int64_t> int64s_ = {1, 1};
  int64_t maybe_;
  
};
}  // namespace schema

class HooksOp : public OpDefinition<HooksOp> {
 public:
  virtual ~HooksOp() = default;
  static Maybe<void> InferNdSbp(user_op::InferNdSbpFnContext* ctx);
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> GetNdSbpSignatureList(user_op::GetNdSbpSignatureListContext* ctx);
  static Maybe<void> DumpNdSbpSignatureForOpConfFn(const NdSbpSignature& nd_sbp_sig, OperatorConf* op_conf);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferPhysicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  static Maybe<Symbol<Stream>> InferDeviceAndStream(user_op::DeviceAndStreamInferContext* ctx);
  static Maybe<void> InferSbpSignature(user_op::InferSbpSignatureFnContext* ctx);
  static Maybe<double> GetComputeComplexity(user_op::ComputeComplexityFnContext* ctx);
  static Maybe<void> ModifyInputArg(const GetInputArgModifier&, const user_op::UserOpConfWrapper&);
  static Maybe<void> ModifyOutputArg(const GetOutputArgModifier&, const user_op::UserOpConfWrapper&);
  static Maybe<void> InferOutputBlobTimeShape(user_op::InferOutputBlobTimeShapeFnContext* ctx);
  static Maybe<void> CheckAttr(const user_op::UserOpDefWrapper&, const user_op::UserOpConfWrapper&);
  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class HooksOp : public oneflow::HooksOp {
 public:
  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  
};
}  // namespace schema

class InheritorOp : public OpDefinition<InheritorOp> {
 public:
  virtual ~InheritorOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  virtual const int32_t& groups() const = 0;
  virtual int32_t* mutable_groups() = 0;
  virtual void set_groups(const int32_t& groups) = 0;

  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class InheritorOp : public oneflow::InheritorOp {
 public:
  const int32_t& groups() const override { return groups_; }
  int32_t* mutable_groups() override { return &groups_; }
  void set_groups(const int32_t& groups) override { groups_ = groups; }

  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  int32_t groups_;
  
};
}  // namespace schema

class JitOp : public OpDefinition<JitOp> {
 public:
  virtual ~JitOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  virtual const std::string& mlir_assembly() const = 0;
  virtual std::string* mutable_mlir_assembly() = 0;
  virtual void set_mlir_assembly(const std::string& mlir_assembly) = 0;

  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class JitOp : public oneflow::JitOp {
 public:
  const std::string& mlir_assembly() const override { return mlir_assembly_; }
  std::string* mutable_mlir_assembly() override { return &mlir_assembly_; }
  void set_mlir_assembly(const std::string& mlir_assembly) override { mlir_assembly_ = mlir_assembly; }

  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  std::string mlir_assembly_;
  
};
}  // namespace schema

class SinkOp : public OpDefinition<SinkOp> {
 public:
  virtual ~SinkOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class SinkOp : public oneflow::SinkOp {
 public:
  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  
};
}  // namespace schema

class SourceOp : public OpDefinition<SourceOp> {
 public:
  virtual ~SourceOp() = default;
  static Maybe<void> GetSbp(user_op::SbpContext* ctx);
  static Maybe<void> InferLogicalTensorDesc(user_op::InferContext* ctx);
  static Maybe<void> InferDataType(user_op::InferContext* ctx);
  static const HashSet<std::string>& AttrNames();
};

namespace schema {
class SourceOp : public oneflow::SourceOp {
 public:
  Maybe<AttrVal> Attr(const std::string& attr_name) const override;

 private:
  
};
}  // namespace schema

} // namespace oneflow
