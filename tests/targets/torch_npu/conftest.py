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
    _copy_kernels(root, "custom")
    return root


def _copy_kernels(root: Path, library: str) -> None:
    """Put the committed kernels of a library in the place of unwritten ones."""
    for header in (ROOT / "generated" / "kernels" / library).glob("*.h"):
        shutil.copy(header, root / "kernels" / library)
    for directory in filter(Path.is_dir, (root / "kernels" / library).iterdir()):
        for source in (ROOT / "generated" / "kernels" / library / directory.name).glob("*.cc"):
            shutil.copy(source, directory)


@pytest.fixture(scope="session")
def zoo_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What comes out of a part of the zoo: lists of tensors, and seeds."""
    project = tmp_path_factory.mktemp("zoo")
    (project / "specs").mkdir()
    for name in ("joining", "random"):
        shutil.copy(ROOT / "specs" / "zoo" / f"{name}.td", project / "specs")
    include = str(ROOT / "specs" / "include")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        assert run(["build", "-q", "-I", include, "-t", "torch_npu", "specs"]) == 0
    _copy_kernels(project / "generated", "zoo")
    return project / "generated"


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
def verified(npu_python: str) -> Callable[..., list[Row]]:
    """Return what `opgen verify` finds out about operators."""

    def verify(tree: Path, *ops: str) -> list[Row]:
        runner = Runner(tree, {"torch_npu": npu_python}, quick=True)
        return list(runner.verify(ops, ["torch_npu"]))

    return verify
