// Softmax and normalization, along the last axis or over the batch.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

let types = [T<"T", Floats>] in {

def LogsumexpOp : Op<"logsumexp", [Pure]> {
  let summary = "The logarithm of the sum of exponentials along the last axis";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ...";
  let expr = "m = max[c](x); y = m + log(sum[c](exp(x - m)))";
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

def SoftmaxOp : Op<"softmax", [Pure]> {
  let summary = "Exponentials along the last axis, divided by their sum";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ... c";
  let expr = "z = exp(x - max[c](x)); y = z / sum[c](z)";
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

def LogSoftmaxOp : Op<"log_softmax", [Pure]> {
  let summary = "The logarithm of softmax along the last axis";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ... c";
  let expr = "d = x - max[c](x); y = d - log(sum[c](exp(d)))";
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}

def LayerNormOp : Op<"layer_norm", [Pure]> {
  let summary = "x along the last axis with mean 0 and variance 1, then scaled and shifted";
  let input = (ins Tensor:$x, Optional<Tensor>:$weight, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let dims = "... c, c, c -> ... c";
  let expr = [{
    centered = x - mean[c](x)
    scaled = centered * rsqrt(mean[c](centered * centered) + eps)
    y = scaled * (weight if given(weight) else 1) + (bias if given(bias) else 0)
  }];
  let samples = [
    Sample<"x:[4,6] weight:[6] bias:[6]">,
    Sample<"x:[2,3,5] weight:[5] bias:none eps:0.1">
  ];
}

def RmsNormOp : Op<"rms_norm", [Pure]> {
  let summary = "x divided by the root of its mean square along the last axis, then scaled";
  let input = (ins Tensor:$x, Optional<Tensor>:$weight);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-6">:$eps);
  let dims = "... c, c -> ... c";
  let expr = "y = x * rsqrt(mean[c](x * x) + eps) * (weight if given(weight) else 1)";
  let samples = [Sample<"x:[4,6] weight:[6]">, Sample<"x:[2,3,5] weight:[5] eps:0.1">];
}

}

let types = [T<"T", [F32, F64]>] in {

def BatchNormOp : Op<"batch_norm", [Pure]> {
  let summary = "Normalization of each channel by this batch, which running statistics follow";
  let description = "In training: the results beside y are the running statistics after this "
                    "batch, its unbiased variance among them. batch_norm_ writes them in place.";
  let input = (ins Tensor:$x, Tensor:$weight, Tensor:$bias, Tensor:$running_mean,
                   Tensor:$running_var);
  let output = (outs Tensor:$y, Tensor:$new_mean, Tensor:$new_var);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.1">:$momentum,
                   DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let dims = "n c h w, c, c, c, c -> n c h w, c, c";
  let inplace = [Inplace<"running_mean", "new_mean">, Inplace<"running_var", "new_var">];
  let expr = [{
    average = mean[n h w](x)
    centered = x - average
    variance = mean[n h w](centered * centered)
    y = centered * rsqrt(variance + eps) * weight + bias
    count = size(n) * size(h) * size(w)
    new_mean = (1 - momentum) * running_mean + momentum * average
    new_var = (1 - momentum) * running_var + momentum * variance * count / max(count - 1, 1)
  }];
  let domain = "running_var in (0.1, 2)";
  let samples = [
    Sample<"x:[2,3,2,2] weight:[3] bias:[3] running_mean:[3] running_var:[3]">,
    Sample<"x:[3,2,1,4] weight:[2] bias:[2] running_mean:[2] running_var:[2] eps:0.1">
  ];
}

def BatchNormInferenceOp : Op<"batch_norm_inference", [Pure]> {
  let summary = "Normalization of each channel by running statistics";
  let input = (ins Tensor:$x, Tensor:$weight, Tensor:$bias, Tensor:$running_mean,
                   Tensor:$running_var);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let dims = "n c h w, c, c, c, c -> n c h w";
  let expr = "y = (x - running_mean) * rsqrt(running_var + eps) * weight + bias";
  let domain = "running_var in (0.1, 2)";
  let samples = [
    Sample<"x:[2,3,2,2] weight:[3] bias:[3] running_mean:[3] running_var:[3]">,
    Sample<"x:[3,2,1,4] weight:[2] bias:[2] running_mean:[2] running_var:[2] eps:0.1">
  ];
}

}

}
