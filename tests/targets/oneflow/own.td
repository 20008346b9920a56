include "opgen/OpBase.td"

def Nn : Library<"nn">;

let library = Nn in {

def SquareOp : Op<"square", [Pure, SupportNonContiguous]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F32Attr, "2.0">:$exponent,
                   DefaultValuedAttr<F64Attr, "0.1">:$gain,
                   DefaultValuedAttr<SI64Attr, "-1">:$axis,
                   DefaultValuedAttr<BoolAttr, "true">:$flag,
                   DefaultValuedAttr<StrAttr, "\"a\\\"b\"">:$text,
                   DefaultValuedAttr<EnumAttr<["none", "mean"]>, "mean">:$reduction,
                   DefaultValuedAttr<DTypeAttr<>, "bf16">:$dtype,
                   DefaultValuedAttr<ShapeAttr, "[2, 3]">:$size,
                   DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$stride,
                   DefaultValuedAttr<BoolArrayAttr, "[true, false]">:$wrap,
                   SI64Attr:$required);
  let shape = SameAs<"x">;
  let grad = ["x = dy * x"];
  let devices = [CPU<>, CUDA<>];
}

def JoinOp : Op<"join", [Pure, NoGrad]> {
  let input = (ins Variadic<Tensor>:$xs, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let has_check_fn = 1;
}

def NoiseOp : Op<"noise", [NoGrad]> {
  let output = (outs Tensor:$y);
  let attrs = (ins ShapeAttr:$size, SeedAttr:$seed, DTypeAttr<"T">:$dtype);
}

def ReluOp : Op<"relu", [Pure, Elementwise, CpuOnly]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let registered_name = "steep_relu";
  let expr = "y = relu(x)";
}

}
