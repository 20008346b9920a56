"""What an operator is tried with: domains in numbers, added samples, calls to be refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import DType, Op
from opgen.ops.domains import ranges
from opgen.pipeline import Request, prepare

HEADER = 'include "opgen/OpBase.td"\n'

CONVOLUTION = """
def SlideOp : Op<"slide", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "1">:$stride);
  let checks = [Check<"rank(x) == 3 and rank(w) == 3">, Check<"stride > 0">,
                Check<"x[1] == w[1]">, Check<"w[2] > 0 and length > 0", "x: too short">];
  let shape_expr = ["length = (x[2] - w[2]) // stride + 1; y = [x[0], w[0], length]"];
  let samples = [Sample<"x:[2,3,7] w:[4,3,2] bias:[4] stride:2">];
  let errors = [Error<"x:[2,3,1] w:[4,3,2]", "too short">];
  let tol = [Tol<F32, "1e-3">];
}
"""

LOOK_UP = """
def LookUpOp : Op<"look_up", [Pure, NoGrad]> {
  let input = (ins Tensor:$table, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F32]>, T<"I", [I64]>];
  let attrs = (ins DefaultValuedAttr<SI64Attr, "0">:$first);
  let dims = "rows width, ... -> ... width";
  let no_split = ["rows"];
  let domain = "table in (-1.5, 2e1] avoid {0, first}; index in [first, table[0])";
  let samples = [Sample<"table:[rows,2] first:1", "rows=5">];
}
"""


def read(tmp_path: Path, text: str) -> Op:
    spec = tmp_path / "spec.td"
    spec.write_text(HEADER + text)
    diagnostics = Diagnostics()
    model = prepare(Request(default_project(tmp_path), (spec,)), diagnostics).model
    assert [d.message for d in diagnostics.items] == []
    return model.ops[0]


def test_samples_are_added_where_formulas_take_them(tmp_path: Path) -> None:
    op = read(tmp_path, CONVOLUTION)
    shapes = {sample.name: sample.shapes for sample in op.samples}
    assert shapes["empty"] == {"x": (0, 3, 7), "w": (4, 3, 2), "bias": (4,)}
    assert shapes["size one"] == {"x": (1, 1, 1), "w": (1, 1, 1), "bias": (1,)}
    assert shapes["without optionals"]["bias"] is None
    assert "no batch" not in shapes
    assert [sample.is_added for sample in op.samples] == [False, True, True, True, True, True]
    *others, last = op.samples
    assert all(dict(sample.attributes) == {"stride": 2} for sample in others)
    assert (last.name, last.attributes) == ("defaults", ())


@pytest.mark.parametrize(
    ("samples", "added"),
    [
        (['"x:[4,6] axis:0 gain:2"'], (4, 6)),
        (['"x:[4,6] axis:-1 gain:2"'], None),
        (['"x:[4,6] axis:0 gain:2"', '"x:[3] gain:3"'], None),
        (['"x:[4,6] axis:0 factor:1 gain:2"', '"x:[3] factor:3 gain:2"'], (4, 6)),
        (['"x:[4,1] axis:0 gain:2"', '"x:[2,6] axis:0 gain:2"'], (2, 6)),
        (['"x:[4,1] axis:0 gain:2"'], None),
    ],
)
def test_a_sample_has_the_defaults(
    tmp_path: Path, samples: list[str], added: tuple[int, ...] | None
) -> None:
    """It has the operands of the first sample that they fit, and what has no default."""
    text = """
def AlongOp : Op<"along", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<SI64Attr, "-1">:$axis, F64Attr:$gain,
                   DefaultValuedAttr<F64Attr, "0.5">:$factor);
  let checks = [Check<"x[axis] > 1">];
  let shape = SameAs<"x">;
  let samples = [SAMPLES];
}
"""
    written = ", ".join(f"Sample<{sample}>" for sample in samples)
    op = read(tmp_path, text.replace("SAMPLES", written))
    defaults = [s for s in op.samples if s.name == "defaults"]
    assert [s.shapes["x"] for s in defaults] == ([added] if added else [])
    assert all(dict(s.attributes) == {"gain": 2.0} and s.is_added for s in defaults)


def test_wrong_calls_are_added_with_what_is_said(tmp_path: Path) -> None:
    op = read(tmp_path, CONVOLUTION)
    said = {error.sample.name: error.message for error in op.errors}
    assert said == {
        "error 1": "too short",
        "wrong size of w": "slide: expected x[1] == w[1], got 3 and 4",
        "wrong rank of w": "slide: expected rank(x) == 3 and rank(w) == 3",
    }


def test_tolerances(tmp_path: Path) -> None:
    assert read(tmp_path, CONVOLUTION).tolerances == ((DType.F32, 1e-3),)


def test_domains_are_numbers_in_each_sample(tmp_path: Path) -> None:
    op = read(tmp_path, LOOK_UP)
    first = ranges(op, op.samples[0])
    assert (first["table"].low, first["table"].high) == (-1.5, 20.0)
    assert first["table"].includes == (False, True)
    assert first["table"].avoided == (0, 1)
    assert (first["index"].low, first["index"].high) == (1, 5)


def test_operands_without_a_shape_get_one_from_letters(tmp_path: Path) -> None:
    sample = read(tmp_path, LOOK_UP).samples[0]
    assert sample.shapes == {"table": (5, 2), "index": (2,)}


def test_a_sample_without_a_value_is_not_added(tmp_path: Path) -> None:
    """With one row, no index is at least 1 and below it."""
    names = [sample.name for sample in read(tmp_path, LOOK_UP).samples]
    assert "size one" not in names
    assert "transposed" in names


@pytest.mark.parametrize(("low", "high", "has"), [("0", "1", False), ("0.5", "1.5", True)])
def test_integers_between_bounds(tmp_path: Path, low: str, high: str, has: bool) -> None:
    text = LOOK_UP.replace("index in [first, table[0])", f"index in ({low}, {high})")
    spec = tmp_path / "spec.td"
    spec.write_text(HEADER + text)
    diagnostics = Diagnostics()
    prepare(Request(default_project(tmp_path), (spec,)), diagnostics)
    assert [d.code for d in diagnostics.items] == ([] if has else ["OPG0314"])
