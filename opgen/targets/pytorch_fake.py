"""Shapes and element types of results in Python, where sizes may be symbolic.

The same rule that the neutral ``infer`` function follows in C++, as calls of the runtime.
"""

from __future__ import annotations

from typing import Final

from opgen.ops import Arity, Attribute, Op, Operand
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.python import is_seed, literal, may_be_none, string_literal
from opgen.targets.pytorch_binding import arguments, device_name, is_factory, schema_defaults
from opgen.targets.pytorch_made import attribute_checks, made_result
from opgen.targets.pytorch_types import (
    ATTRIBUTE_ANNOTATIONS,
    OPERAND_ANNOTATIONS,
    dtype_tuple,
    result_annotation,
)
from opgen.targets.shape_calls import ShapeWriter, by_name

RUNTIME_NAMES: Final = frozenset(
    {"torch", "opgen_torch", "opgen_shapes", "Sequence", "len", "list", "range"}
)
"""Names of modules and built-in functions that a generated function uses and nothing may hide."""


def fake_view(op: Op) -> dict[str, object]:
    """Return what the fake function of ``op`` prints."""
    names = local_names(op)
    dtypes = _dtype_names(op, set(names.values()))
    parameters = fake_parameters(op)
    shapes = ShapeWriter.of(op, names, set(dtypes.values()) | RUNTIME_NAMES)
    steps = list(shapes.steps())
    return {
        "op": string_literal(op.name),
        "parameters": parameters,
        "returns": result_annotation(op.results),
        "uses_sequence": any("Sequence" in text for text in parameters),
        "checks": [
            *(_check(op, variable, dtypes, names=names) for variable in _operand_types(op)),
            *attribute_checks(op, names),
        ],
        "steps": steps,
        "uses_arithmetic": shapes.uses_arithmetic,
        "uses_shapes": shapes.uses_arithmetic or "opgen_shapes." in str(steps + shapes.expressions),
        "shapes": shapes.expressions,
        "tensor": _model_tensor(op, names),
        "device": device_name(op) if is_factory(op) else "",
        "results": [
            made_result(op, result, dtypes, names=names) | each
            for result, each in zip(op.results, shapes.each(), strict=True)
        ],
        "is_written": op.shape is not None,
    }


def fake_parameters(op: Op) -> list[str]:
    """Return the parameters of the fake function of ``op``, with annotations and defaults."""
    names = local_names(op)
    device = [f"{device_name(op)}: torch.device | None = None"] if is_factory(op) else []
    return [*(_parameter(op, argument, names) for argument in arguments(op)), *device]


def _parameter(op: Op, argument: Operand | Attribute, names: dict[str, str]) -> str:
    if isinstance(argument, Operand):
        annotation, default = OPERAND_ANNOTATIONS[argument.arity], None
    else:
        annotation = may_be_none(argument, ATTRIBUTE_ANNOTATIONS[argument.kind])
        default = None if argument.flag else argument.default
    has_default = argument.name in schema_defaults(op)
    tail = f" = {literal(default)}" if has_default else ""
    return f"{names[argument.name]}: {annotation}{tail}"


def local_names(op: Op) -> dict[str, str]:
    """Return the name of each operand and attribute as a local name in generated functions."""
    taken = argument_names(op)
    return {a.name: free_name(a.name, taken - {a.name} | RUNTIME_NAMES) for a in arguments(op)}


def _operand_types(op: Op) -> list[str]:
    used = {operand.type_variable for operand in op.operands}
    return [variable.name for variable in op.types if variable.name in used]


def _dtype_names(op: Op, taken: set[str]) -> dict[str, str]:
    variables = _operand_types(op)
    if len(variables) == 1:
        return {variables[0]: free_name("dtype", taken)}
    return {name: free_name(f"{name.lower()}_dtype", taken) for name in variables}


def _check(
    op: Op, variable: str, dtypes: dict[str, str], *, names: dict[str, str]
) -> dict[str, object]:
    operands = [operand.name for operand in op.operands if operand.type_variable == variable]
    accepted = dtype_tuple(op.type_variable(variable).dtypes)
    is_used = any(result.type_variable == variable for result in op.results)
    return {
        "function": "check_dtypes",
        "assign": f"{dtypes[variable]} = " if is_used and op.shape is not None else "",
        "arguments": [string_literal(op.name), accepted, *by_name(operands, names)],
    }


def _model_tensor(op: Op, names: dict[str, str]) -> str:
    """Return the tensor whose device the results share."""
    by_arity: dict[Arity, Operand] = {}
    for operand in op.operands:
        by_arity.setdefault(operand.arity, operand)
    single = by_arity.get(Arity.SINGLE)
    if single:
        return names[single.name]
    seed = next((attribute for attribute in op.attributes if is_seed(attribute)), None)
    if seed:
        return names[seed.name]
    variadic = by_arity.get(Arity.VARIADIC)
    return f"{names[variadic.name]}[0]" if variadic else ""
