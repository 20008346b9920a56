// ERR: OPG0351 7:19 
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let shape = Broadcast<["a", "b"]>;
  let no_split = ["k"];
}
