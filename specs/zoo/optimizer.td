// Steps of optimizers, in place.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

def AdamwStepOp : Op<"adamw_step", [Pure, Elementwise, NoGrad]> {
  let summary = "One step of AdamW for one parameter; adamw_step_ writes the three states in place";
  let input = (ins Tensor:$param, Tensor:$grad, Tensor:$exp_avg, Tensor:$exp_avg_sq);
  let output = (outs Tensor:$new_param, Tensor:$new_exp_avg, Tensor:$new_exp_avg_sq);
  let attrs = (ins SI64Attr:$step, DefaultValuedAttr<F64Attr, "1e-3">:$lr,
                   DefaultValuedAttr<F64Attr, "0.9">:$beta1,
                   DefaultValuedAttr<F64Attr, "0.999">:$beta2,
                   DefaultValuedAttr<F64Attr, "1e-8">:$eps,
                   DefaultValuedAttr<F64Attr, "1e-2">:$weight_decay);
  let types = [T<"T", Floats>];
  let shape = SameAs<"param">;
  let inplace = [Inplace<"param", "new_param">, Inplace<"exp_avg", "new_exp_avg">,
                 Inplace<"exp_avg_sq", "new_exp_avg_sq">];
  let expr = [{
    new_exp_avg = beta1 * exp_avg + (1 - beta1) * grad
    new_exp_avg_sq = beta2 * exp_avg_sq + (1 - beta2) * grad * grad
    size = lr / (1 - beta1 ** step)
    root = sqrt(new_exp_avg_sq / (1 - beta2 ** step)) + eps
    new_param = param * (1 - lr * weight_decay) - size * new_exp_avg / root
  }];
  let domain = "exp_avg_sq in (0, 2)";
  let samples = [
    Sample<"param:[4,6] grad:[4,6] exp_avg:[4,6] exp_avg_sq:[4,6] step:1">,
    Sample<"param:[5] grad:[5] exp_avg:[5] exp_avg_sq:[5] step:10 lr:0.1 weight_decay:0.0">
  ];
}

}
