"""Loops by functions: what they come to is computed without resolving their bodies each turn.

Knows how loops are gone through, and what asks for instances before the first turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from opgen.hints import Any, Final, TypeVar
from opgen.tablegen.compiled import join_lists
from opgen.tablegen.compiler import (
    OPERATORS,
    Compiler,
    Run,
    Table,
    UnforeseenError,
    UnsuitedError,
    Variables,
    kinds_of,
)
from opgen.tablegen.records import Pool
from opgen.tablegen.types import ListType, Type
from opgen.tablegen.values import Operation, Resolver, String, Value, VarRef

_Made = TypeVar("_Made")
LARGEST: Final = 1 << 12
"""Operands of an expression, written out, that is worth it: what it shares is computed again."""


def compute_loop(operation: Operation, resolver: Resolver) -> Value | None:
    """Return what an operation with a loop comes to; None if it has to be resolved for that."""
    pool = resolver.context.pool
    assert isinstance(pool, Pool)
    if operation.operands[-1].weight > LARGEST:
        return None
    try:
        compiler = Compiler(resolver.context, pool, resolver.record)
        return OPERATORS[operation.operator.name](compiler, operation)({})
    except (UnsuitedError, UnforeseenError):
        return None


def _element_type(value: Value) -> Type:
    if not isinstance(value.type, ListType):
        raise UnsuitedError
    return value.type.element


def _name(value: Value) -> str:
    assert isinstance(value, String)
    return value.value


def _foreach(compiler: Compiler, value: Operation) -> Run:
    name, items, body = value.operands
    element_type, make = _element_type(value), compiler.pool.list_value
    turns, run_body, _ = _loop(compiler, (name,), items, make=lambda: compiler.compile(body))
    return lambda table: make(tuple([run_body(table) for _ in turns(table)]), element_type)


def _filter(compiler: Compiler, value: Operation) -> Run:
    name, items, body = value.operands
    element_type, make = _element_type(value), compiler.pool.list_value
    turns, test, _ = _loop(compiler, (name,), items, make=lambda: compiler.number(body))
    return lambda table: make(
        tuple([element for element in turns(table) if test(table)]), element_type
    )


def _foldl(compiler: Compiler, value: Operation) -> Run:
    start, items, accumulator, name, body = value.operands
    first, result = len(compiler.requests), _name(accumulator)
    begin = compiler.of_kind(start, value.type)
    if len(compiler.requests) > first:
        # The start may be lost before it is known.
        raise UnsuitedError
    join = _appending(compiler, body, result)
    if join is not None:
        assert isinstance(body, Operation)
        body = body.operands[1]
    turns, fold, met = _loop(
        compiler, (name, accumulator), items, make=lambda: compiler.of_kind(body, value.type)
    )

    def run(table: Table) -> Value:
        folded = begin(table)
        for _ in turns(table):
            table[result] = folded
            folded = fold(table) if join is None else join([folded, fold(table)])
        return folded

    def run_appending(table: Table) -> Value:
        assert join is not None
        parts = [begin(table)]
        parts += [fold(table) for _ in turns(table)]
        return join(parts)

    return run if join is None or result in met.all else run_appending


def _appending(
    compiler: Compiler, body: Value, accumulator: str
) -> Callable[[Sequence[Any]], Value] | None:
    """Return what joins strings or lists, if the body of a fold only appends to the last result."""
    if not isinstance(body, Operation) or body.operator.name not in {"strconcat", "listconcat"}:
        return None
    first = body.operands[0]
    if not isinstance(first, VarRef) or first.name != accumulator:
        return None
    return _join(compiler) if body.operator.name == "strconcat" else join_lists(compiler)


def _join(compiler: Compiler) -> Callable[[Sequence[Any]], Value]:
    make, budget = compiler.pool.string, compiler.pool.budget

    def join(parts: Sequence[Any]) -> Value:
        texts = [part.value for part in parts]
        budget.check_text(sum(map(len, texts)))
        return make("".join(texts), is_code=any(part.is_code for part in parts))

    return join


def _loop(
    compiler: Compiler, names: tuple[Value, ...], items: Value, *, make: Callable[[], _Made]
) -> tuple[Callable[[Table], Iterable[Value]], _Made, Variables]:
    """Return what goes through the elements of a loop, the body, and the variables in that.

    The first name is the one that stands for an element.
    """
    _element_type(items)
    source: Any
    source, gone_through = compiler.using(lambda: compiler.compile(items))
    before = compiler.size
    body, met, early = compiler.in_loop(tuple(map(_name, names)), gone_through, make)
    size, budget = compiler.size - before, compiler.pool.budget
    variable = _name(names[0])
    kinds = kinds_of(compiler.types[variable]) if variable in compiler.types else None

    def turns(table: Table) -> Iterable[Value]:
        elements = source(table).elements
        for ask in early:
            ask(table)
        budget.take_turns(len(elements))
        budget.take_steps(size * len(elements))
        for element in elements:
            if kinds is not None and type(element) not in kinds:
                raise UnforeseenError
            table[variable] = element
            yield element

    return turns, body, met


OPERATORS.update({"foreach": _foreach, "filter": _filter, "foldl": _foldl})
