"""A generated tree of the operators in ``specs/calls.td``, kernels filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from tests.calls.bodies import BODIES
from tests.targets.kernel_tree import STRICT, build, fill, write

SPEC = Path(__file__).parent / "specs" / "calls.td"
TARGETS = ("samples", "kernels", "numpy", "pytorch")


@pytest.fixture(scope="session")
def model() -> OpSet:
    return _prepared()[0]


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    model, files = _prepared()
    root = write(tmp_path_factory.mktemp("calls"), files)
    assert {op.name for op in model.ops} == BODIES.keys()
    fill(root, BODIES, "calls")
    build(root, "calls", CXXFLAGS=STRICT)
    return root


def _prepared():
    diagnostics = Diagnostics()
    request = Request(default_project(SPEC.parent), (SPEC,), TARGETS)
    prepared = prepare(request, diagnostics)
    assert [d.message for d in diagnostics.sorted()] == []
    return prepared.model, {file.path: file for file in prepared.files}
