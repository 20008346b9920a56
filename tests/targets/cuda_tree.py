"""CUDA kernels where there is no GPU: compiled by nvcc, and as C++ that runs on the host."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.targets.kernel_tree import STRICT, STUB

CUDA = 2
"""The device code of CUDA at the C ABI."""


def fill_cuda(root: Path, bodies: Mapping[str, str], library: str = "custom") -> None:
    """Write the bodies of CUDA kernels into their stubs."""
    for name, body in bodies.items():
        file = root / "kernels" / library / name / f"{name}_cuda.cu"
        text, count = STUB.subn(lambda _, body=body: body, file.read_text(encoding="utf-8"))
        assert count == 1, file
        file.write_text(text, encoding="utf-8")


def build_cuda(
    root: Path, library: str = "custom", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Compile the kernels of a tree, those for CUDA with nvcc; suffer no warning of it."""
    return subprocess.run(
        [sys.executable, str(root / "kernels" / "opgen_build.py"), library, "--cuda"],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "CXXFLAGS": "-O0 -Werror",
            "NVCCFLAGS": "-Werror all-warnings",
            **environment,
        },
    )


def build_emulated(root: Path, output: Path, library: str = "custom") -> Path:
    """Compile the CUDA kernels as C++, which works on the host, with their entry points."""
    folder = root / "kernels" / library
    sources = [
        path
        for end in ("_infer.cc", "_cuda_entry.cc", "_cuda.cu")
        for path in folder.glob(f"*/*{end}")
    ]
    command = [shutil.which("c++") or "g++", "-x", "c++", "-std=c++17", "-Wall", "-Wextra", "-fPIC"]
    command += [*STRICT.split(), f"-I{root / 'kernels'}", "-shared", *map(str, sorted(sources))]
    done = subprocess.run(
        [*command, "-o", str(output)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return output
