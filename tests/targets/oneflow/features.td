// Every attribute, every hook, operands that may be absent and lists, and gradients of these.

include "opgen/OpBase.td"

def Nn : Library<"nn">;

let library = Nn in {

def EveryAttributeOp : Op<"every_attribute", [Pure, SupportNonContiguous]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F32Attr, "2.0">:$exponent,
                   DefaultValuedAttr<F64Attr, "0.1">:$gain,
                   DefaultValuedAttr<SI64Attr, "-1">:$axis,
                   DefaultValuedAttr<BoolAttr, "true">:$flag,
                   DefaultValuedAttr<StrAttr, "\"a\\\"b\"">:$text,
                   DefaultValuedAttr<EnumAttr<["none", "mean"]>, "mean">:$reduction,
                   DefaultValuedAttr<DTypeAttr<>, "bf16">:$narrow,
                   DefaultValuedAttr<DTypeAttr<>, "f32">:$wide,
                   DefaultValuedAttr<ShapeAttr, "[2, 3]">:$size,
                   DefaultValuedAttr<SI64ArrayAttr, "[1, 1]">:$stride,
                   DefaultValuedAttr<SI64ArrayAttr, "[]">:$padding,
                   DefaultValuedAttr<BoolArrayAttr, "[true, false]">:$wrap,
                   DefaultValuedAttr<BoolArrayAttr, "[true]">:$mask,
                   SI64Attr:$required);
  let shape = SameAs<"x">;
  let grad = ["x = every_attribute(dy, exponent, gain, axis, flag, text, reduction, narrow, wide, "
              "size, stride, padding, wrap, mask, 7)"];
  let devices = [CPU<>, CUDA<>];
}

def EveryHookOp : Op<"every_hook", [Pure, Elementwise]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$index, Optional<TensorOf<"I">>:$more);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<EnumAttr<["a", "b"]>, "a">:$mode);
  let types = [T<"T", [F32, F64]>, T<"I", [I32, I64]>];
  let shape = SameAs<"x">;
  let nondiff = ["index", "more"];
  let grad = ["x = every_hook(dy, index, none, mode)"];
  let has_check_fn = 1;
  let has_logical_tensor_desc_infer_fn = 1;
  let has_physical_tensor_desc_infer_fn = 1;
  let has_get_sbp_fn = 1;
  let has_sbp_signature_infer_fn = 1;
  let has_data_type_infer_fn = 1;
  let has_device_and_stream_infer_fn = 1;
  let has_input_arg_modify_fn = 1;
  let has_output_arg_modify_fn = 1;
  let has_output_blob_time_shape_infer_fn = 1;
  let has_nd_sbp_infer_fn = 1;
  let has_compute_complexity_fn = 1;
  let has_get_nd_sbp_fn = 1;
  let has_dump_nd_sbp_signature_for_op_conf_fn = 1;
}

def JoinOp : Op<"join", [Pure]> {
  let input = (ins Tensor:$head, Variadic<Tensor>:$xs, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "0">:$axis);
  let shape = SameAs<"head">;
  let grad = ["head, xs, bias = join_grad(dy, head, xs, bias, axis)"];
}

def JoinGradOp : Op<"join_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$head, Variadic<Tensor>:$xs, Optional<Tensor>:$bias);
  let output = (outs Tensor:$dhead, Variadic<Tensor>:$dxs, Tensor:$dbias);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "0">:$axis);
  let shape = PerResult<[SameAs<"head">, SameAs<"xs">, SameAs<"dy">]>;
}

def CutOp : Op<"cut", [Pure]> {
  let input = (ins Tensor:$x);
  let output = (outs Variadic<Tensor, "sections">:$ys);
  let attrs = (ins SI64Attr:$sections);
  let shape = SameAs<"x">;
  let grad = ["x = cut_grad(dys, sections)"];
}

def CutGradOp : Op<"cut_grad", [Pure, NoGrad]> {
  let input = (ins Variadic<Tensor>:$dys);
  let output = (outs Tensor:$dx);
  let attrs = (ins SI64Attr:$sections);
  let shape = SameAs<"dys">;
}

def NoiseOp : Op<"noise", [NoGrad]> {
  let output = (outs Tensor:$y);
  let attrs = (ins ShapeAttr:$size, SeedAttr:$seed, DTypeAttr<"T">:$dtype);
  let shape_expr = ["y = size"];
}

def DropOp : Op<"drop", []> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y, TensorOf<"B">:$mask);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.5">:$p, SeedAttr:$seed);
  let types = [T<"T", [F32, F64]>, T<"B", [Bool]>];
  let shape = SameAs<"x">;
  let save = ["mask"];
  let grad = ["x = drop_grad(dy, mask, p)"];
}

def DropGradOp : Op<"drop_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$dy, TensorOf<"B">:$mask);
  let output = (outs Tensor:$dx);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.5">:$p);
  let types = [T<"T", [F32, F64]>, T<"B", [Bool]>];
  let shape = SameAs<"dy">;
}

def StepOp : Op<"step", [Pure, NoGrad]> {
  let input = (ins Tensor:$param, Tensor:$state, Tensor:$grad);
  let output = (outs Tensor:$new_param, Tensor:$new_state);
  let attrs = (ins DefaultValuedAttr<F64Attr, "0.1">:$rate);
  let shape = PerResult<[SameAs<"param">, SameAs<"state">]>;
  let inplace = [Inplace<"param", "new_param">, Inplace<"state", "new_state">];
}

def ReluOp : Op<"relu", [Pure, Elementwise, CpuOnly]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let registered_name = "steep_relu";
  let shape = SameAs<"x">;
  let inplace = [Inplace<"x", "y">];
  let expr = "y = relu(x)";
}

def HandShapedOp : Op<"hand_shaped", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
}

def AwkwardNamesOp : Op<"awkward_names", [Pure]> {
  let input = (ins Tensor:$inputs, Tensor:$out_grads, Tensor:$state, Tensor:$call);
  let output = (outs Tensor:$outputs, Tensor:$function);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$attrs, SI64Attr:$op);
  let shape = SameAs<"inputs">;
  let grad = ["inputs, out_grads, state, call = awkward_names_grad(doutputs, inputs, out_grads, state, call, "
              "function, attrs, op)"];
}

def AwkwardNamesGradOp : Op<"awkward_names_grad", [Pure, NoGrad]> {
  let input = (ins Tensor:$out_grads, Tensor:$a, Tensor:$b, Tensor:$c, Tensor:$d, Tensor:$e);
  let output = (outs Tensor:$da, Tensor:$db, Tensor:$dc, Tensor:$dd);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$attrs, SI64Attr:$op);
  let shape = PerResult<[SameAs<"a">, SameAs<"b">, SameAs<"c">, SameAs<"d">]>;
}

}
