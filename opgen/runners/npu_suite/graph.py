"""Calls of an operator as nodes of the graph engine: TorchAir's export, field by field.

Without CANN no operator is registered with the graph engine, so that TorchAir is told what the
spec says; it then writes the graph without compiling it.
"""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import torch
import torch_npu  # type: ignore[import-not-found]  # noqa: F401 - makes torchair importable
import torchair  # type: ignore[import-not-found]
import torchair._ge_concrete_graph.fx2ge_converter as fx2ge  # type: ignore[import-not-found]
from torch_suite.subject import (  # type: ignore[import-not-found]  # beside this script
    DTYPES,
    outputs_of,
    replaced,
    tensors_of,
)
from torchair.core import _torchair  # type: ignore[import-not-found]

from .nodes import Node, nodes_of, shape_of
from .subject import Check, Function, NpuSubject, SkipError, Values

_FIELDS: Final = {
    "i64": "i",
    "f64": "f",
    "f32": "f",
    "bool": "b",
    "str": "s",
    "enum": "s",
    "dtype": "i",
    "seed": "i",
    "shape": "list.i",
    "i64[]": "list.i",
    "f64[]": "list.f",
    "bool[]": "list.b",
}
"""The field of the graph engine's message that holds an attribute."""

_REGISTERED: Final = {
    "i": "VT_INT",
    "f": "VT_FLOAT",
    "b": "VT_BOOL",
    "s": "VT_STRING",
    "list.i": "VT_LIST_INT",
    "list.f": "VT_LIST_FLOAT",
    "list.b": "VT_LIST_BOOL",
}
_PRESENCES: Final = {"single": "required", "optional": "optional", "variadic": "dynamic"}
_GRAPH_TYPES: Final = {
    "f32": 0, "f16": 1, "i8": 2, "i32": 3, "u8": 4, "i16": 6, "i64": 9, "f64": 11, "bool": 12,
    "bf16": 27,
}  # fmt: skip
"""The graph engine's numbers of element types."""


def check_converted(subject: NpuSubject) -> Iterator[Check]:
    """Export a model of each function and compare its node with the spec."""
    for function in subject.functions:
        yield f"automatic converter {function.name}", partial(_verdict, subject, function)
    if subject.converter is None:
        yield "converter", _no_converter
        return
    for function in subject.functions:
        samples = [s for s in subject.samples(function) if not _is_empty(s)]
        for sample in samples[:1] if subject.quick else samples:
            name = f"graph {function.name} {sample['name']}"
            yield name, partial(_exported, subject, function, [sample])
        attributes = subject.base.document["attributes"]
        defaults = [a["default"] for a in attributes if "flag" not in a]
        if any(sample["attributes"] for sample in samples) and None not in defaults:
            plain = [{**sample, "attributes": {}} for sample in samples]
            yield f"graph {function.name} defaults", partial(_exported, subject, function, plain)


def _no_converter() -> None:
    raise SkipError("a seed can't be an attribute of a node, so there is no converter")


def _is_empty(sample: Mapping[str, Any]) -> bool:
    return any(
        0 in part["shape"]
        for tensor in sample["operands"].values()
        for part in (tensor if isinstance(tensor, list) else [tensor])
        if part is not None
    )


@contextlib.contextmanager
def _registry(subject: NpuSubject) -> Iterator[None]:
    """Give TorchAir what the spec says about the operator instead of CANN's registry."""
    returns = subject.functions[0].returns
    described = {subject.node: _prototype(subject.base.document, returns)}
    stands_in = {
        (_torchair, "get_registered_ir_def"): lambda n: described.get(n, ("NOT", [], [], [])),
        (_torchair, "check_cann_compat"): lambda *_: "",
        (_torchair, "export"): lambda *_: None,
        (fx2ge, "initialize_graph_engine"): lambda *_, **__: None,
    }
    before = {place: getattr(*place) for place in stands_in}
    for (owner, name), value in stands_in.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name), value in before.items():
            setattr(owner, name, value)


def _prototype(document: Mapping[str, Any], returns: Sequence[str]) -> tuple[Any, ...]:
    return (
        "SUCCESS",
        [(operand["name"], _PRESENCES[operand["arity"]]) for operand in document["operands"]],
        [
            (result["name"], "dynamic" if kind == "List[Tensor]" else "required")
            for result, kind in zip(document["results"], returns, strict=True)
        ],
        [(a["name"], _REGISTERED[_FIELDS[a["kind"]]]) for a in _flat(document)],
    )


def _verdict(subject: NpuSubject, function: Function) -> None:
    """See that TorchAir finds what the converter's module says about automatic conversion."""
    said = _said(subject, function)
    refused = ""
    with _registry(subject):
        try:
            fx2ge._generate_converter_code(function.overload)  # noqa: SLF001 - TorchAir's own check
        except RuntimeError as error:
            refused = str(error)
    assert said == ("no" if refused else "yes"), refused or "TorchAir can do without"


def _said(subject: NpuSubject, function: Function) -> str:
    if subject.converter is None:  # a node would have the same seed in every call
        return "no"
    text = subject.converter.__doc__ or ""
    said = re.search(rf"^\* {function.name}: (yes|no)", text, re.MULTILINE)
    assert said is not None, "the module of the converters says nothing about it"
    return said[1]


def _exported(
    subject: NpuSubject, function: Function, samples: Sequence[Mapping[str, Any]]
) -> None:
    """Export a call with the first of ``samples`` that the operator takes."""
    types = subject.base.choice("f32", *DTYPES)
    sample, output = _taken(subject, function, samples, types=types)
    values = subject.values(function, sample, types)
    with _registry(subject):
        nodes = [n for n in _graph(function, values) if n.type == subject.node]
    assert len(nodes) == 1, f"{len(nodes)} nodes of {subject.node}"
    whole = subject.base.values(sample, types)
    given = {name: values.get(name) for name in whole}
    document = subject.base.document
    results = output if len(document["results"]) > 1 else [output]
    _compare(nodes[0], document, given, results=results)


def _taken(
    subject: NpuSubject,
    function: Function,
    samples: Sequence[Mapping[str, Any]],
    *,
    types: Mapping[str, str],
) -> tuple[Mapping[str, Any], Any]:
    """Return the first of ``samples`` that becomes a node, and what the operator gives for it."""
    reason = ""
    for sample in samples:
        try:
            output = function.overload(**subject.values(function, sample, types))
        except RuntimeError as error:
            reason = f"the operator refuses these arguments: {error}"
            continue
        if all(part.numel() for part in outputs_of(output)):
            return sample, output
        reason = "TorchAir makes constants of results without elements"
    raise SkipError(reason)


class _Model(torch.nn.Module):
    """Calls a function with tensors in the places of its own."""

    def __init__(self, function: Function, values: Values) -> None:
        super().__init__()
        self.function = function
        self.values = values
        self.places = [
            (name, at)
            for name, value in values.items()
            for at, part in enumerate(value if isinstance(value, list) else [value])
            if isinstance(part, torch.Tensor)
        ]

    def forward(self, *tensors: torch.Tensor) -> Any:
        places = [
            (name, at if isinstance(self.values[name], list) else None) for name, at in self.places
        ]
        return self.function.overload(**replaced(self.values, zip(places, tensors, strict=True)))


def _graph(function: Function, values: Values) -> list[Node]:
    torch.compiler.reset()
    with tempfile.TemporaryDirectory() as directory:
        with contextlib.redirect_stdout(io.StringIO()):
            torchair.dynamo_export(
                *tensors_of(values.values()),
                model=_Model(function, values),
                dynamic=False,
                export_path=directory,
                export_name="model",
            )
        text = (Path(directory) / "dynamo.pbtxt").read_text(encoding="utf-8")
    return list(nodes_of(text))


def _compare(
    node: Node, document: Mapping[str, Any], values: Values, *, results: Sequence[Any]
) -> None:
    operands = [(operand["name"], values[operand["name"]]) for operand in document["operands"]]
    inputs = [pair for name, value in operands for pair in _spread(name, value)]
    assert list(node.inputs) == [n for n, _ in inputs], f"inputs {node.inputs}"
    for (name, tensor), feed in zip(inputs, node.feeds, strict=True):
        description = node.described[f"[i]{name}"]
        assert bool(feed) == (tensor is not None), f"{name} is fed by {feed!r}"
        assert ("_is_unfed_optional" in description) == (tensor is None), description
        assert tensor is None or shape_of(description) == list(tensor.shape), description
    described = zip(document["results"], results, strict=True)
    outputs = [name for result, value in described for name, _ in _spread(result["name"], value)]
    assert list(node.outputs) == outputs, f"outputs {node.outputs}, expected {outputs}"
    names = [attribute["name"] for attribute in _flat(document)]
    assert sorted(node.attributes) == sorted(names), f"attributes {sorted(node.attributes)}"
    for attribute in document["attributes"]:
        value = values[attribute["name"]]
        if "flag" in attribute:
            _, stored = node.attributes[attribute["flag"]]
            assert stored == [value is not None], f"{attribute['flag']} is {stored}"
        _compare_attribute(node, attribute, attribute.get("absent") if value is None else value)


def _flat(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the attributes of a node: a flag stands beside each that may be absent."""
    return [
        part
        for a in document["attributes"]
        for part in (a, *([{"name": a["flag"], "kind": "bool"}] if "flag" in a else []))
    ]


def _spread(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, (list, tuple)):
        return [(f"{name}{index}", part) for index, part in enumerate(value)]
    return [(name, value)]


def _compare_attribute(node: Node, attribute: Mapping[str, Any], value: Any) -> None:
    name = attribute["name"]
    field, stored = node.attributes[name]
    expected: Sequence[Any] = value if isinstance(value, (list, tuple)) else [value]
    if isinstance(value, torch.dtype):
        expected = [_GRAPH_TYPES[next(n for n, dtype in DTYPES.items() if dtype is value)]]
    wanted = _FIELDS[attribute["kind"]]
    assert field == wanted or not expected, f"{name} is stored as {field}, expected {wanted}"
    assert len(stored) == len(expected), f"{name} is {stored}, expected {list(expected)}"
    for got, given in zip(stored, expected, strict=True):
        # The graph engine keeps numbers in single precision.
        same = got == given or (field.endswith("f") and abs(got - given) <= 1e-6 * abs(given))
        assert same, f"{name} is {stored}, expected {list(expected)}"
