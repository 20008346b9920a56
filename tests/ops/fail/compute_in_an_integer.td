// ERR: OPG0345 6:42
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let compute_in = [ComputeIn<F32, F64>, ComputeIn<F64, I64>];
}
