"""What every value can do and needs for that, and the values that wait for others.

Those are variables, and operations on what isn't known yet. Knows no value that is known, but
``?``.
"""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from opgen.dataclass import dataclass
from opgen.hints import Final, Protocol, TypeAlias
from opgen.namedtuple import NamedTuple
from opgen.tablegen.limits import Budget, is_writable
from opgen.tablegen.types import (
    BIT,
    STRING,
    BitsType,
    BitType,
    Entity,
    ListType,
    RecordType,
    StringType,
    Type,
)
from opgen.tablegen.values.memo import ABSENT, Memo
from opgen.tablegen.values.wholes import COMPLETE, CONCRETE, holds_throughout, is_transparent


class ValuePool(Protocol):
    """Makes values and types, each once."""

    @property
    def budget(self) -> Budget:
        """Counts what the values take."""

    @property
    def folded(self) -> dict[tuple[object, ...], Value]:
        """What operations came to."""

    @property
    def memos(self) -> dict[Operation, Memo | None]:
        """What operations with variables came to; nothing of those that were resolved once."""

    @property
    def dependencies(self) -> Dependencies:
        """On which variables large operations depend."""

    def bit(self, value: bool) -> Value:
        """Return a bit."""

    def integer(self, value: int) -> Value:
        """Return an integer."""

    def string(self, value: str, *, is_code: bool = False) -> Value:
        """Return a string."""

    def bits(self, elements: tuple[Value, ...]) -> Value:
        """Return bits, given lowest first."""

    def list_value(self, elements: tuple[Value, ...], element_type: Type) -> Value:
        """Return a list of ``elements``."""

    def dag(self, operator: Value, name: str | None, arguments: tuple[DagArgument, ...]) -> Value:
        """Return a dag."""

    def operation(
        self,
        operator: Operator,
        operands: tuple[Value, ...],
        type_: Type,
        *,
        parameter: Type | None = None,
    ) -> Operation:
        """Return an operation that isn't folded yet."""

    def intern(self, make: type[VarRef | VarBit], *parts: object) -> Value:
        """Return a reference made of ``parts``."""

    def list_of(self, element: Type) -> ListType:
        """Return the type of lists of ``element``."""

    def record(self, *classes: Entity) -> RecordType:
        """Return the type of records that derive from all of ``classes``."""

    def common(self, one: Type, other: Type) -> Type | None:
        """Return the most special type of both."""


class DagArgument(NamedTuple):
    """An argument of a dag: a value and its ``$name``, if it has one."""

    value: Value
    name: str | None


class Context(Protocol):
    """What folding and resolving need of the evaluation they happen in.

    Attributes:
        unsettled: How often something was met that may come to something else the next time, such
            as whether there is a record.
    """

    unsettled: int

    @property
    def pool(self) -> ValuePool:
        """Makes values."""

    @property
    def record_names(self) -> Iterable[str]:
        """The names of the records made so far."""

    def find_record(self, name: str) -> Value | None:
        """Return the record of this name as a value."""

    def instantiate(self, instance: Value) -> Value:
        """Return the record that ``instance`` stands for, made if it isn't there yet."""

    def fail(self, code: str, message: str, help: str = "") -> Value:  # noqa: A002 - the word of the data
        """Report a mistake at the place being evaluated; return the value that stands for it."""

    def miss_field(self, record: Entity, name: str) -> Value:
        """Report that a record has no such field; return the value that stands for it."""


class Tracker(Protocol):
    """Notes whether any variable is left."""

    found: bool

    def mark(self, *, everywhere: bool) -> None:
        """Note that one is left, also in trackers within if it is ``everywhere``."""


Done: TypeAlias = "dict[Value, tuple[Value, bool | None]]"
_NOT_DONE: Final = (None, None)


class Resolver:
    """Replaces variables by values.

    Attributes:
        record: The record whose fields are being resolved, if any.
        is_final: No further chance will come: what can't be resolved now is an error.
        keeps_unset_bits: A bit that resolves to ``?`` keeps its reference.
        done: What large values came to, as long as every variable stands for the same, and
            whether any is left, if that was noted.
    """

    __slots__ = ("context", "done", "is_final", "keeps_unset_bits", "record")

    def __init__(
        self, context: Context, record: Entity | None = None, *, is_final: bool = False
    ) -> None:
        self.context = context
        self.record = record
        self.is_final = is_final
        self.keeps_unset_bits = False
        self.done: Done = {}

    def once(self, value: Value, resolve: Callable[[Resolver], Value]) -> Value:
        """Return what ``resolve`` makes of a large value, which is asked once for each.

        An expression that is the operand of several is one value, so that resolving takes as long
        as it has parts, not as they make when written out.
        """
        shared, tracker, context = self.shared(value), self.tracker, self.context
        done = self.done if shared is None else shared
        result, is_open = done.get(value, _NOT_DONE)
        if result is not None and (tracker is None or is_open is not None):
            if tracker is not None and is_open:
                tracker.mark(everywhere=shared is not None)
            return result
        unsettled = context.unsettled
        if tracker is None:
            result = resolve(self)
        else:
            before, tracker.found = tracker.found, False
            result = resolve(self)
            is_open = tracker.found
            tracker.found = before or is_open
        if context.unsettled == unsettled:
            done[value] = result, is_open
        return result

    @property
    def tracker(self) -> Tracker | None:
        """What notes whether any variable is left."""
        return None

    def shared(self, value: Value) -> Done | None:  # noqa: ARG002
        """Return what is done by a resolver within, if ``value`` comes to the same there."""
        return self.done

    def lookup(self, name: str | AnonymousName) -> Value | None:  # noqa: ARG002
        """Return the value of variable ``name``, or None if it isn't known here."""
        return None

    def known(self, names: Sequence[str]) -> tuple[Value | None, ...] | None:  # noqa: ARG002
        """Return what variables will be replaced by, None for one that stays as it is.

        Nothing is returned where that isn't known at once, or holds variables itself.
        """
        return None


class Value:
    """Base of all values.

    Attributes:
        type: Its static type; None for ``?``, which fits every type.
        is_closed: Resolving can't change it.
    """

    __slots__ = ()
    type: Type | None
    is_closed: bool

    @property
    def weight(self) -> int:
        """How many operands it has when written out, if it isn't known yet."""
        return 1

    @property
    def is_concrete(self) -> bool:
        """Whether it holds no variable."""
        return self.is_closed

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is ``?``."""
        return True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:  # noqa: ARG002
        """Return this value as one of type ``wanted``, if that can be known now."""
        if self.type is wanted or (self.type is not None and self.type.is_a(wanted)):
            return self
        return None

    def bit(self, pool: ValuePool, index: int) -> Value:
        """Return bit ``index``."""
        if self.type is BIT:
            return self
        return pool.intern(VarBit, self, index)

    def bits(self, pool: ValuePool, indices: Iterable[int]) -> Value | None:
        """Return the bits ``indices``, lowest first, or None if it has no such bits."""
        if not isinstance(self.type, BitsType):
            return None
        picked = tuple(indices)
        if any(index >= self.type.width for index in picked):
            return None
        return pool.bits(tuple(self.bit(pool, index) for index in picked))

    def resolve(self, resolver: Resolver) -> Value:  # noqa: ARG002
        """Return this value with the variables replaced that ``resolver`` knows."""
        return self

    def variables(self, known: Dependencies) -> frozenset[str] | None:  # noqa: ARG002
        """Return the variables on which alone it depends what this resolves to; None if unknown.

        A mistake that is met on the way must end in ``INVALID``. What large operations depend on
        is looked up in ``known``, and added to it.
        """
        return frozenset() if self.is_closed else None

    def render(self) -> str:
        """Return the text by which TableGen prints it."""
        raise AssertionError(type(self))

    def __str__(self) -> str:
        """Return the text by which TableGen prints it, or dots if that is too long to be read."""
        return self.render() if is_writable(self.weight) else "..."


@dataclass(frozen=True, slots=True, eq=False)
class Unset(Value):
    """``?``. A second instance stands for a value that a reported mistake kept from being."""

    shown: str = "?"
    type: None = None
    is_closed: bool = True

    @property
    def is_complete(self) -> bool:
        return False

    def convert(self, pool: ValuePool, wanted: Type) -> Value:  # noqa: ARG002
        return self

    def bit(self, pool: ValuePool, index: int) -> Value:  # noqa: ARG002
        return self

    def render(self) -> str:
        return self.shown


UNSET = Unset()


INVALID = Unset()


@dataclass(frozen=True, slots=True, eq=False)
class AnonymousName(Value):
    """The name of an unnamed def while it may still be given another number."""

    number: int
    type: StringType = STRING
    is_closed: bool = False

    def resolve(self, resolver: Resolver) -> Value:
        new = resolver.lookup(self) or self
        if resolver.is_final and isinstance(new, AnonymousName):
            return resolver.context.pool.string(str(new))
        return new

    def render(self) -> str:
        return f"anonymous_{self.number}"


@dataclass(frozen=True, slots=True, eq=False)
class VarRef(Value):
    """A variable: a field, a template parameter (``Class:name``), an iterator."""

    name: str
    type: Type
    is_closed: bool = False

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        return resolver.lookup(self.name) or self

    def variables(self, known: Dependencies) -> frozenset[str] | None:  # noqa: ARG002
        return frozenset((self.name,))

    def render(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class VarBit(Value):
    """One bit of a value that isn't known yet."""

    value: Value
    index: int
    type: BitType = BIT
    is_closed: bool = False

    @property
    def weight(self) -> int:
        return self.value.weight

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        new = self.value.resolve(resolver)
        return self if new is self.value else bit_of(new, self.index, resolver)

    def render(self) -> str:
        return f"{self.value}{{{self.index}}}"


def bit_of(value: Value, index: int, resolver: Resolver) -> Value:
    """Return a bit of a value that may be found to have none of this number only now."""
    try:
        return value.bit(resolver.context.pool, index)
    except IndexError:
        return resolver.context.fail("OPG0115", f"`{value}` has no bit {index}")


class Operator(Protocol):
    """A bang operator, or a suffix that is computed like one."""

    @property
    def name(self) -> str:
        """The name without the exclamation mark."""

    @property
    def is_transparent(self) -> bool:
        """Whether an operation is as concrete as its operands, even if it isn't folded."""

    @property
    def is_complete(self) -> bool | None:
        """Whether an operation that waits can be a default; None if all its operands must be."""

    @property
    def is_pure(self) -> bool:
        """Whether the result depends on the operands alone."""

    def fold(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the result if the operands are known, else ``operation`` itself."""

    def resolve(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the operation with its operands resolved, and folded."""

    def render(self, operation: Operation) -> str:
        """Return the text by which TableGen prints it."""


LARGE: Final = 64
"""Operands, written out, of a value that is worth remembering what it came to."""
Dependencies: TypeAlias = "dict[Operation, frozenset[str] | None]"


@dataclass(slots=True, eq=False)
class Operation(Value):
    """An operator and its operands, not all of which are known.

    Attributes:
        parameter: The type written behind the operator, as in ``!isa<type>(...)``.
    """

    operator: Operator
    operands: tuple[Value, ...]
    type: Type
    parameter: Type | None
    is_closed: bool = False
    weight: int = 1

    @property
    def is_concrete(self) -> bool:
        return self.operator.is_transparent and holds_throughout(self, is_transparent, CONCRETE)

    @property
    def is_complete(self) -> bool:
        return holds_throughout(self, COMPLETE, COMPLETE)

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        pool = resolver.context.pool
        budget = pool.budget
        budget.steps += 1
        if budget.steps > budget.most_steps:
            budget.refuse_steps()
        if self.weight <= LARGE:
            return self.operator.resolve(self, resolver)
        return resolver.once(self, self._remembered)

    def _remembered(self, resolver: Resolver) -> Value:
        # Most operations are resolved once, for which nothing is worth remembering.
        pool = resolver.context.pool
        memos = pool.memos
        memo = memos.get(self, ABSENT)
        if memo is None:
            memo = memos[self] = Memo(tuple(sorted(self.variables(pool.dependencies) or ())))
        elif memo is ABSENT:
            memos[self] = None
        values = resolver.known(memo.names) if memo.names else None
        if values is None:
            return self.operator.resolve(self, resolver)
        found: Value | None = memo.results.get(values)
        if found is not None:
            memo.is_useful = True
            return found
        result = self.operator.resolve(self, resolver)
        if result is not INVALID:
            memo.keep(values, result)
        return result

    def variables(self, known: Dependencies) -> frozenset[str] | None:
        if self in known:
            return known[self]
        names = frozenset[str]() if self.operator.is_pure else None
        for operand in self.operands:
            own = None if names is None else operand.variables(known)
            if names is None or own is None:
                names = None
                break
            names |= own
        if self.weight > LARGE:
            known[self] = names
        return names

    def fold(self, resolver: Resolver) -> Value:
        """Return the result if the operands are known, else this operation itself."""
        return self.operator.fold(self, resolver)

    def render(self) -> str:
        return self.operator.render(self)


def convert_typed(value: Value, pool: ValuePool, wanted: Type) -> Value | None:
    """Convert a value of which only the type is known."""
    if value.type is wanted or (value.type is not None and value.type.is_a(wanted)):
        return value
    if value.type is BIT and isinstance(wanted, BitsType) and wanted.width == 1:
        return pool.bits((value,))
    return None
