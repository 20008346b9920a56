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

}  // namespace user_op
}  // namespace oneflow
