"""What the ``pytorch`` target writes, as text: ownership, regions, schemas, layout, escaping."""

from __future__ import annotations

import ast
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.ops import Library, Op, OpSet, SameAs
from opgen.outputs import Ownership, RenderedFile
from opgen.targets.pytorch import PytorchTarget
from opgen.targets.pytorch_binding import schema
from tests.requirements import needs
from tests.targets.kernel_ops import feature_ops
from tests.targets.kernel_tree import render, write
from tests.targets.ops_by_hand import (
    attribute,
    changed,
    custom_model,
    make_op,
    with_gradient,
)
from tests.targets.torch_ops import torch_ops

STYLE = "--style={BasedOnStyle: Google, ColumnLimit: 100}"


MODEL = OpSet((*custom_model(*feature_ops()).ops, *torch_ops()))


@pytest.fixture(scope="module")
def files() -> dict[str, RenderedFile]:
    return render(MODEL, ["pytorch"])


def test_fake_functions_are_editable_where_inference_is(files: dict[str, RenderedFile]) -> None:
    editable = {path for path, file in files.items() if file.ownership is Ownership.EDITABLE}
    by_rule, by_hand = (
        f"pytorch/custom_torch/{name}/fake.py" for name in ("leaky_relu_yzh", "by_hand_shape")
    )
    grad = "pytorch/custom_torch/leaky_relu_yzh_grad/fake.py"
    assert editable == {by_rule, by_hand, grad}
    for path, name in ((by_rule, "leaky_relu_yzh"), (by_hand, "by_hand_shape")):
        (region,) = files[path].regions
        assert region.key == f"custom.{name}/fake"
        assert files[path].text[region.start : region.end].startswith(region.anchor)
    assert files[by_rule].stubs == frozenset()
    assert files[by_hand].stubs == {"custom.by_hand_shape/fake"}
    assert (
        "from .fake import fake as _fake" in files[by_rule.replace("fake.py", "__init__.py")].text
    )


def test_a_renamed_op_says_where_its_files_were() -> None:
    op = replace(make_op("square", "x", "y"), renamed_from="quadrat")
    files = render(OpSet((op,)), ["pytorch"])
    fake = files["pytorch/custom_torch/square/fake.py"]
    assert fake.renamed_from == "pytorch/custom_torch/quadrat/fake.py"
    assert [region.renamed_from for region in fake.regions] == ["custom.quadrat/fake"]


def test_headers_say_whose_a_file_is(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        first = " ".join(file.text.split("\n", 2)[:2])
        wanted = "Do not edit" if file.ownership is Ownership.OWNED else "yours to edit"
        assert wanted in first, path
        assert str(Path.cwd()) not in file.text, path


@pytest.mark.parametrize(
    ("operands", "attributes", "expected"),
    [
        ("x", (), "f(Tensor x) -> Tensor"),
        ("x b? xs*", (), "f(Tensor x, Tensor? b, Tensor[] xs) -> Tensor"),
        ("x b?", (attribute("n", "i64", -1),), "f(Tensor x, Tensor? b=None, int n=-1) -> Tensor"),
        ("x b?", (attribute("n", "i64"),), "f(Tensor x, Tensor? b, int n) -> Tensor"),
        ("x", (attribute("a", "f64", 1),), "f(Tensor x, float a=1.0) -> Tensor"),
        ("x", (attribute("a", "f32", 1e-5),), "f(Tensor x, float a=1e-05) -> Tensor"),
        ("x", (attribute("a", "f64", float("inf")),), "f(Tensor x, float a) -> Tensor"),
        ("x", (attribute("m", "str", "mean"),), 'f(Tensor x, str m="mean") -> Tensor'),
        ("x", (attribute("m", "str", 'a"b'),), "f(Tensor x, str m) -> Tensor"),
        ("x", (attribute("m", "bool[]", (True,)),), "f(Tensor x, bool[] m=[True]) -> Tensor"),
        ("x", (attribute("v", "f64[]", (1, 0.5)),), "f(Tensor x, float[] v=[1.0, 0.5]) -> Tensor"),
        ("x", (attribute("v", "i64[]", ()),), "f(Tensor x, int[] v=[]) -> Tensor"),
    ],
)
def test_schemas_follow_the_dispatcher_s_language(
    operands: str, attributes: tuple[object, ...], expected: str
) -> None:
    assert schema(make_op("f", operands, "y", attributes=attributes)) == expected
    two = make_op("f", operands, "y z", attributes=attributes)
    assert schema(two) == expected.removesuffix("Tensor") + "(Tensor, Tensor)"


@pytest.mark.parametrize(
    ("op", "words"),
    [
        (make_op("f", "x?", "y"), "no operand has to be given"),
        (make_op("f", "", "y"), "no operand has to be given"),
        (make_op("f", "x", "y", library=Library("aten", "")), 'a library "aten" of its own'),
        (make_op("torch", "x", "y"), 'use the name "torch"'),
    ],
)
def test_an_op_that_pytorch_can_t_have_is_reported(op: Op, words: str) -> None:
    diagnostics = Diagnostics()
    assert list(PytorchTarget().outputs(OpSet((op,)), diagnostics)) == []
    (found,) = diagnostics.items
    assert found.code == "OPG0404"
    assert found.span is not None
    assert found.span.position == (1, 1)
    assert words in found.message


def test_python_parses_as_python_3_8(files: dict[str, RenderedFile]) -> None:
    python = {path: file.text for path, file in files.items() if path.endswith(".py")}
    assert len(python) > 20
    for path, text in python.items():
        ast.parse(text, path, feature_version=(3, 8))


def test_text_from_specs_is_data() -> None:
    hostile = 'ends with "quotes" """ and \\ backslash\\'
    op = make_op(
        "f",
        "x",
        "y",
        shape=SameAs("x"),
        summary=hostile,
        description=f"{hostile}\n*/ // \\\nmore",
        attributes=(attribute("mode", "str", '"""\n\\'),),
    )
    files = render(OpSet((op,)), ["pytorch"])
    module = ast.parse(files["pytorch/custom_torch/f/__init__.py"].text)
    function = module.body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert hostile in (ast.get_docstring(function) or "")
    assert hostile in (ast.get_docstring(module) or "")
    assert ast.literal_eval(function.args.defaults[0]) == '"""\n\\'


def test_forward_mode_is_written_where_a_jacobian_is_diagonal_or_a_gradient_has_one(
    files: dict[str, RenderedFile],
) -> None:
    with_jvp = {path.split("/")[2] for path, file in files.items() if "def jvp(" in file.text}
    assert with_jvp == {
        "clashing",
        "fused_add_scale",
        "leaky_relu_yzh",
        "leaky_relu_yzh_grad",
        "product",
        "reciprocal",
        "scaled",
        "several",
        "square",
        "square_grad",
        "tripled",
    }


def test_gradients_that_call_each_other_can_be_imported() -> None:
    ping, pong = (
        with_gradient(make_op(one, "x", "y", shape=SameAs("x")), f"x = {other}(x=dy)")
        for one, other in (("ping", "pong"), ("pong", "ping"))
    )
    files = render(OpSet((ping, pong)), ["pytorch"])
    for one, other in (("ping", "Pong"), ("pong", "Ping")):
        text = files[f"pytorch/custom_torch/{one}/__init__.py"].text
        assert text.rstrip().endswith(f"import {other}  # noqa: E402")


def test_a_keyword_only_parameter_follows_one_with_a_default() -> None:
    op = make_op("f", "x b? c", "y", attributes=(attribute("n", "i64"),))
    text = render(OpSet((op,)), ["pytorch"])["pytorch/custom_torch/f/__init__.py"].text
    function = ast.parse(text).body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert [argument.arg for argument in function.args.args] == ["x", "b"]
    assert [argument.arg for argument in function.args.kwonlyargs] == ["c", "n"]


@needs("clang-format")
def test_cpp_is_as_clang_format_leaves_it(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        if path.endswith((".h", ".cc")):
            command = ["clang-format", STYLE, f"--assume-filename={path}"]
            done = subprocess.run(
                command, input=file.text, capture_output=True, text=True, check=True
            )
            assert done.stdout == file.text, path


@needs("ruff")
def test_python_is_as_ruff_leaves_it(files: dict[str, RenderedFile], tmp_path: Path) -> None:
    python = {path: file for path, file in files.items() if path.endswith(".py")}
    write(tmp_path, python)
    command = ["ruff", "format", "--isolated", "--line-length=100", "--diff", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_no_files_without_operators() -> None:
    assert list(PytorchTarget().outputs(OpSet(()), Diagnostics())) == []


def test_the_same_model_gives_the_same_text(files: dict[str, RenderedFile]) -> None:
    ops = tuple(changed(op) for op in MODEL.ops)
    again = render(OpSet(ops), ["pytorch"])
    assert {path: file.text for path, file in again.items()} == {
        path: file.text for path, file in files.items()
    }
