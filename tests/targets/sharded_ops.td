// Operators whose axes depend on attributes, for the test of what DTensor is told.
include "opgen/OpBase.td"

def Cut : Library<"cut">;

let library = Cut in {

def MatmulIfOp : Op<"matmul_if", [Pure, NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "false">:$transpose_a);
  let dims = "... m k, ... k n -> ... m n";
  let dims_if = [DimsIf<"transpose_a", "... k m, ... k n -> ... m n">,
                 DimsIf<"rank(a) == 1", "k, ... k n -> ... n">];
  let linear = ["a", "b"];
  let samples = [Sample<"a:[3,4] b:[4,5]">, Sample<"a:[4,3] b:[4,5] transpose_a:true">,
                 Sample<"a:[4] b:[2,4,5]">];
}

def MeanOfOp : Op<"mean_of", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[]">:$axes,
                   DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let shape = Reduce<"x", "axes", "keepdim">;
  let samples = [Sample<"x:[3,4,5] axes:[1]">, Sample<"x:[3,4,5] axes:[-1,0] keepdim:true">,
                 Sample<"x:[3,4]">];
}

def BothOp : Op<"both", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$z);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis);
  let shape = Concat<"x, z", "axis">;
  let samples = [Sample<"x:[3,4] z:[3,2] axis:1">, Sample<"x:[3,4] z:none axis:-1">];
}

}
