"""The state of an evaluation: what has been made so far, where it stands, and what went wrong.

Knows values and records, not the meaning of statements and expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from opgen.accelerators import import_module
from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostic, Diagnostics, Label, Note, Severity
from opgen.hints import TYPE_CHECKING, Final, Protocol, TypeAlias
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile, Span
from opgen.tablegen.kept import Kept
from opgen.tablegen.limits import MOST_ADVICE
from opgen.tablegen.order import ALL_RECORDS
from opgen.tablegen.records import (
    Check,
    Instance,
    Pool,
    Record,
    RecordClass,
)
from opgen.tablegen.types import STRING, Entity, Origin, Type
from opgen.tablegen.units import Loader, Unit
from opgen.tablegen.values import (
    INVALID,
    LOST,
    AnonymousName,
    Place,
    Resolver,
    String,
    Unset,
    Value,
    VarRef,
)

if TYPE_CHECKING:
    from opgen.tablegen.parser import ParseResult
    from opgen.tablegen.trees import Trees

_MOST_NOTES: Final = 10
LOSS_HELP: Final = (
    "cast the values of a `!cond` to the type that it is to have: `!cast<int>(...)`;"
    " ask `!getdagopname` only for a name that is there"
)


@dataclass(slots=True, eq=False)
class Scope:
    """Names that are known in a stretch of program.

    Attributes:
        parent: The scope around it.
        record: The record or class whose fields (and parameters) are names here.
        multiclass: The multiclass whose parameters are names here.
        variables: Its ``defvar`` names, an iterator, or what an operator binds.
        is_body: It is what an operator that loops computes for each element.
    """

    parent: Scope | None
    record: Record | None = None
    multiclass: Multiclass | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    is_body: bool = False

    def binds(self, name: str) -> bool:
        """Whether an operator around this point has a variable of this name."""
        scope: Scope | None = self
        while scope is not None and scope.is_body:
            if name in scope.variables:
                return True
            scope = scope.parent
        return False

    def find(self, name: str, pool: Pool) -> Value | None:
        """Return what ``name`` stands for here or in a scope around."""
        scope: Scope | None = self
        while scope is not None:
            value = scope.variables.get(name)
            if value is None and (scope.record is not None or scope.multiclass is not None):
                value = scope.find_own(name, pool)
            if value is not None:
                return value
            scope = scope.parent
        return None

    def find_own(self, name: str, pool: Pool) -> Value | None:
        """Return what ``name`` stands for by what this scope is for."""
        if self.multiclass is not None:
            return _parameter(self.multiclass.entity, f"{self.multiclass.name}::{name}", pool)
        if self.record is None:
            return None
        declared = self.record.declarations.get(name)
        if declared is not None:
            return pool.intern(VarRef, name, declared.type)
        if isinstance(self.record, RecordClass):
            return _parameter(self.record, f"{self.record.name}:{name}", pool)
        return None

    def names(self) -> Iterable[str]:
        """Yield the names that are known here."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.variables
            for entity in (scope.record, scope.multiclass and scope.multiclass.entity):
                yield from (
                    (name.rpartition(":")[2] for name in entity.declarations) if entity else ()
                )
            scope = scope.parent


def _parameter(entity: RecordClass, name: str, pool: Pool) -> Value | None:
    declared = entity.declarations.get(name)
    # In its own default a parameter isn't known yet.
    if declared is not None and name in entity.parameters:
        entity.used.add(name)
        return pool.intern(VarRef, name, declared.type)
    return pool.intern(VarRef, name, STRING) if name.endswith(":NAME") else None


@dataclass(slots=True, eq=False)
class Loop:
    """A ``foreach`` or, without an iterator, a branch of an ``if``, that waits to be run."""

    place: Place
    iterator: str | None
    source: Value
    entries: list[Entry] = field(default_factory=list)


Entry: TypeAlias = Record | Loop | Check


@dataclass(slots=True, eq=False)
class Multiclass:
    """A multiclass: its parameters, held by an entity, and what it makes."""

    name: str
    entity: RecordClass
    entries: list[Entry] = field(default_factory=list)


class Memory(Protocol):
    """What is known from earlier evaluations."""

    def recall(self, instance: Instance) -> Value | None:
        """Return the record that was made for ``instance``."""


class Plan(Protocol):
    """How the fields of the instances of a class are found."""

    def fill(self, ev: Evaluation, record: Record, bound: Mapping[str, Value]) -> bool:
        """Give the record the values of its fields; return whether that could be done."""


@dataclass(frozen=True, slots=True)
class Language:
    """Which TableGen a program is written in.

    Attributes:
        version: The version of LLVM: 22, or 23 with ``let append``, ``let prepend`` and braces for
            the bits of a ``let ... in``.
        warns_of_unused: Template arguments that nothing uses are worth a warning.
    """

    version: int = 22
    warns_of_unused: bool = False


class Mode(Enum):
    """What a ``let`` does with the value that a field has already."""

    REPLACE = ""
    APPEND = "append"
    PREPEND = "prepend"


class LetBinding(NamedTuple):
    """An assignment of a ``let ... in``; ``bits`` are lowest first."""

    name: str
    bits: tuple[int, ...] | None
    value: Value
    origin: Origin
    mode: Mode = Mode.REPLACE


@dataclass(slots=True, eq=False)
class Defset:
    """A ``defset`` that is open."""

    name: str
    element_type: Type
    place: Place
    elements: list[Value] = field(default_factory=list)


class Located(Protocol):
    """What has a place in a file: a node, or a place."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


Site: TypeAlias = tuple[SourceFile, Located]
"""A file and what is being looked at in it; only a mistake asks for its place."""


class Step(NamedTuple):
    """Something under way, for the notes of a diagnostic."""

    text: str
    place: Place


@dataclass(slots=True)
class Evaluation:
    """The state.

    Attributes:
        site: Where a mistake that shows up while folding is reported.
        trail: What is under way.
        concrete: Values that are known to hold no variable, and the one that is none.
        incomplete: Records and classes that a reported mistake left without some of their fields.
        lost_names: Names that a mistake kept from being introduced.
        hints: What was suggested for an unknown name, which may occur a thousand times.
        make_instance: Makes the record of an instance; set by whoever knows how.
        cache: Where syntax trees are kept, if they are.
        language: Which language is understood.
        plans: How instances of classes are made, for those of which there was one already.
        memory: What is known from earlier evaluations, if anything is remembered.
        reads: What the statement under way asked for, if that is of interest: a letter for the
            kind, a colon, and the name.
        completed: Classes declared earlier that were declared again.
        anonymous: How many numbers have been given to what has no name.
        unsettled: How often something was met that may come to something else the next time.
        advised: For how many unknown names a known one was looked for.
    """

    loader: Loader
    diagnostics: Diagnostics
    unit: Unit
    make_instance: Callable[[Evaluation, Instance], Value]
    cache: str | None = None
    language: Language = field(default_factory=Language)
    pool: Pool = field(default_factory=Pool)
    defs: dict[str, Record] = field(default_factory=dict)
    classes: dict[str, RecordClass] = field(default_factory=dict)
    multiclasses: dict[str, Multiclass | Kept] = field(default_factory=dict)
    variables: dict[str, Value | Kept] = field(default_factory=dict)
    aliases: dict[str, Type | Kept] = field(default_factory=dict)
    instances: dict[Instance, Value] = field(default_factory=dict)
    scope: Scope = field(default_factory=lambda: Scope(None))
    lets: list[list[LetBinding]] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    defsets: list[Defset] = field(default_factory=list)
    multiclass: Multiclass | None = None
    record: Record | None = None
    site: Site | None = None
    trail: list[Step] = field(default_factory=list)
    concrete: set[Value] = field(default_factory=lambda: {LOST})
    incomplete: set[Entity] = field(default_factory=set)
    lost_names: set[str] = field(default_factory=set)
    hints: dict[str, str] = field(default_factory=dict)
    plans: dict[RecordClass, Plan | None] = field(default_factory=dict)
    memory: Memory | None = None
    reads: set[str] | None = None
    completed: list[str] = field(default_factory=list)
    anonymous: int = 0
    unsettled: int = 0
    advised: int = 0

    def enter(self, scope: Scope) -> tuple[Scope, Record | None]:
        """Go into a scope; return what to hand to :meth:`leave`."""
        outer = self.scope, self.record
        self.scope = scope
        if scope.record is not None:
            self.record = scope.record
        return outer

    def leave(self, outer: tuple[Scope, Record | None]) -> None:
        """Go back to the scope around."""
        self.scope, self.record = outer

    @property
    def source(self) -> SourceFile:
        """The file being evaluated."""
        return self.unit.source

    def place(self, start: int, end: int) -> Place:
        """Return a place in the file being evaluated."""
        return Place(self.unit.source, start, end)

    def place_of_site(self) -> Place | None:
        """Return the place of the site."""
        return self.site and Place(self.site[0], self.site[1].start, self.site[1].end)

    def resolver(self) -> Resolver:
        """Return a resolver for folding at this point."""
        return Resolver(self, self.record)

    @property
    def record_names(self) -> Iterable[str]:
        """The names of the records made so far."""
        self.note(ALL_RECORDS)
        self.unsettled += 1
        return self.defs

    def parse(self, unit: Unit, diagnostics: Diagnostics) -> ParseResult:
        """Return the statements of a file."""
        # Not loaded where everything is known.
        trees: Trees = import_module("opgen.tablegen.trees").Trees(self.cache)
        return trees.parse(unit.source, unit.text, name=unit.name, diagnostics=diagnostics)

    def note(self, key: str) -> None:
        """Note what the statement under way asked for."""
        if self.reads is not None:
            self.reads.add(key)

    def find_def(self, name: str) -> Record | None:
        """Return the record of this name."""
        if self.reads is not None:
            self.reads.add(f"d:{name}")
        return self.defs.get(name)

    def find_class(self, name: str) -> RecordClass | None:
        """Return the class of this name."""
        self.note(f"c:{name}")
        return self.classes.get(name)

    def find_alias(self, name: str) -> Type | None:
        """Return the type that a ``deftype`` gave this name."""
        self.note(f"a:{name}")
        found = self.aliases.get(name)
        if isinstance(found, Kept):
            found = self.aliases[name] = found.load(Type)
        return found

    def find_multiclass(self, name: str) -> Multiclass | None:
        """Return the multiclass of this name."""
        self.note(f"m:{name}")
        found = self.multiclasses.get(name)
        if isinstance(found, Kept):
            found = self.multiclasses[name] = found.load(Multiclass)
        return found

    def find_record(self, name: str) -> Value | None:
        """Return the record of this name as a value."""
        self.unsettled += 1
        record = self.find_def(name)
        return None if record is None else record.reference(self.pool)

    def instantiate(self, instance: Value) -> Value:
        """Return the record that ``instance`` stands for."""
        assert isinstance(instance, Instance)
        found = self.instances.get(instance)
        if found is None and self.memory is not None:
            found = self.memory.recall(instance)
        return self.make_instance(self, instance) if found is None else found

    def new_anonymous_name(self) -> AnonymousName:
        """Return a name for something unnamed."""
        self.anonymous += 1
        return AnonymousName(self.anonymous - 1)

    def find_global(self, name: str) -> Value | None:
        """Return the record or global variable of this name."""
        record = self.find_def(name)
        if record is not None:
            return record.reference(self.pool)
        if self.reads is not None:
            self.reads.add(f"v:{name}")
        found = self.variables.get(name)
        if isinstance(found, Kept):
            found = self.variables[name] = found.load(Value)
        return found

    def fail(self, code: str, message: str, help: str = "") -> Value:  # noqa: A002 - the word of the data
        """Report a mistake at the place being evaluated."""
        return self.report(code, message, self.place_of_site(), help=help)

    def miss_field(self, record: Entity, name: str) -> Value:
        """Report that a record has no such field, unless a mistake has kept it from having one."""
        if record in self.incomplete:
            return INVALID
        return self.fail("OPG0112", f"record `{record.name}` has no field `{name}`")

    def suggest(self, name: str, known: Iterable[str]) -> str:
        """Return advice on a name that isn't known, or nothing; nothing after many such names."""
        self.advised += 1
        if self.advised > MOST_ADVICE:
            return ""
        # Not loaded where nothing is wrong.
        found: str = import_module("opgen.diagnostics.suggestions").suggest(name, known)
        return found

    def report(
        self,
        code: str,
        message: str,
        place: Place | None,
        *,
        label: str = "",
        secondary: tuple[Label, ...] = (),
        help: str = "",  # noqa: A002 - the word of the data
    ) -> Unset:
        """Report a mistake at ``place``; return the value that stands for what it spoilt."""
        span = place.span if place else self.source.span(0, 0)
        self.diagnostics.add(
            Diagnostic(
                code,
                message,
                span,
                label=label,
                secondary=secondary,
                notes=self._notes(span),
                help=help,
            )
        )
        return INVALID

    def warn_of_unused(self, entity: RecordClass) -> None:
        """Warn of the template parameters of a class or multiclass that its text doesn't use."""
        if not self.language.warns_of_unused:
            return
        for name in entity.parameters:
            if name not in entity.used:
                message = f"template argument `{name}` isn't used"
                span = entity.declarations[name].span
                self.diagnostics.add(
                    Diagnostic("OPG0124", message, span, severity=Severity.WARNING)
                )

    def warn_of_loss(self, name: str, record: Record, place: Place | None) -> None:
        """Warn that a field is left without the value that it was given."""
        span = place.span if place else record.span
        message = f"`{name}` of `{record.name}` is left without a value: its expression loses it"
        self.diagnostics.add(
            Diagnostic(
                "OPG0125",
                message,
                span,
                severity=Severity.WARNING,
                notes=self._notes(span),
                help=LOSS_HELP,
            )
        )

    def note_dump(self, place: Place, message: String) -> None:
        """Show the value of a ``dump`` statement."""
        self.diagnostics.add(
            Diagnostic("OPG0123", f"dump: {message.value}", place.span, severity=Severity.NOTE)
        )

    def _notes(self, span: Span) -> tuple[Note, ...]:
        steps = [
            Note(step.text, step.place.span)
            for step in reversed(self.trail)
            if (step.place.span.file, step.place.span.start) != (span.file, span.start)
        ]
        return (*steps[:_MOST_NOTES], *self.loader.notes(span))
