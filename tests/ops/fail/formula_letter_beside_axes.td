// ERR: OPG0321 8:23
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64ArrayAttr:$axes);
  let shape = Reduce<"x", "axes">;
  let expr = "y = sum[...](x)";
}
