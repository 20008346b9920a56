"""Operations in MLIR's vocabulary become operators; what can't is left out and reported."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Arity, Attribute, Op, OpSet, SameAs, Trait
from opgen.ops.printing import model_text
from opgen.pipeline import Prepared, Request, prepare
from tests.ops.test_printing import assert_reads_back
from tests.requirements import needs

SPECS = Path(__file__).parent / "specs"


def built(spec: Path, *include: Path, targets: tuple[str, ...] = ("kernels",)) -> tuple:
    diagnostics = Diagnostics()
    project = replace(default_project(spec.parent), include_dirs=include)
    return prepare(Request(project, (spec,), targets), diagnostics), diagnostics.sorted()


def read(spec: Path, *include: Path) -> OpSet:
    prepared, found = built(spec, *include)
    assert found == []
    assert prepared.model is not None
    return prepared.model


def op_named(model: OpSet, name: str) -> Op:
    return next(op for op in model.ops if op.name == name)


def dtypes(op: Op, name: str) -> list[str]:
    tensor = next(t for t in (*op.operands, *op.results) if t.name == name)
    return [dtype.spelling for dtype in op.type_variable(tensor.type_variable).dtypes]


def attribute(op: Op, name: str) -> Attribute:
    return next(a for a in op.attributes if a.name == name)


@pytest.fixture(scope="module")
def signal() -> OpSet:
    return read(SPECS / "signal.td")


def test_names_are_those_of_the_dialect_and_its_operations(signal: OpSet) -> None:
    # `signal` is a module of Python's, which a package of the name would hide.
    assert [library.name for library in signal.libraries] == ["signal_ops"]
    assert [op.name for op in signal.ops] == [
        "blend", "gain", "is_peak", "mix", "offset", "round", "time_shift", "total"
    ]  # fmt: skip
    gain = op_named(signal, "gain")
    assert (gain.class_name, gain.summary) == ("Gain", "x times a factor")
    assert gain.description == "Every element is multiplied by `factor`."


def test_types_become_dtypes_and_traits_tie_them_together(signal: OpSet) -> None:
    mix, round_ = op_named(signal, "mix"), op_named(signal, "round")
    assert {t.type_variable for t in (*mix.operands, *mix.results)} == {"T"}
    assert dtypes(mix, "left") == ["f32", "f64"]
    assert dtypes(round_, "x") == ["f32", "f64"]
    assert dtypes(round_, "y") == ["i32", "i64"]
    assert dtypes(op_named(signal, "is_peak"), "y") == ["bool"]
    # Nothing tells the dtype of this result, so that the caller does.
    assert attribute(round_, "y_dtype").choices == ("i32", "i64")
    assert attribute(round_, "y_dtype").type_variable == round_.results[0].type_variable


def test_traits_give_shape_rules(signal: OpSet) -> None:
    assert op_named(signal, "gain").shape == SameAs("x")
    assert op_named(signal, "total").shape == SameAs("start")
    assert Trait.ELEMENTWISE in op_named(signal, "mix").traits
    assert Trait.ELEMENTWISE not in op_named(signal, "gain").traits
    assert all(Trait.PURE in op.traits for op in signal.ops)
    text = model_text(signal)
    assert 'Broadcast<["a", "b"]>' in text
    assert 'Check<"rank(x) == 2"' in text


def test_arities_and_attributes(signal: OpSet) -> None:
    offset, shift = op_named(signal, "offset"), op_named(signal, "time_shift")
    assert [o.arity for o in offset.operands] == [Arity.SINGLE, Arity.OPTIONAL]
    assert op_named(signal, "total").operands[0].arity is Arity.VARIADIC
    given = [(a.name, a.kind.value, a.default) for a in offset.attributes]
    assert given == [("lag", "i64", 0), ("has_lag", "bool", False), ("negate", "bool", False)]
    given = [(a.name, a.kind.value, a.default, a.choices) for a in shift.attributes]
    assert given == [("by", "i64", None, ()), ("edge", "enum", "nearest", ("zero", "nearest"))]
    assert [check.text for check in shift.checks] == ["by >= 0", "rank(x) == 1"]
    assert [a.name for a in offset.public_attributes] == ["lag", "negate"]


@pytest.mark.parametrize("name", ["signal", "described"])
def test_the_operators_read_back_from_the_prelude(name: str, tmp_path: Path) -> None:
    assert_reads_back(read(SPECS / f"{name}.td"), tmp_path, made=True)


def test_an_operation_may_say_what_the_prelude_says() -> None:
    model = read(SPECS / "described.td")
    assert {"softsign_grad", "product_grad"} < {op.name for op in model.ops}
    assert op_named(model, "softsign").is_differentiable
    assert not op_named(model, "pair").is_differentiable
    assert [check.text for check in op_named(model, "pair").checks] == [
        "rank(x) == 1", "rank(z) == 1", "x[0] == z[0]"
    ]  # fmt: skip


@needs("llvm-headers")
@pytest.mark.parametrize("name", ["signal", "described"])
def test_mlirs_own_includes_give_the_same(name: str) -> None:
    stand_in = model_text(read(SPECS / f"{name}.td"))
    assert model_text(read(SPECS / f"{name}.td", _headers())) == stand_in


def _headers() -> Path:
    return Path(os.environ["OPGEN_LLVM_HEADERS"])


# How many operations there are, and how many of them are read into the model.
DIALECTS = {
    "Arith/IR/ArithOps.td": (51, 50),
    "Complex/IR/ComplexOps.td": (29, 1),
    "Index/IR/IndexOps.td": (26, 0),
    "Linalg/IR/LinalgOps.td": (6, 3),
    "Math/IR/MathOps.td": (46, 46),
    "SCF/IR/SCFOps.td": (12, 0),
    "Shape/IR/ShapeOps.td": (40, 0),
    "Tensor/IR/TensorOps.td": (21, 6),
    "Tosa/IR/TosaOps.td": (94, 53),
    "Vector/IR/VectorOps.td": (39, 0),
}
LEFT_OUT = re.compile(r"operation `([\w.]+)` is left out")


@needs("llvm-tblgen", "llvm-headers")
@pytest.mark.parametrize("name", DIALECTS)
def test_mlirs_dialects_are_read_or_reported(name: str) -> None:
    spec = _headers() / "mlir" / "Dialect" / name
    prepared, found = built(spec, _headers())
    assert isinstance(prepared, Prepared)
    assert [d.message for d in found if d.is_error] == []
    written = {op.span.start for op in prepared.model.ops}
    left_out = {match[1] for d in found if (match := LEFT_OUT.match(d.message))}
    assert (len(written) + len(left_out), len(written)) == DIALECTS[name]
    assert len(_operations(spec)) == DIALECTS[name][0]


def _operations(spec: Path) -> list[str]:
    command = ["llvm-tblgen-22", "--dump-json", f"-I{_headers()}", str(spec)]
    dumped = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    names: list[str] = dumped["!instanceof"]["Op"]
    assert max(Counter(names).values()) == 1
    return names


def test_operators_of_oneflows_dialect_without_a_target_are_reported(tmp_path: Path) -> None:
    include = Path(__file__).parents[2] / "targets" / "oneflow" / "include"
    spec = tmp_path / "foo.td"
    spec.write_text('include "dialect.td"\ndef OneFlow_FooOp : OneFlow_PlainOp<"foo">;\n')
    prepared, found = built(spec, include, targets=("numpy",))
    assert [(d.code, *d.span.position) for d in found] == [("OPG0364", 2, 5)]
    assert [op.name for op in prepared.model.dialect] == ["foo"]
    _, found = built(spec, include, targets=("numpy", "oneflow.schema"))
    assert found == []
