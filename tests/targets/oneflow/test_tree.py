"""``oneflow.tree``: the files in a checkout, and what OneFlow's own build makes of them.

``OPGEN_ONEFLOW_SOURCES`` names a checkout of OneFlow 0.9.0, which stays as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Library, OpSet
from opgen.pipeline import Request, prepare
from tests.frameworks.oneflow_tree import chosen_model
from tests.requirements import needs
from tests.targets.kernel_tree import render, write
from tests.targets.oneflow.test_compiles import flags

SOURCES = Path(os.environ.get("OPGEN_ONEFLOW_SOURCES", "/nonexistent"))
GROUP = re.compile(r"GET_ONEFLOW_\w+_OP_DEFINITIONS")
EDITED = (
    "oneflow/ir/include/OneFlow/OneFlowUserOps.td",
    "oneflow/core/functional/functional_api.yaml",
    "cmake/oneflow.cmake",
    "python/oneflow/framework/docstr/__init__.py",
)
OWN = ("kernels/", "oneflow/user/opgen/", "samples/", "tools/opgen/")
"""Directories that OneFlow doesn't have."""


@cache
def model() -> OpSet:
    return chosen_model()


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    rendered = render(model(), ("kernels", "oneflow.tree"))
    return {path: file.text for path, file in rendered.items()}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of OneFlow's sources with the operators among them."""
    root = tmp_path_factory.mktemp("checkout")
    for name in ("oneflow", "cmake", "tools", "python/oneflow/framework/docstr"):
        shutil.copytree(SOURCES / name, root / name)
    write(root, render(model(), ("kernels", "oneflow.tree")))
    assert applied(root) == [*EDITED]
    assert applied(root) == []
    return root


def applied(root: Path) -> list[str]:
    """Tell the build of the operators; return the files that this changed."""
    command = [sys.executable, str(root / "tools" / "opgen" / "apply.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture
def bare(tmp_path: Path, files: dict[str, str]) -> Path:
    """Only the files of a checkout that are told of the operators."""
    for name in EDITED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("what was there\n")
    for path, text in files.items():
        if "functional_api" in path or path == "tools/opgen/apply.py":
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
    return tmp_path


def test_a_build_is_told_of_operators_once(bare: Path) -> None:
    assert applied(bare) == [*EDITED]
    assert applied(bare) == []
    texts = [(bare / name).read_text() for name in EDITED]
    for text in texts:
        assert text.startswith("what was there\n")
        assert text.count("opgen: begin") == text.count("opgen: end") == 1
    assert 'include "OneFlow/OneFlowZooOps.td"' in texts[0]
    assert texts[1].count("=> ") == len(model().ops)
    assert "include(opgen_kernels)" in texts[2]
    assert "from .opgen_custom import *" in texts[3]


def test_a_library_that_went_away_leaves_the_build_and_other_text_stays(bare: Path) -> None:
    applied(bare)
    yaml_file = bare / EDITED[1]
    yaml_file.write_text(yaml_file.read_text() + "added later\n")
    (bare / "oneflow/core/functional/zoo_functional_api.yaml").unlink()
    assert applied(bare) == [EDITED[0], EDITED[1], EDITED[3]]
    text = yaml_file.read_text()
    assert "zoo_" not in text
    assert "leaky_relu_yzh" in text
    assert text.startswith("what was there\n")
    assert text.endswith("# opgen: end\nadded later\n")


@pytest.mark.parametrize("name", EDITED)
def test_a_build_that_cannot_be_told_stays_as_it_is(bare: Path, name: str) -> None:
    comment = "//" if name.endswith(".td") else "#"
    (bare / name).write_text(f"{comment} opgen: begin\nno end\n")
    command = [sys.executable, str(bare / "tools" / "opgen" / "apply.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}: ")
    others = [other for other in EDITED if other != name]
    assert all((bare / other).read_text() == "what was there\n" for other in others)


@needs("oneflow-sources")
def test_files_lie_where_the_checkouts_own_do(files: dict[str, str]) -> None:
    for path in files:
        assert not (SOURCES / path).exists(), path
        if not path.startswith(OWN):
            directory = (SOURCES / path).parent
            kind = re.search(r"(_op|_kernel|_functor)?\.\w+$", path)[0]
            pattern = f"*{kind}" if "test_" not in path else "test_*.py"
            assert list(directory.glob(pattern)), f"nothing like {path} in {directory}"


@needs("oneflow-sources", "cmake")
def test_its_build_finds_the_sources(checkout: Path, files: dict[str, str]) -> None:
    text = (checkout / "cmake" / "oneflow.cmake").read_text()
    start = text.index("# source_group")
    listing = text[start : text.index("# clang format", start)]
    script = checkout / "listed.cmake"
    script.write_text(
        f"""set(PROJECT_SOURCE_DIR "{checkout}")
set(RPC_BACKEND GRPC)
set(BUILD_CUDA ON)
function(source_group)
endfunction()
{listing}
foreach(file IN LISTS of_all_obj_cc)
  message("${{file}}")
endforeach()
"""
    )
    done = subprocess.run(["cmake", "-P", str(script)], capture_output=True, text=True, check=True)
    built = {line.removeprefix(f"{checkout}/") for line in done.stderr.splitlines()}
    wanted = {path for path in files if re.match(r"oneflow/(core|user)/.*\.(cpp|cu|h)$", path)}
    assert len(wanted) > 3 * len(model().ops)
    assert wanted <= built


@needs("oneflow-sources")
def test_its_generator_declares_the_functions(checkout: Path, tmp_path: Path) -> None:
    for name in ("oneflow/core/functional", "oneflow/api/python/functional"):
        (tmp_path / name).mkdir(parents=True)
    script = checkout / "tools" / "functional" / "generate_functional_api.py"
    command = [sys.executable, str(script), "--project_source_dir", str(checkout)]
    subprocess.run([*command, "--export_pybind"], cwd=tmp_path, check=True)
    header = (tmp_path / "oneflow/core/functional/functional_api.yaml.h").read_text()
    declared = {normalised(line) for line in header.splitlines() if line.endswith(";")}
    out_of_tree = render(model(), ("oneflow.schema", "oneflow.python", "oneflow"))
    for library in ("custom", "zoo"):
        own = out_of_tree[f"oneflow/{library}/functional.h"].text
        functions = re.findall(r"^Maybe<[^;]*;", own, re.MULTILINE)
        assert len(functions) == len(model().in_library(library_of(library)))
        assert {normalised(function) for function in functions} <= declared
    bound = (tmp_path / "oneflow/api/python/functional/functional_api.yaml.pybind.cpp").read_text()
    for op in model().ops:
        assert f'{{"{op.registered_name}", (PyCFunction)' in bound


def library_of(name: str) -> Library:
    return next(library for library in model().libraries if library.name == name)


def normalised(declaration: str) -> str:
    return "".join(declaration.split())


def schema(checkout: Path) -> dict[str, str]:
    """Return what OneFlow's build generates of the dialect."""
    include = checkout / "oneflow" / "ir" / "include"
    groups = GROUP.findall((include / "OneFlow" / "OneFlowUserOps.td").read_text())
    defines = (*dict.fromkeys(groups), "REMOVE_ONEFLOW_MLIR_ONLY_OP_DEFINITIONS")
    diagnostics = Diagnostics()
    project = replace(default_project(include), include_dirs=(include,), defines=defines)
    spec = include / "OneFlow" / "OneFlowOps.td"
    request = Request(project, (spec,), ("oneflow.schema",))
    prepared = prepare(request, diagnostics)
    assert not diagnostics.items
    return {file.path: file.text for file in prepared.files}


@needs("oneflow-sources")
def test_its_dialect_has_the_operators(checkout: Path) -> None:
    written = schema(checkout)["oneflow/core/framework/op_generated.cpp"]
    assert written.count("\nREGISTER_USER_OP(") == 661 + len(model().ops)
    own = render(model(), ("oneflow.schema",))
    for library in ("custom", "zoo"):
        registered = blocks(own[f"oneflow/{library}/op_generated.cpp"].text)
        assert len(registered) == len(model().in_library(library_of(library)))
        assert {*registered} <= {*blocks(written)}


def blocks(text: str) -> Sequence[str]:
    return re.findall(r'^REGISTER_USER_OP\(".*?^;$', text, re.MULTILINE | re.DOTALL)


@needs("oneflow-sources", "oneflow", "compiler")
def test_sources_compile_against_its_headers(checkout: Path, tmp_path: Path) -> None:
    # What its build generates; the pragma, because here many sources are one unit.
    for path, text in schema(checkout).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"#pragma once\n{text}")
    for name in ("oneflow/core/functional", "oneflow/api/python/functional"):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
    script = checkout / "tools" / "functional" / "generate_functional_api.py"
    command = [sys.executable, str(script), "--project_source_dir", str(checkout)]
    subprocess.run(command, cwd=tmp_path, check=True)
    # The wheel has third-party headers, but for one that is in the packages for it.
    wheel = write(tmp_path / "wheel", render(model(), ("kernels", "oneflow.python")))
    shutil.rmtree(wheel / "oneflow" / "compat" / "oneflow")
    sources = [
        source
        for name in ("leaky_relu_yzh", "custom_linear", "zoo_layer_norm", "zoo_split")
        for directory in ("user", "core")
        for source in sorted((checkout / "oneflow" / directory).rglob(f"{name}*.cpp"))
    ]
    assert len(sources) > 30
    unit = tmp_path / "unit.cc"
    unit.write_text("".join(f'#include "{source}"\n' for source in sources))
    roots = [tmp_path, checkout, checkout / "kernels", wheel / "oneflow" / "compat"]
    third_party = [option for option in flags(wheel) if not option.startswith("-I")]
    options = ["-std=c++17", "-fsyntax-only", "-w", *(f"-I{root}" for root in roots), *third_party]
    compiler = os.environ.get("CXX", "c++")
    done = subprocess.run(
        [compiler, *options, str(unit)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
