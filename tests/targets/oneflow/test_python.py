"""``oneflow.python``: packages, and the driver and the loader beside them, without OneFlow."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from opgen.ops import OpSet
from tests.targets.kernel_tree import render, write

FAKE = """
import types
__version__ = "{version}"
registered = {registered}


class Error(Exception):
    pass


class OpBuilder:
    def __init__(self, name):
        self.name = name

    def build(self):
        if self.name not in registered:
            raise Error(self.name)


for _name in "float16 bfloat16 float32 float64 uint8 int8 int32 int64 bool".split():
    globals()[_name] = "dtype " + _name
_C = types.SimpleNamespace(relu=len)
_oneflow_internal = types.SimpleNamespace(
    one=types.SimpleNamespace(OpBuilder=OpBuilder), exception=types.SimpleNamespace(Exception=Error)
)
"""
"""As much of OneFlow as the loader asks before it builds anything."""


@pytest.fixture(scope="module")
def tree(model: OpSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("generated")
    return write(root, render(model, ("kernels", "oneflow.python")))


@pytest.fixture(scope="module")
def driver(tree: Path) -> ModuleType:
    path = tree / "oneflow" / "opgen_oneflow_build.py"
    spec = importlib.util.spec_from_file_location("opgen_oneflow_build", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(tree: Path, code: str, *, version: str = "0.9.0", registered: tuple[str, ...] = ()) -> str:
    """Run code where a OneFlow of that version seems to be installed; return what it printed."""
    site = tree / f"site-{version}-{len(registered)}"
    site.mkdir(exist_ok=True)
    (site / "oneflow.py").write_text(FAKE.format(version=version, registered=registered))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": f"{site}:{tree / 'oneflow'}"},
    )
    return done.stdout + done.stderr.strip().rpartition("\n")[2]


def test_generated_python_parses_as_python_3_8(tree: Path) -> None:
    paths = [*(tree / "oneflow").rglob("*.py")]
    assert len(paths) > 10
    for path in paths:
        ast.parse(path.read_text(), feature_version=(3, 8))


def test_every_operator_has_a_function_with_its_parameters(tree: Path, model: OpSet) -> None:
    for op in model.ops:
        path = tree / "oneflow" / f"{op.library.name}_oneflow" / op.name / "__init__.py"
        if not path.exists():
            assert any(a.kind.value == "f64[]" for a in op.attributes), op.name
            continue
        (function,) = (
            n for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)
        )
        names = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
        assert function.name == op.name
        assert names >= {argument.name for argument in (*op.operands, *op.attributes)}
        text = ast.get_docstring(function)
        assert ("has no gradient" in text) == (not op.is_differentiable), op.name


def test_the_binding_names_each_function_and_its_arguments(tree: Path) -> None:
    package = tree / "oneflow" / "custom_oneflow"
    text = (package / "_binding.cpp").read_text()
    assert '{"leaky_relu_yzh", "x", "alpha"}' in text
    listed = re.findall(r"^    OPGEN_ROW\((\w+)\),$", text, re.MULTILINE)
    declared = re.findall(r"^constexpr const char\* k(\w+)\[\] =", text, re.MULTILINE)
    modules = [path for path in package.iterdir() if path.is_dir()]
    assert listed == declared
    assert len(listed) == len({*listed}) == len(modules)


def test_units_of_operators_follow_from_their_names(driver: ModuleType, tree: Path) -> None:
    library = tree / "oneflow" / "many"
    for number in range(40):
        (library / f"op{number}").mkdir(parents=True, exist_ok=True)
        (library / f"op{number}" / f"op{number}_op.cpp").write_text("")
    units = driver._units("many", each=False)
    files = [path for listed in units.values() for path in listed]
    assert len(files) == len({*files}) == 40
    assert 1 < len([listed for listed in units.values() if listed]) <= 5
    (library / "another").mkdir(exist_ok=True)
    (library / "another" / "another_op.cpp").write_text("")
    grown = driver._units("many", each=False)
    changed = [name for name in units if units[name] != grown[name]]
    assert len(changed) == 1
    assert len(driver._units("many", each=True)) == 41 + len(["library"])


def test_where_there_is_no_oneflow_the_driver_says_so(tree: Path) -> None:
    command = [sys.executable, "-S", str(tree / "oneflow" / "opgen_oneflow_build.py"), "custom"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == f"{sys.executable} has no oneflow; install oneflow==0.9.0"


def test_another_version_is_refused(tree: Path) -> None:
    said = run(tree, "import custom_oneflow", version="1.0.0")
    assert said == "ImportError: generated operators need oneflow 0.9.0, this is 1.0.0"


def test_a_name_that_is_registered_is_refused_before_it_is_registered_again(tree: Path) -> None:
    said = run(tree, "import custom_oneflow", registered=("leaky_relu_yzh",))
    assert said.startswith("ImportError: custom: OneFlow has an operator leaky_relu_yzh already;")


def test_what_another_build_system_built_is_loaded(tree: Path) -> None:
    code = """
        import os
        os.environ["OPGEN_ONEFLOW_LIBRARIES"] = "/somewhere"
        import custom_oneflow
    """
    said = run(tree, code)
    assert said.startswith("ImportError: /somewhere/custom_oneflow/_binding.so: cannot open")


def test_functions_are_installed_unless_a_name_is_taken(tree: Path) -> None:
    code = """
        import oneflow, opgen_oneflow
        opgen_oneflow.install({"own": print})
        opgen_oneflow.install({"own": print})
        print(oneflow._C.own is print)
        opgen_oneflow.install({"another": print, "relu": print})
    """
    said = run(tree, code)
    assert said == "True\nRuntimeError: oneflow._C has a function relu already"


def test_results_are_grouped_as_operators_have_them(tree: Path) -> None:
    code = """
        from opgen_oneflow import dtype_number, grouped
        print(grouped((1, 2, 3), (3,)), grouped((1, 2, 3), (None, 0, 2)))
        print(dtype_number("dtype int64"))
        dtype_number("int64")
    """
    said = run(tree, code)
    first, second, third = said.splitlines()
    assert (first, second) == ("[1, 2, 3] (1, [], [2, 3])", "6")
    assert third == "TypeError: expected an element type of OneFlow, got 'int64'"
