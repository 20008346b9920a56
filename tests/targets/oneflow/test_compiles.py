"""Everything that the ``oneflow`` target writes compiles against OneFlow's headers, unwarned."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Device, OpSet
from opgen.pipeline import Request, prepare
from tests.requirements import needs
from tests.targets.kernel_tree import render, write

SPEC = Path(__file__).with_name("features.td")
PYTHON = os.environ.get("OPGEN_PYTHON_ONEFLOW", "")
FLAGS = "import json, opgen_oneflow_build as b; print(json.dumps(b.compile_flags(b.Wheel())))"


@pytest.fixture(scope="module")
def model() -> OpSet:
    diagnostics = Diagnostics()
    request = Request(replace(default_project(SPEC.parent)), (SPEC,), ("samples",))
    model = prepare(request, diagnostics).model
    assert model is not None, diagnostics.items
    return model


@pytest.fixture(scope="module")
def tree(model: OpSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    targets = ("kernels", "oneflow.schema", "oneflow.python", "oneflow", "oneflow.tree")
    return write(tmp_path_factory.mktemp("generated"), render(model, targets))


def flags(tree: Path) -> list[str]:
    found = subprocess.run(
        [PYTHON, "-c", FLAGS],
        env={**os.environ, "PYTHONPATH": str(tree / "oneflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    roots = [tree / "kernels", tree, tree / "oneflow", tree / "oneflow" / "compat"]
    return ["-std=c++17", *(f"-I{root}" for root in roots), *json.loads(found.stdout)]


def check(unit: Path, sources: list[Path], options: list[str]) -> None:
    """Check the syntax of sources as one unit; any warning is an error."""
    unit.write_text("".join(f'#include "{source}"\n' for source in sources))
    compiler = os.environ.get("CXX", "c++")
    strict = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror"]
    done = subprocess.run(
        [compiler, *strict, *options, str(unit)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@needs("oneflow", "compiler")
def test_all_attributes_hooks_and_operands_compile(tree: Path) -> None:
    directories = (tree / "oneflow" / "nn", tree / "oneflow" / "nn_oneflow")
    sources = [source for directory in directories for source in sorted(directory.rglob("*.cpp"))]
    check(tree / "unit.cc", sources, flags(tree))


@needs("oneflow", "compiler")
def test_sources_compile_where_a_checkout_has_them(tree: Path) -> None:
    # What OneFlow's build would generate from the dialect and the yaml file.
    built, own = tree / "built" / "oneflow" / "core", tree / "oneflow" / "nn"
    for source, target in (
        ("op_generated.h", "framework/op_generated.h"),
        ("functional.h", "functional/functional.h"),
    ):
        (built / target).parent.mkdir(parents=True, exist_ok=True)
        built_in = "core/functional/functional_api.yaml.h"
        also = f'#include "oneflow/{built_in}"\n' if source == "functional.h" else ""
        (built / target).write_text(also + (own / source).read_text())
    sources = [
        source
        for directory in ("user/ops", "user/kernels", "core")
        for source in sorted((tree / "oneflow" / directory).rglob("*.cpp"))
    ]
    assert len(sources) > len(list(own.rglob("*_op.cpp"))) * 3
    check(tree / "tree.cc", sources, [f"-I{tree / 'built'}", *flags(tree)])


@needs("oneflow", "nvcc")
def test_kernels_for_cuda_compile(model: OpSet, tree: Path) -> None:
    kernels = sorted((tree / "oneflow" / "nn").rglob("*.cu"))
    named = [op.name for op in model.ops if op.support(Device.CUDA)]
    assert [kernel.parent.name for kernel in kernels] == sorted(named)
    unit = tree / "unit.cu"
    unit.write_text("".join(f'#include "{kernel}"\n' for kernel in kernels))
    joined = [option for option in flags(tree) if not option.startswith("-f")]
    options = [option.replace("-isystem", "-isystem=") for option in joined]
    command = ["nvcc", "-c", "-O0", "-Werror", "all-warnings", *options, str(unit)]
    done = subprocess.run(
        [*command, "-o", str(tree / "unit.o")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
