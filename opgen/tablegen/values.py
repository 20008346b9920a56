"""Values. Every value is interned by a pool, so equal values are one object.

A value that still holds variables is resolved with a :class:`Resolver`; "did it change" is a test
of identity. Knows neither records nor the syntax tree, nor how programs are run.
"""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from opgen.source import SourceFile, Span
from opgen.tablegen.limits import Budget
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    BitsType,
    BitType,
    Entity,
    IntType,
    ListType,
    StringType,
    Type,
    TypePool,
    bits_type,
)

_WORD_BITS = 64
_LONG = 64
"""What is shorter isn't worth counting."""


class Place(NamedTuple):
    """A stretch of source text, cheaper than a span."""

    file: SourceFile
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place as a span."""
        return Span(self.file, self.start, self.end)


class Context(Protocol):
    """What folding and resolving need of the evaluation they happen in."""

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


class Resolver:
    """Replaces variables by values.

    Attributes:
        record: The record whose fields are being resolved, if any.
        is_final: No further chance will come: what can't be resolved now is an error.
        keeps_unset_bits: A bit that resolves to ``?`` keeps its reference.
    """

    __slots__ = ("context", "is_final", "keeps_unset_bits", "record")

    def __init__(
        self, context: Context, record: Entity | None = None, *, is_final: bool = False
    ) -> None:
        self.context = context
        self.record = record
        self.is_final = is_final
        self.keeps_unset_bits = False

    def lookup(self, name: str | AnonymousName) -> Value | None:  # noqa: ARG002
        """Return the value of variable ``name``, or None if it isn't known here."""
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

    def __str__(self) -> str:
        """Return the text by which TableGen prints it."""
        raise AssertionError(type(self))


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

    def __str__(self) -> str:
        return self.shown


UNSET = Unset()


INVALID = Unset()


@dataclass(frozen=True, slots=True, eq=False)
class Bit(Value):
    """A bit."""

    value: bool
    type: BitType = BIT
    is_closed: bool = True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        if isinstance(wanted, BitType):
            return self
        if isinstance(wanted, IntType):
            return pool.integer(int(self.value))
        if isinstance(wanted, BitsType) and wanted.width == 1:
            return pool.bits((self,))
        return None

    def bit(self, pool: ValuePool, index: int) -> Value:  # noqa: ARG002
        return self

    def __str__(self) -> str:
        return "1" if self.value else "0"


@dataclass(frozen=True, slots=True, eq=False)
class Bits(Value):
    """Bits, the lowest first; each a bit, ``?`` or a reference."""

    elements: tuple[Value, ...]
    type: BitsType
    is_closed: bool

    @property
    def is_complete(self) -> bool:
        return all(element.is_complete for element in self.elements)

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        if isinstance(wanted, BitType):
            return self.elements[0] if len(self.elements) == 1 else None
        if isinstance(wanted, BitsType):
            return self if len(self.elements) == wanted.width else None
        if isinstance(wanted, IntType):
            number = self.as_int()
            return None if number is None else pool.integer(number)
        return None

    def as_int(self) -> int | None:
        """Return the number that the bits spell, unsigned; None if one isn't known."""
        number = 0
        for index, element in enumerate(self.elements):
            if not isinstance(element, Bit):
                return None
            number |= element.value << index
        return number

    def bit(self, pool: ValuePool, index: int) -> Value:  # noqa: ARG002
        return self.elements[index]

    def resolve(self, resolver: Resolver) -> Value:
        if self.is_closed:
            return self
        pool = resolver.context.pool
        resolved: dict[Value, Value] = {}
        new: list[Value] = []
        for element in self.elements:
            bit: Value
            if isinstance(element, VarBit):
                if element.value not in resolved:
                    resolved[element.value] = element.value.resolve(resolver)
                bit = resolved[element.value].bit(pool, element.index)
            else:
                bit = element.resolve(resolver).bit(pool, 0)
            new.append(element if bit is UNSET and resolver.keeps_unset_bits else bit)
        return pool.bits(tuple(new))

    def __str__(self) -> str:
        return "{ " + ", ".join(map(str, reversed(self.elements))) + " }"


@dataclass(frozen=True, slots=True, eq=False)
class Int(Value):
    """A 64 bit signed integer."""

    value: int
    type: IntType = INT
    is_closed: bool = True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        if isinstance(wanted, IntType):
            return self
        if isinstance(wanted, BitType):
            return pool.bit(self.value == 1) if self.value in {0, 1} else None
        if isinstance(wanted, BitsType):
            return self._to_bits(pool, wanted.width)
        return None

    def _to_bits(self, pool: ValuePool, width: int) -> Value | None:
        if width < _WORD_BITS and not -(1 << width >> 1) <= self.value < 1 << width:
            return None
        value = self.value & ((1 << _WORD_BITS) - 1)
        return pool.bits(tuple(pool.bit(bool(value >> index & 1)) for index in range(width)))

    def bit(self, pool: ValuePool, index: int) -> Value:
        return pool.bit(bool(self.value >> index & 1))

    def bits(self, pool: ValuePool, indices: Iterable[int]) -> Value | None:
        picked = tuple(indices)
        if any(index >= _WORD_BITS for index in picked):
            return None
        return pool.bits(tuple(self.bit(pool, index) for index in picked))

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True, eq=False)
class String(Value):
    """A string, or a code block, which differs only in how it is printed."""

    value: str
    is_code: bool
    type: StringType = STRING
    is_closed: bool = True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:  # noqa: ARG002
        return self if isinstance(wanted, StringType) else None

    def __str__(self) -> str:
        return f"[{{{self.value}}}]" if self.is_code else f'"{self.value}"'


@dataclass(frozen=True, slots=True, eq=False)
class ListValue(Value):
    """A list."""

    elements: tuple[Value, ...]
    type: ListType
    is_closed: bool

    @property
    def is_concrete(self) -> bool:
        return self.is_closed and all(element.is_concrete for element in self.elements)

    @property
    def is_complete(self) -> bool:
        return all(element.is_complete for element in self.elements)

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        if self.type is wanted:
            return self
        if not isinstance(wanted, ListType):
            return None
        converted: list[Value] = []
        for element in self.elements:
            new = element.convert(pool, wanted.element)
            if new is None:
                return None
            converted.append(new)
        if all(map(is_same, converted, self.elements)):
            return self
        return pool.list_value(tuple(converted), wanted.element)

    def resolve(self, resolver: Resolver) -> Value:
        if self.is_closed:
            return self
        new = tuple(
            [
                element if element.is_closed else element.resolve(resolver)
                for element in self.elements
            ]
        )
        return resolver.context.pool.list_value(new, self.type.element)

    def __str__(self) -> str:
        return "[" + ", ".join(map(str, self.elements)) + "]"


class DagArgument(NamedTuple):
    """An argument of a dag: a value and its ``$name``, if it has one."""

    value: Value
    name: str | None


@dataclass(frozen=True, slots=True, eq=False)
class DagValue(Value):
    """A dag."""

    operator: Value
    name: str | None
    arguments: tuple[DagArgument, ...]
    is_closed: bool
    type: Type = DAG

    @property
    def is_concrete(self) -> bool:
        return self.is_closed and all(
            value.is_concrete for value in (self.operator, *(a.value for a in self.arguments))
        )

    def resolve(self, resolver: Resolver) -> Value:
        if self.is_closed:
            return self
        new = tuple(
            DagArgument(argument.value.resolve(resolver), argument.name)
            for argument in self.arguments
        )
        operator = self.operator.resolve(resolver)
        return resolver.context.pool.dag(operator, self.name, new)

    def __str__(self) -> str:
        text = f"({self.operator}" + (f":${self.name}" if self.name is not None else "")
        arguments = ", ".join(
            f"{value}" + (f":${name}" if name is not None else "") for value, name in self.arguments
        )
        return f"{text} {arguments})" if arguments else f"{text})"


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

    def __str__(self) -> str:
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

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class VarBit(Value):
    """One bit of a value that isn't known yet."""

    value: Value
    index: int
    type: BitType = BIT
    is_closed: bool = False

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        new = self.value.resolve(resolver)
        return self if new is self.value else new.bit(resolver.context.pool, self.index)

    def __str__(self) -> str:
        return f"{self.value}{{{self.index}}}"


class Operator(Protocol):
    """A bang operator, or a suffix that is computed like one."""

    @property
    def name(self) -> str:
        """The name without the exclamation mark."""

    @property
    def is_transparent(self) -> bool:
        """Whether an operation is as concrete as its operands, even if it isn't folded."""

    @property
    def is_pure(self) -> bool:
        """Whether the result depends on the operands alone."""

    def fold(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the result if the operands are known, else ``operation`` itself."""

    def resolve(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the operation with its operands resolved, and folded."""

    def render(self, operation: Operation) -> str:
        """Return the text by which TableGen prints it."""


@dataclass(frozen=True, slots=True, eq=False)
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

    @property
    def is_concrete(self) -> bool:
        return self.operator.is_transparent and all(
            operand.is_concrete for operand in self.operands
        )

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        return self.operator.resolve(self, resolver)

    def fold(self, resolver: Resolver) -> Value:
        """Return the result if the operands are known, else this operation itself."""
        return self.operator.fold(self, resolver)

    def __str__(self) -> str:
        return self.operator.render(self)


def is_same(one: object, other: object) -> bool:
    """Whether the two are one object."""
    return one is other


def convert_typed(value: Value, pool: ValuePool, wanted: Type) -> Value | None:
    """Convert a value of which only the type is known."""
    if value.type is wanted or (value.type is not None and value.type.is_a(wanted)):
        return value
    if value.type is BIT and isinstance(wanted, BitsType) and wanted.width == 1:
        return pool.bits((value,))
    return None


_is_closed = attrgetter("is_closed")


def _may_nest(type_: Type) -> bool:
    return isinstance(type_, ListType) or type_ is DAG


class ValuePool(TypePool):
    """Makes values, each once."""

    __slots__ = ("_false", "_ints", "_strings", "_true", "_values", "_weights", "budget", "folded")

    def __init__(self) -> None:
        super().__init__()
        self.budget = Budget()
        self._weights: dict[Value, int] = {}
        self.folded: dict[tuple[object, ...], Value] = {}
        self._true, self._false = Bit(value=True), Bit(value=False)
        self._ints: dict[int, Int] = {}
        self._strings: dict[tuple[str, bool], String] = {}
        self._values: dict[tuple[object, ...], Any] = {}

    def bit(self, value: bool) -> Bit:
        """Return a bit."""
        return self._true if value else self._false

    def integer(self, value: int) -> Int:
        """Return an integer."""
        found = self._ints.get(value)
        if found is None:
            found = self._ints[value] = Int(value)
        return found

    def string(self, value: str, *, is_code: bool = False) -> String:
        """Return a string."""
        found = self._strings.get((value, is_code))
        if found is None:
            if len(value) >= _LONG:
                self.budget.take_parts(len(value) >> 3)
            found = self._strings[value, is_code] = String(value, is_code)
        return found

    def bits(self, elements: tuple[Value, ...]) -> Bits:
        """Return bits, given lowest first."""
        found: Bits | None = self._values.get((Bits, elements))
        if found is None:
            self.budget.take_parts(len(elements))
            is_closed = all(map(_is_closed, elements))
            found = Bits(elements, bits_type(len(elements)), is_closed)
            self._values[Bits, elements] = found
        return found

    def list_value(self, elements: tuple[Value, ...], element_type: Type) -> ListValue:
        """Return a list of ``elements``."""
        found: ListValue | None = self._values.get((ListValue, elements, element_type))
        if found is None:
            is_closed = all(map(_is_closed, elements))
            found = ListValue(elements, self.list_of(element_type), is_closed)
            self._values[ListValue, elements, element_type] = found
            self._weigh(found, elements, may_nest=not is_closed or _may_nest(element_type))
        return found

    def dag(
        self, operator: Value, name: str | None, arguments: tuple[DagArgument, ...]
    ) -> DagValue:
        """Return a dag."""
        key = (DagValue, operator, name, arguments)
        found: DagValue | None = self._values.get(key)
        if found is None:
            is_closed = operator.is_closed and all(a.value.is_closed for a in arguments)
            found = self._values[key] = DagValue(operator, name, arguments, is_closed)
            self._weigh(found, (operator, *(a.value for a in arguments)), may_nest=True)
        return found

    def operation(
        self,
        operator: Operator,
        operands: tuple[Value, ...],
        type_: Type,
        *,
        parameter: Type | None = None,
    ) -> Operation:
        """Return an operation that isn't folded yet."""
        key = (Operation, operator.name, operands, type_, parameter)
        found: Operation | None = self._values.get(key)
        if found is None:
            found = self._values[key] = Operation(operator, operands, type_, parameter)
            self.weigh_open(found, operands)
        return found

    def _weigh(self, value: Value, parts: tuple[Value, ...], *, may_nest: bool) -> None:
        """Count the parts of a new value; parts that are shared make it weigh more than it has."""
        self.budget.take_parts(len(parts))
        weight = len(parts)
        if may_nest:
            weight = 1 + sum([self._weights.get(part, 1) for part in parts])
            self.budget.check_weight(weight)
        self._weights[value] = weight

    def weigh_open(self, value: Value, parts: tuple[Value, ...]) -> None:
        """Note how large a value that isn't known yet is when written out."""
        weights, weight = self._weights, 1
        for part in parts:
            weight += 1 if part.is_closed else weights.get(part, 1)
        if weight > _LONG:
            self.budget.check_operands(weight)
        weights[value] = weight

    def intern(self, make: type[VarRef | VarBit], *parts: object) -> Value:
        """Return a reference made of ``parts``."""
        key = (make, *parts)
        found: Value | None = self._values.get(key)
        if found is None:
            found = self._values[key] = make(*parts)  # type: ignore[arg-type]
        return found
