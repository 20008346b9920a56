"""All copies of a signature are one: read back from the generated files and compared."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

from opgen.runners.npu_suite.signatures import (
    Drift,
    Parameter,
    Signature,
    drift,
    from_function,
    from_schema,
    functions_with,
)

DEFINED = re.compile(r"m\.def\(((?:\s*\"(?:[^\"\\]|\\.)*\")+)")
PIECE = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
CALL = re.compile(r"EXEC_NPU_CMD_EXT\(([^;]*)\);")


def unescaped(text):
    return text.replace('\\"', '"').replace("\\\\", "\\")


def defined(*paths: Path) -> dict[str, Signature]:
    """The schemas that C++ files define, by name."""
    texts = [
        "".join(unescaped(piece) for piece in PIECE.findall(found))
        for path in paths
        for found in DEFINED.findall(path.read_text("utf-8"))
    ]
    return {(signature := from_schema(text)).name: signature for text in texts}


@pytest.fixture(scope="module", params=["custom", "zoo"])
def library(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def package(whole_npu_tree: Path, library: str) -> Path:
    return whole_npu_tree / "torch_npu" / f"{library}_npu"


@pytest.fixture(scope="module")
def schemas(whole_npu_tree: Path, package: Path, library: str) -> dict[str, Signature]:
    """The schemas in both namespaces, by qualified name."""
    own = whole_npu_tree / "pytorch" / f"{library}_torch" / f"{library}_torch.cc"
    return {
        **{f"{library}::{name}": schema for name, schema in defined(own).items()},
        **{f"npu::{name}": schema for name, schema in defined(*package.glob("*.cpp")).items()},
    }


def test_fake_functions_are_as_the_schemas(package: Path, schemas: dict[str, Signature]) -> None:
    count = 0
    for file in sorted(package.glob("*/__init__.py")):
        for match in re.finditer(r"^def _(npu_\w+)_meta\(", file.read_text("utf-8"), re.MULTILINE):
            name = match[1]
            given = python_signature(file, f"_{name}_meta")
            assert list(drift(schemas[f"npu::{name}"], given)) == []
            count += 1
    assert count == sum(name.startswith("npu::") for name in schemas)


def python_signature(file: Path, function: str) -> Signature:
    tree = ast.parse(file.read_text("utf-8"))
    (node,) = (n for n in ast.walk(tree) if getattr(n, "name", "") == function)
    return from_function(node, function)


def test_converters_are_as_the_schemas(package: Path, schemas: dict[str, Signature]) -> None:
    for file in sorted(package.glob("*/converter.py")):
        source = file.read_text("utf-8")
        for target, node in functions_with(source, "register_fx_node_ge_converter"):
            _, _, space, name, _ = target.split(".")
            given = from_function(node, name, ignored=("meta_outputs",))
            assert list(drift(schemas[f"{space}::{name}"], given)) == []


def test_the_entries_for_op_plugin_are_as_the_schemas(
    package: Path, schemas: dict[str, Signature]
) -> None:
    document = yaml.safe_load((package / "op_plugin" / "op_plugin_functions.yaml").read_text())
    found = {(s := from_schema(entry["func"])).name: s for entry in document["custom"]}
    assert {f"npu::{name}" for name in found} == {n for n in schemas if n.startswith("npu::")}
    for name, signature in found.items():
        assert list(drift(schemas[f"npu::{name}"], signature)) == []
    derived = yaml.safe_load((package / "op_plugin" / "derivatives.yaml").read_text())
    for entry in derived["backward"]:
        signature = from_schema(entry["name"])
        assert list(drift(found[signature.name], signature)) == []
        keys = {n for key in entry for n in key.split(", ")} & set(signature.names)
        assert keys <= set(signature.names)
        assert keys


def test_calls_pass_operands_attributes_and_results_in_order(
    package: Path, schemas: dict[str, Signature], library: str
) -> None:
    for header in sorted(package.glob("*/*_npu.h")):
        name = header.parent.name
        text = CALL.search(header.read_text("utf-8"))
        assert text is not None
        call, *arguments = " ".join(text[1].split()).split(", ")
        assert call.startswith("aclnn")
        # Where the results of a factory are is no matter of the kernel's.
        expected = [n for n in schemas[f"{library}::{name}"].names if n != "device"]
        # What may be absent is a value, and behind it whether it is there.
        passed = [a for a in arguments if f"{a.removeprefix('has_')}_or_absent" not in arguments]
        stems = [re.sub(r"_(in|list|value|out|bytes|or_absent)?_*$", "", a) for a in passed]
        assert [s.rstrip("_") for s in stems[: len(expected)]] == expected


def test_docstrings_begin_as_the_schemas(package: Path, schemas: dict[str, Signature]) -> None:
    text = (package / "op_plugin" / "_op_plugin_docs.py").read_text("utf-8")
    calls = [node.value for node in ast.parse(text).body if isinstance(node, ast.Expr)]
    described = [
        (call.args[0].value, call.args[1].value.splitlines()[1])
        for call in calls
        if isinstance(call, ast.Call)
    ]
    assert {f"npu::{name}" for name, _ in described} == {n for n in schemas if n[:5] == "npu::"}
    for name, line in described:
        signature = from_schema(line.removeprefix("torch_npu."))
        assert signature.name == name
        assert list(drift(schemas[f"npu::{name}"], signature)) == []


def test_examples_draw_from_domains(whole_npu_tree: Path) -> None:
    docs = whole_npu_tree / "torch_npu" / "zoo_npu" / "op_plugin" / "_op_plugin_docs.py"
    lines = docs.read_text("utf-8").splitlines()
    made = {
        name: [line for line in lines[at : at + 60] if line.startswith(">>> ")][:5]
        for at, line in enumerate(lines)
        if (name := line.partition("(")[0]).startswith("torch_npu.")
    }
    half = "dtype=torch.float16"
    # `y in (0.5, 2)`, `x in (-10, 10) avoid {0}`, `index in [0, x[axis])`, and no domain
    assert (
        f">>> y = torch.empty((4, 6), {half}).uniform_(0.5, 2).npu()"
        in made["torch_npu.npu_zoo_div"]
    )
    assert (
        f">>> x = torch.empty((2, 3), {half}).uniform_(-10, 10).npu()"
        in made["torch_npu.npu_zoo_relu"]
    )
    index = ">>> index = torch.randint(0, 6, (4, 2), dtype=torch.int32).npu()"
    assert index in made["torch_npu.npu_zoo_gather"]
    assert f">>> x = torch.rand((4, 6), {half}).npu()" in made["torch_npu.npu_zoo_gather"]


def test_test_modules_call_with_what_the_schemas_have(
    package: Path, schemas: dict[str, Signature]
) -> None:
    called = set()
    for file in sorted(package.glob("*/test_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if not isinstance(node, ast.ClassDef):
                continue
            (method,) = (n for n in node.body if getattr(n, "name", "") == "npu_op_exec")
            call = method.body[0].value
            names = [n for n in schemas[f"npu::{call.func.attr}"].names if n != "device"]
            assert [argument.arg for argument in method.args.args[1:]] == names
            given = [argument.id for argument in call.args]
            assert given + [keyword.arg for keyword in call.keywords] == names
            called.add(f"npu::{call.func.attr}")
    assert len(called) > 0.9 * sum(name.startswith("npu::") for name in schemas)


def test_operators_are_registered_once_in_files_that_names_choose(
    package: Path, schemas: dict[str, Signature], library: str
) -> None:
    files = sorted(package.glob("*.cpp"))
    assert len(files) == {"custom": 1, "zoo": 4}[library]
    found = [name for file in files for name in defined(file)]
    assert sorted(found) == sorted(n[5:] for n in schemas if n.startswith("npu::"))


@pytest.mark.parametrize(
    ("copy", "kinds"),
    [
        ([("x", "<none>"), ("slope", 0.01)], []),
        ([("x", "<none>"), ("slope", 0.5)], ["defaults"]),
        ([("x", "<none>"), ("slope", "<none>")], ["defaults"]),
        ([("self", "<none>"), ("slope", 0.01)], ["names"]),
        ([("slope", 0.01), ("x", "<none>")], ["names"]),
        ([("x", "<none>")], ["count", "names"]),
    ],
)
def test_what_differs_is_named(copy, kinds):
    schema = from_schema("npu_slope(Tensor x, *, float slope=0.01) -> Tensor")
    given = Signature("npu_slope", [Parameter(*pair) for pair in copy])
    found = list(drift(schema, given))
    assert [entry.kind for entry in found] == kinds
    assert all(isinstance(entry, Drift) and entry.name == "npu_slope" for entry in found)


def test_a_schema_is_taken_apart_at_its_arguments():
    schema = from_schema(
        'f.out(Tensor(a!) x, Tensor?[] y, int[2] k=[1, 2], str s="a,b", bool b=False) -> Tensor'
    )
    assert [(p.name, p.default) for p in schema.parameters] == [
        ("x", "<none>"),
        ("y", "<none>"),
        ("k", [1, 2]),
        ("s", "a,b"),
        ("b", False),
    ]


def test_python_runs_with_3_8(whole_npu_tree: Path) -> None:
    files = sorted((whole_npu_tree / "torch_npu").rglob("*.py"))
    assert len(files) > 300
    for file in files:
        ast.parse(file.read_text("utf-8"), str(file), feature_version=(3, 8))
