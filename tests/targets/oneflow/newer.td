// What OneFlow 1.0.0 has more than 0.9.0.

include "dialect.td"

def OneFlow_NewerOp : OneFlow_PlainOp<"newer"> {
  let attrs = (ins OneFlow_MemoryFormat:$format, ComplexDoubleAttr:$z, BytesAttr:$bytes);
  let has_get_nd_sbp_fn = 1;
  let has_enumerate_nd_sbp_signatures_fn = 1;
  let has_dump_nd_sbp_signature_for_op_conf_fn = 1;
}
