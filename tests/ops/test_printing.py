"""Operators printed as a spec are read back as they were."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.ops.printing import model_text
from opgen.ops.shapes.terms import ShapeCheck
from opgen.pipeline import Request, prepare

ROOT = Path(__file__).parents[2]
DOCUMENTED = re.findall(
    r"```tablegen\n(.*?)```", (ROOT / "docs" / "spec.md").read_text(), re.DOTALL
)


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
        left_out = {"span", "origin"}
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


def assert_reads_back(model: OpSet, tmp_path: Path) -> None:
    spec = tmp_path / "printed.td"
    spec.write_text(model_text(model))
    again = read(tmp_path, spec)
    assert [op.id for op in again.ops] == [op.id for op in model.ops]
    for op, other in zip(model.ops, again.ops, strict=True):
        found, expected = plain(other)[1], plain(op)[1]
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
    model = read(spec.parent, spec)
    written = set(re.findall(r"^def (\w+)Op\b", text, re.MULTILINE))
    if {op.class_name for op in model.ops} - written:
        # Backward operators made from formulas have a rule that no spec can say.
        assert "expr" in text
        return
    assert_reads_back(model, tmp_path)
