"""Shapes and element types of results in Python, where sizes may be symbolic.

The same rule that the neutral ``infer`` function follows in C++, as calls of the runtime.
"""

from __future__ import annotations

from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    Broadcast,
    Dims,
    Op,
    Operand,
    PerResult,
    Result,
    SameAs,
    Trait,
)
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.python import literal, string_literal
from opgen.targets.pytorch_binding import arguments, schema_defaults
from opgen.targets.pytorch_types import (
    ATTRIBUTE_ANNOTATIONS,
    OPERAND_ANNOTATIONS,
    dtype_tuple,
    result_annotation,
)

RUNTIME_NAMES: Final = frozenset({"torch", "opgen_torch", "Sequence"})
"""Names of modules that a generated function uses and no parameter may hide."""


def fake_view(op: Op) -> dict[str, object]:
    """Return what the fake function of ``op`` prints."""
    names = local_names(op)
    dtypes = _dtype_names(op, set(names.values()))
    parameters = [_parameter(op, argument, names) for argument in arguments(op)]
    return {
        "op": string_literal(op.name),
        "parameters": parameters,
        "returns": result_annotation(op.results),
        "uses_sequence": any("Sequence" in text for text in parameters),
        "checks": [_check(op, variable, dtypes, names=names) for variable in _operand_types(op)],
        "shapes": _shapes(op, names),
        "tensor": _model_tensor(op, names),
        "results": _results(op, dtypes),
        "is_written": op.shape is not None,
    }


def _parameter(op: Op, argument: Operand | Attribute, names: dict[str, str]) -> str:
    if isinstance(argument, Operand):
        annotation, default = OPERAND_ANNOTATIONS[argument.arity], None
    else:
        annotation, default = ATTRIBUTE_ANNOTATIONS[argument.kind], argument.default
    has_default = argument.name in schema_defaults(op)
    tail = f" = {literal(default)}" if has_default else ""
    return f"{names[argument.name]}: {annotation}{tail}"


def local_names(op: Op) -> dict[str, str]:
    """Return the name of each operand and attribute as a local name in generated functions."""
    taken = argument_names(op)
    names = [*(operand.name for operand in op.operands), *(a.name for a in op.attributes)]
    return {name: free_name(name, taken - {name} | RUNTIME_NAMES) for name in names}


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
        "assign": f"{dtypes[variable]} = " if is_used and op.shape is not None else "",
        "arguments": [string_literal(op.name), accepted, *_by_name(operands, names)],
    }


def _by_name(operands: list[str], names: dict[str, str]) -> list[str]:
    return [f"{operand}={names[operand]}" for operand in operands]


def _shapes(op: Op, names: dict[str, str]) -> dict[str, object]:
    """Return the expressions of the results' shapes, and a call that has to come before."""
    taken = set(names.values())
    if isinstance(op.shape, Dims):
        operands = [operand.name for operand in op.operands]
        targets = [free_name(f"{result.name}_shape", taken) for result in op.results]
        unpacked = ", ".join(targets) if len(targets) > 1 else f"({targets[0]},)"
        arguments = [string_literal(_dims_text(op.shape)), *_by_name(operands, names)]
        return _shape_call(op, f"{unpacked} = opgen_torch.match_dims(", arguments, shapes=targets)
    if isinstance(op.shape, Broadcast) or _is_one_shape(op):
        shape = free_name("shape", taken)
        function, operands = _common_shape(op)
        arguments = _by_name(operands, names)
        shapes = [shape] * len(op.results)
        return _shape_call(op, f"{shape} = opgen_torch.{function}(", arguments, shapes=shapes)
    return {"call": "", "arguments": [], "expressions": _separate_shapes(op, names)}


def _shape_call(op: Op, call: str, arguments: list[str], *, shapes: list[str]) -> dict[str, object]:
    return {
        "call": call,
        "arguments": [string_literal(op.name), *arguments],
        "expressions": shapes,
    }


def _common_shape(op: Op) -> tuple[str, list[str]]:
    """Return the runtime's function for a shape that all results have, and its operands."""
    if isinstance(op.shape, Broadcast):
        return "broadcast", list(op.shape.operands)
    # The operand that the rule names goes first: the others have to agree with it.
    model = op.shape.operand if isinstance(op.shape, SameAs) else ""
    names = [operand.name for operand in op.operands]
    return "same_shape", sorted(names, key=lambda name: name != model)


def _is_one_shape(op: Op) -> bool:
    """Whether all operands of ``op`` have to have one shape."""
    return Trait.ELEMENTWISE in op.traits and isinstance(op.shape, SameAs) and len(op.operands) > 1


def _dims_text(rule: Dims) -> str:
    sides = [", ".join(" ".join(group) for group in side) for side in (rule.operands, rule.results)]
    return " -> ".join(sides)


def _separate_shapes(op: Op, names: dict[str, str]) -> list[str]:
    rules = op.shape.rules if isinstance(op.shape, PerResult) else [op.shape] * len(op.results)
    return [_shape_expression(op, rule, names) for rule in rules if not isinstance(rule, Dims)]


def _shape_expression(
    op: Op, rule: SameAs | Broadcast | PerResult | None, names: dict[str, str]
) -> str:
    if isinstance(rule, SameAs):
        return f"{names[rule.operand]}.shape"
    if isinstance(rule, Broadcast):
        arguments = [string_literal(op.name), *_by_name(list(rule.operands), names)]
        return f"opgen_torch.broadcast({', '.join(arguments)})"
    return ""


def _model_tensor(op: Op, names: dict[str, str]) -> str:
    """Return the tensor whose device the results share."""
    by_arity: dict[Arity, Operand] = {}
    for operand in op.operands:
        by_arity.setdefault(operand.arity, operand)
    single = by_arity.get(Arity.SINGLE)
    if single:
        return names[single.name]
    variadic = by_arity.get(Arity.VARIADIC)
    return f"{names[variadic.name]}[0]" if variadic else ""


def _results(op: Op, dtypes: dict[str, str]) -> list[str]:
    return [_result_dtype(op, result, dtypes) for result in op.results]


def _result_dtype(op: Op, result: Result, dtypes: dict[str, str]) -> str:
    if result.type_variable in dtypes:
        return dtypes[result.type_variable]
    return dtype_tuple(op.type_variable(result.type_variable).dtypes[:1])[1:-2]
