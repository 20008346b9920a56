"""Committed CUDA kernels of the zoo: nvcc takes one of each kind, for two architectures."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.requirements import needs

KERNELS = Path(__file__).parents[2] / "generated" / "kernels"
KINDS = [
    ("softmax", "sum", "max_grad", "layer_norm_grad"),
    ("gelu_grad_grad", "add_grad", "linear", "adamw_step"),
]
"""Over rows, axes and batches; long expressions, broadcasting, products, several results."""


@needs("nvcc")
@pytest.mark.parametrize("ops", KINDS, ids=" ".join)
def test_nvcc_takes_them_without_a_warning(ops: tuple[str, ...], tmp_path: Path) -> None:
    source = tmp_path / "kernels.cu"
    source.write_text("".join(f'#include "zoo/{op}/{op}_cuda.cu"\n' for op in ops))
    command = ["nvcc", "-std=c++17", "-O2", "--extended-lambda", "--expt-relaxed-constexpr"]
    command += ["-Xcompiler=-fPIC,-Wall,-Wextra", "-Werror", "all-warnings", "--threads", "2"]
    command += [f"-gencode=arch=compute_{arch},code=sm_{arch}" for arch in (80, 90)]
    command += [f"-I{KERNELS}", "-c", str(source), "-o", str(tmp_path / "kernels.o")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
