"""Records, classes, and the values that are about them.

Knows neither the syntax tree nor how programs are run.
"""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Container, Sequence
from operator import is_

from opgen.accelerators import import_module
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final, Protocol
from opgen.namedtuple import NamedTuple
from opgen.source import Span
from opgen.tablegen.kept import Kept
from opgen.tablegen.types import (
    Declaration,
    Entity,
    Origin,
    RecordType,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    LARGE,
    LOST,
    UNSET,
    AnonymousName,
    Context,
    Dependencies,
    Done,
    InterningPool,
    LostValueError,
    Place,
    Resolver,
    Tracker,
    Value,
    ValuePool,
    convert_typed,
    open_weight,
)


@dataclass(slots=True, eq=False)
class DefRef(Value):
    """A record as a value."""

    record: Record
    type: RecordType
    is_closed: bool = True

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:  # noqa: ARG002
        return self if self.type.converts_to(wanted) else None

    def render(self) -> str:
        return self.record.name


@dataclass(slots=True, eq=False)
class FieldRef(Value):
    """``value.name``."""

    value: Value
    name: str
    type: Type
    is_closed: bool
    weight: int = 1

    @property
    def is_concrete(self) -> bool:
        if isinstance(self.value, DefRef):
            return self.value.record.values[self.name].is_concrete
        return False

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        new = self.value.resolve(resolver)
        if new is self.value:
            return self
        if isinstance(new, DefRef) and new.record is not resolver.record:
            found = new.record.values.get(self.name)
            if found is not None and found.is_concrete:
                return found
        return own_pool(resolver).field(new, self.name, self.type).fold(resolver)

    def variables(self, known: Dependencies) -> frozenset[str] | None:
        return self.value.variables(known)

    def fold(self, resolver: Resolver) -> Value:
        """Return the field's value if it is known."""
        if self.value is INVALID:
            return INVALID
        if isinstance(self.value, DefRef):
            record = self.value.record
            if record is resolver.record:
                return resolver.context.fail(
                    "OPG0117", f"field `{self.name}` of `{self.value}` is used by the record itself"
                )
            value = record.values.get(self.name)
            if value is None:
                return resolver.context.miss_field(record, self.name)
            if value.is_concrete:
                return value
        return self

    def render(self) -> str:
        return f"{self.value}.{self.name}"


class Argument(NamedTuple):
    """A template argument as it was given: by position or by the parameter's full name."""

    key: int | str
    value: Value


@dataclass(slots=True, eq=False)
class Instance(Value):
    """``Class<arguments>`` whose arguments aren't all known."""

    entity: RecordClass
    arguments: tuple[Argument, ...]
    type: RecordType
    place: Place
    is_closed: bool = False
    weight: int = 1

    def convert(self, pool: ValuePool, wanted: Type) -> Value | None:
        return convert_typed(self, pool, wanted)

    def resolve(self, resolver: Resolver) -> Value:
        if self.weight <= LARGE:
            return self._resolve(resolver)
        resolver.context.pool.budget.take_steps(1)
        return resolver.once(self, self._resolve)

    def _resolve(self, resolver: Resolver) -> Value:
        tracker = UnresolvedTracker(resolver)
        new = tuple(
            [
                argument
                if argument.value.is_closed
                or (value := argument.value.resolve(tracker)) is argument.value
                else Argument(argument.key, value)
                for argument in self.arguments
            ]
        )
        if all(map(is_, new, self.arguments)):
            return self
        if LOST in [argument.value for argument in new]:
            raise LostValueError
        instance = own_pool(resolver).instance(self.entity, new, self.place)
        return instance if tracker.found else resolver.context.instantiate(instance)

    def fold(self, context: Context) -> Value:
        """Return the record if the arguments are known, else this instance itself."""
        if all(argument.value.is_closed for argument in self.arguments):
            return context.instantiate(self)
        tracker = UnresolvedTracker(Resolver(context))
        for argument in self.arguments:
            argument.value.resolve(tracker)
        return self if tracker.found else context.instantiate(self)

    def render(self) -> str:
        shown = ", ".join(
            f"{key}: {value}" if isinstance(key, int) else f'"{key}": {value}'
            for key, value in self.arguments
        )
        return f"{self.entity.name}<{shown}>"


_KNOWN_AT_ONCE: Final = frozenset(
    (
        "name",
        "direct_parents",
        "is_anonymous",
        "is_defined",
        "lineage",
        "bound",
        "_ancestors",
        "_reference",
        "_template",
    )
)
_STATE: Final = (
    "title",
    "places",
    "declarations",
    "values",
    "origins",
    "arguments",
    "defm_origins",
    "checks",
    "parameters",
    "used",
)


class UnresolvedTracker(Resolver):
    """Resolves like another resolver and notes whether any variable is left."""

    __slots__ = ("_inner", "found")

    def __init__(self, inner: Resolver) -> None:
        super().__init__(inner.context, inner.record)
        self._inner = inner
        self.found = False

    @property
    def tracker(self) -> Tracker | None:
        return self

    def mark(self, *, everywhere: bool) -> None:
        self.found = True
        if everywhere and (within := self._inner.tracker) is not None:
            within.mark(everywhere=True)

    def shared(self, value: Value) -> Done | None:
        return self._inner.shared(value)

    def lookup(self, name: str | AnonymousName) -> Value | None:
        value = self._inner.lookup(name)
        if not value:
            self.found = True
        elif not self.found and not value.is_closed:
            rest = UnresolvedTracker(Resolver(self.context))
            value.resolve(rest)
            self.found = rest.found
        return value

    def known(self, names: Sequence[str]) -> tuple[Value | None, ...] | None:
        found = self._inner.known(names)
        return None if found is None or None in found else found


class Check(NamedTuple):
    """An ``assert`` or, without a condition, a ``dump`` that waits for its record."""

    place: Place
    condition: Value | None
    message: Value


class Field(NamedTuple):
    """A field of a record: ``span`` is where its value was set, else its declaration."""

    name: str
    type: Type
    value: Value
    span: Span
    is_field: bool


def _locating() -> Any:
    # Not loaded where nobody asks for places.
    return import_module("opgen.tablegen.locate")


@dataclass(slots=True, eq=False)
class Record(Entity):
    """A record: what a ``def`` makes, or an instance of a class. Don't change one.

    Attributes:
        title: Its name as a value, while the name isn't known yet.
        places: Where it comes from: the def, then each ``defm`` it went through.
        is_anonymous: It has no name in the source.
        values: The values of its fields.
        checks: Its assertions and dumps.
        kept: What its state is still to be fetched from, if it was made by an earlier evaluation.
    """

    title: Value = UNSET
    places: list[Place] = field(default_factory=list)
    is_anonymous: bool = False
    values: dict[str, Value] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    kept: Kept | None = None
    _reference: DefRef | None = None

    def __getattr__(self, name: str) -> Any:
        """Fetch the state of a record that an earlier evaluation made."""
        if name == "kept" or name.startswith("__") or self.kept is None:
            message = f"`{type(self).__name__}` has no `{name}`"
            raise AttributeError(message)
        if name in _KNOWN_AT_ONCE:
            self.introduce(self.kept)
        else:
            self.fetch()
        return getattr(self, name)

    def fetch(self) -> None:
        """Fetch the state if that is still to be done, as before any change."""
        if self.kept is not None:
            self.kept.decoder.fill(self)

    def introduce(self, kept: Kept) -> None:
        """Set what is known at once; the rest is fetched when it is asked for."""
        made = kept.made
        self.kept, self.name, self.is_anonymous = kept, made.name, made.flag
        self.direct_parents = kept.decoder.find_classes(made.parents)
        self.lineage = made.lineage
        self._ancestors = self._reference = None

    @property
    def span(self) -> Span:
        """Where its name is written, else the word ``def``."""
        return self.places[0].span

    @property
    def superclasses(self) -> tuple[str, ...]:
        """The names of all ancestors, in post-order and with repeats, as TableGen lists them."""
        return tuple(entity.name for entity in self.walk_superclasses())

    @property
    def fields(self) -> dict[str, Field]:
        """The fields in the order of their declaration."""
        return {
            name: Field(
                name, declared.type, self.values[name], self._span_of(name), declared.is_field
            )
            for name, declared in self.declarations.items()
        }

    def _span_of(self, name: str) -> Span:
        origin = self.origins.get(name)
        return origin.span if origin else self.declarations[name].span

    def value(self, field_name: str) -> Value:
        """Return the value of a field.

        Raises:
            KeyError: There is no such field.
        """
        return self.values[field_name]

    def locate(self, field_name: str, *path: int) -> Span:
        """Return where the value of a field is written.

        Args:
            field_name: The field.
            path: Which element of a list or argument of a dag to follow, level by level.
        """
        found: Span | None = _locating().locate(self, field_name, path)
        return found or self.span

    def locate_name(self, field_name: str, index: int) -> Span:
        """Return where the ``$name`` of a dag's argument is written."""
        found: Span | None = _locating().locate_name(self, field_name, index)
        return found or self.locate(field_name, index)

    def reference(self, pool: ValuePool) -> DefRef:
        """Return the record as a value."""
        if self._reference is None:
            self._reference = DefRef(self, pool.record(*self.direct_parents))
        return self._reference


class Template(NamedTuple):
    """What a class hands down, its template parameters apart."""

    declarations: dict[str, Declaration]
    values: dict[str, Value]
    origins: dict[str, Origin]


@dataclass(slots=True, eq=False)
class RecordClass(Record):
    """A class.

    Attributes:
        parameters: The full names (``Class:name``) of its template parameters.
        used: Those of them that its text uses.
        is_defined: It has been given a body, parents or parameters.
        bound: The fields in which a template parameter or the record's name occurs, once that has
            been asked for.
    """

    parameters: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    is_defined: bool = False
    bound: frozenset[str] | None = None
    _template: Template | None = None

    def introduce(self, kept: Kept) -> None:
        """Set what is known at once; the rest is fetched when it is asked for."""
        Record.introduce(self, kept)
        self.is_anonymous, self.is_defined = False, kept.made.flag
        self._template = self.bound = None

    def forget(self) -> None:
        """Give up the state, for another to be fetched."""
        if self.kept is None:
            for name in _STATE:
                delattr(self, name)

    @property
    def template(self) -> Template:
        """What it hands down; found once, when it is complete."""
        if self._template is not None:
            return self._template
        parameters = set(self.parameters)
        template = Template(
            {name: d for name, d in self.declarations.items() if name not in parameters},
            {name: value for name, value in self.values.items() if name not in parameters},
            {name: o for name, o in self.origins.items() if name not in parameters},
        )
        if self.is_defined:
            self._template = template
        return template


def inherited(
    record: Record, bare: Container[str]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the declarations, values and origins that the parents of a record hand down.

    Args:
        record: A record or class.
        bare: Those of its parents that had nothing yet when it derived from them.
    """
    declarations: dict[str, Any] = {}
    values: dict[str, Any] = {}
    origins: dict[str, Any] = {}
    for parent in record.direct_parents:
        assert isinstance(parent, RecordClass)
        if parent.name in bare:
            continue
        template = parent.template
        declarations.update(template.declarations)
        values.update(template.values)
        origins.update(template.origins)
    return declarations, values, origins


class Watch(Protocol):
    """Whoever wants to know which instances of classes are written."""

    def see(self, instance: Instance) -> None:
        """Look at an instance that has been asked for."""


class Pool(InterningPool):
    """Makes values, also those about records, each once.

    Attributes:
        watch: Looks at each instance that is asked for.
        occurring: Which variables occur in a value, for some.
    """

    __slots__ = ("occurring", "watch")

    def __init__(self) -> None:
        super().__init__()
        self.watch: Watch | None = None
        self.occurring: dict[Value, frozenset[str]] = {}

    def field(self, value: Value, name: str, type_: Type) -> FieldRef:
        """Return ``value.name``."""
        key = (FieldRef, value, name)
        found: FieldRef | None = self._values.get(key)
        if found is None:
            weight = open_weight((value,))
            found = self._values[key] = FieldRef(value, name, type_, value.is_closed, weight)
        return found

    def instance(
        self, entity: RecordClass, arguments: tuple[Argument, ...], place: Place
    ) -> Instance:
        """Return ``entity<arguments>``, written at ``place`` unless there is one already."""
        found = self.known_instance(entity, arguments, place)
        if self.watch is not None:
            self.watch.see(found)
        return found

    def known_instance(
        self, entity: RecordClass, arguments: tuple[Argument, ...], place: Place
    ) -> Instance:
        """Do the same without anybody looking."""
        key = (Instance, entity, arguments)
        found: Instance | None = self._values.get(key)
        if found is None:
            weight = open_weight([argument.value for argument in arguments])
            found = Instance(entity, arguments, self.record(entity), place, weight=weight)
            self._values[key] = found
        return found


def own_pool(resolver: Resolver) -> Pool:
    """Return the pool of the evaluation."""
    pool = resolver.context.pool
    assert isinstance(pool, Pool)
    return pool
