"""The operators of the committed specs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from tests.build.project import ROOT


@cache
def committed_model() -> OpSet:
    """All of them, those that gradients were derived for included; there is no mistake."""
    diagnostics = Diagnostics()
    project = replace(default_project(ROOT), include_dirs=(ROOT / "specs/include",))
    prepared = prepare(Request(project, (ROOT / "specs",), ("docs",)), diagnostics)
    assert diagnostics.items == []
    assert prepared.model is not None
    return prepared.model
