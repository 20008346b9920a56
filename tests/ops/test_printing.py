"""Operators printed as a spec are read back as they were."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Op, OpSet
from opgen.ops.printing import model_text
from opgen.ops.shapes.terms import ShapeCheck
from opgen.pipeline import Request, prepare
from tests.build.pages import blocks, page
from tests.build.project import ROOT

DOCUMENTED = [block.text for block in blocks(page("docs/spec.md"), "tablegen")]


def read(directory: Path, *files: Path) -> OpSet:
    diagnostics = Diagnostics()
    project = replace(default_project(directory), include_dirs=(ROOT / "specs" / "include",))
    prepared = prepare(Request(project, files), diagnostics)
    assert [d.message for d in diagnostics.sorted() if d.is_error] == []
    assert prepared.model is not None
    return prepared.model


def plain(value):
    """Return data without places in files; an object becomes its type and fields."""
    if isinstance(value, Enum):
        return str(value)
    if is_dataclass(value):
        left_out = {"span", "reference_span", "origin"}
        shown = [f.name for f in fields(value) if f.name not in left_out]
        found = {name: plain(getattr(value, name)) for name in shown}
        if isinstance(value, ShapeCheck):
            found["message"] = joined(found["message"])
        return type(value).__name__, found
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return sorted(map(str, value)) if isinstance(value, frozenset) else value


def joined(message):
    """Return a message with the pieces of text between formulas as one."""
    pieces: list[object] = []
    for piece in message:
        if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
            pieces[-1] += piece
        elif piece != "":
            pieces.append(piece)
    return pieces


def without_added(op: Op) -> Op:
    """Return ``op`` without the samples that rules add: other ones if it was made."""
    samples = tuple(sample for sample in op.samples if not sample.is_added)
    return replace(op, samples=samples, errors=())


def assert_reads_back(model: OpSet, tmp_path: Path, *, made: bool = False) -> None:
    """Compare a model with what is read from its text; ``made`` if operators were derived."""
    spec = tmp_path / "printed.td"
    spec.write_text(model_text(model))
    again = read(tmp_path, spec)
    assert [op.id for op in again.ops] == [op.id for op in model.ops]
    for op, other in zip(model.ops, again.ops, strict=True):
        pair = (other, op)
        if made and op.name.endswith("_grad"):
            pair = tuple(map(without_added, pair))
        found, expected = (plain(each)[1] for each in pair)
        for name in expected:
            assert found[name] == expected[name], (op.name, name)


def test_the_specs_read_back(tmp_path: Path) -> None:
    assert_reads_back(read(ROOT, *sorted((ROOT / "specs").glob("*.td"))), tmp_path)


def test_operators_called_in_all_ways_read_back(tmp_path: Path) -> None:
    spec = ROOT / "tests" / "calls" / "specs" / "calls.td"
    assert_reads_back(read(spec.parent, spec), tmp_path)


@pytest.mark.parametrize("text", DOCUMENTED, ids=range(len(DOCUMENTED)))
def test_documented_specs_read_back(text: str, tmp_path: Path) -> None:
    spec = tmp_path / "given" / "spec.td"
    spec.parent.mkdir()
    spec.write_text(text)
    assert_reads_back(read(spec.parent, spec), tmp_path, made=True)


def test_operators_of_the_zoo_read_back(tmp_path: Path) -> None:
    """Backward operators made of formulas too, and those of second derivatives."""
    files = [f for f in sorted((ROOT / "specs").rglob("*.td")) if "include" not in f.parts]
    model = read(ROOT, *files)
    defined = {name for f in files for name in re.findall(r'Op<"(\w+)"', f.read_text())}
    made = {op.name for op in model.ops} - defined
    assert any(name.endswith("_grad_grad") for name in made)
    assert_reads_back(model, tmp_path, made=True)
