"""Each mistake in a spec gives its code at its place, and nothing else."""

import re
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, load_model

CASES = sorted((Path(__file__).parent / "fail").glob("*.td"))
EXPECTED = re.compile(r"// ERR: (OPG\d{4}) (\d+):(\d+)\s")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_mistake_is_reported_at_its_place(path: Path) -> None:
    diagnostics = Diagnostics()
    load_model(Request(default_project(path.parent), (path,)), diagnostics)
    found = [(d.code, *d.span.position) for d in diagnostics.sorted() if d.span]
    code, line, column = EXPECTED.match(path.read_text()).groups()
    assert found == [(code, int(line), int(column))]


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    spec = tmp_path / "many.td"
    spec.write_text(
        'include "opgen/OpBase.td"\n'
        'def AOp : Op<"a"> { let input = (ins Tensor:$x); let output = (outs Tensor:$if); }\n'
        'def BOp : Op<"B", [NoGrad]> { let input = (ins Tensor:$x, Tensor:$x);'
        " let output = (outs Tensor:$y); }\n"
    )
    diagnostics = Diagnostics()
    load_model(Request(default_project(tmp_path), (spec,)), diagnostics)
    assert {d.code for d in diagnostics.items} >= {"OPG0302", "OPG0303", "OPG0304", "OPG0309"}
