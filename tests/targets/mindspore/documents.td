// What examples of MindSpore's users need beside the committed operators.

include "custom.td"

let library = Custom in {

def CubeOp : Op<"cube", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let expr = "y = x * x * x";
}

def ScaledOp : Op<"scaled", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.1">:$factor);
  let shape = SameAs<"x">;
  let expr = "y = factor * x";
}

}
