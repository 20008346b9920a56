"""How an operator is described to the graph engine: names, columns, kinds, the aclnn call."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.ops import DType
from opgen.targets.ascend.kernel import served_dtypes
from opgen.targets.ascend.names import aclnn_parameter, ir_name, is_stable, kernel_name
from opgen.targets.ascend.view import Kind, Presence, ir_op
from tests.targets.formula_tree import formula_model

CUBE = """
include "opgen/OpBase.td"
def CubeOp : Op<"cube", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F16, BF16, F32, F64]>];
  let devices = [DEVICES];
  let shape = SameAs<"x">;
}
"""

SHARED = """
include "opgen/OpBase.td"
def AgedOp : Op<"aged", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$age);
  let output = (outs Tensor:$y);
  let types = [T<"T", [TYPES]>, T<"I", [I32, I64]>];
  let shape = SameAs<"x">;
  let expr = "y = FORMULA";
}
"""

SPEC = Path(__file__).parent / "view.td"


@pytest.fixture(scope="module")
def described():
    return {op.name: ir_op(op) for op in formula_model(SPEC).ops}


@pytest.mark.parametrize(
    ("ir", "kernel"),
    [
        ("SlopeRelu", "slope_relu"),
        ("ABCDef", "abc_def"),
        ("Abc2DEf", "abc2_d_ef"),
        ("Log1p", "log1p"),
        ("LeakyReluYzh", "leaky_relu_yzh"),
    ],
)
def test_a_kernel_is_named_by_the_rule_of_cann(ir, kernel):
    assert kernel_name(ir) == kernel


def test_names_that_do_not_lead_back_are_found():
    assert ir_name("leaky_relu_yzh") == "LeakyReluYzh"
    assert is_stable("LeakyReluYzh")
    assert not is_stable(ir_name("x_y_shift"))


def test_a_parameter_of_aclnn_is_in_camel_case():
    assert [aclnn_parameter(n) for n in ("bias_vec", "X", "dim_1")] == ["biasVec", "x", "dim_1"]


def test_the_name_in_the_flat_registry_counts(described):
    assert described["every_kind"].name == "VwEveryKind"
    assert described["plain"].name == "PlainOwn"
    assert described["plain"].kernel == "plain_own"


def test_inputs_and_outputs_stay_in_order(described):
    op = described["every_kind"]
    assert [(t.name, t.presence) for t in op.inputs] == [
        ("first_one", Presence.REQUIRED),
        ("bias_vec", Presence.OPTIONAL),
        ("xs", Presence.DYNAMIC),
        ("at", Presence.REQUIRED),
    ]
    assert [(t.name, t.presence) for t in op.outputs] == [
        ("y", Presence.REQUIRED),
        ("mask_of", Presence.REQUIRED),
    ]


def test_columns_are_all_combinations_that_the_device_serves(described):
    op = described["every_kind"]
    assert op.columns == 4
    assert op.inputs[0].graph_types == ("DT_FLOAT16", "DT_FLOAT16", "DT_FLOAT", "DT_FLOAT")
    assert op.inputs[3].graph_types == ("DT_INT32", "DT_INT64", "DT_INT32", "DT_INT64")
    assert op.outputs[1].graph_types == ("DT_BOOL",) * 4
    assert described["plain"].inputs[0].formats == ("ND", "NC1HWC0")


def test_without_a_type_for_the_device_there_is_no_column(described):
    assert described["only_double"].columns == 0
    op = described["every_kind"].op
    served = frozenset({DType.F32, DType.I64, DType.BOOL})
    assert ir_op(op, {variable.name: served for variable in op.types}).columns == 1


@pytest.mark.parametrize(
    ("devices", "types"),
    [
        ("CPU<>, NPU<>", ("DT_FLOAT16", "DT_FLOAT")),
        ("CPU<>, NPU<[BF16, F32]>", ("DT_BF16", "DT_FLOAT")),
    ],
)
def test_without_a_formula_bfloat16_has_to_be_listed(tmp_path, devices, types):
    spec = tmp_path / "cube.td"
    spec.write_text(CUBE.replace("DEVICES", devices), encoding="utf-8")
    (op,) = formula_model(spec).ops
    assert ir_op(op, served_dtypes(op)).inputs[0].graph_types == types


@pytest.mark.parametrize(
    ("formula", "types", "columns"),
    [
        ("x * exp(age)", "F32, F64", [("DT_FLOAT", "DT_INT32")]),
        ("x / age", "F32, F64", [("DT_FLOAT", "DT_INT32")]),
        ("x + age", "F32, I32", [("DT_FLOAT", "DT_INT32"), ("DT_INT32", "DT_INT32")]),
    ],
)
def test_a_formula_of_reals_reads_integers_and_writes_none(tmp_path, formula, types, columns):
    spec = tmp_path / "aged.td"
    text = SHARED.replace("FORMULA", formula).replace("TYPES", types)
    spec.write_text(text, encoding="utf-8")
    (op,) = formula_model(spec).ops
    ir = ir_op(op, served_dtypes(op))
    assert list(zip(*(tensor.graph_types for tensor in ir.inputs), strict=True)) == columns
    assert ir.outputs[0].graph_types == ir.inputs[0].graph_types


def test_attributes_have_kinds_and_defaults(described):
    assert [(a.name, a.kind, a.default) for a in described["every_kind"].attributes] == [
        ("count", Kind.INT, None),
        ("slope", Kind.FLOAT, 0.5),
        ("scale", Kind.FLOAT, 2.0),
        ("use_it", Kind.BOOL, True),
        ("mode", Kind.STRING, "name"),
        ("dims", Kind.LIST_INT, (1, 2)),
        ("weights", Kind.LIST_FLOAT, None),
    ]


def test_the_call_has_inputs_attributes_and_outputs(described):
    assert [p.declaration for p in described["every_kind"].call_parameters()] == [
        "const aclTensor *firstOne",
        "const aclTensor *biasVecOptional",
        "const aclTensorList *xs",
        "const aclTensor *at",
        "int64_t count",
        "double slope",
        "double scale",
        "bool useIt",
        "char *modeOptional",
        "const aclIntArray *dimsOptional",
        "const aclFloatArray *weights",
        "const aclTensor *yOut",
        "const aclTensor *maskOfOut",
    ]
    assert [p.declaration for p in described["plain"].call_parameters()] == [
        "const aclTensor *x",
        "const aclTensor *out",
    ]
