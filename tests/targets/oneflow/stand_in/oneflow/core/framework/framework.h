// As much of OneFlow's interface as GetSbp uses: a call that is described, and what it was told.
#pragma once

#include <any>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace oneflow {

template <typename T>
struct Maybe {
  static Maybe Ok() { return {}; }
};

using DimVector = std::vector<int64_t>;

struct Shape {
  DimVector sizes;
  const DimVector& dim_vec() const { return sizes; }
};

namespace user_op {

using Arguments = std::vector<std::pair<std::string, int32_t>>;

class OpArg {
 public:
  OpArg(std::string&& name, int32_t index) : key_(std::move(name), index) {}
  const std::pair<std::string, int32_t>& key() const { return key_; }

 private:
  std::pair<std::string, int32_t> key_;
};

struct TensorDesc {
  Shape of;
  const Shape& shape() const { return of; }
};

class SbpContext;

class UserOpSbpSignatureBuilder {
 public:
  explicit UserOpSbpSignatureBuilder(SbpContext* context) : context_(context) {}

  UserOpSbpSignatureBuilder& Split(const OpArg& argument, int64_t axis) {
    placed_[argument.key()] = "S(" + std::to_string(axis) + ")";
    return *this;
  }
  UserOpSbpSignatureBuilder& Split(const Arguments& arguments, int64_t axis) {
    for (const auto& [name, index] : arguments) Split(OpArg(std::string(name), index), axis);
    return *this;
  }
  UserOpSbpSignatureBuilder& Broadcast(const OpArg& argument) {
    placed_[argument.key()] = "B";
    return *this;
  }
  UserOpSbpSignatureBuilder& PartialSum(const OpArg& argument) {
    placed_[argument.key()] = "P";
    return *this;
  }
  void Build();

 private:
  SbpContext* context_;
  std::map<std::pair<std::string, int32_t>, std::string> placed_;
};

class SbpContext {
 public:
  Arguments given, made;
  std::map<std::pair<std::string, int32_t>, TensorDesc> described;
  std::map<std::string, std::any> attributes;

  const Arguments& inputs() const { return given; }
  const Arguments& outputs() const { return made; }
  const TensorDesc& LogicalTensorDesc4InputArgNameAndIndex(const std::string& name,
                                                           int32_t index) const {
    return described.at({name, index});
  }
  template <typename T>
  T Attr(const std::string& name) const {
    return std::any_cast<T>(attributes.at(name));
  }
  UserOpSbpSignatureBuilder NewBuilder() { return UserOpSbpSignatureBuilder(this); }
};

inline void UserOpSbpSignatureBuilder::Build() {
  std::string line;
  for (const auto& key : context_->given) line += placed_.at(key) + " ";
  line += "->";
  for (const auto& key : context_->made) line += " " + placed_.at(key);
  std::puts(line.c_str());
}

struct GetSbpFnUtil {
  static Maybe<void> SplitForEachAxis(SbpContext* ctx) {
    const auto& [name, index] = ctx->given.front();
    const auto& sizes = ctx->LogicalTensorDesc4InputArgNameAndIndex(name, index).of.sizes;
    for (size_t axis = 0; axis < sizes.size(); ++axis) {
      const auto at = static_cast<int64_t>(axis);
      ctx->NewBuilder().Split(ctx->given, at).Split(ctx->made, at).Build();
    }
    return {};
  }
  static Maybe<void> DefaultBroadcastToBroadcast(SbpContext*) { return {}; }
};

// What versions before 0.9 describe a gradient with: the calls are printed as they come.
class BackwardOpBuilder {
 public:
  void OpTypeName(const std::string& name) { std::printf("op %s", name.c_str()); }
  BackwardOpBuilder& InputBind(const std::string& name, const std::string& blob) {
    std::printf(" %s=%s", name.c_str(), blob.c_str());
    return *this;
  }
  BackwardOpBuilder& Output(const std::string& name) { return Output(name, 1); }
  BackwardOpBuilder& Output(const std::string& name, int32_t count) {
    std::printf(" %s[%d]", name.c_str(), count);
    return *this;
  }
  template <typename T>
  BackwardOpBuilder& Attr(const std::string& name, const T& value) {
    std::printf(" .%s=%s", name.c_str(), std::to_string(value).c_str());
    return *this;
  }
  int Build() { return std::puts(""); }
};

class UserOpWrapper {
 public:
  std::map<std::string, int32_t> counts;
  std::map<std::string, std::any> attributes;
  std::string own_name = "forward";

  const std::string& op_name() const { return own_name; }
  int32_t input_size(const std::string& name) const { return counts.at(name); }
  int32_t output_size(const std::string& name) const { return counts.at(name); }
  std::string input(const std::string& name, int32_t i) const { return blob(name, i); }
  const std::string& output(const std::string& name, int32_t i) const {
    made_ = blob(name, i);
    return made_;
  }
  std::string output_grad(const std::string& name, int32_t i) const { return "d" + blob(name, i); }
  template <typename T>
  T attr(const std::string& name) const {
    return std::any_cast<T>(attributes.at(name));
  }
  template <typename Gradient>
  void InputGradBind(const OpArg& argument, const Gradient& gradient) const {
    const auto& [name, i] = argument.key();
    std::printf("%s is the gradient of %s\n", gradient().c_str(), blob(name, i).c_str());
  }

 private:
  static std::string blob(const std::string& name, int32_t i) {
    return name + "/" + std::to_string(i);
  }

  mutable std::string made_;
};

class BackwardOpConfContext {
 public:
  UserOpWrapper forward;

  const UserOpWrapper& FwOp() const { return forward; }
  const UserOpWrapper& GetOp(const std::string&) const { return forward; }
  template <typename Definition>
  void DefineOp(const std::string& name, const Definition& define) {
    std::printf("%s: ", name.c_str());
    BackwardOpBuilder builder;
    define(builder);
  }
};

using Generate = Maybe<void> (*)(BackwardOpConfContext*);

inline std::map<std::string, Generate>& gradients() {
  static std::map<std::string, Generate> registered;
  return registered;
}

struct Registration {
  std::string name;
  int SetBackwardOpConfGenFn(Generate generate) const {
    gradients()[name] = generate;
    return 0;
  }
};

}  // namespace user_op
}  // namespace oneflow

#define STAND_IN_JOINED(a, b) a##b
#define STAND_IN_NAME(line) STAND_IN_JOINED(registered_, line)
#define REGISTER_USER_OP_GRAD(name) \
  static const int STAND_IN_NAME(__LINE__) = user_op::Registration { name }
