"""The model says what the spec says."""

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import (
    Arity,
    AttributeKind,
    BoundArgument,
    Broadcast,
    Dims,
    DType,
    Hook,
    Op,
    SameAs,
    SampleTensor,
    Trait,
    ValueKind,
)
from opgen.pipeline import Request, prepare

HEADER = 'include "opgen/OpBase.td"\n'


def read(tmp_path: Path, text: str) -> dict[str, Op]:
    spec = tmp_path / "spec.td"
    spec.write_text(HEADER + text)
    diagnostics = Diagnostics()
    model = prepare(Request(default_project(tmp_path), (spec,)), diagnostics).model
    assert [d.message for d in diagnostics.items] == []
    return {op.name: op for op in model.ops}


LINEAR = """
def Nn : Library<"nn"> { let prefix = ""; }
let library = Nn in {
def LinearOp : Op<"linear", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<BoolAttr, "true">:$use_bias, F32Attr:$gain);
  let dims = "... k, n k, n -> ... n";
  let grad = ["x, w, bias = linear_grad(dy, x, w, 0.5, use_bias=use_bias)"];
  let samples = [Sample<"x:[m,k] w:[n,k] bias:[n] gain:2", "m=4, k=3, n=5">];
  let has_get_sbp_fn = 1;
}
def LinearGradOp : Op<"linear_grad", [NoSideEffect, NoGrad]> {
  let input = (ins Tensor:$dy, Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$dx, Tensor:$dw, Tensor:$dbias);
  let attrs = (ins F64Attr:$scale, BoolAttr:$use_bias);
  let dims = "... n, ... k, n k -> ... k, n k, n";
}
}
"""


def test_operands_attributes_and_flags(tmp_path: Path) -> None:
    op = read(tmp_path, LINEAR)["linear"]
    assert op.id == "nn.linear"
    assert op.class_name == "Linear"
    assert op.registered_name == "linear"
    assert [(o.name, o.arity) for o in op.operands] == [
        ("x", Arity.SINGLE),
        ("w", Arity.SINGLE),
        ("bias", Arity.OPTIONAL),
    ]
    assert [(a.name, a.kind, a.default) for a in op.attributes] == [
        ("use_bias", AttributeKind.BOOL, True),
        ("gain", AttributeKind.F32, None),
    ]
    assert op.traits == {Trait.PURE}
    assert op.hooks == {Hook.GET_SBP}
    assert op.types[0].dtypes == (DType.F32, DType.F64)
    assert op.origin == "spec.td"
    assert op.location == "spec.td:5"


def test_gradient_is_bound_by_position_name_and_literal(tmp_path: Path) -> None:
    rule = read(tmp_path, LINEAR)["linear"].gradient[0]
    assert rule.targets == ("x", "w", "bias")
    assert rule.arguments == (
        BoundArgument("dy", ValueKind.RESULT_GRADIENT, "y"),
        BoundArgument("x", ValueKind.OPERAND, "x"),
        BoundArgument("w", ValueKind.OPERAND, "w"),
        BoundArgument("scale", ValueKind.LITERAL, literal=0.5),
        BoundArgument("use_bias", ValueKind.ATTRIBUTE, "use_bias"),
    )


def test_samples_are_completed_by_the_shape_rule(tmp_path: Path) -> None:
    op = read(tmp_path, LINEAR)["linear"]
    shapes = {sample.name: dict(sample.operands) for sample in op.samples}
    assert shapes["sample 1"]["w"] == SampleTensor((5, 3))
    assert shapes["empty"]["x"].shape[0] == 0
    assert shapes["size one"]["w"].shape == (1, 1)
    assert shapes["without optionals"]["bias"] is None
    assert all(dict(sample.attributes) == {"gain": 2.0} for sample in op.samples)


def test_rules_and_rename(tmp_path: Path) -> None:
    ops = read(
        tmp_path,
        """
        def AOp : Op<"a", [NoGrad]> {
          let input = (ins Tensor:$x);
          let output = (outs Tensor:$y);
          let shape = SameAs<"x">;
          let renamed_from = "old_a";
        }
        def BOp : Op<"b", [NoGrad]> {
          let input = (ins Tensor:$x, Tensor:$z);
          let output = (outs Tensor:$y);
          let shape = Broadcast<["x", "z"]>;
        }
        def COp : Op<"c", [NoGrad]> {
          let input = (ins Tensor:$x);
          let output = (outs Tensor:$y);
          let dims = "a b -> b a";
        }
        """,
    )
    assert ops["a"].shape == SameAs("x")
    assert ops["a"].previous_id == "ops.old_a"
    assert ops["b"].shape == Broadcast(("x", "z"))
    assert ops["c"].shape == Dims((("a", "b"),), (("b", "a"),))


@pytest.mark.parametrize(
    ("attr", "text", "value"),
    [
        ("F64Attr", "1e-5", 1e-5),
        ("F64Attr", "2", 2.0),
        ("SI64Attr", "-9223372036854775808", -(2**63)),
        ("BoolAttr", "false", False),
        ("StrAttr", r"\"a \\\" b\"", 'a " b'),
        ("SI64ArrayAttr", "[1, -2]", (1, -2)),
        ("BoolArrayAttr", "[true, false]", (True, False)),
        ("F64ArrayAttr", "[]", ()),
    ],
)
def test_defaults(tmp_path: Path, attr: str, text: str, value: object) -> None:
    ops = read(
        tmp_path,
        f"""
        def AOp : Op<"a", [NoGrad]> {{
          let input = (ins Tensor:$x);
          let output = (outs Tensor:$y);
          let attrs = (ins DefaultValuedAttr<{attr}, "{text}">:$v);
        }}
        """,
    )
    assert ops["a"].attributes[0].default == value
