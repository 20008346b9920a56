"""The zoo's CUDA kernels that were filled in by hand, where there needn't be a GPU.

Compiled as C++ they work on the host. Here they take the place of the kernels for the CPU, so that
all checks of the NumPy package are checks of them: samples, dtypes, gradients, what is refused.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from opgen.runners import Outcome, Runner
from tests.build.project import ROOT
from tests.requirements import needs

GENERATED = ROOT / "generated"
BASE = GENERATED / ".opgen/base/kernels/zoo"
BY_HAND = sorted(
    path.parent.name for path in BASE.glob("*/*_cuda.cu") if "not_written" in path.read_text()
)

GRADIENTS = {path.name for op in BY_HAND for path in BASE.glob(f"{op}_grad*")}


def _emulated(root: Path) -> Path:
    """Copy the generated tree with a library zoo that computes as its CUDA kernels do."""
    sources = shutil.ignore_patterns("*.cc", "*_torch", "__pycache__", "cache", ".opgen")
    shutil.copytree(GENERATED, root, ignore=sources)
    ops = sorted(GRADIENTS.union(BY_HAND))
    for half in range(2):
        texts = [_unit(op) for op in ops[half::2]]
        file = root / f"kernels/zoo/emulated/emulated_{half}.cc"
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(texts))
    return root


def _unit(op: str) -> str:
    """Return the C++ that has the entry point for the CPU call the kernel for CUDA."""
    entry = (GENERATED / f"kernels/zoo/{op}/{op}_cuda_entry.cc").read_text()
    entry = entry.replace(f"zoo_{op}_cuda(", f"zoo_{op}_cpu(")
    entry = entry.replace('  entry.device(OPGEN_CUDA, "cuda");\n', "")
    infer = GENERATED / f"kernels/zoo/{op}/{op}_infer.cc"
    return f'#include "{infer}"\n{entry}#include "zoo/{op}/{op}_cuda.cu"\n'


@needs("numpy", "compiler")
def test_every_check_passes_with_the_kernels_for_cuda(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BY_HAND
    root = _emulated(tmp_path / "generated")
    monkeypatch.setenv("CXXFLAGS", "-O0 -Werror")
    runner = Runner(root, {"numpy": sys.executable}, jobs=os.cpu_count() or 1)
    rows = list(runner.verify([f"zoo.{op}" for op in BY_HAND], ["numpy"]))
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    passed = {row.op for row in rows if row.outcome is Outcome.PASSED}
    assert passed == {f"zoo.{op}" for op in BY_HAND}


def test_no_kernel_is_left_to_write() -> None:
    texts = {path.name: path.read_text() for path in GENERATED.glob("kernels/zoo/*/*_cuda.cu")}
    assert [name for name, text in texts.items() if "not_written" in text] == []
    assert len(texts) == len(list(BASE.iterdir()))
