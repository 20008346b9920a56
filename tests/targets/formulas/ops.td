// Operators whose kernels, references and gradients follow from formulas.

include "opgen/OpBase.td"

def Fx : Library<"fx">;

class Unary<string name, string formula> : Op<name, [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let expr = formula;
}

class Binary<string name, string formula> : Op<name, [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let expr = formula;
  let samples = [Sample<"a:[3,4] b:[4]">, Sample<"a:[3,1] b:[2,1,4]">, Sample<"a:[] b:[2,3]">];
}

class Row<string name, string formula> : Op<name, [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ... c";
  let expr = formula;
}

let library = Fx in {

def GeluOp : Unary<"gelu", "y = 0.5 * x * (1 + erf(x / sqrt(2)))">;
def GeluTanhOp : Unary<"gelu_tanh", "y = 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))">;
def SoftplusOp : Unary<"soft_plus", "y = softplus(x)">;
def TanhOp : Unary<"tangent", "y = tanh(x)">;
def LogisticOp : Unary<"logistic", "y = sigmoid(x)">;
def MishOp : Unary<"mish", "y = x * tanh(softplus(x))">;
def Relu6Op : Unary<"relu6", "y = min(relu(x), 6)">;
def HardSwishOp : Unary<"hard_swish", "y = x * clamp(x + 3, 0, 6) / 6">;
def HardSwishHalfOp : Unary<"hard_swish_half", "y = x * clamp(x + 3, 0, 6) / 6"> { let kink = "half"; }
def LogSquareOp : Unary<"log_square", "y = log1p(square(x)) + expm1(-abs(x)) + atan(x) - cos(x) * sin(x)">;
def SafeLogOp : Unary<"safe_log", "l = log(x); y = where(x > 0, l, 0)">;
def RootOp : Unary<"root", "y = sqrt(x) + rsqrt(x) + log2(x) + tan(x / 4)"> { let domain = "x in (0.2, 3)"; }
def ArcOp : Unary<"arc", "y = asin(x) + acos(x) * sinh(x) - cosh(x)"> { let domain = "x in (-0.9, 0.9)"; }

def ScaledSiluOp : Op<"scaled_silu", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.7">:$alpha);
  let types = [T<"T", [F16, BF16, F32, F64]>];
  let expr = "y = x * sigmoid(alpha * x)";
  let samples = [Sample<"x:[4,6] alpha:1.7">, Sample<"x:[3] alpha:-0.5">];
}

def MultiplyAddOp : Op<"multiply_add", [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b, Tensor:$c);
  let output = (outs Tensor:$y);
  let expr = "y = a * b + c";
  let samples = [Sample<"a:[4,6] b:[6] c:[]">, Sample<"a:[3] b:[2,1] c:[1]">, Sample<"a:[0,3] b:[3] c:[1]">];
}
def DivideOp : Binary<"divide", "y = a / b">;
def MaximumOp : Binary<"maximum", "y = max(a, b)">;
def PowerOp : Binary<"power", "y = a ** b"> { let domain = "a in (0.3, 2.5)"; }
def HypotOp : Binary<"hypot", "y = sqrt(a * a + b * b)">;

def CompareOp : Op<"compare", [Pure]> {
  let input = (ins TensorOf<"N">:$a, TensorOf<"N">:$b, TensorOf<"B">:$mask);
  let output = (outs TensorOf<"B">:$y, TensorOf<"N">:$z);
  let types = [T<"N", [F32, F64, I32, I64]>, T<"B", [Bool]>];
  let expr = "y = a > b and not mask or a == b; z = clamp(where(mask, a // 2, b % 3), -1, 2)";
  let nondiff = ["a", "b"];
  let samples = [Sample<"a:[3,4] b:[4] mask:[3,1]">];
}

def SoftmaxOp : Row<"softmax", "m = max[c](x); z = exp(x - m); y = z / sum[c](z)"> {
  let types = [T<"T", [F16, F32, F64]>];
}
def LogSoftmaxOp : Row<"log_softmax", "m = max[c](x); y = x - m - log(sum[c](exp(x - m)))">;
def NormalizedOp : Row<"normalized", "y = x / sqrt(sum[c](x * x) + 0.01)">;
def SumOfBatchOp : Op<"sum_of_batch", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> c";
  let expr = "y = sum[...](x * x)";
}
def LargestOp : Op<"largest", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, Tensor:$z);
  let dims = "... c d -> ..., ... d";
  let expr = "y = max[c d](x); z = min[c](x)";
}
def LogSumExpOp : Op<"log_sum_exp", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ...";
  let expr = "m = max[c](x); y = m + log(sum[c](exp(x - m)))";
}

def LayerNormOp : Op<"layer_norm", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$gamma, Tensor:$beta);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let types = [T<"T", [BF16, F32, F64]>];
  let dims = "... c, c, c -> ... c";
  let expr = [{
    mu = mean[c](x)
    d = x - mu
    rstd = rsqrt(mean[c](d * d) + eps)
    y = d * rstd * gamma + beta
  }];
}
def RmsNormOp : Op<"rms_norm", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$gamma);
  let output = (outs Tensor:$y);
  let dims = "... c, c -> ... c";
  let expr = "y = x * rsqrt(mean[c](x * x) + 1e-6) * gamma";
}
def BatchNormOp : Op<"batch_norm", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$gamma, Tensor:$beta);
  let output = (outs Tensor:$y, Tensor:$mu, Tensor:$variance);
  let dims = "n c ..., c, c -> n c ..., c, c";
  let expr = [{
    mu = mean[n ...](x)
    variance = mean[n ...]((x - mu) ** 2)
    y = (x - mu) * rsqrt(variance + 1e-5) * gamma + beta
  }];
  let samples = [Sample<"x:[4,3,2,5] gamma:[3] beta:[3]">, Sample<"x:[4,3] gamma:[3] beta:[3]">];
}

def LinearOp : Op<"linear", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let dims = "... k, n k, n -> ... n";
  let expr = "y = sum[k](x * w) + (bias if given(bias) else 0)";
}
def MatmulOp : Op<"matmul", [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, F32, F64]>];
  let dims = "... m k, ... k n -> ... m n";
  let expr = "y = sum[k](a * b)";
  let samples = [Sample<"a:[4,3] b:[3,5]">, Sample<"a:[2,1,4,3] b:[5,3,2]">];
}
def OuterOp : Op<"outer", [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m, n -> n m";
  let expr = "y = a * b + a";
}
def CrossEntropyOp : Op<"cross_entropy", [Pure]> {
  let input = (ins Tensor:$logits, Tensor:$target);
  let output = (outs Tensor:$loss);
  let attrs = (ins DefaultValuedAttr<EnumAttr<["none", "mean", "sum"]>, "\"mean\"">:$reduction);
  let dims = "n c, n c -> ";
  let expr = [{
    m = max[c](logits)
    lse = m + log(sum[c](exp(logits - m)))
    each = lse - sum[c](target * logits)
    loss = mean[n](each) if reduction == 'mean' else sum[n](each)
  }];
  let samples = [Sample<"logits:[4,5] target:[4,5]">,
                 Sample<"logits:[4,5] target:[4,5] reduction:\"sum\"">];
}
// Dimensions that an attribute names.
class Axes<string name, string formula, string axes = "[]", string keepdim = "false">
    : Op<name, [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, axes>:$axes,
                   DefaultValuedAttr<BoolAttr, keepdim>:$keepdim);
  let shape = Reduce<"x", "axes", "keepdim">;
  let expr = formula;
  let samples = [Sample<"x:[3,4] axes:[1]">, Sample<"x:[2,3,4,2] axes:[-1,1]">,
                 Sample<"x:[2,3,4,2] axes:[0,2] keepdim:true">, Sample<"x:[70,9] axes:[0]">,
                 Sample<"x:[1,20] axes:[1]">, Sample<"x:[2,3,1] axes:[0,1,2]">, Sample<"x:[] axes:[]">];
}
def AxesSumOp : Axes<"axes_sum", "y = sum[axes](x)", "[0,2]">;
def AxesMaxOp : Axes<"axes_max", "y = max[axes](x)", "[1]", "true">;
def VarianceOp : Axes<"variance", "c = x - mean[axes](x); y = mean[axes](c * c)">;
def AxesLseOp : Axes<"axes_lse", "m = max[axes](x); y = m + log(sum[axes](exp(x - m)))", "[0,1]">;
def AxesNormOp : Axes<"axes_norm", "y = sqrt(sum[axes](x * x) + 0.1) / size(axes)", "[0]", "true"> {
  let grad = ["x = dy * x / (y * size(axes) * size(axes))"];
}
def AxisSoftmaxOp : Op<"axis_softmax", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "1">:$axis);
  let shape = SameAs<"x">;
  let expr = "z = exp(x - max[axis](x)); y = z / sum[axis](z)";
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,4] axis:0">, Sample<"x:[2,3,4] axis:-1">];
  let errors = [Error<"x:[2,3] axis:2", "axis 2 is out of range">];
}
def AdamwOp : Op<"adamw", [Pure, NoGrad, Elementwise]> {
  let input = (ins Tensor:$p, Tensor:$g, Tensor:$m, Tensor:$v);
  let output = (outs Tensor:$p_new, Tensor:$m_new, Tensor:$v_new);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.001">:$lr,
                   DefaultValuedAttr<F64Attr, "0.9">:$beta1,
                   DefaultValuedAttr<F64Attr, "0.999">:$beta2,
                   DefaultValuedAttr<F64Attr, "1e-8">:$eps,
                   DefaultValuedAttr<F64Attr, "0.01">:$decay,
                   DefaultValuedAttr<SI64Attr, "3">:$step_number);
  let shape = SameAs<"p">;
  let domain = "v in (0, 2)";
  let expr = [{
    m_new = beta1 * m + (1 - beta1) * g
    v_new = beta2 * v + (1 - beta2) * g * g
    m_hat = m_new / (1 - beta1 ** step_number)
    v_hat = v_new / (1 - beta2 ** step_number)
    p_new = p - lr * (m_hat / (sqrt(v_hat) + eps) + decay * p)
  }];
}

// Gradients given by formulas.
def StraightThroughOp : Op<"straight_through", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$scale);
  let output = (outs Tensor:$y);
  let dims = "... c, c -> ... c";
  let expr = "y = x * scale";
  let grad = ["x = dy * scale; s = dy * x", "scale = sum[...](s)"];
}

}
