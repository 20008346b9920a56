// Arithmetic, comparison and choice, element by element, with broadcasting.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

class Binary<string name, string formula, list<Trait> more = []>
    : Op<name, [Pure, Elementwise] # more> {
  let input = (ins Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$z);
  let types = OfNumbers;
  let promote = Promote<["x", "y"]>;
  let shape = Broadcast<["x", "y"]>;
  let expr = formula;
  let samples = [
    Sample<"x:[4,6] y:[4,6]">,
    Sample<"x:[4,1,3] y:[2,3]">,
    Sample<"x:[5] y:[]">
  ];
  let errors = [Error<"x:[2] y:[3]", "3">];
}

def AddOp : Binary<"add", "z = x + y"> {
  let summary = "x + y";
}

def SubOp : Binary<"sub", "z = x - y"> {
  let summary = "x - y";
}

def MulOp : Binary<"mul", "z = x * y"> {
  let summary = "x * y";
}

def DivOp : Binary<"div", "z = x / y"> {
  let summary = "x / y, which is a fraction for integers too";
  let types = [T<"T", Floats>];
  let promote = Promote<["x", "y"], FloatIfInt>;
  let domain = "y in (0.5, 2)";
}

def MaximumOp : Binary<"maximum", "z = max(x, y)"> {
  let summary = "The greater of x and y; the gradient is halved where they are equal";
  let kink = "half";
}

class Comparison<string name, string formula> : Binary<name, formula, [NoGrad]> {
  let output = (outs TensorOf<"B">:$z);
  let types = [T<"T", Numbers>, T<"B", [Bool]>];
}

def LessOp : Comparison<"less", "z = x < y"> {
  let summary = "Whether x < y";
}

def EqualOp : Comparison<"equal", "z = x == y"> {
  let summary = "Whether x is y";
}

def WhereOp : Op<"where", [Pure, Elementwise]> {
  let summary = "x where the condition holds, y elsewhere";
  let input = (ins TensorOf<"B">:$condition, Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$z);
  let types = [T<"T", Numbers>, T<"B", [Bool]>];
  let promote = Promote<["x", "y"]>;
  let shape = Broadcast<["condition", "x", "y"]>;
  let expr = "z = x if condition else y";
  let samples = [
    Sample<"condition:[4,6] x:[4,6] y:[4,6]">,
    Sample<"condition:[4,1] x:[] y:[6]">,
    Sample<"condition:[3] x:[2,1] y:[2,3]">
  ];
}

}
