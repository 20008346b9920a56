"""Registrations for each device: MindSpore takes them, and they say what the spec does."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import mindspore as ms
from mindspore._c_expression import Oplib
from mindspore.ops.operations._custom_ops_utils import CustomCodeGenerator

from .subject import DTYPES, Check, Subject

TARGETS: Final = {"CPU": "CPU", "GPU": "GPU", "Ascend": "BiSheng"}
"""The devices, and how MindSpore calls kernels of func_type aot there."""


def check_registrations(subject: Subject) -> Iterator[Check]:
    """Register the operator for each device."""
    if subject.mode == "pynative":
        for target in TARGETS:
            yield f"registration {target}", partial(_registration, subject, target)


def _registration(subject: Subject, target: str) -> None:
    arguments = subject.arguments(subject.samples()[0], subject.type_choices()[0])
    values = tuple(arguments.attributes.values())
    call = subject.runtime.call_of(subject.qualified, arguments.counts, values)
    info = subject.runtime.registration(call, target)
    assert info["target"] == target, f"it is for {info['target']}"
    for kind in ("inputs", "outputs"):
        assert [part["index"] for part in info[kind]] == list(range(len(info[kind]))), kind
    names = [part["name"] for kind in ("inputs", "outputs", "attr") for part in info[kind]]
    assert len(set(names)) == len(names), f"a name is there twice: {names}"
    rows, expected = _rows(info), _expected_rows(subject, info)
    if target == "Ascend":
        # Not every element type has a kernel there.
        assert rows, "no row"
        assert rows <= expected, "a row that the spec doesn't list"
        assert not any("float64" in row for row in rows), "Ascend has no double precision"
    else:
        assert rows == expected, "not the rows of the spec"
    name = f"opgen_verified_{info['op_name']}"
    registered = {"op_name": name, "imply_type": TARGETS[target], "fusion_type": "OPAQUE"}
    assert Oplib().reg_op(json.dumps({**info, **registered}), ""), "MindSpore refuses it"
    if target == "Ascend":
        written = CustomCodeGenerator().generate_callback_by_reg_info(name, info)
        assert name in written, "MindSpore writes no callback from it"


def _rows(info: Mapping[str, Any]) -> set[tuple[str, ...]]:
    assert all(form == "DefaultFormat" for row in info["dtype_format"] for _, form in row)
    return {tuple(dtype for dtype, _ in row) for row in info["dtype_format"]}


def _expected_rows(subject: Subject, info: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """Return every choice of element types that the spec lists, for tensors by their names."""
    document = subject.document
    variables = {part["name"]: part["type"] for part in document["operands"] + document["results"]}
    tensors = [variables.get(_without_number(part["name"], variables), "") for part in _all(info)]
    used = [name for name in document["types"] if name in tensors]
    rows = set()
    for chosen in itertools.product(*(document["types"][name] for name in used)):
        types = dict(zip(used, chosen, strict=True))
        rows.add(tuple(_spelled(types.get(variable, "i64")) for variable in tensors))
    return rows


def _all(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*info["inputs"], *info["outputs"]]


def _without_number(name: str, variables: Mapping[str, str]) -> str:
    """Return the operand or result that a tensor is one of."""
    return name if name in variables else name.rpartition("_")[0]


def _spelled(dtype: str) -> str:
    return "bool" if DTYPES[dtype] == ms.bool_ else str(DTYPES[dtype]).lower()
