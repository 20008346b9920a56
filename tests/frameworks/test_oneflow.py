"""Generated operators inside OneFlow: built against its wheel, loaded, compared, misused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import pytest

from opgen.runners import Outcome, Runner
from tests.frameworks.oneflow_tree import OPS, oneflow_tree
from tests.requirements import needs

pytestmark = [needs("oneflow", "compiler")]

PYTHON = os.environ.get("OPGEN_PYTHON_ONEFLOW", "")
PEERS = Path(__file__).with_name("oneflow_peers.py")
MODULES = Path(__file__).with_name("oneflow_modules.py")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", "-O0")
        yield oneflow_tree(tmp_path_factory.mktemp("generated"))


def driven(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, str(tree / "oneflow" / "opgen_oneflow_build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tree: Path) -> subprocess.CompletedProcess[str]:
    return driven(tree, "custom", "zoo", "--times")


def run(tree: Path, code: str, *, rc: int = 0) -> str:
    """Run code with the packages; return what it printed and the last line of its errors."""
    done = subprocess.run(
        [PYTHON, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tree / "oneflow")},
    )
    assert done.returncode == rc, done.stderr
    return done.stdout.strip() + done.stderr.strip().rpartition("\n")[2] * bool(rc)


def test_libraries_compile_without_a_warning_and_once(
    tree: Path, built: subprocess.CompletedProcess[str]
) -> None:
    assert built.returncode == 0, built.stderr
    assert "warning" not in built.stderr
    sys.stdout.write(f"\n{built.stderr}")
    libraries = built.stdout.split()
    assert [Path(path).name.partition("-")[0] for path in libraries] == [
        "libcustom_oneflow",
        "libzoo_oneflow",
    ]
    again = driven(tree, "custom", "zoo", "--times")
    assert (again.stdout, again.stderr) == (built.stdout, "")


@pytest.mark.usefixtures("built")
def test_every_check_of_every_operator_passes(tree: Path) -> None:
    runner = Runner(tree, {"oneflow": PYTHON}, jobs=os.cpu_count() or 1)
    rows = list(runner.verify(OPS, ["oneflow"]))
    kinds = Counter((row.op, row.outcome.value) for row in rows)
    for (op, outcome), number in sorted(kinds.items()):
        sys.stdout.write(f"{op:24} {outcome:8} {number:4}\n")
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    assert {row.op for row in rows if row.outcome is Outcome.PASSED} == {*OPS}


@pytest.mark.usefixtures("built")
def test_operators_compute_what_those_of_oneflow_do(tree: Path) -> None:
    done = subprocess.run(
        [PYTHON, str(PEERS), str(tree)], capture_output=True, text=True, check=False
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row for row in rows if row[2]] == [], done.stderr
    assert len(rows) == 32


def modules_run(tree: Path, *arguments: str) -> tuple[int, int]:
    """Run test modules; return how many tests were run, and of how many examples."""
    command = [PYTHON, str(MODULES), str(tree), *arguments]
    # OneFlow writes the logs of graphs into the working directory.
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tree)
    assert done.returncode == 0, done.stderr
    tests, examples = map(int, done.stdout.split()[-2:])
    return tests, examples


@pytest.mark.usefixtures("built")
def test_generated_test_modules_pass(tree: Path) -> None:
    paths = [
        path for op in OPS for path in (tree / "oneflow").joinpath(*op.split(".")).glob("test_*.py")
    ]
    assert len(paths) == len(OPS)
    tests, _ = modules_run(tree, *map(str, paths))
    assert tests > len(OPS) * 5


@pytest.mark.usefixtures("built")
def test_a_generated_test_module_notices_another_result(tree: Path, tmp_path: Path) -> None:
    (path,) = (tree / "oneflow" / "custom" / "square").glob("test_*.py")
    text = path.read_text()
    assert text.count("return x * x") == 1
    changed = tmp_path / "test_changed.py"
    changed.write_text(text.replace("return x * x", "return x * x * 1.001"))
    command = [PYTHON, str(MODULES), str(tree), str(changed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tree)
    assert done.returncode == 1
    assert "FAILED (failures=2)" in done.stderr  # test_forward and test_edge_cases


@pytest.mark.usefixtures("built")
def test_test_modules_and_documentation_of_a_checkout_pass(tree: Path, tmp_path: Path) -> None:
    checkout = oneflow_tree(tmp_path, "oneflow.tree")
    modules = checkout / "python" / "oneflow" / "test" / "modules"
    ops = [path.name for path in (checkout / "kernels" / "custom").iterdir() if path.is_dir()]
    paths = [
        path
        for name in ("leaky_relu_yzh", "custom_square", "fused_add_scale", "custom_linear")
        for path in modules.glob(f"test_{name}*.py")
    ]
    assert len(paths) == len(ops)
    tests, examples = modules_run(tree, "--checkout", str(checkout), "custom", *map(str, paths))
    assert tests > len(paths) * 4
    assert examples == len(ops)


@pytest.mark.usefixtures("built")
def test_the_users_operator_is_called_as_their_document_says(tree: Path) -> None:
    code = """
        import oneflow as flow, custom_oneflow
        custom_oneflow.install()
        x = flow.tensor([-1.0, 0.5, 3.0], requires_grad=True)
        y = flow._C.leaky_relu_yzh(x, alpha=0.2)
        y.sum().backward()
        print(y.numpy().tolist(), x.grad.numpy().tolist())
    """
    result, gradient = json.loads(f"[{run(tree, code).replace('] [', '], [')}]")
    assert result == pytest.approx([-0.2, 0.5, 3.0])
    assert gradient == pytest.approx([0.2, 1.0, 1.0])


@pytest.mark.usefixtures("built")
def test_a_second_copy_of_a_library_is_refused(tree: Path) -> None:
    code = """
        import custom_oneflow, opgen_oneflow
        try:
            opgen_oneflow.load_library(custom_oneflow.__file__, ["custom_square"])
        except ImportError as error:
            print(error)
    """
    assert "OneFlow has an operator custom_square already" in run(tree, code)


@pytest.mark.usefixtures("built")
def test_a_functor_of_another_signature_does_not_compile(tree: Path) -> None:
    name = "leaky_relu_yzh"
    # What it is like as it was generated, the driver has compiled.
    functor = tree / "oneflow" / "custom" / name / f"{name}_functor.cpp"
    changed = tree / "changed.cpp"
    text = functor.read_text()
    assert text.count("float alpha)") == 1
    changed.write_text(text.replace("float alpha)", "double alpha)"))
    code = f"""
        import subprocess, opgen_oneflow_build as driver
        flags = driver.compile_flags(driver.Wheel())
        places = [driver.ONEFLOW.parent, driver.ONEFLOW, driver.ONEFLOW / "compat"]
        includes = [f"-I{{place}}" for place in [*places, driver.opgen_build.KERNELS]]
        command = ["g++", "-std=c++17", "-fsyntax-only", *includes, *flags, {str(changed)!r}]
        done = subprocess.run(command, capture_output=True, text=True)
        print(done.returncode, done.stderr)
    """
    said = run(tree, code)
    assert said.startswith("1 ")
    assert "differs from the signature" in said


@pytest.mark.usefixtures("built")
def test_an_unwritten_kernel_is_a_row_that_says_where_it_is(tree: Path) -> None:
    kernel = tree / "kernels" / "custom" / "square" / "square_cpu.cc"
    text = kernel.read_text()
    body = text[text.index("  for (") : text.index("  return OPGEN_OK;")]
    stub = '  return opgen::not_written(ctx, "square", "kernel", "square_cpu.cc", __LINE__);\n'
    kernel.write_text(text.replace(body + "  return OPGEN_OK;\n", stub))
    try:
        runner = Runner(tree, {"oneflow": PYTHON})
        rows = list(runner.verify(["custom.square"], ["oneflow"]))
    finally:
        kernel.write_text(text)
    assert "kernel not written (square_cpu.cc:" in rows[-1].detail
    assert rows[-1].outcome is Outcome.FAILED


@needs("cmake", "ninja")
def test_cmake_builds_what_the_loader_loads(tmp_path: Path) -> None:
    tree = oneflow_tree(tmp_path / "generated", names=("custom.leaky_relu_yzh",))
    build = tmp_path / "build"
    options = [f"-DPython3_EXECUTABLE={PYTHON}", "-DCMAKE_CXX_FLAGS=-O0"]
    sources = ["-S", str(tree / "oneflow"), "-B", str(build)]
    subprocess.run(["cmake", "-G", "Ninja", *sources, *options], check=True, capture_output=True)
    done = subprocess.run(
        ["cmake", "--build", str(build)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    code = f"""
        import os
        os.environ["OPGEN_ONEFLOW_LIBRARIES"] = {str(build)!r}
        import oneflow as flow, custom_oneflow
        x = flow.tensor([-1.0, 3.0], requires_grad=True)
        y = custom_oneflow.leaky_relu_yzh(x, 0.5)
        y.sum().backward()
        print(y.numpy().tolist(), x.grad.numpy().tolist())
    """
    assert run(tree, code) == "[-0.5, 3.0] [0.5, 1.0]"
