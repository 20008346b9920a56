"""The rule for the shapes of results in Python, and which attributes it leaves alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import field_names
from opgen.ops import Attribute, AttributeKind, Op, OpSet, Result, ShapeFormulas, ValueKind
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.python import is_seed, string_literal
from opgen.targets.shape_calls import ShapeWriter, repetition
from opgen.targets.shape_python import ShapeRuntime

_RUNTIME: Final = ShapeRuntime("shape_rules", "shape_rules", "min", "max")
_NAMES: Final = frozenset({"shape_rules", "len", "list", "max", "min", "range"})
"""What a generated function uses and nothing may hide."""

_NUMBERS: Final = frozenset({AttributeKind.F64, AttributeKind.F32, AttributeKind.I64})
"""Kinds of attributes that a tensor can stand for."""


def has_shape_rule(op: Op) -> bool:
    """Whether the shapes of results follow from the spec alone."""
    return not op.infer_is_editable


def shapes_view(op: Op) -> dict[str, object]:
    """Return what the function of shapes of ``op`` prints."""
    given = [operand.name for operand in op.operands]
    given += [attribute.name for attribute in op.public_attributes if not is_seed(attribute)]
    taken = argument_names(op)
    names = {name: free_name(name, taken - {name} | _NAMES) for name in given}
    writer = ShapeWriter.of(op, names, _NAMES, runtime=_RUNTIME)
    steps = list(writer.steps())
    parts = zip(op.results, writer.expressions, strict=True)
    results = [_shape(op, result, names, shape=shape) for result, shape in parts]
    return {
        "name": op.name,
        "op": string_literal(op.name),
        "parameters": list(names.values()),
        "steps": steps,
        "uses_arithmetic": writer.uses_arithmetic,
        "uses_runtime": writer.uses_arithmetic or "shape_rules." in str(steps + results),
        "results": results,
    }


def _shape(op: Op, result: Result, names: dict[str, str], *, shape: str) -> str:
    """Return the expression of the shape of a result, of a list of shapes for one of many."""
    each = repetition(op, result, names)
    if not each["each"] or isinstance(op.shape, ShapeFormulas):
        return shape
    return f"[{each['shape'] or shape} for {each['each']}]"


def numbers(op: Op, model: OpSet) -> tuple[str, ...]:
    """Return the attributes that a tensor can stand for: numbers that no shape depends on.

    Nor may that of a backward operator which they are handed on to.
    """
    return tuple(a.name for a in op.attributes if _is_free(op, a, model))


def _is_free(op: Op, attribute: Attribute, model: OpSet) -> bool:
    reached, pending = set(), [(op, attribute)]
    while pending:
        own, given = pending.pop()
        if (own.name, given.name) in reached:
            continue
        reached.add((own.name, given.name))
        if given.kind not in _NUMBERS or not has_shape_rule(own) or _decides(own, given):
            return False
        pending.extend(_handed_on(own, given, model))
    return True


def _decides(op: Op, attribute: Attribute) -> bool:
    """Whether a shape, or what is refused, may depend on the attribute."""
    counts = [result.count for result in op.results]
    return attribute.name in {*_words(op.shape), *_words(op.checks), *counts}


def _handed_on(op: Op, attribute: Attribute, model: OpSet) -> Iterator[tuple[Op, Attribute]]:
    """Yield the attributes of backward operators that get the value of this one."""
    for rule in op.gradient:
        backward = model.backward_op(op, rule)
        own = {a.name: a for a in backward.attributes}
        for argument in rule.arguments:
            if argument.kind is ValueKind.ATTRIBUTE and argument.name == attribute.name:
                yield backward, own[argument.parameter]


def _words(value: object) -> Iterator[str]:
    """Yield every text in a rule, names of attributes among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _words(item)
    else:
        for name in field_names(type(value)) or ():
            yield from _words(getattr(value, name))
