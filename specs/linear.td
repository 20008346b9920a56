// Linear layers.

include "custom.td"

let library = Custom in {

def CustomLinearOp : Op<"custom_linear", [Pure]> {
  let summary = "x @ weight.T, plus bias where it is given and use_bias is true";
  let input = (ins Tensor:$x, Tensor:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "true">:$use_bias);

  let dims = "... k, n k, n -> ... n";
  let grad = ["x, weight, bias = custom_linear_grad(dy, x, weight, use_bias)"];
  let reference = [{
    y = x @ weight.T
    return y if bias is None or not use_bias else y + bias
  }];
  let samples = [
    Sample<"x:[m,k] weight:[n,k] bias:[n]", "m=4, k=3, n=5">,
    Sample<"x:[m,k] weight:[n,k] bias:none", "m=4, k=3, n=5">,
    Sample<"x:[2,m,k] weight:[n,k] bias:[n] use_bias:false", "m=2, k=3, n=2">
  ];
}

def CustomLinearGradOp : Op<"custom_linear_grad", [Pure]> {
  let summary = "Gradients of custom_linear; dbias is zero where use_bias is false";
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$weight);
  let output = (outs Tensor:$dx, Tensor:$dweight, Tensor:$dbias);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "true">:$use_bias);

  let dims = "... n, ... k, n k -> ... k, n k, n";
  let grad = [
    "dy, x, weight = custom_linear_grad_grad(ddx, ddweight, ddbias, dy, x, weight, use_bias)"
  ];
  let reference = [{
    rows = dy.reshape(-1, dy.shape[-1])
    dbias = rows.sum(axis=0) if use_bias else np.zeros_like(weight[:, 0])
    return dy @ weight, rows.T @ x.reshape(-1, x.shape[-1]), dbias
  }];
  let samples = [
    Sample<"dy:[m,n] x:[m,k] weight:[n,k]", "m=4, k=3, n=5">,
    Sample<"dy:[2,m,n] x:[2,m,k] weight:[n,k] use_bias:false", "m=2, k=3, n=2">
  ];
}

def CustomLinearGradGradOp : Op<"custom_linear_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of custom_linear_grad, for second derivatives of custom_linear";
  let input = (ins Tensor:$ddx, Tensor:$ddweight, Tensor:$ddbias, Tensor:$dy, Tensor:$x,
                   Tensor:$weight);
  let output = (outs Tensor:$gdy, Tensor:$gx, Tensor:$gweight);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "true">:$use_bias);

  let dims = "... k, n k, n, ... n, ... k, n k -> ... n, ... k, n k";
  let reference = [{
    gdy = ddx @ weight.T + x @ ddweight.T + (ddbias if use_bias else 0)
    rows = dy.reshape(-1, dy.shape[-1])
    return gdy, dy @ ddweight, rows.T @ ddx.reshape(-1, ddx.shape[-1])
  }];
  let samples = [
    Sample<"ddx:[m,k] ddweight:[n,k] ddbias:[n] dy:[m,n] x:[m,k] weight:[n,k]", "m=4, k=3, n=5">
  ];
}

}
