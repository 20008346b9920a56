// Reductions along axes that the call names; no axes mean all of them.

include "zoo.td"

let library = Zoo, devices = CpuAndCuda in {

let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[]">:$axes,
                 DefaultValuedAttr<BoolAttr, "false">:$keepdim),
    types = [T<"T", Floats>] in {

class Reduction<string name, string formula> : Op<name, [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = Reduce<"x", "axes", "keepdim">;
  let expr = formula;
  let samples = [
    Sample<"x:[4,6] axes:[1]">,
    Sample<"x:[2,3,4] axes:[0,-1] keepdim:true">,
    Sample<"x:[2,3,4] axes:[1]">,
    Sample<"x:[2,3]">,
    Sample<"x:[]">
  ];
  let errors = [Error<"x:[2,3] axes:[2]", "axis 2 is out of range">,
                Error<"x:[2,3] axes:[1,-1]", "twice">];
}

def SumOp : Reduction<"sum", "y = sum[axes](x)"> {
  let summary = "The sum along axes";
}

def MeanOp : Reduction<"mean", "y = mean[axes](x)"> {
  let summary = "The mean along axes";
}

def MaxOp : Reduction<"max", "y = max[axes](x)"> {
  let summary = "The greatest value along axes; its gradient is shared by all that are it";
}

def VarianceOp : Reduction<"variance", "c = x - mean[axes](x); y = mean[axes](c * c)"> {
  let summary = "The mean square of the distance to the mean along axes";
}

}

def ArgmaxOp : Op<"argmax", [Pure, NoGrad]> {
  let summary = "Where along an axis the greatest value is, the first of several";
  let input = (ins Tensor:$x);
  let output = (outs TensorOf<"I">:$index);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "-1">:$axis,
                   DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let types = [T<"T", Numbers>, T<"I", [I64]>];
  let shape = Reduce<"x", "axis", "keepdim">;
  let reference = [{
    index = np.argmax(x, axis)
    return np.expand_dims(index, axis) if keepdim else index
  }];
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,4] axis:0 keepdim:true">];
  let errors = [Error<"x:[2,0]", "no greatest">];
}

}
