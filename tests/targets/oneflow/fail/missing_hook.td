// ERR: OPG0414 3:5
include "dialect.td"
def OneFlow_FooOp : OneFlow_BaseOp<"foo"> {
  let has_logical_tensor_desc_infer_fn = 1;
  let has_get_sbp_fn = 1;
}
