"""Values that are known, or are made of others: bits, numbers, strings, lists, dags.

And the one that has been lost, of which nothing can be known.
"""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

from opgen.dataclass import dataclass
from opgen.tablegen.integers import WORD, WORD_BITS, signed
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    BitsType,
    BitType,
    IntType,
    ListType,
    StringType,
    Type,
)
from opgen.tablegen.values.base import (
    INVALID,
    LARGE,
    UNSET,
    DagArgument,
    Resolver,
    Value,
    ValuePool,
    VarBit,
    bit_of,
)


class LostValueError(Exception):
    """A value that was lost is needed.

    Attributes:
        node: The expression that lost it while it was read; none if it had been lost before.
    """

    def __init__(self, node: object = None) -> None:
        super().__init__()
        self.node = node


@dataclass(frozen=True, slots=True, eq=False)
class Lost(Value):
    """What a ``!cond`` comes to that can't convert the value it chose to its own type.

    So does a ``!getdagopname`` of a dag whose operator has no name.
    llvm-tblgen has a null pointer there: it can be carried about, but llvm-tblgen dies when it
    looks at it. It counts as no value where one is looked up, and so is false.
    """

    type: None = None
    is_closed: bool = False

    def __bool__(self) -> bool:
        return False

    @property
    def is_concrete(self) -> bool:
        raise LostValueError

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:  # noqa: ARG002
        raise LostValueError

    def bit(self, pool: ValuePool, index: int) -> Value:  # noqa: ARG002
        raise LostValueError

    def resolve(self, resolver: Resolver) -> Value:  # noqa: ARG002
        raise LostValueError

    def render(self) -> str:
        return "<lost>"


LOST = Lost()


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

    def render(self) -> str:
        return "1" if self.value else "0"


@dataclass(slots=True, eq=False)
class Bits(Value):
    """Bits, the lowest first; each a bit, ``?`` or a reference."""

    elements: tuple[Value, ...]
    type: BitsType
    is_closed: bool
    weight: int = 1

    @property
    def is_concrete(self) -> bool:
        return self.is_closed or all(element.is_concrete for element in self.elements)

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
            return None if number is None else pool.integer(_wrapped(number))
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
                bit = bit_of(resolved[element.value], element.index, resolver)
                if bit is INVALID:
                    return INVALID
            else:
                bit = element.resolve(resolver).bit(pool, 0)
            if bit is UNSET:
                # What it comes to depends on where it is.
                resolver.context.unsettled += 1
                bit = element if resolver.keeps_unset_bits else bit
            new.append(bit)
        return pool.bits(tuple(new))

    def render(self) -> str:
        return "{ " + ", ".join(map(str, reversed(self.elements))) + " }"


@dataclass(slots=True, eq=False)
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
        if width < WORD_BITS and not -(1 << width >> 1) <= self.value < 1 << width:
            return None
        value = self.value & WORD
        return pool.bits(tuple(pool.bit(bool(value >> index & 1)) for index in range(width)))

    def bit(self, pool: ValuePool, index: int) -> Value:
        return pool.bit(bool(self.value >> index & 1))

    def bits(self, pool: ValuePool, indices: Iterable[int]) -> Value | None:
        picked = tuple(indices)
        if any(index >= WORD_BITS for index in picked):
            return None
        return pool.bits(tuple(self.bit(pool, index) for index in picked))

    def render(self) -> str:
        return str(self.value)


@dataclass(slots=True, eq=False)
class String(Value):
    """A string, or a code block, which differs only in how it is printed."""

    value: str
    is_code: bool
    type: StringType = STRING
    is_closed: bool = True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:  # noqa: ARG002
        return self if isinstance(wanted, StringType) else None

    def render(self) -> str:
        return f"[{{{self.value}}}]" if self.is_code else f'"{self.value}"'


@dataclass(slots=True, eq=False)
class ListValue(Value):
    """A list."""

    elements: tuple[Value, ...]
    type: ListType
    is_closed: bool
    weight: int = 1

    @property
    def is_concrete(self) -> bool:
        return all(element.is_concrete for element in self.elements)

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
        if all(map(is_, converted, self.elements)):
            return self
        return pool.list_value(tuple(converted), wanted.element)

    def resolve(self, resolver: Resolver) -> Value:
        if self.is_closed:
            return self
        if self.weight <= LARGE:
            return self._resolve(resolver)
        resolver.context.pool.budget.take_steps(1)
        return resolver.once(self, self._resolve)

    def _resolve(self, resolver: Resolver) -> Value:
        new = tuple(
            [
                element if element.is_closed else element.resolve(resolver)
                for element in self.elements
            ]
        )
        return resolver.context.pool.list_value(new, self.type.element)

    def render(self) -> str:
        return "[" + ", ".join(map(str, self.elements)) + "]"


@dataclass(slots=True, eq=False)
class DagValue(Value):
    """A dag."""

    operator: Value
    name: str | None
    arguments: tuple[DagArgument, ...]
    is_closed: bool
    type: Type = DAG
    weight: int = 1

    @property
    def is_concrete(self) -> bool:
        return self.operator.is_concrete and all(
            argument.value.is_concrete for argument in self.arguments
        )

    def resolve(self, resolver: Resolver) -> Value:
        if self.is_closed:
            return self
        if self.weight <= LARGE:
            return self._resolve(resolver)
        resolver.context.pool.budget.take_steps(1)
        return resolver.once(self, self._resolve)

    def _resolve(self, resolver: Resolver) -> Value:
        new = tuple(
            DagArgument(argument.value.resolve(resolver), argument.name)
            for argument in self.arguments
        )
        operator = self.operator.resolve(resolver)
        return resolver.context.pool.dag(operator, self.name, new)

    def render(self) -> str:
        text = f"({self.operator}" + (f":${self.name}" if self.name is not None else "")
        arguments = ", ".join(
            f"{value}" + (f":${name}" if name is not None else "") for value, name in self.arguments
        )
        return f"{text} {arguments})" if arguments else f"{text})"


def _wrapped(number: int) -> int:
    """Return the 64 bit integer that bits spell; those behind the 64th count as the first ones."""
    word = 0
    while number:
        word |= number & WORD
        number >>= WORD_BITS
    return signed(word)
