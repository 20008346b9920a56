"""What the ``mindspore`` target writes, as text: ownership, symbols, adapters, Python 3.8."""

from __future__ import annotations

import ast
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Device, DeviceSupport, OpSet, SameAs
from opgen.outputs import Ownership, RenderedFile
from opgen.pipeline import Request, prepare
from opgen.targets.mindspore.target import MindsporeTarget
from tests.build.project import ROOT
from tests.requirements import needs
from tests.targets.kernel_ops import feature_ops
from tests.targets.kernel_tree import render, write
from tests.targets.ops_by_hand import attribute, custom_model, make_op
from tests.targets.torch_ops import torch_ops

MODEL = OpSet((*custom_model(*feature_ops()).ops, *torch_ops()))


@pytest.fixture(scope="module")
def files() -> dict[str, RenderedFile]:
    return render(MODEL, ["mindspore"])


@pytest.fixture(scope="module")
def zoo() -> dict[str, RenderedFile]:
    project = replace(default_project(ROOT), include_dirs=(ROOT / "specs" / "include",))
    request = Request(project, (ROOT / "specs" / "zoo",), ("kernels",))
    model = prepare(request, Diagnostics()).model
    assert model is not None
    return render(model, ["mindspore"])


def test_nothing_is_the_developers_to_edit(files: dict[str, RenderedFile]) -> None:
    assert {file.ownership for file in files.values()} == {Ownership.OWNED}


def test_python_files_parse_as_python_3_8(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        if path.endswith(".py"):
            ast.parse(file.text, path, feature_version=(3, 8))


def test_lines_keep_to_the_width_where_they_can_be_broken(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        if path.endswith(("_ms.h", "opgen_mindspore.h", "opgen_mindspore_identity.h")):
            assert [line for line in file.text.splitlines() if len(line) > 110] == [], path


def test_a_renamed_op_says_where_its_files_were() -> None:
    op = replace(make_op("square", "x", "y"), renamed_from="quadrat")
    files = render(OpSet((op,)), ["mindspore"])
    moved = files[f"mindspore/{op.library.name}_mindspore/square/square_ms.h"]
    assert moved.renamed_from == f"mindspore/{op.library.name}_mindspore/quadrat/quadrat_ms.h"


def test_an_op_without_a_cpu_kernel_is_reported() -> None:
    op = replace(make_op("square", "x", "y"), devices=(DeviceSupport(Device.CUDA),))
    diagnostics = Diagnostics()
    assert list(MindsporeTarget().outputs(OpSet((op,)), diagnostics)) == []
    (diagnostic,) = diagnostics.sorted()
    assert diagnostic.code == "OPG0404"
    assert "CPU" in diagnostic.message


def test_each_trap_names_tests_that_are_there() -> None:
    """A guard, a test of it and one without it, or why there is none."""
    here = Path(__file__).parent
    tests = "\n".join(path.read_text() for path in sorted(here.glob("*.py")))
    rows = (ROOT / "docs" / "mindspore.md").read_text().partition("## Traps")[2].splitlines()
    table = [row.strip("| ").split(" | ") for row in rows if row.startswith("| ")]
    assert len(table) > 30
    for trap, _, guarded, unguarded in table[1:]:
        assert "`" in guarded or "*verify*" in guarded or guarded == "as above", trap
        assert "`" in unguarded, trap
        for cell in (guarded.partition("*verify*")[0], unguarded):
            for name in re.findall("`([^`]+)`", cell):
                is_there = f"def {name}(" in tests or f'"{name}": ' in tests
                assert is_there or (here / name).is_file(), name


def test_ops_that_mindspore_has_no_call_for_are_reported() -> None:
    without = make_op("nothing", "x?", "y", shape=SameAs("x"))
    many = make_op("many", " ".join(f"x{at}" for at in range(33)), "y", shape=SameAs("x0"))
    diagnostics = Diagnostics()
    assert list(MindsporeTarget().outputs(OpSet((without, many)), diagnostics)) == []
    found = diagnostics.sorted()
    assert [diagnostic.code for diagnostic in found] == ["OPG0404", "OPG0404"]
    said = " ".join(diagnostic.message for diagnostic in found)
    assert "without a tensor" in said
    assert "at most 32 tensors" in said


def test_attributes_may_be_called_like_options_of_cells() -> None:
    op = make_op("odd", "x", "y", shape=SameAs("x"), attributes=(attribute("debug", "bool", True),))
    text = render(OpSet((op,)), ["mindspore"])[
        f"mindspore/{op.library.name}_mindspore/odd/__init__.py"
    ].text
    assert "debug: bool = True" in text
    assert "debug_: bool | None = None" in text
    assert "opgen_mindspore.options(backward, debug_, func_type)" in text


def test_formulas_that_mindspore_compiles_wrongly_have_no_hybrid_kernel(
    zoo: dict[str, RenderedFile],
) -> None:
    kernels = {path.split("/")[-2] for path in zoo if path.endswith("/hybrid.py")}
    assert {"gelu", "add", "less", "clamp", "batch_norm_inference"} <= kernels
    assert not {"softmax", "sum", "bmm", "adamw_step", "where_grad", "concat"} & kernels


def test_hybrid_kernels_have_one_statement_for_each_step(zoo: dict[str, RenderedFile]) -> None:
    text = zoo["mindspore/zoo_mindspore/less/hybrid.py"].text
    (function,) = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    loop = """\
for i_batch in range(x.shape[0]):
    z[i_batch] = 1.0 if x[i_batch] < y[i_batch] else 0.0"""
    made = "z = output_tensor((x.shape[0],), x.dtype)"
    assert [ast.unparse(line) for line in function.body] == [made, loop, "return z"]


@needs("compiler")
def test_adapters_compile_without_a_warning(tmp_path: Path) -> None:
    root = write(tmp_path, render(MODEL, ["samples", "kernels", "mindspore"]))
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    flags += ["-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{root / 'kernels'}", f"-I{root / 'mindspore'}"]
    for source in sorted(root.glob("mindspore/*/*.cc")):
        command = ["g++", *flags, str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@needs("compiler")
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('double f(opgen_mindspore::Extra& e) { return e.Attr<double>("a"); }', "deleted"),
        ('int f(opgen_mindspore::Extra& e) { return e.Attr<int>("a"); }', "deleted"),
        ('int64_t f(opgen_mindspore::Extra& e) { return e.Attr<int64_t>("a"); }', ""),
    ],
)
def test_attributes_of_types_that_mindspore_lacks_do_not_compile(
    tmp_path: Path, body: str, said: str
) -> None:
    done = _compiled(tmp_path, body, "-D_GLIBCXX_USE_CXX11_ABI=0")
    assert (said in done.stderr) if said else done.returncode == 0


@needs("compiler")
def test_the_wrong_abi_does_not_compile(tmp_path: Path) -> None:
    assert "MindSpore needs -D_GLIBCXX_USE_CXX11_ABI=0" in _compiled(tmp_path, "").stderr


def _compiled(directory: Path, body: str, *flags: str) -> subprocess.CompletedProcess[str]:
    root = write(directory, render(OpSet((make_op("square", "x", "y"),)), ["kernels", "mindspore"]))
    source = directory / "probe.cc"
    source.write_text(f'#include "opgen_mindspore.h"\n{body}\n')
    includes = [f"-I{root / 'kernels'}", f"-I{root / 'mindspore'}"]
    command = ["g++", "-std=c++17", "-fsyntax-only", *flags, *includes, str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
