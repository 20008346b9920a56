"""Expressions as functions of their variables, for those that are computed again and again.

The body of a loop is resolved for each element, the fields of a class for each instance. Where the
values of all variables are known, nothing else matters, and an expression is turned once into
functions within functions that look those up in a table. They come to what resolving comes to and
ask for instances of classes in the same order, since the numbers of those depend on it.

Only what never reports a mistake can be compiled. The rest is left to resolving: what isn't suited
when it is compiled, or when a value is unforeseen.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence

from opgen.hints import Any, Final
from opgen.tablegen.bangs.operator import apply
from opgen.tablegen.compiler import (
    NUMBERS,
    OPERATORS,
    OPERATORS_ON_NUMBERS,
    VALUES,
    Compiler,
    Number,
    Request,
    Run,
    Table,
    UnforeseenError,
    UnsuitedError,
    kinds_of,
)
from opgen.tablegen.integers import signed
from opgen.tablegen.records import Argument, FieldRef, Instance
from opgen.tablegen.types import (
    BIT,
    STRING,
)
from opgen.tablegen.values import (
    INVALID,
    Bit,
    DagArgument,
    DagValue,
    Int,
    ListValue,
    Operation,
    Resolver,
    String,
    Value,
    VarRef,
)

_ATOMS: Final = frozenset((Int, Bit, String))


def _variable(compiler: Compiler, value: VarRef) -> Run:
    name = value.name
    if (constant := compiler.constants.get(name)) is not None:
        compiler.variables.all.add(name)
        return compiler.of_kind(constant, value.type)
    if name not in compiler.known or compiler.types.setdefault(name, value.type) is not value.type:
        raise UnsuitedError
    compiler.variables.all.add(name)
    return operator.itemgetter(name)


def _list(compiler: Compiler, value: ListValue) -> Run:
    elements = [compiler.part(element) for element in value.elements]
    make, type_ = compiler.pool.list_value, value.type.element
    return lambda table: make(tuple([run(table) for run in elements]), type_)


def _dag(compiler: Compiler, value: DagValue) -> Run:
    arguments = [(compiler.part(argument), name) for argument, name in value.arguments]
    head = compiler.part(value.operator)
    make, name = compiler.pool.dag, value.name

    def run(table: Table) -> Value:
        given = tuple([DagArgument(argument(table), name) for argument, name in arguments])
        return make(head(table), name, given)

    return run


def _field(compiler: Compiler, value: FieldRef) -> Run:
    holder: Any = compiler.compile(value.value)
    name, own, kinds = value.name, compiler.record, kinds_of(value.type)

    def run(table: Table) -> Value:
        record = holder(table).record
        found: Value | None = record.values.get(name)
        if type(found) not in kinds or record is own:
            raise UnforeseenError
        assert found is not None
        if type(found) not in _ATOMS and not found.is_concrete:
            raise UnforeseenError
        return found

    return run


def _instance(compiler: Compiler, value: Instance) -> Run:
    arguments, variables = compiler.using(
        lambda: [(key, compiler.compile(argument)) for key, argument in value.arguments]
    )
    if not variables.all:
        # Resolving leaves it as it is.
        raise UnsuitedError
    find, make = compiler.pool.instance, compiler.context.instantiate
    entity, place = value.entity, value.place

    def run(table: Table) -> Value:
        given = tuple([Argument(key, argument(table)) for key, argument in arguments])
        made = make(find(entity, given, place))
        if made is INVALID:
            raise UnforeseenError
        return made

    compiler.requests.append(Request(run, variables))
    return run


def _operation(compiler: Compiler, value: Operation) -> Run:
    name, pool = value.operator.name, compiler.pool
    if name in OPERATORS_ON_NUMBERS:
        count = compiler.operation(value, OPERATORS_ON_NUMBERS[name])
        if value.type is BIT:
            return lambda table: pool.bit(bool(count(table)))
        return lambda table: pool.integer(int(count(table)))
    compile_ = OPERATORS.get(name)
    if compile_ is None:
        raise UnsuitedError
    return compiler.operation(value, compile_)


def _computed(compiler: Compiler, value: Operation) -> Run:
    """Compile an operation that is computed as ever, once its operands are known."""
    operands = [compiler.compile(operand) for operand in value.operands]
    kinds, folded = kinds_of(value.type), compiler.pool.folded
    resolver = Resolver(compiler.context, compiler.record)

    def run(table: Table) -> Value:
        known = tuple([operand(table) for operand in operands])
        key = (value.operator, known, value.type)
        result = folded.get(key)
        if result is None:
            result = apply(value, known, resolver)
            if type(result) not in kinds or not result.is_closed:
                raise UnforeseenError
            folded[key] = result
        return result

    return run


def _if(compiler: Compiler, value: Operation) -> Run:
    condition, *branches = value.operands
    test, tested = compiler.using(lambda: compiler.number(condition))
    chosen, otherwise = compiler.guarded(
        lambda: [compiler.of_kind(branch, value.type) for branch in branches], tested
    )
    return lambda table: chosen(table) if test(table) else otherwise(table)


def _cond(compiler: Compiler, value: Operation) -> Run:
    first, cases = len(compiler.requests), list[tuple[Number, Run]]()
    for condition, result in zip(value.operands[::2], value.operands[1::2], strict=True):
        if not result.is_closed and result.type is not None and not result.type.is_a(value.type):
            # It is lost where it is chosen before it is known, which here it never is.
            raise UnsuitedError
        cases.append((compiler.number(condition), compiler.of_kind(result, value.type)))
    if len(compiler.requests) > first:
        # All cases are resolved before one is chosen, here they aren't.
        raise UnsuitedError
    pool, type_ = compiler.pool, value.type

    def run(table: Table) -> Value:
        for test, make in cases:
            if test(table):
                made = make(table)
                converted = made if made.type is type_ else made.convert(pool, type_)
                if converted is None:
                    raise UnforeseenError
                return converted
        raise UnforeseenError

    return run


def _cast(compiler: Compiler, value: Operation) -> Run:
    operand, type_, pool = value.operands[0], value.type, compiler.pool
    if type_ is STRING:
        if operand.type is STRING:
            return compiler.compile(operand)
        number = compiler.number(operand)
        return lambda table: pool.string(str(int(number(table))))
    if operand.type is STRING:
        # A record is looked up by its name.
        raise UnsuitedError
    inner, kinds = compiler.compile(operand), kinds_of(type_)

    def run(table: Table) -> Value:
        converted = inner(table).convert(pool, type_)
        if type(converted) not in kinds:
            raise UnforeseenError
        assert converted is not None
        return converted

    return run


def _isa(compiler: Compiler, value: Operation) -> Number:
    run: Any = compiler.compile(value.operands[0])
    wanted = value.parameter
    return lambda table: run(table).type.converts_to(wanted)


def _subst(compiler: Compiler, value: Operation) -> Run:
    old = value.operands[0]
    if not isinstance(old, String) or not old.value or value.type is not STRING:
        raise UnsuitedError
    return _computed(compiler, value)


def chain(value: Value, name: str) -> list[Value]:
    """Return the operands of a binary operation that is nested to the right."""
    parts: list[Value] = []
    while isinstance(value, Operation) and value.operator.name == name:
        left, value = value.operands
        parts.append(left)
    return [*parts, value]


def _strconcat(compiler: Compiler, value: Operation) -> Run:
    texts, has_code = list[str](), False
    parts: list[tuple[int, Any, bool]] = []
    for at, part in enumerate(chain(value, "strconcat")):
        texts.append(part.value if isinstance(part, String) else "")
        if isinstance(part, String):
            has_code = has_code or part.is_code
        elif (number := _spelled_number(compiler, part)) is not None:
            parts.append((at, number, True))
        else:
            parts.append((at, compiler.of_kind(part, STRING), False))
    make, budget = compiler.pool.string, compiler.pool.budget

    def run(table: Table) -> Value:
        filled, is_code = texts.copy(), has_code
        for at, part, is_number in parts:
            known = part(table)
            if is_number:
                filled[at] = str(int(known))
            else:
                filled[at] = known.value
                is_code = is_code or known.is_code
        budget.check_text(sum(map(len, filled)))
        return make("".join(filled), is_code=is_code)

    return run


def _spelled_number(compiler: Compiler, value: Value) -> Number | None:
    """Return a function for the number that is cast to a string, if that is what a value is."""
    if not isinstance(value, Operation) or value.operator.name != "cast":
        return None
    operand = value.operands[0]
    if value.type is not STRING or operand.type is STRING:
        return None
    return compiler.operation(value, lambda compiler, _: compiler.number(operand))


def _listconcat(compiler: Compiler, value: Operation) -> Run:
    parts = [compiler.of_kind(part, value.type) for part in chain(value, "listconcat")]
    join = join_lists(compiler)
    return lambda table: join([part(table) for part in parts])


def join_lists(compiler: Compiler) -> Callable[[Sequence[Any]], Value]:
    """Return what makes one list of some."""
    make, budget = compiler.pool.list_value, compiler.pool.budget

    def join(parts: Sequence[Any]) -> Value:
        budget.check_weight(sum([len(part.elements) for part in parts]))
        elements = tuple(itertools.chain.from_iterable([part.elements for part in parts]))
        return make(elements, parts[0].type.element)

    return join


def _element(compiler: Compiler, value: Operation) -> Run:
    items: Any = compiler.compile(value.operands[0])
    index, kinds = compiler.number(value.operands[1]), kinds_of(value.type)

    def run(table: Table) -> Value:
        elements, at = items(table).elements, index(table)
        if not 0 <= at < len(elements):
            raise UnforeseenError
        found: Value = elements[at]
        if type(found) not in kinds:
            raise UnforeseenError
        return found

    return run


def _comparison(test: Callable[[Any, Any], bool]) -> Callable[[Compiler, Operation], Number]:
    def compile_(compiler: Compiler, value: Operation) -> Number:
        left, right = value.operands
        if left.type is STRING and right.type is STRING:
            one: Any = compiler.compile(left)
            if isinstance(right, String):
                text = right.value
                return lambda table: test(one(table).value, text)
            other: Any = compiler.compile(right)
            return lambda table: test(one(table).value, other(table).value)
        if kinds_of(left.type) is not NUMBERS:
            computed: Any = _computed(compiler, value)
            return lambda table: computed(table).value
        low, high = compiler.number(left), compiler.number(right)
        return lambda table: test(low(table), high(table))

    return compile_


def _short_circuit(
    decides: int, function: Callable[[int, int], int]
) -> Callable[[Compiler, Operation], Number]:
    def compile_(compiler: Compiler, value: Operation) -> Number:
        first, second = value.operands
        left, tested = compiler.using(lambda: compiler.number(first))
        right = compiler.guarded(lambda: compiler.number(second), tested)

        def count(table: Table) -> int:
            number = left(table)
            return number if number == decides else function(number, right(table))

        return count

    return compile_


def _arithmetic(
    function: Callable[[int, int], int],
) -> Callable[[Compiler, Operation], Number]:
    def compile_(compiler: Compiler, value: Operation) -> Number:
        left, right = map(compiler.number, value.operands)
        return lambda table: signed(function(left(table), right(table)))

    return compile_


def _not(compiler: Compiler, value: Operation) -> Number:
    number = compiler.number(value.operands[0])
    return lambda table: not number(table)


VALUES.update(
    {
        VarRef: _variable,
        ListValue: _list,
        DagValue: _dag,
        FieldRef: _field,
        Instance: _instance,
        Operation: _operation,
    }
)
OPERATORS.update(
    {
        "if": _if,
        "cond": _cond,
        "cast": _cast,
        "subst": _subst,
        "strconcat": _strconcat,
        "listconcat": _listconcat,
        "[]": _element,
        # These never report a mistake and resolve all of their operands. So does `!listremove`, but
        # it keeps what isn't known yet, so that it matters what is known first.
        **dict.fromkeys(
            ("size", "empty", "listflatten", "interleave", "tolower", "toupper"),
            _computed,
        ),
    }
)
_COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
OPERATORS_ON_NUMBERS.update(
    {
        **{name: _comparison(test) for name, test in _COMPARISONS.items()},
        "and": _short_circuit(0, operator.and_),
        "or": _short_circuit(-1, operator.or_),
        "not": _not,
        "isa": _isa,
        "add": _arithmetic(operator.add),
        "sub": _arithmetic(operator.sub),
        "mul": _arithmetic(operator.mul),
        "xor": _arithmetic(operator.xor),
    }
)
