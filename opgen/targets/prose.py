"""Sentences about an operator's arguments, for docstrings and other documentation.

Knows the model; knows neither a language's syntax nor a framework. NumPy's names of dtypes are
those of all Python frameworks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    DType,
    NamedRule,
    Op,
    Operand,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ShapeFormulas,
    Trait,
)
from opgen.ops.added_samples import misfit
from opgen.ops.shapes.terms import Operation, subterms

DTYPE_NAMES: Final[dict[DType, str]] = {
    DType.F16: "float16",
    DType.BF16: "bfloat16",
    DType.F32: "float32",
    DType.F64: "float64",
    DType.U8: "uint8",
    DType.I8: "int8",
    DType.I16: "int16",
    DType.I32: "int32",
    DType.I64: "int64",
    DType.BOOL: "bool",
}
"""The names of the element types in NumPy and in the Python frameworks."""

_KINDS: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "an integer",
    AttributeKind.F64: "a number",
    AttributeKind.F32: "a number, rounded to single precision",
    AttributeKind.BOOL: "a boolean",
    AttributeKind.STR: "a string",
    AttributeKind.SHAPE: "sizes",
    AttributeKind.SEED: "an integer to draw random numbers from",
    AttributeKind.I64_ARRAY: "integers",
    AttributeKind.F64_ARRAY: "numbers",
    AttributeKind.BOOL_ARRAY: "booleans",
}


def operand_text(op: Op, operand: Operand) -> str:
    """Return what an operand has to be, as a sentence without its final stop."""
    parts = [_shape_of_operand(op, operand), _dtype_of(op, operand)]
    if operand.arity is Arity.VARIADIC:
        parts.insert(0, "any number of tensors")
    if operand.arity is Arity.OPTIONAL:
        parts.append("may be left out")
    return _sentence(parts)


def result_text(op: Op, result: Result) -> str:
    """Return what a result is, as a sentence without its final stop."""
    return _sentence([_shape_of_result(op, result), _dtype_of(op, result)])


def argument_text(op: Op, argument: Operand | Attribute) -> str:
    """Return what an argument has to be."""
    if isinstance(argument, Operand):
        return operand_text(op, argument)
    return attribute_text(argument)


def attribute_text(attribute: Attribute) -> str:
    """Return what an attribute has to be, as a sentence without its final stop."""
    return _sentence([_value_text(attribute), *(["may be left out"] if attribute.flag else [])])


def _value_text(attribute: Attribute) -> str:
    if attribute.kind is AttributeKind.ENUM:
        return listed([f"`{word}`" for word in attribute.choices], "or")
    if attribute.kind is AttributeKind.DTYPE:
        names = [dtype for word in attribute.choices if (dtype := DType.named(word))]
        return "dtype " + listed([DTYPE_NAMES[name] for name in names], "or")
    return _KINDS[attribute.kind]


def requirements(op: Op) -> list[str]:
    """Return what a call has to fulfil beyond its shapes and dtypes, as formulas of the spec."""
    return [check.text for check in op.checks]


def refusals(op: Op) -> list[str]:
    """Return what kernels say of calls that the spec has refused and no rule refuses."""
    written = [error for error in op.errors if error.message and not misfit(op, error.sample)]
    return list(dict.fromkeys(error.message for error in written))


def listed(words: Sequence[str], conjunction: str) -> str:
    """Return ``words`` as an enumeration: ``a, b or c``."""
    if len(words) < 2:  # noqa: PLR2004 - one word is no enumeration
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def _dtype_of(op: Op, argument: Operand | Result) -> str:
    variable = argument.type_variable
    arguments: tuple[Operand | Result, ...] = (*op.operands, *op.results)
    first = next(other for other in arguments if other.type_variable == variable)
    if first is not argument:
        return f"dtype of {first.name}"
    names = [DTYPE_NAMES[dtype] for dtype in op.type_variable(variable).dtypes]
    return f"dtype {listed(names, 'or')}"


def _shape_of_operand(op: Op, operand: Operand) -> str:
    rule = op.shape
    if isinstance(rule, Dims):
        return _group(rule.operands[op.operands.index(operand)])
    if isinstance(rule, DimsChoice):
        at = op.operands.index(operand)
        return _cases(rule, lambda dims: dims.operands[at])
    if isinstance(rule, Broadcast) and operand.name in rule.operands:
        others = [name for name in rule.operands if name != operand.name]
        return f"broadcasts with {listed(others, 'and')}" if others else "any shape"
    if isinstance(rule, SameAs) and Trait.ELEMENTWISE in op.traits:
        return "any shape" if rule.operand == operand.name else f"shape of {rule.operand}"
    if isinstance(rule, Concat) and operand.name in rule.operands:
        return f"sizes agree except along {rule.axis}"
    return "" if rule is None else "any shape"


def _shape_of_result(op: Op, result: Result) -> str:
    rule = op.shape
    index = op.results.index(result)
    if rule is None:
        return ""
    if isinstance(rule, PerResult):
        return _named_rule(rule.rules[index])
    if isinstance(rule, Dims):
        return _group(rule.results[index])
    if isinstance(rule, DimsChoice):
        return _cases(rule, lambda dims: dims.results[index])
    if isinstance(rule, ShapeFormulas):
        return _formula(rule, result.name)
    return _named_rule(rule)


def _named_rule(rule: NamedRule) -> str:
    if isinstance(rule, SameAs):
        return f"shape of {rule.operand}"
    if isinstance(rule, Broadcast):
        return f"the shape that {listed(rule.operands, 'and')} broadcast to"
    if isinstance(rule, Reduce):
        kept = f", which have size 1 if {rule.keepdim}" if rule.keepdim else ""
        return f"shape of {rule.operand} without {rule.axes}{kept}"
    if isinstance(rule, Concat):
        return f"{listed(rule.operands, 'and')} one behind the other along {rule.axis}"
    assert_never(rule)


def _cases(rule: DimsChoice, group: Callable[[Dims], Sequence[str]]) -> str:
    """Return what holds in each case, said once where it holds in all."""
    groups = [group(case.dims) for case in rule.cases]
    last = group(rule.otherwise)
    if all(one == last for one in groups):
        return _group(last)
    cases = [f"{_group(one)} if {case.text}" for one, case in zip(groups, rule.cases, strict=True)]
    return f"{', '.join(cases)}, else {_group(last)}"


def _formula(rule: ShapeFormulas, result: str) -> str:
    """Return the formula of a result and those of the locals that it uses."""
    by_name = {assignment.name: assignment for assignment in rule.assignments}
    used: list[str] = []
    waiting = [result]
    while waiting:
        name = waiting.pop()
        if name in used:
            continue
        used.append(name)
        read = {t.name for t in subterms(by_name[name].term) if t.operation is Operation.LOCAL}
        waiting += sorted(read & by_name.keys())
    where = [f"{a.name} = {a.text}" for a in rule.assignments if a.name in used[1:]]
    tail = f" with {listed(where, 'and')}" if where else ""
    return f"shape {by_name[result].text}{tail}"


def _group(group: Sequence[str]) -> str:
    return f"shape [{', '.join(group)}]"
