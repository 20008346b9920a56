"""Operators that choose, loop, cast and ask about records."""

from __future__ import annotations

import re
import sys

from opgen.accelerators import import_module
from opgen.hints import Final
from opgen.tablegen import ast
from opgen.tablegen.bangs.operator import (
    CODE,
    Bang,
    Call,
    Shows,
    known_int,
    rebuild,
    resolve_operands,
)
from opgen.tablegen.bangs.strings import compile_pattern
from opgen.tablegen.records import DefRef, Record
from opgen.tablegen.resolvers import MapResolver, ShadowResolver
from opgen.tablegen.types import (
    DAG,
    INT,
    DagType,
    ListType,
    RecordType,
    StringType,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    LOST,
    AnonymousName,
    DagArgument,
    DagValue,
    ListValue,
    Operation,
    Resolver,
    String,
    Unset,
    Value,
)

_MANY: Final = 3
"""Turns of a loop that are worth making a function of its body."""
_RUNS: Final = re.compile(r"[0-9]+|[^0-9]")


def _common_type(call: Call, values: list[Value]) -> Type | None:
    """Return the common type of the values; ``?`` fits any. Report if there is none."""
    common: Type | None = None
    for value in values:
        if value.type is None:
            continue
        joined = value.type if common is None else call.pool.common(common, value.type)
        if joined is None:
            call.wrong(f"types `{common}` and `{value.type}` have nothing in common")
            return None
        common = joined
    if common is None and not call.is_broken:
        call.wrong("type of the result can't be told, all values are `?`")
    return common


def _build_if(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    condition = call.value(0)
    chosen, otherwise = call.value(1, call.expected), call.value(2, call.expected)
    type_ = _common_type(call, [chosen, otherwise])
    if type_ is None:
        return INVALID
    return call.make(bang, (condition, chosen, otherwise), type_)


def _if(operation: Operation, resolver: Resolver) -> Value | None:
    condition, chosen, otherwise = operation.operands
    known = known_int(condition, resolver.context.pool)
    if known is None:
        return None
    return chosen if known else otherwise


def _resolve_if(operation: Operation, resolver: Resolver) -> Value:
    condition, chosen, otherwise = operation.operands
    new = condition.resolve(resolver)
    if new is not condition:
        known = known_int(new, resolver.context.pool)
        if known is not None:
            return (chosen if known else otherwise).resolve(resolver)
    operands = (new, chosen.resolve(resolver), otherwise.resolve(resolver))
    return rebuild(operation, operands, resolver)


def _build_cond(bang: Bang, call: Call) -> Value:
    if not isinstance(call.node, ast.Cond):
        return call.wrong("`!cond` needs `condition: value` pairs")
    operands: list[Value] = []
    for case in call.node.cases:
        operands.append(call.evaluate(case.condition, None, {}))
        operands.append(call.evaluate(case.value, call.expected, {}))
    if INVALID in operands:
        return INVALID
    type_ = _common_type(call, operands[1::2])
    return INVALID if type_ is None else call.make(bang, tuple(operands), type_)


def _cond(operation: Operation, resolver: Resolver) -> Value | None:
    pool = resolver.context.pool
    for condition, value in zip(operation.operands[::2], operation.operands[1::2], strict=True):
        known = known_int(condition, pool)
        if known is None:
            return None
        if known:
            converted = value.convert(pool, operation.type)
            return LOST if converted is None else converted
    return resolver.context.fail(
        CODE, "no condition of `!cond` is true", "add a case `true: value`"
    )


def _form_cond(operation: Operation) -> str:
    pairs = zip(operation.operands[::2], operation.operands[1::2], strict=True)
    return "!cond(" + ", ".join(f"{condition}: {value}" for condition, value in pairs) + ")"


def _build_cast(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1) or call.parameter is None:
        return INVALID
    return call.make(bang, (call.value(0),), call.parameter)


def _cast(operation: Operation, resolver: Resolver) -> Value | None:
    value, pool = operation.operands[0], resolver.context.pool
    if isinstance(operation.type, StringType):
        if isinstance(value, String):
            return value
        if isinstance(value, DefRef):
            return pool.string(value.record.name)
        number = known_int(value, pool)
        if number is not None:
            return pool.string(str(number))
    elif isinstance(operation.type, RecordType) and isinstance(value, String):
        return _cast_to_record(value.value, operation, resolver)
    return value.convert(pool, operation.type)


def _is_own_name(name: str, record: Record) -> bool:
    title = record.title
    return (isinstance(title, AnonymousName) and str(title) == name) or (
        isinstance(title, String) and title.value == name
    )


def _cast_to_record(name: str, operation: Operation, resolver: Resolver) -> Value | None:
    context = resolver.context
    found = _find_record(name, resolver)
    if found is None:
        if resolver.is_final:
            return context.fail("OPG0111", f"no record is named `{name}`")
        return None
    if found.type is None or not found.type.is_a(operation.type):
        return context.fail(
            "OPG0115", f"record `{name}` is of type `{found.type}`, not `{operation.type}`"
        )
    return found


def _find_record(name: str, resolver: Resolver) -> Value | None:
    """Return the record of this name; the record being made is found only at its end."""
    found = resolver.context.find_record(name)
    own = resolver.record
    if found is None and resolver.is_final and isinstance(own, Record):
        return own.reference(resolver.context.pool) if _is_own_name(name, own) else None
    return found


def _resolve_at_end(operation: Operation, resolver: Resolver) -> Value:
    """Resolve the operands; at the end of a record fold even if none changed."""
    new = resolve_operands(operation, resolver)
    if new is operation and resolver.is_final:
        return operation.fold(resolver)
    return new


def _build_isa(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1) or call.parameter is None:
        return INVALID
    return call.make(bang, (call.value(0),), INT)


def _isa(operation: Operation, resolver: Resolver) -> Value | None:
    value, wanted = operation.operands[0], operation.parameter
    pool = resolver.context.pool
    if value.type is None or wanted is None:
        return None
    if value.type.converts_to(wanted):
        return pool.integer(1)
    is_open = isinstance(wanted, RecordType) and not (
        isinstance(value, DefRef) or (value.is_concrete and not wanted.converts_to(value.type))
    )
    return None if is_open else pool.integer(0)


def _build_exists(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1) or call.parameter is None:
        return INVALID
    return call.make(bang, (call.of_type(0, StringType, words="a string"),), INT)


def _exists(operation: Operation, resolver: Resolver) -> Value | None:
    name, wanted = operation.operands[0], operation.parameter
    if not isinstance(name, String) or wanted is None:
        return None
    pool = resolver.context.pool
    found = _find_record(name.value, resolver)
    if found is not None and found.type is not None:
        return pool.integer(int(found.type.is_a(wanted)))
    return pool.integer(0) if resolver.is_final else None


def _build_instances(bang: Bang, call: Call) -> Value:
    if not call.has_arity(0, 1) or call.parameter is None:
        return INVALID
    pattern: Value = call.pool.string(".*")
    if call.operands:
        pattern = call.of_type(0, StringType, words="a string")
    return call.make(bang, (pattern,), call.pool.list_of(call.parameter))


def _numeric_order(name: str) -> tuple[tuple[str, int, str], ...]:
    """Return a key that sorts numbers within names by their value: ``r2`` before ``r10``."""
    return tuple(
        ("0", len(run), run) if run.isdigit() else (run, 0, "") for run in _RUNS.findall(name)
    )


def _instances(operation: Operation, resolver: Resolver) -> Value | None:
    pattern, wanted = operation.operands[0], operation.parameter
    context = resolver.context
    if not isinstance(pattern, String) or wanted is None:
        return None
    if resolver.record is not None and not resolver.is_final:
        # The same expression may be reached at the end.
        context.unsettled += 1
        return None
    compiled = compile_pattern(pattern.value)
    if compiled is None:
        return context.fail(CODE, f"invalid regular expression `{pattern.value}`")
    budget = context.pool.budget
    matching = [name for name in context.record_names if compiled.matches(name, budget)]
    names = sorted(matching, key=_numeric_order)
    found = [ref for name in names if (ref := context.find_record(name)) is not None]
    fitting = tuple(ref for ref in found if ref.type is not None and ref.type.is_a(wanted))
    return context.pool.list_value(fitting, wanted)


def _build_initialized(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    return call.make(bang, (call.value(0),), INT)


def _initialized(operation: Operation, resolver: Resolver) -> Value | None:
    value, pool = operation.operands[0], resolver.context.pool
    if isinstance(value, Unset):
        return pool.integer(0)
    return pool.integer(1) if value.is_concrete else None


def _build_foreach(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    name = call.name(0)
    items, type_ = call.typed(1)
    if name is None or items is INVALID:
        return INVALID
    is_map = bang.name == "foreach"
    if not isinstance(type_, ListType | DagType) or not (is_map or isinstance(type_, ListType)):
        words = "a list or dag" if is_map else "a list"
        return call.wrong(f"expected {words}, got a value of type `{type_}`", 1)
    body = _build_body(call, name, type_, is_map=is_map)
    if body is None:
        return INVALID
    result: Type = type_
    if is_map and isinstance(type_, ListType):
        if body.type is None:
            return call.wrong("type of the result can't be told from `?`", 2)
        result = call.pool.list_of(body.type)
    return call.make(bang, (call.pool.string(name), items, body), result)


def _build_body(call: Call, name: str, items: ListType | DagType, *, is_map: bool) -> Value | None:
    """Evaluate the last operand with ``name`` bound to an element."""
    wanted, element = call.expected, items.element if isinstance(items, ListType) else DAG
    if wanted is not None and type(wanted) is not type(items):
        call.wrong(f"expected a value of type `{wanted}`, got `{items}`")
        return None
    body_type: Type | None = None
    if isinstance(wanted, ListType):
        body_type = wanted.element if is_map else INT
    body = call.value(2, body_type, {name: element})
    return None if body is INVALID else body


def _quickly(operation: Operation, items: ListValue, resolver: Resolver) -> Value | None:
    """Return what a loop of many turns comes to, if that can be had without resolving each."""
    if len(items.elements) < _MANY or not items.is_closed:
        return None
    # Not loaded where there are no such loops.
    computed: Value | None = import_module("opgen.tablegen.loops").compute_loop(operation, resolver)
    return computed


def _apply(operation: Operation, value: Value, resolver: Resolver) -> Value:
    name, _, body = operation.operands
    assert isinstance(name, String)
    resolver.context.pool.budget.take_turn()
    return body.resolve(MapResolver(resolver.context, resolver.record, {name.value: value}))


def _foreach(operation: Operation, resolver: Resolver) -> Value | None:
    items = operation.operands[1]
    if isinstance(items, DagValue):
        return _foreach_dag(operation, items, resolver)
    if not isinstance(items, ListValue) or not isinstance(operation.type, ListType):
        return None
    if (computed := _quickly(operation, items, resolver)) is not None:
        return computed
    new = tuple(_apply(operation, element, resolver) for element in items.elements)
    return resolver.context.pool.list_value(new, operation.type.element)


def _foreach_dag(operation: Operation, dag: DagValue, resolver: Resolver) -> Value:
    operator = _apply(operation, dag.operator, resolver)
    arguments = tuple(
        DagArgument(
            _foreach_dag(operation, value, resolver)
            if isinstance(value, DagValue)
            else _apply(operation, value, resolver),
            name,
        )
        for value, name in dag.arguments
    )
    if operator is dag.operator and arguments == dag.arguments:
        return dag
    return resolver.context.pool.dag(operator, dag.name, arguments)


def _filter(operation: Operation, resolver: Resolver) -> Value | None:
    items = operation.operands[1]
    if not isinstance(items, ListValue) or not isinstance(operation.type, ListType):
        return None
    if (computed := _quickly(operation, items, resolver)) is not None:
        return computed
    pool = resolver.context.pool
    kept: list[Value] = []
    for element in items.elements:
        included = _apply(operation, element, resolver)
        known = None if included is LOST else known_int(included, pool)
        if known is None:
            return None
        if known:
            kept.append(element)
    return pool.list_value(tuple(kept), operation.type.element)


def _resolve_foreach(operation: Operation, resolver: Resolver) -> Value:
    name, items, body = operation.operands
    assert isinstance(name, String)
    shadow = ShadowResolver(resolver, [name.value])
    new = (name, items.resolve(resolver), body.resolve(shadow))
    return rebuild(operation, new, resolver)


def _build_foldl(bang: Bang, call: Call) -> Value:
    if not call.has_arity(5, 5):
        return INVALID
    start, start_type = call.typed(0)
    items, items_type = call.typed(1)
    accumulator, name = call.name(2), call.name(3)
    if accumulator is None or name is None or call.is_broken:
        return INVALID
    if not isinstance(items_type, ListType):
        return call.wrong(f"expected a list, got a value of type `{items_type}`", 1)
    # Where both have the same name, it has the type of the one and the value of the other.
    body = call.value(4, None, {name: items_type.element, accumulator: start_type})
    if body is not INVALID and body.type is not start_type:
        return call.wrong(
            f"expected the type of the start, `{start_type}`, got `{body.type or body}`", 4
        )
    names = (call.pool.string(accumulator), call.pool.string(name))
    return call.make(bang, (start, items, *names, body), start_type)


def _foldl(operation: Operation, resolver: Resolver) -> Value | None:
    result, items, accumulator, name, body = operation.operands
    assert isinstance(accumulator, String)
    assert isinstance(name, String)
    if not isinstance(items, ListValue):
        return None
    if (computed := _quickly(operation, items, resolver)) is not None:
        return computed
    for element in items.elements:
        resolver.context.pool.budget.take_turn()
        bound = {accumulator.value: result, name.value: element}
        result = body.resolve(MapResolver(resolver.context, resolver.record, bound))
    return result


def _resolve_foldl(operation: Operation, resolver: Resolver) -> Value:
    start, items, accumulator, name, body = operation.operands
    assert isinstance(accumulator, String)
    assert isinstance(name, String)
    shadow = ShadowResolver(resolver, [accumulator.value, name.value])
    new = (start.resolve(resolver), items.resolve(resolver), accumulator, name)
    return rebuild(operation, (*new, body.resolve(shadow)), resolver)


IF: Final = Bang(
    "if", _build_if, _if, special=_resolve_if, is_complete=None, is_pure=True, holds_lost=(1, 2)
)
CAST: Final = Bang(
    "cast", _build_cast, _cast, special=_resolve_at_end, shows=Shows.RESULT, takes_type=True
)
COND: Final = Bang(
    "cond",
    _build_cond,
    _cond,
    form=_form_cond,
    is_transparent=True,
    is_complete=None,
    is_pure=True,
    holds_lost=range(sys.maxsize),
)

CONTROL: Final = (
    IF,
    COND,
    CAST,
    Bang("isa", _build_isa, _isa, shows=Shows.PARAMETER, takes_type=True, is_complete=False),
    Bang(
        "exists",
        _build_exists,
        _exists,
        special=_resolve_at_end,
        shows=Shows.PARAMETER,
        takes_type=True,
        is_complete=False,
    ),
    Bang(
        "instances",
        _build_instances,
        _instances,
        special=_resolve_at_end,
        shows=Shows.PARAMETER,
        takes_type=True,
        is_complete=False,
    ),
    Bang("initialized", _build_initialized, _initialized),
    Bang(
        "foreach",
        _build_foreach,
        _foreach,
        special=_resolve_foreach,
        binds=(0,),
        is_complete=None,
        holds_lost=(2,),
    ),
    Bang(
        "filter",
        _build_foreach,
        _filter,
        special=_resolve_foreach,
        binds=(0,),
        is_complete=None,
        holds_lost=(2,),
    ),
    Bang(
        "foldl",
        _build_foldl,
        _foldl,
        special=_resolve_foldl,
        binds=(2, 3),
        is_complete=False,
        holds_lost=(4,),
    ),
)
