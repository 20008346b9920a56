// An operator as OneFlow 0.8 has it, but for its gradient in graphs, which is generated. Its
// gradient in eager calls does nothing, so that what a graph computes can't come from there.
#include "oneflow/core/framework/framework.h"
#include "oneflow/core/framework/op_expr.h"
#include "oneflow/core/framework/op_expr_grad_function.h"
#include "oneflow/user/ops/leaky_relu_yzh_graph_gradient.cpp"
namespace oneflow {
namespace {
template <typename Context>
Maybe<void> shapes(Context* ctx, const char* from, const char* to) {
  *ctx->OutputShape(to, 0) = ctx->InputShape(from, 0);
  return Maybe<void>::Ok();
}
Maybe<void> sbp(user_op::SbpContext* ctx) {
  ctx->NewBuilder().Split(ctx->inputs(), 0).Split(ctx->outputs(), 0).Build();
  return Maybe<void>::Ok();
}
template <bool kGrad>
class Kernel final : public user_op::OpKernel {
 public:
  using user_op::OpKernel::Compute;
  bool AlwaysComputeWhenAllOutputsEmpty() const override { return false; }

 private:
  void Compute(user_op::KernelComputeContext* ctx) const override {
    const auto* x = ctx->Tensor4ArgNameAndIndex("x", 0);
    const auto* dy = kGrad ? ctx->Tensor4ArgNameAndIndex("dy", 0) : x;
    auto* out = ctx->Tensor4ArgNameAndIndex(kGrad ? "dx" : "y", 0);
    const float alpha = ctx->Attr<float>("alpha");
    for (int64_t i = 0; i < x->shape_view().elem_cnt(); ++i) {
      out->mut_dptr<float>()[i] = dy->dptr<float>()[i] * (x->dptr<float>()[i] > 0 ? 1 : alpha);
    }
  }
};
}  // namespace
REGISTER_USER_OP("leaky_relu_yzh")
    .Input("x")
    .Output("y")
    .Attr<float>("alpha", 0.01f)
    .SetTensorDescInferFn([](user_op::InferContext* ctx) { return shapes(ctx, "x", "y"); })
    .SetGetSbpFn(&sbp)
    .SetDataTypeInferFn([](user_op::InferContext* ctx) -> Maybe<void> {
      *ctx->OutputDType("y", 0) = ctx->InputDType("x", 0);
      return Maybe<void>::Ok();
    });
REGISTER_USER_OP("leaky_relu_yzh_grad")
    .Input("x")
    .Input("dy")
    .Output("dx")
    .Attr<float>("alpha", 0.01f)
    .SetTensorDescInferFn([](user_op::InferContext* ctx) { return shapes(ctx, "x", "dx"); })
    .SetGetSbpFn(&sbp)
    .SetDataTypeInferFn([](user_op::InferContext* ctx) -> Maybe<void> {
      *ctx->OutputDType("dx", 0) = ctx->InputDType("x", 0);
      return Maybe<void>::Ok();
    });
REGISTER_USER_KERNEL("leaky_relu_yzh")
    .SetCreateFn<Kernel<false>>()
    .SetIsMatchedHob(user_op::HobDeviceType() == DeviceType::kCPU);
REGISTER_USER_KERNEL("leaky_relu_yzh_grad")
    .SetCreateFn<Kernel<true>>()
    .SetIsMatchedHob(user_op::HobDeviceType() == DeviceType::kCPU);
namespace one {
struct State : public AutoGradCaptureState {};
class Eager : public OpExprGradFunction<State> {
 public:
  Maybe<void> Init(const OpExpr&) override { return Maybe<void>::Ok(); }
  Maybe<void> Capture(State*, const TensorTuple&, const TensorTuple&,
                      const AttrMap&) const override {
    return Maybe<void>::Ok();
  }
  Maybe<void> Apply(const State*, const TensorTuple&, TensorTuple*) const override {
    return Maybe<void>::Ok();
  }
};
REGISTER_OP_EXPR_GRAD_FUNCTION("leaky_relu_yzh", Eager);
}  // namespace one
}  // namespace oneflow
