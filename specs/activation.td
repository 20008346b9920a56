// Activations.

include "custom.td"

let library = Custom in {

def LeakyReluYZHOp : Op<"leaky_relu_yzh", [NoSideEffect, Elementwise]> {
  let summary = "Leaky ReLU: x where x > 0, alpha * x elsewhere";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F32Attr, "0.01">:$alpha);

  let shape = SameAs<"x">;
  let grad = ["x = leaky_relu_yzh_grad(x, dy, alpha)"];
  let reference = [{ return np.where(x > 0, x, alpha * x) }];
  let samples = [Sample<"x:[4,6] alpha:0.2">, Sample<"x:[2,3,5]">];

  let has_logical_tensor_desc_infer_fn = 1;
  let has_physical_tensor_desc_infer_fn = 1;
  let has_data_type_infer_fn = 1;
  let has_get_sbp_fn = 1;
}

def LeakyReluYZHGradOp : Op<"leaky_relu_yzh_grad", [NoSideEffect, Elementwise]> {
  let summary = "Gradient of leaky_relu_yzh; its derivative with respect to x is zero";
  let input = (ins Tensor:$x, Tensor:$dy);
  let output = (outs Tensor:$dx);
  let attrs = (ins DefaultValuedAttr<F32Attr, "0.01">:$alpha);

  let shape = SameAs<"x">;
  let grad = ["dy = leaky_relu_yzh_grad(x, ddx, alpha)"];
  let nondiff = ["x"];
  let reference = [{ return np.where(x > 0, dy, alpha * dy) }];
  let samples = [Sample<"x:[4,6] dy:[4,6] alpha:0.2">, Sample<"x:[2,3,5] dy:[2,3,5]">];

  let has_logical_tensor_desc_infer_fn = 1;
  let has_physical_tensor_desc_infer_fn = 1;
  let has_data_type_infer_fn = 1;
  let has_get_sbp_fn = 1;
}

}
