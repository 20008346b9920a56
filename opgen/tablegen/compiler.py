"""What turns values into functions of their variables.

Knows how functions are put together and which instances they ask for when; not what each kind of
value and each operator comes to, for which there are tables, filled by ``compiled`` and ``loops``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final, TypeAlias, TypeVar
from opgen.tablegen.records import DefRef, FieldRef, Pool
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    BitsType,
    Entity,
    ListType,
    RecordType,
    Type,
)
from opgen.tablegen.values import (
    Bit,
    Bits,
    Context,
    DagValue,
    Int,
    ListValue,
    Operation,
    String,
    Value,
    VarRef,
)

Table: TypeAlias = dict[str, Value]
"""The values of the variables."""
Run: TypeAlias = Callable[[Table], Value]
Number: TypeAlias = Callable[[Table], int]
_Made = TypeVar("_Made")

NUMBERS: Final = frozenset((Int, Bit))
_KINDS: Final[dict[Type, frozenset[type]]] = {
    INT: NUMBERS,
    BIT: NUMBERS,
    STRING: frozenset((String,)),
    DAG: frozenset((DagValue,)),
}
_KINDS_OF_TYPES: Final[dict[type[Type], frozenset[type]]] = {
    ListType: frozenset((ListValue,)),
    RecordType: frozenset((DefRef,)),
    BitsType: frozenset((Bits,)),
}


class UnsuitedError(Exception):
    """An expression can't be compiled."""


class UnforeseenError(Exception):
    """A value isn't known, or not of the kind that a function was made for."""


def kinds_of(type_: Type | None) -> frozenset[type]:
    """Return the kinds of values that are known and of a type."""
    if type_ is None:
        raise UnsuitedError
    return _KINDS.get(type_) or _KINDS_OF_TYPES[type(type_)]


@dataclass(slots=True, eq=False)
class Variables:
    """The variables in an expression.

    Attributes:
        all: All of them.
        losable: Those on which it may no longer depend, once others are known.
    """

    all: set[str] = field(default_factory=set)
    losable: set[str] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Request:
    """An instance that an expression asks for.

    Attributes:
        run: Asks for it.
        variables: The variables in its arguments.
        losers: The variables in each operation around it that may come to something without it,
            once some of them are known.
        guards: The variables in each condition on which it depends whether it is asked for.
        loops: The variables in the source of each loop around it.
        bound: The variables of these loops.
    """

    run: Run
    variables: Variables
    losers: list[set[str]] = field(default_factory=list)
    guards: list[Variables] = field(default_factory=list)
    loops: list[Variables] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)

    def is_early(self, names: AbstractSet[str]) -> bool:
        """Whether it is made while the variables ``names`` aren't known, but all others are.

        Raises:
            UnsuitedError: That isn't certain.
        """
        unknown = names | self.bound
        around = (self.variables, *self.guards, *self.loops)
        lost = (*self.losers, *[variables.losable for variables in around])
        if not all(map(unknown.isdisjoint, lost)):
            # It may not be made any more, or be reached already.
            raise UnsuitedError
        if any(unknown.isdisjoint(source.all) for source in self.loops):
            # The loop around it is run that early, too.
            raise UnsuitedError
        if not unknown.isdisjoint(self.variables.all):
            if not self.variables.all <= unknown:
                # It is partly replaced, and placed where that was written first.
                raise UnsuitedError
            return False
        if any(unknown.isdisjoint(guard.all) for guard in self.guards):
            raise UnsuitedError
        return True


@dataclass(slots=True, eq=False)
class Compiler:
    """Turns values into functions.

    Attributes:
        context: The evaluation.
        pool: Makes values.
        record: The record that is being resolved, which can't be asked for its fields.
        known: The variables that are in the table.
        constants: Other variables, with their values.
        types: The types of those in the table that have been met.
        variables: Those that have been met.
        requests: The instances that are asked for, in this order.
        size: How many operations have been met: each takes a step, as in resolving.
    """

    context: Context
    pool: Pool
    record: Entity | None = None
    known: set[str] = field(default_factory=set)
    constants: Mapping[str, Value] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    variables: Variables = field(default_factory=Variables)
    requests: list[Request] = field(default_factory=list)
    size: int = 0

    def compile(self, value: Value) -> Run:
        """Return a function for a value."""
        if value.is_closed:
            return constant(value)
        compile_ = VALUES.get(type(value))
        if compile_ is None:
            raise UnsuitedError
        return compile_(self, value)

    def number(self, value: Value) -> Number:
        """Return a function for an int or bit that returns the number."""
        if kinds_of(value.type) is not NUMBERS:
            raise UnsuitedError
        if isinstance(value, Int | Bit):
            known = int(value.value)
            return lambda _table: known
        if isinstance(value, Operation):
            compile_ = OPERATORS_ON_NUMBERS.get(value.operator.name)
            if compile_ is not None:
                return self.operation(value, compile_)
        run: Any = self.compile(value)
        return lambda table: run(table).value

    def operation(self, value: Operation, make: Callable[[Compiler, Operation], _Made]) -> _Made:
        """Return what is made of an operation."""
        self.size += 1
        first = len(self.requests)
        made, met = self.using(lambda: make(self, value))
        if not met.all:
            # Resolving leaves it as it is.
            raise UnsuitedError
        if not _keeps_variables(value):
            met.losable |= met.all
            self.variables.losable |= met.all
            if not _keeps_requests(value):
                for request in self.requests[first:]:
                    request.losers.append(met.all)
        return made

    def of_kind(self, value: Value, type_: Type) -> Run:
        """Return a function for a value that is to be of the kind of a type."""
        if value.type is None:
            return unforeseen
        if kinds_of(value.type) is not kinds_of(type_):
            raise UnsuitedError
        return self.compile(value)

    def part(self, value: Value) -> Run:
        """Return a function for a part of a list or dag, of which nothing is asked meanwhile."""
        return (lambda _table: value) if value.is_closed else self.compile(value)

    def using(self, make: Callable[[], _Made]) -> tuple[_Made, Variables]:
        """Return what is made, and the variables that are met meanwhile."""
        outer, self.variables = self.variables, Variables()
        made = make()
        own, self.variables = self.variables, outer
        outer.all |= own.all
        outer.losable |= own.losable
        return made, own

    def guarded(self, make: Callable[[], _Made], condition: Variables) -> _Made:
        """Return what is made, which is reached depending on a condition."""
        first = len(self.requests)
        made = make()
        for request in self.requests[first:]:
            request.guards.append(condition)
        return made

    def in_loop(
        self, names: tuple[str, ...], source: Variables, make: Callable[[], _Made]
    ) -> tuple[_Made, Variables, tuple[Run, ...]]:
        """Return the body of a loop, the variables in it, and what asks for instances before.

        Before the first turn everything but the variables of the loop is known, and is replaced.
        """
        taken = self.known.union(self.constants)
        if len(set(names)) < len(names) or not taken.isdisjoint(names):
            raise UnsuitedError
        first = len(self.requests)
        for name in names:
            self.types.pop(name, None)
        self.known.update(names)
        made, met = self.using(make)
        self.known.difference_update(names)
        self.variables.all.difference_update(names)
        self.variables.losable.difference_update(names)
        inside, unknown = self.requests[first:], frozenset(names)
        early = tuple([request.run for request in inside if request.is_early(unknown)])
        for request in inside:
            request.loops.append(source)
            request.bound.update(names)
        return made, met, early


def unforeseen(_table: Table) -> Value:
    """Stand for a value that isn't known."""
    raise UnforeseenError


def constant(value: Value) -> Run:
    """Return a function for a value without variables."""
    if value.type is None or type(value) not in kinds_of(value.type):
        return unforeseen
    return lambda _table: value


def _keeps_variables(value: Operation) -> bool:
    """Whether an operation depends on its variables until all of them are known."""
    if value.operator.name == "[]":
        return isinstance(value.operands[0], VarRef | FieldRef)
    return value.operator.name in _KEEPING


def _keeps_requests(value: Operation) -> bool:
    """Whether an operation asks for the same instances when some variables are known before."""
    name = value.operator.name
    if name in _LOOPS:
        # A list that is written out is gone through even if not all of it is known.
        return isinstance(value.operands[1], VarRef | FieldRef)
    return name in {"if", "and", "or"}


VALUES: Final[dict[type[Value], Callable[[Compiler, Any], Run]]] = {}
"""What compiles each kind of value."""
OPERATORS: Final[dict[str, Callable[[Compiler, Operation], Run]]] = {}
"""What compiles each operator."""
OPERATORS_ON_NUMBERS: Final[dict[str, Callable[[Compiler, Operation], Number]]] = {}
"""What compiles operators whose result is a number."""
_LOOPS: Final = frozenset(("foreach", "filter", "foldl"))
_KEEPING: Final = frozenset(
    (
        "strconcat",
        "listconcat",
        "cast",
        "add",
        "sub",
        "mul",
        "xor",
        "not",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
    )
)
