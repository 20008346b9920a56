"""Every spec in docs/spec.md and docs/mlir.md builds."""

import re
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, prepare

DOCS = Path(__file__).parents[2] / "docs"
SPECS = [
    text
    for name in ("spec.md", "mlir.md")
    for text in re.findall(r"```tablegen\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)
]


@pytest.mark.parametrize("text", SPECS, ids=range(len(SPECS)))
def test_spec_builds(text: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.td"
    spec.write_text(text)
    diagnostics = Diagnostics()
    prepared = prepare(Request(default_project(tmp_path), (spec,)), diagnostics)
    assert [d.message for d in diagnostics.items] == []
    assert prepared.files


def test_the_document_has_specs() -> None:
    assert len(SPECS) >= 4
