"""What the target reports, and how the descriptions of one operator agree."""

from __future__ import annotations

import json

import pytest

from opgen.diagnostics import Diagnostics
from opgen.diagnostics.diagnostic import Severity
from opgen.targets import every_output, load_target
from tests.targets.ascendc.trees import HERE
from tests.targets.formula_tree import formula_model
from tests.targets.kernel_tree import render

SPELT_ODDLY = """
include "opgen/OpBase.td"
def XYShiftOp : Op<"x_y_shift", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
}
"""


def reported(model):
    diagnostics = Diagnostics()
    target = load_target("ascendc")
    paths = [output.path for output in every_output(target, model, diagnostics)]
    found = [
        (d.code, d.severity, d.span.position.line, d.span.position.column)
        for d in diagnostics.items
    ]
    return found, paths


def test_an_operator_without_a_type_for_the_device_is_left_out():
    found, paths = reported(formula_model(HERE / "view.td"))
    assert found == [("OPG0450", Severity.NOTE, 36, 5)]
    assert not [path for path in paths if "only_double" in path]
    assert [path for path in paths if "every_kind" in path]


def test_a_name_that_does_not_lead_back_is_a_warning(tmp_path):
    spec = tmp_path / "odd.td"
    spec.write_text(SPELT_ODDLY, encoding="utf-8")
    found, paths = reported(formula_model(spec))
    assert found == [("OPG0451", Severity.WARNING, 3, 5)]
    assert [path for path in paths if path.endswith("xy_shift.json")]


@pytest.fixture(scope="module")
def files():
    return render(formula_model(HERE / "ops.td"), ("ascendc",))


def test_the_project_file_says_what_the_format_wants(files):
    (document,) = json.loads(files["ascendc/cores/leaky_relu_yzh/leaky_relu_yzh.json"].text)
    tensor = {
        "param_type": "required",
        "format": ["ND", "ND", "ND"],
        "type": ["float16", "bf16", "float"],
    }
    assert document == {
        "op": "LeakyReluYzh",
        "language": "cpp",
        "input_desc": [{"name": "x", **tensor}],
        "output_desc": [{"name": "y", **tensor}],
        "attr": [
            {
                "name": "alpha",
                "param_type": "optional",
                "type": "float",
                "default_value": 0.01,
            }
        ],
    }


def test_columns_are_as_long_everywhere(files):
    for path, file in files.items():
        if path.endswith(".json"):
            (document,) = json.loads(file.text)
            tensors = [*document["input_desc"], *document["output_desc"]]
            lengths = {len(tensor[key]) for tensor in tensors for key in ("type", "format")}
            assert len(lengths) == 1, path
