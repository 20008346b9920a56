"""One operator, seven descriptions: all that is generated of it for Ascend says the same.

Read back from the files: TorchAir's converter, ``REG_OP``, the definition, msopgen's project file
and the aclnn call are compared with each other; `test_copies.py` compares the others.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from opgen.runners.npu_suite.signatures import functions_with

PROTO_TENSOR = re.compile(
    r"\.(OPTIONAL_|DYNAMIC_)?(INPUT|OUTPUT)\((\w+),\s*TensorType\(\{([^}]*)\}\)\)"
)
PROTO_ATTRIBUTE = re.compile(
    r"\.(REQUIRED_)?ATTR\((\w+),\s*(\w+)(?:,\s*(.*?))?\)(?=\s*\.)", re.DOTALL
)
DEFINED_TENSOR = re.compile(
    r"->(Input|Output)\(\"(\w+)\"\)\s*\.ParamType\((\w+)\)\s*\.DataType\(\{([^}]*)\}\)"
)
DEFINED_ATTRIBUTE = re.compile(
    r"->Attr\(\"(\w+)\"\)\s*\.AttrType\((\w+)\)\s*\.(\w+)\((.*?)\);", re.DOTALL
)
WORKSPACE = re.compile(r"aclnnStatus (\w+)GetWorkspaceSize\(([^)]*)\)")
CALL = re.compile(r"EXEC_NPU_CMD_EXT\(([^;]*)\);")
PROJECT_TYPES = {"FLOAT16": "float16", "BF16": "bf16"}


class Tensor(NamedTuple):
    name: str
    presence: str
    dtypes: tuple[str, ...]


class Attribute(NamedTuple):
    name: str
    kind: str
    default: object


class Operator(NamedTuple):
    inputs: list[Tensor]
    outputs: list[Tensor]
    attributes: list[Attribute]


def dtypes(text: str) -> tuple[str, ...]:
    names = re.findall(r"DT_(\w+)", text)
    return tuple(PROJECT_TYPES.get(name, name.lower()) for name in names)


def value(text: str | None) -> object:
    """A default as C++ has it."""
    text = (text or "").strip()
    if not text:
        return None
    if text.startswith("{"):
        return tuple(map(value, filter(None, text[1:-1].split(","))))
    if text in {"true", "false"}:
        return text == "true"
    return ast.literal_eval(text)


def prototype(text: str) -> Operator:
    found: dict[str, list[Tensor]] = {"INPUT": [], "OUTPUT": []}
    for match in PROTO_TENSOR.finditer(text):
        presence = (match[1] or "REQUIRED_").rstrip("_").lower()
        found[match[2]].append(Tensor(match[3], presence, dtypes(match[4])))
    attributes = [
        Attribute(m[2], m[3].lower(), None if m[1] else value(m[4]))
        for m in PROTO_ATTRIBUTE.finditer(text)
    ]
    return Operator(found["INPUT"], found["OUTPUT"], attributes)


def definition(text: str) -> Operator:
    found: dict[str, list[Tensor]] = {"Input": [], "Output": []}
    for match in DEFINED_TENSOR.finditer(text):
        found[match[1]].append(Tensor(match[2], match[3].lower(), dtypes(match[4])))
    attributes = [
        Attribute(m[1], m[3].lower(), None if m[2] == "REQUIRED" else value(m[4]))
        for m in DEFINED_ATTRIBUTE.finditer(text)
    ]
    return Operator(found["Input"], found["Output"], attributes)


def project(text: str) -> Operator:
    (document,) = json.loads(text)

    def tensors(key: str) -> list[Tensor]:
        return [Tensor(t["name"], t["param_type"], tuple(t["type"])) for t in document[key]]

    attributes = [
        Attribute(
            a["name"],
            a["type"].replace("_", ""),
            default if a["type"] == "string" or not isinstance(default, str) else value(default),
        )
        for a in document.get("attr", [])
        for default in [a.get("default_value")]
    ]
    return Operator(tensors("input_desc"), tensors("output_desc"), attributes)


def converted(node: ast.FunctionDef) -> tuple[str, list[str], list[str], list[tuple[str, str]]]:
    """The operator of the graph engine, inputs, outputs and attributes with their kinds."""
    (call,) = (n for n in ast.walk(node) if isinstance(n, ast.Call) and _name(n) == "custom_op")
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    inputs = [key.value for key in given["inputs"].keys]
    described = given["outputs"].elts
    outputs = [(o if isinstance(o, ast.Constant) else o.elts[0]).value for o in described]
    kinds = [_name(item).lower().replace("str", "string") for item in given["attrs"].values]
    names = [key.value for key in given["attrs"].keys]
    return call.args[0].value, inputs, outputs, list(zip(names, kinds, strict=True))


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id


@pytest.fixture(scope="module")
def directories(whole_npu_tree: Path) -> list[Path]:
    found = sorted(path.parent for path in whole_npu_tree.glob("ascendc/*/*/*_proto.h"))
    assert len(found) > 30
    return found


def test_prototype_definition_and_project_say_the_same(directories: list[Path]) -> None:
    for directory in directories:
        (proto,) = directory.glob("*_proto.h")
        expected = accepted(prototype(proto.read_text("utf-8")))
        assert expected.inputs or expected.outputs
        (described,) = directory.glob("*.json")
        columns = project(described.read_text("utf-8"))
        host = directory / "op_host" / proto.name.replace("_proto.h", ".cpp")
        assert definition(host.read_text("utf-8")) == columns, directory.name
        assert accepted(columns) == expected, directory.name


def accepted(operator: Operator) -> Operator:
    """An operator with each dtype once: a prototype has no columns, but sets of dtypes."""
    sides = [
        [tensor._replace(dtypes=tuple(dict.fromkeys(tensor.dtypes))) for tensor in side]
        for side in (operator.inputs, operator.outputs)
    ]
    return Operator(*sides, operator.attributes)


def test_converters_say_the_same(whole_npu_tree: Path, directories: list[Path]) -> None:
    count = 0
    for directory in directories:
        library, op = directory.parent.name, directory.name
        file = whole_npu_tree / "torch_npu" / f"{library}_npu" / op / "converter.py"
        if not file.exists():
            continue
        (proto,) = directory.glob("*_proto.h")
        text = proto.read_text("utf-8")
        expected = prototype(text)
        ir = re.search(r"REG_OP\((\w+)\)", text)
        for _, node in functions_with(file.read_text("utf-8"), "register_fx_node_ge_converter"):
            assert converted(node) == (
                ir and ir[1],
                [tensor.name for tensor in expected.inputs],
                [tensor.name for tensor in expected.outputs],
                [(attribute.name, attribute.kind) for attribute in expected.attributes],
            )
            count += 1
    assert count > 60


def test_aclnn_calls_say_the_same(whole_npu_tree: Path, directories: list[Path]) -> None:
    for directory in directories:
        library, op = directory.parent.name, directory.name
        (header,) = directory.glob("aclnn_*.h")
        declared = WORKSPACE.search(" ".join(header.read_text("utf-8").split()))
        binding = whole_npu_tree / "torch_npu" / f"{library}_npu" / op / f"{op}_npu.h"
        called = CALL.search(binding.read_text("utf-8"))
        assert declared
        assert called
        name, *arguments = " ".join(called[1].split()).split(", ")
        parameters = declared[2].split(", ")[:-2]  # the last two are where results of it go
        assert name == declared[1]
        assert len(arguments) == len(parameters)
