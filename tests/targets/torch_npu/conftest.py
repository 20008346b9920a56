"""A tree of the committed specs for torch_npu, and the Python that has it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from opgen.cli.main import run
from opgen.runners import Row, Runner
from tests.build.project import ROOT


@pytest.fixture(scope="session")
def npu_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What comes out of the specs of `custom` for torch_npu, with the committed kernels."""
    root = tmp_path_factory.mktemp("npu") / "generated"
    specs = sorted(str(path) for path in (ROOT / "specs").glob("*.td"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        assert run(["build", "-q", "-o", str(root), "-t", "torch_npu", *specs]) == 0
    for source in (ROOT / "generated" / "kernels" / "custom").glob("*/*.cc"):
        shutil.copy(source, root / source.relative_to(ROOT / "generated"))
    return root


@pytest.fixture(scope="session")
def whole_npu_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What comes out of all specs for Ascend, not to be compiled."""
    root = tmp_path_factory.mktemp("npu") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        assert run(["build", "-q", "-o", str(root), "-t", "torch_npu", "-t", "ascendc"]) == 0
    return root


@pytest.fixture(scope="session")
def npu_python() -> str:
    """The Python that has torch_npu; tests that need it say so."""
    return os.environ.get("OPGEN_PYTHON_TORCH_NPU", "")


@pytest.fixture(scope="session")
def verified(npu_tree: Path, npu_python: str) -> Callable[..., list[Row]]:
    """Return what `opgen verify` finds out about operators."""

    def verify(*ops: str) -> list[Row]:
        runner = Runner(npu_tree, {"torch_npu": npu_python}, quick=True)
        return list(runner.verify(ops, ["torch_npu"]))

    return verify
