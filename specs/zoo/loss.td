// Losses.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

let attrs = (ins DefaultValuedAttr<EnumAttr<["none", "mean", "sum"]>, "mean">:$reduction,
                 DefaultValuedAttr<SI64Attr, "-100">:$ignored,
                 DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing),
    types = [T<"T", [F32, F64]>, T<"I", [I32, I64]>],
    domain = "target in [0, logits[1])" in {

defvar CrossEntropyChecks = [
  Check<"rank(logits) == 2", "logits has rank {rank(logits)}, expected 2: [n, classes]">,
  Check<"target == [logits[0]]", "target needs {logits[0]} elements, one for each row of logits">,
  Check<"label_smoothing >= 0.0 and label_smoothing <= 1.0",
        "label_smoothing has to be between 0 and 1">
];

defvar CrossEntropyReference = [{
    classes = logits.shape[1]
    counted = target != ignored
    wanted = np.zeros_like(logits) + label_smoothing / classes
    wanted[np.arange(len(target)), np.where(counted, target, 0)] += 1 - label_smoothing
    wanted = wanted * counted[:, None]
    share = 1 / counted.sum() if reduction == "mean" else 1.0
    shifted = logits - logits.max(1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    p = np.exp(log_p)
}];

def CrossEntropyOp : Op<"cross_entropy", [Pure]> {
  let summary = "Minus the logarithm of the probability that logits give to the target class";
  let description = "Rows whose target is `ignored` don't count. Label smoothing takes that share "
                    "of the target's probability for all classes alike.";
  let input = (ins Tensor:$logits, TensorOf<"I">:$target);
  let output = (outs Tensor:$loss);
  let shape_expr = ["loss = [logits[0]] if reduction == \"none\" else []"];
  let checks = CrossEntropyChecks;
  let grad = [
    "logits = cross_entropy_grad(dloss, logits, target, reduction, ignored, label_smoothing)"
  ];
  let reference = CrossEntropyReference # [{
    losses = -(wanted * log_p).sum(1)
    return losses if reduction == "none" else losses.sum() * share
  }];
  let samples = [
    Sample<"logits:[4,5] target:[4]">,
    Sample<"logits:[4,5] target:[4] reduction:none label_smoothing:0.2">,
    Sample<"logits:[6,3] target:[6] reduction:sum ignored:1">
  ];
  let errors = [Error<"logits:[4,5] target:[3]", "target needs 4">,
                Error<"logits:[4] target:[4]", "logits has rank 1">];
}

def CrossEntropyGradOp : Op<"cross_entropy_grad", [Pure]> {
  let summary = "Gradient of cross_entropy";
  let input = (ins Tensor:$dloss, Tensor:$logits, TensorOf<"I">:$target);
  let output = (outs Tensor:$dlogits);
  let shape = SameAs<"logits">;
  let checks = CrossEntropyChecks # [
    Check<"dloss == ([logits[0]] if reduction == \"none\" else [])",
          "dloss isn't what cross_entropy of logits gives">
  ];
  let grad = ["dloss, logits = cross_entropy_grad_grad(ddlogits, dloss, logits, target, reduction, "
              "ignored, label_smoothing)"];
  let reference = CrossEntropyReference # [{
    weight = np.reshape(dloss * share, (-1, 1))
    return weight * (p * wanted.sum(1, keepdims=True) - wanted)
  }];
  let samples = [
    Sample<"dloss:[] logits:[4,5] target:[4]">,
    Sample<"dloss:[4] logits:[4,5] target:[4] reduction:none label_smoothing:0.2">,
    Sample<"dloss:[] logits:[6,3] target:[6] reduction:sum ignored:1">
  ];
}

def CrossEntropyGradGradOp : Op<"cross_entropy_grad_grad", [Pure, NoGrad]> {
  let summary = "Gradients of cross_entropy_grad, for second derivatives of cross_entropy";
  let input = (ins Tensor:$ddlogits, Tensor:$dloss, Tensor:$logits, TensorOf<"I">:$target);
  let output = (outs Tensor:$gdloss, Tensor:$glogits);
  let shape_expr = ["gdloss = dloss", "glogits = logits"];
  let checks = CrossEntropyChecks # [
    Check<"dloss == ([logits[0]] if reduction == \"none\" else [])",
          "dloss isn't what cross_entropy of logits gives">,
    Check<"ddlogits == logits", "ddlogits needs the shape of logits">
  ];
  let reference = CrossEntropyReference # [{
    total = wanted.sum(1, keepdims=True)
    gdloss = (ddlogits * (p * total - wanted)).sum(1) * share
    gdloss = gdloss if reduction == "none" else gdloss.sum()
    weight = np.reshape(dloss * share, (-1, 1)) * total
    return gdloss, weight * p * (ddlogits - (p * ddlogits).sum(1, keepdims=True))
  }];
  let samples = [
    Sample<"ddlogits:[4,5] dloss:[] logits:[4,5] target:[4]">,
    Sample<"ddlogits:[4,5] dloss:[4] logits:[4,5] target:[4] reduction:none label_smoothing:0.2">
  ];
}

}

}
