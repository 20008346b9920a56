"""Operators on dags."""

from __future__ import annotations

from collections.abc import Callable

from opgen.diagnostics import counted
from opgen.hints import Final
from opgen.tablegen.bangs.numbers import build_fold_right
from opgen.tablegen.bangs.operator import (
    CODE,
    KEYS,
    RECORDS,
    Bang,
    Call,
    Compute,
    Shows,
    is_number_or_string,
)
from opgen.tablegen.records import DefRef
from opgen.tablegen.types import DAG, INT, STRING, DagType, ListType, RecordType, StringType
from opgen.tablegen.values import (
    INVALID,
    LOST,
    UNSET,
    DagArgument,
    DagValue,
    Int,
    ListValue,
    Operation,
    Resolver,
    String,
    Unset,
    Value,
)

_MANY: Final = 1 << 30


def _build_con(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, _MANY) or not call.accepts(DAG):
        return INVALID
    operands = []
    for at in range(len(call.operands)):
        value, type_ = call.typed(at, DAG)
        if value is not INVALID and type_ is not DAG:
            call.wrong(f"expected a value of type `dag`, got `{type_}`", at)
        operands.append(value)
    return build_fold_right(bang, call, operands, type_=DAG)


def _con(operation: Operation, resolver: Resolver) -> Value | None:
    left, right = operation.operands
    if not isinstance(left, DagValue) or not isinstance(right, DagValue):
        return None
    operators = [left.operator, right.operator]
    if not all(isinstance(op, DefRef | Unset) for op in operators):
        return None
    known = [op for op in operators if isinstance(op, DefRef)]
    if len(known) > 1 and known[0] is not known[1]:
        return resolver.context.fail(
            CODE, f"operators of the dags don't match: `{left}` and `{right}`"
        )
    name = left.name if left.name is not None else right.name
    operator = known[0] if known else UNSET
    return resolver.context.pool.dag(operator, name, left.arguments + right.arguments)


def _build_dag(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    operator = call.value(0)
    children = call.of_type(1, ListType, words="a list", may_be_unset=True)
    names = call.value(2)
    names_type = call.pool.list_of(STRING)
    if names.type is not None and names.type is not names_type:
        call.wrong(f"expected a value of type `list<string>`, got `{names.type}`", 2)
    if isinstance(children, Unset) and isinstance(names, Unset) and not call.is_broken:
        call.wrong("the values and the names can't both be `?`", 1)
    return call.make(bang, (operator, children, names), DAG)


def _dag(operation: Operation, resolver: Resolver) -> Value | None:
    operator, children, names = operation.operands
    lists = [part for part in (children, names) if isinstance(part, ListValue)]
    if not lists or not all(isinstance(part, ListValue | Unset) for part in (children, names)):
        return None
    count = len(lists[0].elements)
    if any(len(part.elements) != count for part in lists):
        return None
    values = children.elements if isinstance(children, ListValue) else (UNSET,) * count
    titles = names.elements if isinstance(names, ListValue) else (UNSET,) * count
    arguments: list[DagArgument] = []
    for value, title in zip(values, titles, strict=True):
        if not isinstance(title, String | Unset):
            return None
        arguments.append(DagArgument(value, title.value if isinstance(title, String) else None))
    return resolver.context.pool.dag(operator, None, tuple(arguments))


def _find_argument(
    dag: DagValue, key: Value, *, operation: Operation, resolver: Resolver
) -> int | Value | None:
    """Return the index that ``key`` means; None while it isn't known, a value if it is wrong."""
    count = len(dag.arguments)
    bang = f"`!{operation.operator.name}`"
    if isinstance(key, Int):
        if 0 <= key.value < count:
            return key.value
        has = f"the dag has {counted(count, 'argument')}"
        return resolver.context.fail(CODE, f"index {key} of {bang} is out of range, {has}")
    if isinstance(key, String):
        for index, argument in enumerate(dag.arguments):
            if argument.name == key.value:
                return index
        return resolver.context.fail(CODE, f"dag has no argument `{key.value}` for {bang}")
    return None


def _build_getdagarg(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or call.parameter is None or not call.accepts(call.parameter):
        return INVALID
    dag = call.of_type(0, DagType, words="a dag", expected=DAG)
    key, key_type = call.typed(1)
    if not is_number_or_string(key_type):
        call.wrong(f"expected an index or a name, got a value of type `{key_type}`", 1)
    return call.make(bang, (dag, key), call.parameter)


def _getdagarg(operation: Operation, resolver: Resolver) -> Value | None:
    dag, key = operation.operands
    if not isinstance(dag, DagValue):
        return None
    index = _find_argument(dag, key, operation=operation, resolver=resolver)
    if not isinstance(index, int):
        return index
    value = dag.arguments[index].value
    if value.type is not None and not value.type.converts_to(operation.type):
        return UNSET
    return value


def _build_getdagname(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or not call.accepts(STRING):
        return INVALID
    dag = call.of_type(0, DagType, words="a dag", expected=DAG)
    index, index_type = call.typed(1, INT)
    if not index_type.converts_to(INT):
        call.wrong(f"expected an index, got a value of type `{index_type}`", 1)
    return call.make(bang, (dag, index), STRING)


def _getdagname(operation: Operation, resolver: Resolver) -> Value | None:
    dag, key = operation.operands
    if not isinstance(dag, DagValue):
        return None
    index = _find_argument(dag, key, operation=operation, resolver=resolver)
    if not isinstance(index, int):
        return index
    name = dag.arguments[index].name
    return UNSET if name is None else resolver.context.pool.string(name)


def _build_getdagop(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    type_ = call.parameter or call.pool.record()
    if not isinstance(type_, RecordType):
        return call.wrong(f"type of `!getdagop` must be a class, not `{type_}`")
    return call.make(bang, (call.value(0),), type_)


def _getdagop(operation: Operation, resolver: Resolver) -> Value | None:
    dag = operation.operands[0]
    if not isinstance(dag, DagValue):
        return None
    operator = dag.operator
    if operator.type is None:
        return resolver.context.fail(CODE, f"operator of `{dag}` is no record")
    if not operator.type.is_a(operation.type):
        return resolver.context.fail(
            CODE, f"operator of `{dag}` is of type `{operator.type}`, not `{operation.type}`"
        )
    return operator


def _build_getdagopname(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    return call.make(bang, (call.value(0),), STRING)


def _getdagopname(operation: Operation, resolver: Resolver) -> Value | None:
    dag = operation.operands[0]
    if not isinstance(dag, DagValue):
        return None
    return LOST if dag.name is None else resolver.context.pool.string(dag.name)


def _build_setdagarg(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    dag = call.value(0)
    key = call.of_type(1, *KEYS, words="an index or a name")
    return call.make(bang, (dag, key, call.value(2)), DAG)


def _build_setdagname(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    dag = call.value(0)
    key = call.of_type(1, *KEYS, words="an index or a name")
    name = call.of_type(2, StringType, words="a string or `?`", may_be_unset=True)
    return call.make(bang, (dag, key, name), DAG)


def _changing(change: Callable[[DagArgument, Value], DagArgument]) -> Compute:
    def compute(operation: Operation, resolver: Resolver) -> Value | None:
        dag, key, value = operation.operands
        if not isinstance(dag, DagValue):
            return None
        index = _find_argument(dag, key, operation=operation, resolver=resolver)
        if not isinstance(index, int):
            return index
        changed = change(dag.arguments[index], value)
        arguments = (*dag.arguments[:index], changed, *dag.arguments[index + 1 :])
        return resolver.context.pool.dag(dag.operator, dag.name, arguments)

    return compute


def _with_value(argument: DagArgument, value: Value) -> DagArgument:
    return DagArgument(value, argument.name)


def _with_name(argument: DagArgument, value: Value) -> DagArgument:
    # TableGen doesn't wait for a name that isn't known yet.
    return DagArgument(argument.value, value.value if isinstance(value, String) else None)


def _build_setdagop(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or not call.accepts(DAG):
        return INVALID
    dag = call.of_type(0, DagType, words="a dag", expected=DAG)
    operator = call.of_type(1, *RECORDS, words="a record", expected=call.pool.record())
    return call.make(bang, (dag, operator), DAG)


def _setdagop(operation: Operation, resolver: Resolver) -> Value | None:
    dag, operator = operation.operands
    if isinstance(dag, DagValue) and isinstance(operator, DefRef):
        return resolver.context.pool.dag(operator, None, dag.arguments)
    return None


def _build_setdagopname(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or not call.accepts(DAG):
        return INVALID
    dag = call.of_type(0, DagType, words="a dag", expected=DAG)
    name = call.of_type(1, StringType, words="a string", expected=STRING)
    return call.make(bang, (dag, name), DAG)


def _setdagopname(operation: Operation, resolver: Resolver) -> Value | None:
    dag, name = operation.operands
    if isinstance(dag, DagValue) and isinstance(name, String):
        return resolver.context.pool.dag(dag.operator, name.value, dag.arguments)
    return None


DAGS: Final = (
    Bang("con", _build_con, _con),
    Bang("dag", _build_dag, _dag, is_complete=None),
    Bang(
        "getdagarg",
        _build_getdagarg,
        _getdagarg,
        shows=Shows.RESULT,
        takes_type=True,
        holds_lost=(1,),
    ),
    Bang("getdagname", _build_getdagname, _getdagname),
    Bang("getdagop", _build_getdagop, _getdagop, takes_type=None),
    Bang("getdagopname", _build_getdagopname, _getdagopname),
    Bang(
        "setdagarg", _build_setdagarg, _changing(_with_value), is_complete=None, holds_lost=(1, 2)
    ),
    Bang("setdagname", _build_setdagname, _changing(_with_name), is_complete=None, holds_lost=(1,)),
    Bang("setdagop", _build_setdagop, _setdagop),
    Bang("setdagopname", _build_setdagopname, _setdagopname),
)
