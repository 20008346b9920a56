"""Each mistake in a spec gives its code at its place, and nothing else."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, prepare

CASES = sorted((Path(__file__).parent / "fail").glob("*.td"))
EXPECTED = re.compile(r"// ERR: (OPG\d{4}) (\d+):(\d+)(?: // HELP: (.*))?\s")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_mistake_is_reported_at_its_place(path: Path) -> None:
    diagnostics = Diagnostics()
    prepare(Request(default_project(path.parent), (path,)), diagnostics)
    found = [(d.code, *d.span.position) for d in diagnostics.sorted() if d.span]
    code, line, column, advice = EXPECTED.match(path.read_text()).groups()
    assert found == [(code, int(line), int(column))]
    assert (advice or "") in diagnostics.items[0].help


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    spec = tmp_path / "many.td"
    spec.write_text(
        'include "opgen/OpBase.td"\n'
        'def AOp : Op<"a"> { let input = (ins Tensor:$x); let output = (outs Tensor:$if); }\n'
        'def BOp : Op<"B", [NoGrad]> { let input = (ins Tensor:$x, Tensor:$x);'
        " let output = (outs Tensor:$y); }\n"
    )
    diagnostics = Diagnostics()
    prepare(Request(default_project(tmp_path), (spec,)), diagnostics)
    assert {d.code for d in diagnostics.items} >= {"OPG0302", "OPG0303", "OPG0304", "OPG0309"}


def test_specs_without_an_operator_are_remarked_on(tmp_path: Path) -> None:
    spec = tmp_path / "none.td"
    spec.write_text(
        'class Op<string name> { string opName = name; }\ndef SquareOp : Op<"square">;\n'
    )
    diagnostics = Diagnostics()
    prepare(Request(default_project(tmp_path), (spec,)), diagnostics)
    assert [(d.code, d.is_error) for d in diagnostics.items] == [("OPG0317", False)]


@pytest.mark.parametrize("name", ["numpy", "A B", "../x", 'a"b'])
def test_a_project_library_is_checked_too(tmp_path: Path, name: str) -> None:
    spec = tmp_path / "foo.td"
    spec.write_text(
        'include "opgen/OpBase.td"\ndef FooOp : Op<"foo", [NoGrad]> {\n'
        "  let input = (ins Tensor:$x);\n  let output = (outs Tensor:$y);\n}\n"
    )
    diagnostics = Diagnostics()
    project = replace(default_project(tmp_path), library=name)
    prepared = prepare(Request(project, (spec,)), diagnostics)
    assert [d.code for d in diagnostics.items] == ["OPG0003"]
    assert prepared.plan is None
