"""The value of a formula over sizes, of which some may be unknown.

The meaning is that of the C++ runtime in ``opgen_shapes.h``; both say the same of what goes wrong.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from opgen.dataclass import dataclass, field
from opgen.ops.dtypes import AttributeValue
from opgen.ops.shapes.terms import NOTHING, Operation, Term, TermType

Shape = tuple[int, ...]
"""The sizes of a tensor; -1 stands for one that is unknown."""

Shapes = Shape | list[Shape] | None
"""The shape of an operand, a list for a variadic one, ``None`` for an absent one."""

UNKNOWN: Final = None
"""Stands for the value of a formula that needs an unknown size."""

Value = AttributeValue | list[Any] | None
"""A scalar, a list of sizes or of shapes, or ``None``."""

_INT64: Final = range(-(2**63) + 1, 2**63)


class ShapeMismatchError(Exception):
    """The shapes do not fit the rule; the text says why."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a call gives: shapes of operands, values of attributes.

    Attributes:
        shapes: By operand.
        attributes: By attribute.
        locals: Values of statements before.
    """

    shapes: Mapping[str, Shapes]
    attributes: Mapping[str, AttributeValue]
    locals: dict[str, Value] = field(default_factory=dict)


def evaluate(term: Term, arguments: Arguments) -> Value:
    """Return the value of ``term``; ``None`` where it needs an unknown size.

    Raises:
        ShapeMismatchError: There is no value, as of a division by zero.
    """
    special = _SPECIAL.get(term.operation)
    if special is not None:
        return special(term, arguments)
    values = [evaluate(argument, arguments) for argument in term.arguments]
    if any(value is UNKNOWN for value in values):
        return UNKNOWN
    return _checked(_PLAIN[term.operation](*values))


def shown(value: Value) -> str:
    """Return a value as messages have it."""
    if value is UNKNOWN or (type(value) is int and value == -1):
        return "?" if value is UNKNOWN else "-1"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


def shape_text(shape: Shape) -> str:
    """Return a shape as messages have it, with ``?`` for unknown sizes."""
    return "[" + ", ".join("?" if size < 0 else str(size) for size in shape) + "]"


def _checked(value: Value) -> Value:
    if type(value) is int and value not in _INT64:
        raise ShapeMismatchError("a size is too large for 64 bits")
    return value


def _literal(term: Term, arguments: Arguments) -> Value:
    del arguments
    return term.value


def _local(term: Term, arguments: Arguments) -> Value:
    return arguments.locals[term.name]


def _attribute(term: Term, arguments: Arguments) -> Value:
    value = arguments.attributes[term.name]
    items: list[Any] | None = list(value) if isinstance(value, tuple) else None
    return value if items is None else items


def _operand(term: Term, arguments: Arguments) -> Value:
    shape = arguments.shapes[term.name]
    if shape is None:
        raise ShapeMismatchError(f"{term.name}: missing")
    return shape if isinstance(shape, list) else _sizes(shape)


def _sizes(shape: Shape) -> list[int | None]:
    return [UNKNOWN if size < 0 else size for size in shape]


def _label(term: Term, arguments: Arguments) -> str:
    if term.operation is Operation.INDEX:
        inner, at = term.arguments
        return f"{inner.name}[{evaluate(at, arguments)}]" if inner.name else ""
    return term.name if term.operation in {Operation.OPERAND, Operation.ATTRIBUTE} else ""


def _index(term: Term, arguments: Arguments) -> Value:
    of, at = term.arguments
    items, index = evaluate(of, arguments), evaluate(at, arguments)
    assert isinstance(items, list)
    if not isinstance(index, int):
        return UNKNOWN
    if not -len(items) <= index < len(items):
        where = f" of {label}" if (label := _label(of, arguments)) else ""
        message = f"index {index}{where} is out of range (length {len(items)})"
        raise ShapeMismatchError(message)
    item = items[index]
    return _sizes(item) if isinstance(item, tuple) else item


def _slice(term: Term, arguments: Arguments) -> Value:
    items = evaluate(term.arguments[0], arguments)
    bounds: list[Any] = [evaluate(bound, arguments) for bound in term.arguments[1:]]
    left_out = [bound == NOTHING for bound in term.arguments[1:]]
    if any(v is UNKNOWN and not out for v, out in zip(bounds, left_out, strict=True)):
        raise ShapeMismatchError(_RANK_UNKNOWN)
    assert isinstance(items, list)
    return items[slice(*bounds)]


_RANK_UNKNOWN: Final = "the rank of a shape depends on an unknown size"


def _list(term: Term, arguments: Arguments) -> Value:
    return [evaluate(item, arguments) for item in term.arguments]


def _join(term: Term, arguments: Arguments) -> Value:
    left, right = (evaluate(argument, arguments) for argument in term.arguments)
    assert isinstance(left, list)
    assert isinstance(right, list)
    return left + right


def _logic(term: Term, arguments: Arguments) -> Value:
    """Evaluate ``and`` and ``or``; one side may decide although the other is unknown."""
    decisive = term.operation is Operation.OR
    left = evaluate(term.arguments[0], arguments)
    if left is decisive:
        return decisive
    right = evaluate(term.arguments[1], arguments)
    return right if left is not UNKNOWN or right is decisive else UNKNOWN


def _choice(term: Term, arguments: Arguments) -> Value:
    condition, first, second = term.arguments
    holds = evaluate(condition, arguments)
    if holds is not UNKNOWN:
        return evaluate(first if holds else second, arguments)
    if term.type is not TermType.SHAPE:
        return UNKNOWN
    shapes = [evaluate(shape, arguments) for shape in (first, second)]
    lengths = {len(shape) for shape in shapes if isinstance(shape, list)}
    if len(lengths) > 1:
        raise ShapeMismatchError(_RANK_UNKNOWN)
    unknown: list[Any] = [UNKNOWN] * lengths.pop()
    return unknown


def _equal(term: Term, arguments: Arguments) -> Value:
    """Compare values; lists also differ where the sizes that are known do."""
    left, right = (evaluate(argument, arguments) for argument in term.arguments)
    equal: bool | None
    if isinstance(left, list) and isinstance(right, list):
        equal = _lists_equal(left, right)
    else:
        equal = UNKNOWN if left is UNKNOWN or right is UNKNOWN else left == right
    return equal if term.operation is Operation.EQUAL or equal is UNKNOWN else not equal


def _lists_equal(left: list[Any], right: list[Any]) -> bool | None:
    if len(left) != len(right):
        return False
    pairs = list(zip(left, right, strict=True))
    if any(a != b and a is not UNKNOWN and b is not UNKNOWN for a, b in pairs):
        return False
    return UNKNOWN if any(a is UNKNOWN or b is UNKNOWN for a, b in pairs) else True


def _length(term: Term, arguments: Arguments) -> Value:
    items = evaluate(term.arguments[0], arguments)
    assert isinstance(items, list)
    return len(items)


def _given(term: Term, arguments: Arguments) -> Value:
    return arguments.shapes[term.name] is not None


def _product(term: Term, arguments: Arguments) -> Value:
    sizes = evaluate(term.arguments[0], arguments)
    assert isinstance(sizes, list)
    product: int | None = 1
    for size in sizes:
        if product is UNKNOWN or not isinstance(size, int):
            return UNKNOWN
        product *= size
        _checked(product)
    return product


def _within(term: Term, arguments: Arguments) -> Value:
    left, right = (evaluate(argument, arguments) for argument in term.arguments)
    assert isinstance(left, list)
    assert isinstance(right, list)
    if len(left) != len(right):
        return False
    pairs = list(zip(left, right, strict=True))
    known = [a <= b for a, b in pairs if a is not UNKNOWN and b is not UNKNOWN]
    return False if not all(known) else UNKNOWN if len(known) < len(pairs) else True


def _total(term: Term, arguments: Arguments) -> Value:
    tensors, axis = term.arguments
    count = evaluate(Term(Operation.LENGTH, TermType.SIZE, (tensors,)), arguments)
    assert isinstance(count, int)
    total: int | None = 0
    for at in range(count):
        tensor = Term(Operation.LITERAL, TermType.SIZE, value=at)
        shape = Term(Operation.INDEX, TermType.SHAPE, (tensors, tensor))
        size = evaluate(Term(Operation.INDEX, TermType.SIZE, (shape, axis)), arguments)
        total = total + size if isinstance(size, int) and total is not UNKNOWN else UNKNOWN
    return _checked(total)


def _floor_divide(left: int, right: int) -> int:
    if right == 0:
        raise ShapeMismatchError("division by zero")
    return left // right


def _modulo(left: int, right: int) -> int:
    if right == 0:
        raise ShapeMismatchError("division by zero")
    return left % right


def _normalize_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise ShapeMismatchError(f"axis {axis} is out of range for rank {rank}")
    return axis + rank if axis < 0 else axis


_SPECIAL: Final[Mapping[Operation, Callable[[Term, Arguments], Value]]] = {
    Operation.LITERAL: _literal,
    Operation.LOCAL: _local,
    Operation.ATTRIBUTE: _attribute,
    Operation.OPERAND: _operand,
    Operation.INDEX: _index,
    Operation.SLICE: _slice,
    Operation.LIST: _list,
    Operation.JOIN: _join,
    Operation.AND: _logic,
    Operation.OR: _logic,
    Operation.CHOICE: _choice,
    Operation.EQUAL: _equal,
    Operation.UNEQUAL: _equal,
    Operation.LENGTH: _length,
    Operation.GIVEN: _given,
    Operation.PRODUCT: _product,
    Operation.WITHIN: _within,
    Operation.TOTAL: _total,
}

_PLAIN: Final[Mapping[Operation, Callable[..., Value]]] = {
    Operation.ADD: operator.add,
    Operation.SUBTRACT: operator.sub,
    Operation.MULTIPLY: operator.mul,
    Operation.FLOOR_DIVIDE: _floor_divide,
    Operation.MODULO: _modulo,
    Operation.NEGATE: operator.neg,
    Operation.MIN: min,
    Operation.MAX: max,
    Operation.LESS: operator.lt,
    Operation.LESS_EQUAL: operator.le,
    Operation.GREATER: operator.gt,
    Operation.GREATER_EQUAL: operator.ge,
    Operation.NOT: operator.not_,
    Operation.NORMALIZE_AXIS: _normalize_axis,
}
