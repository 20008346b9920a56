"""What may follow a value: ``.field``, ``[index]``, ``{bits}``; and ranges of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from opgen.hints import Final
from opgen.tablegen import ast
from opgen.tablegen.bangs import BANGS, ELEMENT, RANGE, SLICE
from opgen.tablegen.dispatch import evaluate, place_of
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.integers import HALF_WORD
from opgen.tablegen.records import DefRef
from opgen.tablegen.types import (
    INT,
    Entity,
    IntType,
    ListType,
    RecordType,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    LOST,
    Int,
    ListValue,
    LostValueError,
    Value,
)

_MOST_BITS: Final = 1 << 20


def evaluate_field(
    ev: Evaluation,
    node: ast.FieldAccess,
    expected: Type | None,
) -> Value:
    """Return ``value.name``; like TableGen, want the type of the whole of the value already."""
    return access_field(ev, evaluate(ev, node.value, expected), node)


def access_field(ev: Evaluation, value: Value, node: ast.FieldAccess) -> Value:
    """Return a field of ``value``; report if it has none of this name."""
    if value is INVALID:
        return INVALID
    name = node.name.text
    type_, holders = _field_type(value, name)
    if type_ is not None:
        ev.site = ev.unit.source, node
        return ev.pool.field(value, name, type_).fold(ev.resolver())
    if any(holder in ev.incomplete for holder in holders):
        return INVALID
    what = f"`{value}`" if value.type is None else f"`{value}` of type `{value.type}`"
    known = [field for holder in holders for field in holder.declarations if ":" not in field]
    message = f"{what} has no field `{name}`"
    return ev.report("OPG0112", message, place_of(ev, node.name), help=ev.suggest(name, known))


def _field_type(value: Value, name: str) -> tuple[Type | None, tuple[Entity, ...]]:
    """Return the type of a field, and the record or the classes that have the fields."""
    if isinstance(value, DefRef):
        declared = value.record.declarations.get(name)
        return declared.type if declared is not None else None, (value.record,)
    if isinstance(value.type, RecordType):
        return value.type.field_type(name), value.type.classes
    return None, ()


def evaluate_slice(ev: Evaluation, node: ast.Slice, expected: Type | None) -> Value:
    """Return ``value[pieces]``."""
    return index_list(ev, evaluate(ev, node.value, expected), node)


def index_list(ev: Evaluation, value: Value, node: ast.Slice) -> Value:
    """Return the elements of ``value`` that the pieces name."""
    if value is INVALID:
        return INVALID
    if not isinstance(value.type, ListType):
        shown = value.type or value
        message = f"expected a list before `[`, got `{shown}`"
        return ev.report("OPG0115", message, place_of(ev, node.value))
    indices = _slice_indices(ev, node)
    if indices is None:
        return INVALID
    ev.site = ev.unit.source, node
    if isinstance(indices.type, ListType):
        operation = ev.pool.operation(SLICE, (value, indices), value.type)
    else:
        operation = ev.pool.operation(ELEMENT, (value, indices), value.type.element)
    result = operation.fold(ev.resolver())
    if result is LOST:
        raise LostValueError(node)
    return result


def _slice_indices(ev: Evaluation, node: ast.Slice) -> Value | None:
    """Return an int, or a list of ints made of all the pieces; None after a mistake."""
    values: list[Value] = []
    for piece in node.pieces:
        value = _slice_piece(ev, piece)
        if value is None:
            return None
        values.append(value)
    if len(values) == 1 and not node.is_list and not isinstance(values[0].type, ListType):
        return values[0]
    lists: list[Value] = []
    for is_list, run in groupby(values, lambda value: isinstance(value.type, ListType)):
        lists += _as_lists(ev, tuple(run), is_list=is_list)
    result = lists[0]
    for other in lists[1:]:
        result = concat_lists(ev, result, other)
    return result


def _as_lists(ev: Evaluation, run: tuple[Value, ...], *, is_list: bool) -> tuple[Value, ...]:
    return run if is_list else (ev.pool.list_value(run, INT),)


def _slice_piece(ev: Evaluation, piece: ast.Piece) -> Value | None:
    if isinstance(piece, ast.Range):
        return _slice_range(ev, piece)
    value = evaluate(ev, piece)
    if value is INVALID:
        return None
    if value.type is not INT and value.type is not ev.pool.list_of(INT):
        message = f"expected an int or a list of int as index, got `{value.type or value}`"
        ev.report("OPG0115", message, place_of(ev, piece))
        return None
    return value


def _slice_range(ev: Evaluation, piece: ast.Range) -> Value | None:
    low, high = evaluate(ev, piece.low), evaluate(ev, piece.high)
    if INVALID in (low, high):
        return None
    for value, node in ((low, piece.low), (high, piece.high)):
        if not isinstance(value.type, IntType):
            message = f"expected an int in a range, got `{value.type or value}`"
            ev.report("OPG0115", message, place_of(ev, node))
            return None
    if piece.is_negated and isinstance(high, Int) and high.value < 0:
        _report_negative(ev, high, piece.high)
        return None
    ev.site = ev.unit.source, piece
    return ev.pool.operation(RANGE, (low, high), ev.pool.list_of(INT)).fold(ev.resolver())


def concat_lists(ev: Evaluation, left: Value, right: Value) -> Value:
    """Return two lists as one, as an operation if they aren't both known."""
    assert left.type is not None
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return ev.pool.list_value(left.elements + right.elements, left.type.element)
    return ev.pool.operation(BANGS["listconcat"], (left, right), left.type)


def evaluate_bits(ev: Evaluation, node: ast.BitsAccess, expected: Type | None) -> Value:
    """Return ``value{pieces}``."""
    value = evaluate(ev, node.value, expected)
    indices = constant_ranges(ev, node.pieces)
    if value is INVALID or indices is None:
        return INVALID
    bits = value.bits(ev.pool, reversed(indices)) if value.type is not None else None
    if bits is None:
        message = f"`{value}` of type `{value.type}` has no such bits"
        return ev.report("OPG0115", message, place_of(ev, node))
    return bits


def constant_ranges(
    ev: Evaluation, pieces: Sequence[ast.Piece], *, most: int = _MOST_BITS
) -> list[int] | None:
    """Return the numbers that the pieces name, in their order; None after a mistake."""
    numbers: list[int] = []
    for piece in pieces:
        low = _constant(ev, piece.low if isinstance(piece, ast.Range) else piece)
        high = _constant(ev, piece.high) if isinstance(piece, ast.Range) else low
        if low is None or high is None:
            return None
        if len(numbers) + abs(high - low) >= most:
            ev.report("OPG0122", f"range {low}...{high} is too long", place_of(ev, piece))
            return None
        named = range(low, high + 1) if low <= high else range(low, high - 1, -1)
        is_small = max(low, high) <= HALF_WORD
        numbers += named if is_small else [number & HALF_WORD for number in named]
    return numbers


def _constant(ev: Evaluation, node: ast.Value) -> int | None:
    value = evaluate(ev, node)
    if value is INVALID:
        return None
    if not isinstance(value, Int):
        message = f"expected an integer that is known here, got `{value}`"
        ev.report("OPG0115", message, place_of(ev, node))
        return None
    if value.value < 0:
        _report_negative(ev, value, node)
        return None
    return value.value


def _report_negative(ev: Evaluation, value: Int, node: ast.Value) -> None:
    ev.report("OPG0115", f"range can't begin or end below 0: `{value}`", place_of(ev, node))
