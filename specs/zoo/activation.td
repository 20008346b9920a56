// Activations: one line each.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

class Activation<string name, string formula> : Op<name, [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", Floats>];
  let shape = SameAs<"x">;
  let expr = formula;
}

def ReluOp : Activation<"relu", "y = relu(x)"> {
  let summary = "x where it is positive, zero elsewhere";
  let domain = "x in (-10, 10) avoid {0}";
}

def GeluOp : Activation<"gelu", "y = x * (1 + erf(x / sqrt(2))) / 2"> {
  let summary = "x times the probability that a standard normal variable is below x";
}

def SiluOp : Activation<"silu", "y = x * sigmoid(x)"> {
  let summary = "x times its sigmoid, also called swish";
}

def MishOp : Activation<"mish", "y = x * tanh(softplus(x))"> {
  let summary = "x times the hyperbolic tangent of its softplus";
}

def HardswishOp : Activation<"hardswish", "y = x * clamp(x + 3, 0, 6) / 6"> {
  let summary = "silu made of straight lines and a parabola";
  let domain = "x in (-8, 8) avoid {-3, 3}";
}

def SoftplusOp : Activation<"softplus", "y = softplus(beta * x) / beta"> {
  let summary = "A smooth relu: log(1 + exp(beta * x)) / beta";
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$beta);
  let samples = [Sample<"x:[4,6] beta:2.5">, Sample<"x:[2,3,5]">];
}

def EluOp : Activation<"elu", "y = x if x > 0 else alpha * expm1(x)"> {
  let summary = "x where it is positive, alpha * (exp(x) - 1) elsewhere";
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha);
  let domain = "x in (-5, 5) avoid {0}";
  let samples = [Sample<"x:[4,6] alpha:0.7">, Sample<"x:[2,3,5]">];
}

def ClampOp : Activation<"clamp", [{
    raised = max(x, low) if given(low) else x
    y = min(raised, high) if given(high) else raised
  }]> {
  let summary = "x, but not below low and not above high, as far as they are given";
  let attrs = (ins OptionalAttr<F64Attr>:$low, OptionalAttr<F64Attr>:$high);
  let domain = "x in (-3, 3) avoid {-0.5, 1.5}";
  let samples = [
    Sample<"x:[4,6] low:-0.5 high:1.5">, Sample<"x:[2,3,5] high:1.5">, Sample<"x:[5] low:-0.5">
  ];
}

}
