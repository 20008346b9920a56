"""What the ``numpy`` target writes, as text."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from opgen.ops import OpSet, SameAs
from opgen.outputs import Ownership
from tests.requirements import needs
from tests.targets.kernel_tree import render, write
from tests.targets.ops_by_hand import attribute, make_op


def _python(model: OpSet) -> dict[str, str]:
    files = render(model, ["kernels", "numpy"])
    return {path: file.text for path, file in files.items() if path.endswith(".py")}


def test_everything_is_the_generators_own(model: OpSet) -> None:
    files = render(model, ["numpy"])
    assert {file.ownership for file in files.values()} == {Ownership.OWNED}
    assert {path.split("/")[1] for path in files} == {"custom", "opgen_runtime.py"}


def test_python_parses_as_python_3_8(model: OpSet) -> None:
    for path, text in _python(model).items():
        ast.parse(text, path, feature_version=(3, 8))


@needs("ruff")
def test_python_is_as_ruff_format_leaves_it(model: OpSet, tmp_path: Path) -> None:
    root = write(tmp_path, render(model, ["kernels", "numpy"]))
    options = ["--isolated", "--line-length", "100", "--target-version", "py38"]
    done = subprocess.run(
        ["ruff", "format", "--diff", *options, str(root)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "text",
    [
        'a """quoted""" text',
        '"begins and ends"',
        "a backslash \\",
        "\\N{x} \\u12",
        "two\nlines\x0c",
    ],
)
def test_text_of_a_spec_stays_text(text: str) -> None:
    op = make_op(
        "plain",
        "x",
        "y",
        shape=SameAs("x"),
        summary=text,
        description=text,
        attributes=(attribute("mode", "str", text),),
    )
    tree = ast.parse(_python(OpSet((op,)))["numpy/custom/plain/__init__.py"])
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    documentation = ast.get_docstring(function)
    assert documentation is not None
    shown = " ".join(text.split())
    assert documentation.splitlines()[0] == f"{shown}."
    (default,) = function.args.defaults
    assert ast.literal_eval(default) == text


def test_required_parameters_after_optional_ones_are_given_by_name() -> None:
    op = make_op(
        "mixed",
        "x bias? z",
        "y",
        shape=SameAs("x"),
        attributes=(attribute("alpha", "f64"), attribute("beta", "f64", 1.0)),
    )
    tree = ast.parse(_python(OpSet((op,)))["numpy/custom/mixed/__init__.py"])
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    assert [argument.arg for argument in function.args.args] == ["x", "bias"]
    assert [argument.arg for argument in function.args.kwonlyargs] == ["z", "alpha", "beta"]


def test_docstrings_tell_shapes_dtypes_and_what_may_be_left_out(model: OpSet) -> None:
    text = _python(model)["numpy/custom/custom_linear/__init__.py"]
    assert "x: Shape [..., k], dtype float32 or float64." in text
    assert "bias: Shape [n], dtype of x, may be left out." in text
    assert "y: Shape [..., n], dtype of x." in text
    assert "use_bias: bool = True" in text
