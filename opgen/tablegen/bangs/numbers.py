"""Operators on numbers, and comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable

from opgen.hints import Any, Final
from opgen.tablegen.bangs.operator import (
    CODE,
    Bang,
    Build,
    Call,
    Compute,
    known_int,
    rebuild,
)
from opgen.tablegen.integers import WORD, WORD_BITS, signed
from opgen.tablegen.records import DefRef
from opgen.tablegen.types import BIT, INT, STRING, RecordType, Type
from opgen.tablegen.values import (
    INVALID,
    Operation,
    Resolver,
    String,
    Value,
)

_MANY: Final = 1 << 30
_SMALLEST: Final = -(1 << 63)


def build_fold_right(bang: Bang, call: Call, operands: list[Value], *, type_: Type) -> Value:
    """Make a chain of binary operations that is nested to the right."""
    while len(operands) > 1:
        right = operands.pop()
        operands[-1] = call.make(bang, (operands[-1], right), type_)
    return operands[0]


def _build_numbers(least: int, most: int) -> Build:
    def build(bang: Bang, call: Call) -> Value:
        if not call.has_arity(least, most) or not call.accepts(INT):
            return INVALID
        operands = []
        for at in range(len(call.operands)):
            value, type_ = call.typed(at, INT)
            if call.pool.common(INT, type_) is None:
                call.wrong(f"expected a value of type `int`, got `{type_}`", at)
            operands.append(value)
        if len(operands) == 1:
            return call.make(bang, tuple(operands), INT)
        return build_fold_right(bang, call, operands, type_=INT)

    return build


def _on_ints(function: Callable[[int, int], int]) -> Compute:
    def compute(operation: Operation, resolver: Resolver) -> Value | None:
        pool = resolver.context.pool
        left, right = (known_int(operand, pool) for operand in operation.operands)
        if left is None or right is None:
            return None
        return pool.integer(signed(function(left, right)))

    return compute


def _divide(operation: Operation, resolver: Resolver) -> Value | None:
    context = resolver.context
    left, right = (known_int(operand, context.pool) for operand in operation.operands)
    if left is None or right is None:
        return None
    if right == 0:
        return context.fail(CODE, "division by zero")
    if left == _SMALLEST and right == -1:
        return context.fail(CODE, f"quotient of `{left}` and `-1` doesn't fit into 64 bits")
    quotient = abs(left) // abs(right)
    return context.pool.integer(quotient if (left < 0) == (right < 0) else -quotient)


def _on_shift(function: Callable[[int, int], int]) -> Compute:
    def compute(operation: Operation, resolver: Resolver) -> Value | None:
        context = resolver.context
        left, right = (known_int(operand, context.pool) for operand in operation.operands)
        if left is None or right is None:
            return None
        if not 0 <= right < WORD_BITS:
            return context.fail(CODE, f"shift by `{right}` is out of range 0...63")
        return context.pool.integer(signed(function(left, right)))

    return compute


def _not(operation: Operation, resolver: Resolver) -> Value | None:
    number = known_int(operation.operands[0], resolver.context.pool)
    return None if number is None else resolver.context.pool.integer(int(number == 0))


def _logtwo(operation: Operation, resolver: Resolver) -> Value | None:
    number = known_int(operation.operands[0], resolver.context.pool)
    if number is None:
        return None
    if number <= 0:
        return resolver.context.fail(CODE, f"logarithm of `{number}`, which isn't above 0")
    return resolver.context.pool.integer(number.bit_length() - 1)


def _short_circuit(decides: int) -> Callable[[Operation, Resolver], Value]:
    """Don't resolve the right operand when the left one decides."""

    def resolve(operation: Operation, resolver: Resolver) -> Value:
        pool = resolver.context.pool
        left, right = operation.operands
        new_left = left.resolve(resolver)
        if known_int(new_left, pool) == decides:
            return pool.integer(decides)
        return rebuild(operation, (new_left, right.resolve(resolver)), resolver)

    return resolve


def _build_unary(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    return call.make(bang, (call.value(0),), INT)


def _build_comparison(*, takes_records: bool) -> Build:
    words = "bit, bits, int, string or record" if takes_records else "bit, bits, int or string"

    def build(bang: Bang, call: Call) -> Value:
        if not call.has_arity(2, 2) or not call.accepts(BIT):
            return INVALID
        left, left_type = call.typed(0)
        if not (
            left_type.converts_to(INT)
            or left_type.converts_to(STRING)
            or (takes_records and isinstance(left_type, RecordType))
        ):
            call.wrong(f"expected {words}, got a value of type `{left_type}`", 0)
        right, right_type = call.typed(1, left_type)
        if call.pool.common(left_type, right_type) is None:
            call.wrong(f"expected a value of type `{left_type}`, got `{right_type}`", 1)
        return call.make(bang, (left, right), BIT)

    return build


def compare(
    left: Value, right: Value, resolver: Resolver, *, test: Callable[[Any, Any], bool]
) -> bool | None:
    """Compare two values; None if they aren't known or can't be compared."""
    pool = resolver.context.pool
    one, other = known_int(left, pool), known_int(right, pool)
    if one is not None and other is not None:
        return test(one, other)
    if isinstance(left, String) and isinstance(right, String):
        return test(left.value, right.value)
    if (
        isinstance(left, DefRef)
        and isinstance(right, DefRef)
        and test in {operator.eq, operator.ne}
    ):
        return test(left.record, right.record)
    return None


def _comparison(name: str, test: Callable[[Any, Any], bool]) -> Bang:
    def compute(operation: Operation, resolver: Resolver) -> Value | None:
        left, right = operation.operands
        result = compare(left, right, resolver, test=test)
        return None if result is None else resolver.context.pool.bit(result)

    takes_records = name in {"eq", "ne"}
    return Bang(name, _build_comparison(takes_records=takes_records), compute, is_pure=True)


NUMBERS: Final = (
    Bang("add", _build_numbers(2, _MANY), _on_ints(operator.add), is_pure=True),
    Bang("sub", _build_numbers(2, 2), _on_ints(operator.sub), is_pure=True),
    Bang("mul", _build_numbers(2, _MANY), _on_ints(operator.mul), is_pure=True),
    Bang("div", _build_numbers(2, 2), _divide, is_pure=True),
    Bang(
        "and",
        _build_numbers(2, _MANY),
        _on_ints(operator.and_),
        special=_short_circuit(0),
        is_pure=True,
    ),
    Bang(
        "or",
        _build_numbers(2, _MANY),
        _on_ints(operator.or_),
        special=_short_circuit(-1),
        is_pure=True,
    ),
    Bang("xor", _build_numbers(2, _MANY), _on_ints(operator.xor), is_pure=True),
    Bang("shl", _build_numbers(2, 2), _on_shift(operator.lshift), is_pure=True),
    Bang("sra", _build_numbers(2, 2), _on_shift(operator.rshift), is_pure=True),
    Bang(
        "srl",
        _build_numbers(2, 2),
        _on_shift(lambda a, b: (a & WORD) >> b),
        is_pure=True,
    ),
    Bang("not", _build_unary, _not, is_pure=True),
    Bang("logtwo", _build_unary, _logtwo, is_pure=True),
    _comparison("eq", operator.eq),
    _comparison("ne", operator.ne),
    _comparison("lt", operator.lt),
    _comparison("le", operator.le),
    _comparison("gt", operator.gt),
    _comparison("ge", operator.ge),
)
