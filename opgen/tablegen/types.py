"""Types of TableGen, and what a record is to them: a name, parents and declared fields.

Types are interned, so that equal types are the same object. Knows nothing of values.
"""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile, Span


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """Base of all types."""

    def converts_to(self, other: Type) -> bool:
        """Whether a value of this type may stand where ``other`` is wanted, perhaps converted."""
        return type(self) is type(other)

    def is_a(self, other: Type) -> bool:
        """Whether a value of this type is one of ``other`` as it is."""
        return self is other


@dataclass(frozen=True, slots=True, eq=False)
class BitType(Type):
    """``bit``."""

    def __str__(self) -> str:
        return "bit"

    def converts_to(self, other: Type) -> bool:
        return isinstance(other, BitType | IntType) or (
            isinstance(other, BitsType) and other.width == 1
        )


@dataclass(frozen=True, slots=True, eq=False)
class BitsType(Type):
    """``bits<width>``."""

    width: int

    def __str__(self) -> str:
        return f"bits<{self.width}>"

    def converts_to(self, other: Type) -> bool:
        if isinstance(other, BitsType):
            return other.width == self.width
        return isinstance(other, IntType) or (isinstance(other, BitType) and self.width == 1)


@dataclass(frozen=True, slots=True, eq=False)
class IntType(Type):
    """``int``."""

    def __str__(self) -> str:
        return "int"

    def converts_to(self, other: Type) -> bool:
        return isinstance(other, BitType | BitsType | IntType)


@dataclass(frozen=True, slots=True, eq=False)
class StringType(Type):
    """``string`` and ``code``."""

    def __str__(self) -> str:
        return "string"


@dataclass(frozen=True, slots=True, eq=False)
class DagType(Type):
    """``dag``."""

    def __str__(self) -> str:
        return "dag"


@dataclass(frozen=True, slots=True, eq=False)
class ListType(Type):
    """``list<element>``."""

    element: Type

    def __str__(self) -> str:
        return f"list<{self.element}>"

    def converts_to(self, other: Type) -> bool:
        return isinstance(other, ListType) and self.element.converts_to(other.element)

    def is_a(self, other: Type) -> bool:
        return isinstance(other, ListType) and self.element.is_a(other.element)


@dataclass(frozen=True, slots=True, eq=False)
class RecordType(Type):
    """A record that derives from all of ``classes``; from nothing in particular if empty."""

    classes: tuple[Entity, ...]

    def __str__(self) -> str:
        names = [entity.name for entity in self.classes]
        return names[0] if len(names) == 1 else "{" + ", ".join(names) + "}"

    def derives_from(self, wanted: Entity) -> bool:
        """Whether every record of this type derives from ``wanted``."""
        for own in self.classes:  # noqa: SIM110 - asked of each value; `any` takes twice as long
            if own is wanted or wanted in own.ancestors:
                return True
        return False

    def converts_to(self, other: Type) -> bool:
        if self is other:
            return True
        if not isinstance(other, RecordType):
            return False
        wanted = other.classes
        if len(wanted) == 1:
            return self.derives_from(wanted[0])
        return all(map(self.derives_from, wanted))

    def is_a(self, other: Type) -> bool:
        return self.converts_to(other)

    def field_type(self, name: str) -> Type | None:
        """Return the type of field ``name`` of any record of this type."""
        for entity in self.classes:
            if declared := entity.declarations.get(name):
                return declared.type
        return None


BIT: Final = BitType()
INT: Final = IntType()
STRING: Final = StringType()
DAG: Final = DagType()


@cache
def bits_type(width: int) -> BitsType:
    """Return ``bits<width>``."""
    return BitsType(width)


class TypePool:
    """Makes the types that depend on others, each once."""

    __slots__ = ("_lists", "_records")

    def __init__(self) -> None:
        self._lists: dict[Type, ListType] = {}
        self._records: dict[tuple[Entity, ...], RecordType] = {}

    def list_of(self, element: Type) -> ListType:
        """Return ``list<element>``."""
        found = self._lists.get(element)
        if found is None:
            found = self._lists[element] = ListType(element)
        return found

    def record(self, *classes: Entity) -> RecordType:
        """Return the type of the records that derive from all of ``classes``."""
        if len(classes) > 1:
            classes = tuple(sorted(classes, key=lambda entity: entity.name))
        found = self._records.get(classes)
        if found is None:
            found = self._records[classes] = RecordType(classes)
        return found

    def common(self, one: Type, other: Type) -> Type | None:
        """Return the type that values of both types share, if there is one."""
        if one is other:
            return one
        if isinstance(one, RecordType) and isinstance(other, RecordType):
            return self._common_record(one, other)
        if one.converts_to(other):
            return other
        if other.converts_to(one):
            return one
        if isinstance(one, ListType) and isinstance(other, ListType):
            element = self.common(one.element, other.element)
            return element and self.list_of(element)
        return None

    def _common_record(self, one: RecordType, other: RecordType) -> RecordType:
        shared: list[Entity] = []
        stack = list(one.classes)
        while stack:
            entity = stack.pop()
            if other.derives_from(entity):
                if entity not in shared:
                    shared.append(entity)
            else:
                stack.extend(reversed(entity.direct_parents))
        return self.record(*shared)


class Place(NamedTuple):
    """A stretch of source text, cheaper than a span."""

    file: SourceFile
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place as a span."""
        return self.file.span(self.start, self.end)


class Declaration(NamedTuple):
    """A field or template parameter as it was declared.

    Attributes:
        is_field: Declared with the word ``field``, so that it may stay unresolved.
    """

    name: str
    type: Type
    file: SourceFile
    start: int
    end: int
    is_field: bool = False

    @property
    def span(self) -> Span:
        """Where the name is written."""
        return self.file.span(self.start, self.end)


class Origin(NamedTuple):
    """Where a field got its value: the place that set it, and the expression it was given.

    Attributes:
        owner: The record or class in whose text the expression stands; None at top level.
        node: The expression, a node of the syntax tree; None if there is none.
    """

    file: SourceFile
    start: int
    end: int
    node: Any
    owner: Entity | None

    @property
    def span(self) -> Span:
        """The place that set the value."""
        return self.file.span(self.start, self.end)


@dataclass(slots=True, eq=False)
class Entity:
    """What records and classes have in common, apart from values.

    Attributes:
        name: Its name; that of a def may be found late.
        direct_parents: The classes it was declared with, in order.
        declarations: Its fields in order; a class has its template parameters here, too.
        origins: Where the fields got their values.
        arguments: For each direct parent, where the value of each template parameter is written.
        defm_origins: For a record from a multiclass, where the arguments of that are written.
        lineage: How many ancestors it has, each counted once for each way that leads to it.
    """

    name: str
    direct_parents: list[Entity] = field(default_factory=list)
    declarations: dict[str, Declaration] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    arguments: list[tuple[Entity, Mapping[str, Origin]]] = field(default_factory=list)
    defm_origins: Mapping[str, Origin] = field(default_factory=dict)
    lineage: int = 0
    _ancestors: frozenset[Entity] | None = None

    @property
    def ancestors(self) -> frozenset[Entity]:
        """The direct parents and theirs.

        Found when asked for: in a long chain of classes, keeping them all would be quadratic.
        """
        if self._ancestors is None:
            found: set[Entity] = set()
            stack = list(self.direct_parents)
            while stack:
                entity = stack.pop()
                if entity not in found:
                    found.add(entity)
                    stack += entity.direct_parents
            self._ancestors = frozenset(found)
        return self._ancestors

    def add_direct_parent(self, parent: Entity) -> None:
        """Make this derive from ``parent``."""
        self.direct_parents.append(parent)
        self.lineage += 1 + parent.lineage
        self._ancestors = None

    def walk_superclasses(self) -> Iterator[Entity]:
        """Yield all ancestors in post-order, left to right, with repeats."""
        stack: list[tuple[Entity, bool]] = [(p, False) for p in reversed(self.direct_parents)]
        while stack:
            entity, is_expanded = stack.pop()
            if is_expanded or not entity.direct_parents:
                yield entity
            else:
                stack.append((entity, True))
                stack.extend((p, False) for p in reversed(entity.direct_parents))

    def derives_from(self, class_name: str) -> bool:
        """Whether the class of this name is among the ancestors."""
        return any(entity.name == class_name for entity in self.ancestors)
