"""How an operator is bound to PyTorch's dispatcher in C++: its schema and its CPU function."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from opgen.ops import Arity, Attribute, AttributeKind, AttributeValue, Library, Op, Operand, Trait
from opgen.targets.cpp import argument_names, free_name, guard, string_literal
from opgen.targets.python import literal
from opgen.targets.pytorch_types import (
    ATTRIBUTE_CPP_TYPES,
    ATTRIBUTE_SCHEMAS,
    OPERAND_CPP_TYPES,
    OPERAND_SCHEMAS,
)

_COLUMNS: Final = 100

_HOLDERS: Final = {Arity.SINGLE: "Operand", Arity.OPTIONAL: "Operand", Arity.VARIADIC: "Operands"}


def schema(op: Op) -> str:
    """Return the schema of the dispatcher."""
    defaulted = schema_defaults(op)
    pieces = [
        f"{_schema_type(argument)} {argument.name}"
        + (f"={_schema_default(argument)}" if argument.name in defaulted else "")
        for argument in arguments(op)
    ]
    results = ["Tensor"] * len(op.results)
    returned = results[0] if len(results) == 1 else f"({', '.join(results)})"
    return f"{op.name}({', '.join(pieces)}) -> {returned}"


def arguments(op: Op) -> tuple[Operand | Attribute, ...]:
    """Return operands and attributes, in the order of the schema."""
    return (*op.operands, *op.attributes)


def schema_defaults(op: Op) -> set[str]:
    """Return the arguments that have a default in the schema.

    They are the last ones, back to the first that has none: the schema language has no default
    before a parameter without one. The dispatcher leaves them out of calls of fake functions.
    """
    with_default = itertools.takewhile(_schema_default, reversed(arguments(op)))
    return {argument.name for argument in with_default}


def _schema_type(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return OPERAND_SCHEMAS[argument.arity]
    return ATTRIBUTE_SCHEMAS[argument.kind]


def _schema_default(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return "None" if argument.arity is Arity.OPTIONAL else ""
    if argument.default is None or not _has_schema_literal(argument.default):
        return ""
    return _schema_literal(argument.default, argument.kind)


def _has_schema_literal(value: AttributeValue) -> bool:
    if isinstance(value, tuple):
        return all(map(_has_schema_literal, value))
    if isinstance(value, str):
        return value.isascii() and value.isprintable() and not set(value) & {'"', "\\"}
    return math.isfinite(value)


def _schema_literal(value: AttributeValue, kind: AttributeKind) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_schema_literal(item, kind.element) for item in value)}]"
    if kind in {AttributeKind.F64, AttributeKind.F32} and not isinstance(value, str):
        return repr(float(value))
    return literal(value)


def registration_view(library: Library, ops: tuple[Op, ...]) -> dict[str, object]:
    """Return what the file that registers a library's operators prints."""
    return {
        "library": library.name,
        "namespace": f"{library.name}_torch",
        "ops": [_registration_view(op) for op in ops],
    }


def _registration_view(op: Op) -> dict[str, object]:
    lines = _wrapped(schema(op))
    statement = f"  m.def({lines[0]}, {{at::Tag::pt2_compliant_tag}});"
    return {"name": op.name, "schema": lines, "fits_one_line": len(statement) <= _COLUMNS}


def _wrapped(text: str, width: int = _COLUMNS - len("  m.def(,")) -> list[str]:
    """Split a string into literals of at most ``width`` columns, after blanks where possible."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and len(f'"{longer} "') > width:
            lines.append(_plain_literal(line + " "))
            longer = word
        line = longer
    return [*lines, _plain_literal(line)]


def _plain_literal(text: str) -> str:
    # C++17 has no trigraphs, so the question mark of an optional type may stand as it is.
    return string_literal(text).replace("\\?", "?")


def binding_view(op: Op) -> dict[str, object]:
    """Return what the C++ function of ``op`` prints."""
    taken = argument_names(op) | {"Tensor"}
    call = free_name("call", taken)
    operands = [_operand_view(op, operand, taken) for operand in op.operands]
    results = [
        {"meta": free_name(f"{r.name}_meta", taken), "name": free_name(f"{r.name}_out", taken)}
        for r in op.results
    ]
    attributes = [_attribute_view(attribute, taken) for attribute in op.attributes]
    inputs = [argument for view in operands for argument in view["arguments"]]
    values = [argument for view in attributes for argument in view["arguments"]]
    metas = [f"&{result['meta']}" for result in results]
    outputs = [f"{result['name']}.view()" for result in results]
    return {
        "library": op.library.name,
        "name": op.name,
        "namespace": f"{op.library.name}_torch",
        "guard": guard("pytorch", op.library.name, op.name, f"{op.name}_torch.h"),
        "includes": sorted([f"{op.library.name}/{op.name}/{op.name}.h", "opgen_torch.h"]),
        "parameters": list(_parameters(op)),
        "returns": _returned_type(op),
        "call": call,
        "operands": operands,
        "results": results,
        "byte_arrays": [view for view in attributes if view["bytes"]],
        "infer_arguments": [f"{call}.ctx()", *inputs, *metas, *values],
        "kernel_arguments": [f"{call}.ctx()", *inputs, *outputs, *values],
        "returned": _returned([f"{result['name']}.tensor()" for result in results]),
    }


def _parameters(op: Op) -> Iterator[str]:
    for operand in op.operands:
        yield f"{OPERAND_CPP_TYPES[operand.arity]} {operand.name}"
    for attribute in op.attributes:
        yield f"{ATTRIBUTE_CPP_TYPES[attribute.kind]} {attribute.name}"


def _returned_type(op: Op) -> str:
    tensors = ["Tensor"] * len(op.results)
    return tensors[0] if len(tensors) == 1 else f"std::tuple<{', '.join(tensors)}>"


def _returned(tensors: list[str]) -> str:
    return tensors[0] if len(tensors) == 1 else f"{{{', '.join(tensors)}}}"


def _operand_view(op: Op, operand: Operand, taken: set[str]) -> dict[str, list[str] | str]:
    name = free_name(f"{operand.name}_in", taken)
    keeps_layout = Trait.SUPPORT_NON_CONTIGUOUS in op.traits
    several = operand.arity is Arity.VARIADIC
    return {
        "type": f"opgen_torch::{_HOLDERS[operand.arity]}",
        "name": name,
        "given": [operand.name, *(["opgen_torch::Layout::kAny"] if keeps_layout else [])],
        "arguments": [f"{name}.views()", f"{name}.size()"] if several else [f"{name}.view()"],
    }


def _attribute_view(attribute: Attribute, taken: set[str]) -> dict[str, list[str] | str]:
    name = attribute.name
    as_bytes = ""
    if attribute.kind is AttributeKind.BOOL_ARRAY:
        as_bytes = free_name(f"{name}_bytes", taken)
    if attribute.kind.is_array:
        values = as_bytes or name
        arguments = [f"{values}.data()", f"{values}.size()"]
    else:
        arguments = [f"{name}.c_str()" if attribute.kind is AttributeKind.STR else name]
    return {"name": name, "bytes": as_bytes, "arguments": arguments}
