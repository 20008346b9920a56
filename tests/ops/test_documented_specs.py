"""Every spec in docs/spec.md and docs/mlir.md builds."""

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, prepare
from tests.build.pages import blocks, page

PAGES = map(page, ("docs/spec.md", "docs/mlir.md"))
SPECS = [block.text for text in PAGES for block in blocks(text, "tablegen")]


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
