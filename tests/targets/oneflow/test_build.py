"""The build driver with a wheel and a compiler that only seem to be there."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from opgen.ops import OpSet
from tests.requirements import needs
from tests.targets.kernel_tree import render, write

OPS = ("leaky_relu_yzh", "square")

COMPILER = '''#!{python}
"""Notes how it is called; writes an output, and a depfile with what the source includes."""
import re, sys
arguments = sys.argv[1:]
if arguments == ["--version"]:
    sys.exit(print("a compiler"))
output = arguments[arguments.index("-o") + 1]
with open({log!r}, "a") as log:
    log.write(" ".join(arguments) + "\\n")
if "-c" in arguments:
    source = arguments[arguments.index("-c") + 1]
    files = re.findall(r'^#include "(/.*)"$', open(source).read(), re.M)
    with open(arguments[arguments.index("-MF") + 1], "w") as depfile:
        depfile.write("out: " + " ".join([source, *files]))
open(output, "w").write("made")
'''


@pytest.fixture(scope="module")
def tree(model: OpSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("generated")
    few = OpSet(tuple(op for op in model.ops if op.name in OPS))
    return write(root, render(few, ("kernels", "oneflow.python")))


@pytest.fixture
def place(tree: Path, tmp_path: Path) -> Path:
    """A folder with a wheel and a compiler, and two operators in a library of the tree."""
    site = tmp_path / "site"
    (site / "oneflow" / "include" / "glog-build" / "glog").mkdir(parents=True)
    (site / "oneflow" / "__init__.py").touch()
    (site / "oneflow" / "include" / "glog-build" / "glog" / "logging.h").touch()
    (site / "oneflow.libs").mkdir()
    for name in ("liboneflow-1a.so", "libof_protoobj-2b.so", "libprotobuf-3c.so.3.9.2.0"):
        (site / "oneflow.libs" / name).touch()
    (site / "oneflow-0.9.0.dist-info").mkdir()
    (site / "oneflow-0.9.0.dist-info" / "METADATA").write_text("Name: oneflow\nVersion: 0.9.0\n")
    compiler = tmp_path / "compiler"
    compiler.write_text(COMPILER.format(python=sys.executable, log=str(tmp_path / "log")))
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    for op in OPS:
        (tree / "oneflow" / "custom" / op).mkdir(parents=True, exist_ok=True)
        (tree / "oneflow" / "custom" / op / f"{op}_op.cpp").write_text("// first")
    return tmp_path


def driven(tree: Path, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (place / "log").write_text("")
    return subprocess.run(
        [sys.executable, str(tree / "oneflow" / "opgen_oneflow_build.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(place / "site"),
            "CXX": str(place / "compiler"),
            "OPGEN_LIB_ROOT": str(place / "lib"),
        },
    )


def compiled(place: Path) -> list[str]:
    """Return the units that were compiled, without the kernels."""
    calls = [line.split() for line in (place / "log").read_text().splitlines()]
    sources = [Path(call[call.index("-c") + 1]) for call in calls if "-c" in call]
    return sorted(path.stem for path in sources if "custom_oneflow" in path.parts)


def test_only_what_changed_is_compiled_again(tree: Path, place: Path) -> None:
    first = driven(tree, place, "custom", "--each", "--times")
    assert first.returncode == 0, first.stderr
    assert compiled(place) == ["leaky_relu_yzh", "library", "square"]
    reported = sorted(line.split()[-1] for line in first.stderr.splitlines())
    assert reported == ["leaky_relu_yzh", "library", "square"]
    again = driven(tree, place, "custom", "--each", "--times")
    assert (compiled(place), again.stdout, again.stderr) == ([], first.stdout, "")
    (tree / "oneflow" / "custom" / "square" / "square_op.cpp").write_text("// second")
    changed = driven(tree, place, "custom", "--each")
    assert compiled(place) == ["square"]
    # The name follows from the content; this compiler always makes the same.
    assert Path(changed.stdout.strip()).name.startswith("libcustom_oneflow-")
    assert changed.stdout != first.stdout


def test_few_operators_are_one_unit(tree: Path, place: Path) -> None:
    assert driven(tree, place, "custom").returncode == 0
    assert compiled(place) == ["unit0"]


def test_flags_are_those_of_the_wheel(tree: Path, place: Path) -> None:
    assert driven(tree, place, "custom").returncode == 0
    calls = [line.split() for line in (place / "log").read_text().splitlines()]
    (unit,) = (call for call in calls if call[-1].endswith(".o") and "unit0.cc" in " ".join(call))
    assert "-D_GLIBCXX_USE_CXX11_ABI=0" in unit
    includes = [flag for flag in unit if flag.startswith(("-I", "-isystem"))]
    headers = next(flag for flag in includes if "oneflow-headers-" in flag)
    # Headers that shadow those of the wheel come first, and its own directory never.
    assert includes.index(f"-I{tree / 'oneflow' / 'compat'}") < includes.index(headers)
    assert not any(flag.endswith("site/oneflow/include") for flag in includes)
    links = Path(headers.removeprefix("-isystem"))
    assert (links / "glog" / "logging.h").is_symlink()
    assert (links / "oneflow").is_symlink()
    link = calls[-1]
    for name in ("liboneflow-1a.so", "libof_protoobj-2b.so", "libprotobuf-3c.so.3.9.2.0"):
        assert f"-l:{name}" in link
    assert f"-Wl,-rpath,{place / 'site' / 'oneflow'}:{place / 'site' / 'oneflow.libs'}" in link


def test_a_wheel_that_is_not_whole_is_reported(tree: Path, place: Path) -> None:
    (place / "site" / "oneflow.libs" / "liboneflow-1a.so").unlink()
    done = driven(tree, place, "custom")
    assert done.returncode == 1
    assert done.stderr.strip() == f"{place / 'site' / 'oneflow.libs'} has 0 files liboneflow-*.so"


def test_another_version_of_the_wheel_is_refused(tree: Path, place: Path) -> None:
    metadata = place / "site" / "oneflow-0.9.0.dist-info" / "METADATA"
    metadata.write_text("Name: oneflow\nVersion: 1.0.0\n")
    done = driven(tree, place, "custom")
    assert done.returncode == 1
    expected = f"operators are built against oneflow 0.9.0, {sys.executable} has 1.0.0"
    assert done.stderr.strip() == expected


@needs("cmake", "compiler")
def test_cmake_compiles_the_same_files_with_the_same_flags(tree: Path, place: Path) -> None:
    assert driven(tree, place, "custom").returncode == 0
    unit = (place / "log").read_text().partition("unit0.cc")[2].splitlines()[0]
    flags = [flag for flag in unit.split() if flag.startswith("-D")]
    configured = subprocess.run(
        [
            "cmake",
            *("-S", str(tree / "oneflow"), "-B", str(place / "cmake")),
            f"-DPython3_EXECUTABLE={sys.executable}",
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(place / "site")},
    )
    assert configured.returncode == 0, configured.stderr
    commands = json.loads((place / "cmake" / "compile_commands.json").read_text())
    sources = {Path(command["file"]).name: command["command"] for command in commands}
    kernels = {name for name in sources if name.endswith(".cc")}
    assert {f"{op}_cpu.cc" for op in OPS} < kernels
    (united,) = (text for name, text in sources.items() if name not in kernels)
    assert all(flag in united.split() for flag in flags)
    assert united.index("/oneflow/compat") < united.index("oneflow-headers-")
    files = next((place / "cmake").rglob("unity_0_cxx.cxx")).read_text()
    for op in OPS:
        assert f"/custom/{op}/{op}_op.cpp" in files
    assert "custom_oneflow/_binding.cpp" in files
