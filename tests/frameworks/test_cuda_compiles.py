"""Every generated CUDA kernel compiles for the GPUs that the build script is for."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.requirements import needs

KERNELS = Path(__file__).parents[2] / "generated" / "kernels"
SOURCES = sorted(KERNELS.glob("*/*/*.cu"))
FLAGS = ["-std=c++17", "--extended-lambda", "--expt-relaxed-constexpr", "-Werror", "all-warnings"]


def compiled(source: Path, output: Path) -> str:
    """Compile one kernel for two generations of GPUs; return what nvcc says against it."""
    command = ["nvcc", *FLAGS, f"-I{KERNELS}", "-Xcompiler=-Wall,-Wextra,-Werror"]
    command += [f"-gencode=arch=compute_{arch},code=sm_{arch}" for arch in (80, 90)]
    done = subprocess.run(
        [*command, "-c", str(source), "-o", str(output / f"{source.stem}.o")],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else f"{source.name}: {done.stdout}{done.stderr}"


@needs("nvcc")
def test_kernels_compile_without_a_warning(tmp_path: Path) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(compiled, SOURCES, [tmp_path] * len(SOURCES)))
    assert [text for text in said if text] == []
