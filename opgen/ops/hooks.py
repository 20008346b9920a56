"""The functions of an operator that a spec asks a developer for, by its ``has_*_fn`` flags.

Knows no framework: what a function is called and whether there is one is each target's matter.
"""

from __future__ import annotations

from enum import Enum


class Hook(Enum):
    """A function that the developer writes by hand; the value is the spec's ``has_*_fn`` flag."""

    CHECK = "has_check_fn"
    LOGICAL_TENSOR_DESC_INFER = "has_logical_tensor_desc_infer_fn"
    PHYSICAL_TENSOR_DESC_INFER = "has_physical_tensor_desc_infer_fn"
    GET_SBP = "has_get_sbp_fn"
    SBP_SIGNATURE_INFER = "has_sbp_signature_infer_fn"
    DATA_TYPE_INFER = "has_data_type_infer_fn"
    DEVICE_AND_STREAM_INFER = "has_device_and_stream_infer_fn"
    INPUT_ARG_MODIFY = "has_input_arg_modify_fn"
    OUTPUT_ARG_MODIFY = "has_output_arg_modify_fn"
    OUTPUT_BLOB_TIME_SHAPE_INFER = "has_output_blob_time_shape_infer_fn"
    ND_SBP_INFER = "has_nd_sbp_infer_fn"
    COMPUTE_COMPLEXITY = "has_compute_complexity_fn"
    GET_ND_SBP = "has_get_nd_sbp_fn"
    ENUMERATE_ND_SBP = "has_enumerate_nd_sbp_signatures_fn"  # OneFlow 1.0, in its own dialect only
    DUMP_ND_SBP_SIGNATURE = "has_dump_nd_sbp_signature_for_op_conf_fn"


SHAPE_HOOKS = frozenset({Hook.LOGICAL_TENSOR_DESC_INFER, Hook.DATA_TYPE_INFER})
"""The hooks that make the neutral ``infer`` function the developer's own to edit."""
