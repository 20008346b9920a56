"""Every committed CUDA kernel compiles without a warning for the GPUs of the build script."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.requirements import needs

KERNELS = Path(__file__).parents[2] / "generated" / "kernels"
SOURCES = sorted(path.relative_to(KERNELS) for path in KERNELS.glob("*/*/*.cu"))
FLAGS = ["-std=c++17", "--extended-lambda", "--expt-relaxed-constexpr", "-Werror", "all-warnings"]
FLAGS += ["-Xcompiler=-Wall,-Wextra,-Werror", "-Xcicc=-O0", "-Xptxas=-O0"]
"""Those of the build script, without optimization, which takes most of the time."""

GROUPS = 4
"""So many units have all kernels: most of a kernel's time goes into headers that they share."""


def compiled(unit: Path, arch: str) -> str:
    """Compile a unit for an architecture; return what nvcc says against it."""
    command = ["nvcc", *FLAGS, f"-I{KERNELS}", f"-arch=sm_{arch}", "-c", str(unit)]
    output = unit.with_name(f"{unit.stem}_{arch}.o")
    done = subprocess.run(
        [*command, "-o", str(output)], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else f"{unit.name}: {done.stdout}{done.stderr}"


@needs("nvcc")
@pytest.mark.parametrize("arch", ["80", "90"])
def test_kernels_compile_without_a_warning(tmp_path: Path, arch: str) -> None:
    units = []
    for number in range(GROUPS):
        unit = tmp_path / f"kernels_{number}.cu"
        unit.write_text("".join(f'#include "{path}"\n' for path in SOURCES[number::GROUPS]))
        units.append(unit)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(compiled, units, [arch] * GROUPS))
    assert [text for text in said if text] == []
