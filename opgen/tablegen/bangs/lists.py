"""Operators on lists, and what is alike for lists, dags and strings."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import chain

from opgen.hints import Final
from opgen.tablegen.bangs.numbers import build_fold_right, compare
from opgen.tablegen.bangs.operator import CODE, CONTAINERS, Bang, Build, Call
from opgen.tablegen.integers import signed
from opgen.tablegen.limits import LONGEST_LIST
from opgen.tablegen.types import INT, IntType, ListType, Type
from opgen.tablegen.values import (
    INVALID,
    DagValue,
    Int,
    ListValue,
    Operation,
    Resolver,
    String,
    Value,
)

_MANY: Final = 1 << 30
_RANGE_OPERANDS: Final = 3


def _build_size(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    operand = call.of_type(0, *CONTAINERS, words="a string, list or dag")
    return call.make(bang, (operand,), INT)


def _size_of(value: Value) -> int | None:
    if isinstance(value, ListValue):
        return len(value.elements)
    if isinstance(value, DagValue):
        return len(value.arguments)
    return len(value.value) if isinstance(value, String) else None


def _size(operation: Operation, resolver: Resolver) -> Value | None:
    size = _size_of(operation.operands[0])
    return None if size is None else resolver.context.pool.integer(size)


def _empty(operation: Operation, resolver: Resolver) -> Value | None:
    size = _size_of(operation.operands[0])
    return None if size is None else resolver.context.pool.integer(int(size == 0))


def _list_operand(bang: Bang, call: Call) -> tuple[Value, Type] | None:
    """Return the only operand, a list that isn't known to be empty, and the type of an element."""
    if not call.has_arity(1, 1):
        return None
    operand = call.of_type(0, ListType, words="a list")
    if isinstance(operand, ListValue):
        if not operand.elements:
            call.wrong(f"`!{bang.name}` of an empty list", 0)
            return None
        element = operand.elements[0].type
        if element is None:
            call.wrong("first element of the list is `?`, which has no type", 0)
            return None
        return operand, element
    return (operand, operand.type.element) if isinstance(operand.type, ListType) else None


def _build_head_tail(bang: Bang, call: Call) -> Value:
    found = _list_operand(bang, call)
    if found is None:
        return INVALID
    operand, element = found
    type_ = element if bang.name == "head" else call.pool.list_of(element)
    return call.make(bang, (operand,), type_)


def _head(operation: Operation, resolver: Resolver) -> Value | None:
    items = operation.operands[0]
    if not isinstance(items, ListValue):
        return None
    if not items.elements:
        return resolver.context.fail(CODE, "`!head` of an empty list")
    return items.elements[0]


def _tail(operation: Operation, resolver: Resolver) -> Value | None:
    items = operation.operands[0]
    if not isinstance(items, ListValue):
        return None
    if not items.elements:
        return resolver.context.fail(CODE, "`!tail` of an empty list")
    return resolver.context.pool.list_value(items.elements[1:], items.type.element)


def _build_lists(most: int) -> Build:
    def build(bang: Bang, call: Call) -> Value:
        if not call.has_arity(2, most):
            return INVALID
        wanted = call.expected
        operands: list[Value] = []
        for at in range(len(call.operands)):
            value, type_ = call.typed(at, wanted)
            operands.append(value)
            if value is INVALID:
                continue
            if wanted is None and not isinstance(type_, ListType):
                return call.wrong(f"expected a list, got a value of type `{type_}`", at)
            common = type_ if wanted is None else call.pool.common(wanted, type_)
            if common is None:
                return call.wrong(f"expected a value of type `{wanted}`, got `{type_}`", at)
            wanted = common
        return INVALID if wanted is None else build_fold_right(bang, call, operands, type_=wanted)

    return build


def concatenate_lists(left: ListValue, right: ListValue, resolver: Resolver) -> Value:
    """Return the elements of both, with the type of the left list."""
    return resolver.context.pool.list_value(left.elements + right.elements, left.type.element)


def _listconcat(operation: Operation, resolver: Resolver) -> Value | None:
    left, right = operation.operands
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return concatenate_lists(left, right, resolver)
    return None


def _listremove(operation: Operation, resolver: Resolver) -> Value | None:
    left, right = operation.operands
    if not isinstance(left, ListValue) or not isinstance(right, ListValue):
        return None
    kept = tuple(
        element
        for element in left.elements
        if not any(compare(element, other, resolver, test=operator.eq) for other in right.elements)
    )
    return resolver.context.pool.list_value(kept, left.type.element)


def _build_listflatten(bang: Bang, call: Call) -> Value:
    found = _list_operand(bang, call)
    if found is None:
        return INVALID
    operand, inner = found
    type_ = inner if isinstance(inner, ListType) else call.pool.list_of(inner)
    return call.make(bang, (operand,), type_)


def _listflatten(operation: Operation, resolver: Resolver) -> Value | None:
    items = operation.operands[0]
    if not isinstance(items, ListValue):
        return None
    inner = items.type.element
    if not isinstance(inner, ListType):
        return items
    pool = resolver.context.pool
    flat: list[Value] = []
    for element in items.elements:
        if not isinstance(element, ListValue):
            return None
        flat += element.elements
        pool.budget.check_weight(len(flat))
    return pool.list_value(tuple(flat), inner.element)


def _build_listsplat(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2):
        return INVALID
    value, type_ = call.typed(0)
    list_type = call.pool.list_of(type_)
    if value is not INVALID:
        call.accepts(list_type)
    count = call.of_type(1, IntType, words="an int")
    return call.make(bang, (value, count), list_type)


def _listsplat(operation: Operation, resolver: Resolver) -> Value | None:
    value, count = operation.operands
    if not isinstance(count, Int) or value.type is None:
        return None
    if not 0 <= count.value <= LONGEST_LIST:
        words = "negative" if count.value < 0 else "too large"
        return resolver.context.fail(CODE, f"count `{count}` of `!listsplat` is {words}")
    return resolver.context.pool.list_value((value,) * count.value, value.type)


def _build_range(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, _RANGE_OPERANDS):
        return INVALID
    pool = call.pool
    zero, one = pool.integer(0), pool.integer(1)
    first, type_ = call.typed(0)
    if first is INVALID:
        return INVALID
    if isinstance(type_, ListType):
        if len(call.operands) > 1:
            return call.wrong("a list must be the only operand of `!range`", 1)
        first = pool.operation(OPERATORS["size"], (first,), INT).fold(call.resolver)
        return call.make(bang, (zero, first, one), pool.list_of(INT))
    if not isinstance(type_, IntType):
        return call.wrong(f"expected a list or an int, got a value of type `{type_}`", 0)
    rest = [call.of_type(at, IntType, words="an int") for at in range(1, len(call.operands))]
    start, end, *step = (zero, first) if not rest else (first, *rest)
    return call.make(bang, (start, end, step[0] if step else one), pool.list_of(INT))


def _range(operation: Operation, resolver: Resolver) -> Value | None:
    context = resolver.context
    start, end, step = operation.operands
    if not (isinstance(start, Int) and isinstance(end, Int) and isinstance(step, Int)):
        return None
    if step.value == 0:
        return context.fail(CODE, "step of `!range` is 0")
    return _int_list(_wrapping_range(start.value, end.value, step.value), resolver)


def _wrapping_range(start: int, end: int, step: int) -> list[range]:
    """Return the numbers to ``end``; what is too large for 64 bits begins again at the least."""
    pieces, count = [range(start, end, step)], 0
    while pieces[-1] and (count := count + _length(pieces[-1])) <= LONGEST_LIST:
        following = pieces[-1][-1] + step
        if signed(following) == following:
            break
        pieces.append(range(signed(following), end, step))
    return pieces


def _length(numbers: range) -> int:
    # It may be more than `len` can say.
    return max(0, -(-(numbers.stop - numbers.start) // numbers.step))


def _int_list(pieces: Sequence[range], resolver: Resolver) -> Value:
    context = resolver.context
    count = sum(map(_length, pieces))
    if count > LONGEST_LIST:
        return context.fail("OPG0122", f"range of {count} numbers is too long")
    numbers = tuple(map(context.pool.integer, chain.from_iterable(pieces)))
    return context.pool.list_value(numbers, INT)


def _closed_range(operation: Operation, resolver: Resolver) -> Value | None:
    low, high = operation.operands
    if not (isinstance(low, Int) and isinstance(high, Int)):
        return None
    step = 1 if low.value <= high.value else -1
    return _int_list([range(low.value, high.value + step, step)], resolver)


def _element(operation: Operation, resolver: Resolver) -> Value | None:  # noqa: ARG001
    items, index = operation.operands
    if isinstance(items, ListValue) and isinstance(index, Int):
        return _at(items, index)
    return None


def _at(items: ListValue, index: Int) -> Value | None:
    return items.elements[index.value] if 0 <= index.value < len(items.elements) else None


def _slice(operation: Operation, resolver: Resolver) -> Value | None:
    items, indices = operation.operands
    if not isinstance(items, ListValue) or not isinstance(indices, ListValue):
        return None
    picked: list[Value] = []
    for index in indices.elements:
        element = _at(items, index) if isinstance(index, Int) else None
        if element is None:
            return None
        picked.append(element)
    return resolver.context.pool.list_value(tuple(picked), items.type.element)


def _build_suffix(bang: Bang, call: Call) -> Value:
    return call.wrong(f"`{bang.name}` isn't written as an operator")


def _form_index(operation: Operation) -> str:
    return f"{operation.operands[0]}[{operation.operands[1]}]"


RANGE: Final = Bang(
    "...",
    _build_suffix,
    _closed_range,
    form=lambda o: f"{o.operands[0]}...{o.operands[1]}",
    is_pure=True,
)
ELEMENT: Final = Bang("[]", _build_suffix, _element, form=_form_index, is_pure=True)
SLICE: Final = Bang("[...]", _build_suffix, _slice, form=_form_index, is_pure=True)

LISTS: Final = (
    Bang("size", _build_size, _size, is_pure=True),
    Bang("empty", _build_size, _empty, is_pure=True),
    Bang("head", _build_head_tail, _head, is_pure=True),
    Bang("tail", _build_head_tail, _tail, is_pure=True),
    Bang("listconcat", _build_lists(_MANY), _listconcat, is_pure=True),
    Bang("listremove", _build_lists(2), _listremove, is_pure=True),
    Bang("listflatten", _build_listflatten, _listflatten, is_pure=True),
    Bang("listsplat", _build_listsplat, _listsplat, is_pure=True),
    Bang("range", _build_range, _range, is_complete=None, is_pure=True),
)
OPERATORS: Final = {bang.name: bang for bang in LISTS}
