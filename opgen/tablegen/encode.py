"""From what statements made to bytes: records, classes, multiclasses, values.

The form is pickle's, held to :func:`make` and :func:`fill` as the only ways to make anything.
What is known by name is written as a name; places count from the start of the statement they stand
in, so that they hold when it moves. Knows the shape of everything an evaluation makes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

from opgen.accelerators import Pickler, PicklingError
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final, TypeAlias
from opgen.source import SourceFile
from opgen.tablegen.bangs import Bang
from opgen.tablegen.evaluation import Evaluation, Loop, Multiclass
from opgen.tablegen.ground import Ground
from opgen.tablegen.records import (
    Argument,
    Check,
    DefRef,
    FieldRef,
    Instance,
    Record,
    RecordClass,
    inherited,
)
from opgen.tablegen.types import (
    BitsType,
    BitType,
    DagType,
    Declaration,
    Entity,
    IntType,
    ListType,
    Origin,
    RecordType,
    StringType,
)
from opgen.tablegen.values import (
    INVALID,
    AnonymousName,
    Bit,
    Bits,
    DagArgument,
    DagValue,
    Int,
    ListValue,
    Lost,
    Operation,
    Place,
    String,
    Unset,
    VarBit,
    VarRef,
)

Reduced: TypeAlias = tuple[Any, ...]

PROTOCOL: Final = 5


def make(kind: str, *parts: object) -> Any:
    """Stand for the maker of things when bytes are written."""
    raise AssertionError(kind, parts)


def fill(made: object, state: object) -> None:
    """Stand for what gives a record its state when bytes are written."""
    raise AssertionError(made, state)


class NotKeepableError(Exception):
    """Something can't be written, so that the statement has to be evaluated each time."""


@dataclass(slots=True)
class Encoder:
    """Writes what an evaluation made.

    Attributes:
        ev: The evaluation.
        ground: Where its statements stand.
        mentioned: The records and classes that were written as a name.
    """

    ev: Evaluation
    ground: Ground
    mentioned: set[str] = field(default_factory=set)
    _table: dict[type, Callable[[Any], Reduced]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._table = {
            Place: self._place,
            Declaration: self._declaration,
            Origin: self._origin,
            Check: lambda check: (make, ("check", *check)),
            Argument: lambda argument: (make, ("argument", *argument)),
            DagArgument: lambda argument: (make, ("dag argument", *argument)),
            Loop: self._loop,
            Multiclass: self._multiclass,
            Record: self._record,
            RecordClass: self._class,
            **dict.fromkeys((BitType, IntType, StringType, DagType), self._simple_type),
            BitsType: lambda type_: (make, ("bits type", type_.width)),
            ListType: lambda type_: (make, ("list type", type_.element)),
            RecordType: lambda type_: (make, ("record type", *type_.classes)),
            Bang: lambda bang: (make, ("bang", bang.name)),
            Unset: lambda unset: (make, ("invalid" if unset is INVALID else "unset",)),
            Lost: lambda _: (make, ("lost",)),
            Bit: lambda bit: (make, ("bit", bit.value)),
            Int: lambda number: (make, ("int", number.value)),
            String: lambda text: (make, ("string", text.value, text.is_code)),
            Bits: lambda bits: (make, ("bits", bits.elements)),
            ListValue: lambda items: (make, ("list", items.elements, items.type.element)),
            DagValue: lambda dag: (make, ("dag", dag.operator, dag.name, dag.arguments)),
            VarRef: lambda variable: (make, ("variable", variable.name, variable.type)),
            VarBit: lambda bit: (make, ("variable bit", bit.value, bit.index)),
            AnonymousName: lambda name: (make, ("anonymous", name.number)),
            FieldRef: lambda ref: (make, ("field", ref.value, ref.name, ref.type)),
            DefRef: lambda ref: (make, ("def", ref.record)),
            Instance: lambda i: (make, ("instance", i.entity, i.arguments, i.place)),
            Operation: lambda o: (
                make,
                ("operation", o.operator, o.operands, o.type, o.parameter),
            ),
        }

    def dump(self, thing: object) -> bytes:
        """Return ``thing`` as bytes.

        Raises:
            NotKeepableError: It can't be written.
        """
        self.mentioned.clear()
        stream = io.BytesIO()
        pickler = Pickler(stream, PROTOCOL)
        pickler.dispatch_table = self._table
        try:
            pickler.dump(thing)
        except (RecursionError, PicklingError, TypeError, AttributeError) as error:
            raise NotKeepableError from error
        return stream.getvalue()

    def state(self, record: Record) -> Reduced:
        """Return the state of a record, as far as it isn't that of its parents."""
        # Such a class may be given a body later, of which this has nothing.
        bare = tuple([p.name for p in record.direct_parents if not _is_defined(p)])
        declared, values, origins = inherited(record, bare)
        declarations = _changes(declared, record.declarations)
        parameters = record.parameters if isinstance(record, RecordClass) else ()
        usual = [*{**dict.fromkeys(parameters), **declared, **declarations}]
        order = tuple(record.declarations)
        state: Reduced = (
            record.title,
            declarations,
            _changes(values, record.values),
            _changes(origins, record.origins),
            tuple(name for name in origins if name not in record.origins),
            tuple(record.arguments),
            dict(record.defm_origins),
            tuple(record.checks),
            None if usual == [*order] else order,
            bare,
        )
        if isinstance(record, RecordClass):
            return (*state, tuple(record.parameters), tuple(sorted(record.used)))
        return state

    def places(self, record: Record) -> tuple[Any, ...]:
        """Return where a record comes from: a statement's key, begin and end, one by one."""
        found: list[Any] = []
        for place in record.places:
            key, start = self.find(place.file, place.start)
            found += (key, place.start - start, place.end - start)
        return tuple(found)

    def find(self, source: SourceFile, at: int) -> tuple[bytes, int]:
        """Return the key of the statement in which an offset lies, and where that begins.

        Raises:
            NotKeepableError: It lies in none.
        """
        found = self.ground.find(source, at)
        if found is None:
            raise NotKeepableError
        return found

    def _place(self, place: Place) -> Reduced:
        key, start = self.find(place.file, place.start)
        return make, ("place", key, place.start - start, place.end - start)

    def _declaration(self, declared: Declaration) -> Reduced:
        key, start = self.find(declared.file, declared.start)
        begin, end = declared.start - start, declared.end - start
        return make, (
            "declaration",
            declared.name,
            declared.type,
            key,
            begin,
            end,
            declared.is_field,
        )

    def _origin(self, origin: Origin) -> Reduced:
        key, start = self.find(origin.file, origin.start)
        begin, end = origin.start - start, origin.end - start
        node = origin.node and (origin.node.start - start, origin.node.end - start)
        return make, ("origin", key, begin, end, node, origin.owner)

    def _loop(self, loop: Loop) -> Reduced:
        return make, ("loop", loop.place, loop.iterator, loop.source, loop.entries)

    def _multiclass(self, multiclass: Multiclass) -> Reduced:
        return make, ("multiclass", multiclass.name, multiclass.entity, multiclass.entries)

    def _simple_type(self, type_: object) -> Reduced:
        return make, ("type", str(type_))

    def _record(self, record: Record) -> Reduced:
        if self.ev.defs.get(record.name) is record:
            self.mentioned.add(f"d:{record.name}")
            return make, ("record", record.name)
        kind = "new record", record.name, record.is_anonymous
        parts = (*kind, record.direct_parents, record.lineage)
        return make, parts, (self.places(record), *self.state(record)), None, None, fill

    def _class(self, entity: RecordClass) -> Reduced:
        if self.ev.classes.get(entity.name) is entity:
            self.mentioned.add(f"c:{entity.name}")
            return make, ("class", entity.name)
        kind = "new class", entity.name, entity.is_defined
        parts = (*kind, entity.direct_parents, entity.lineage)
        return make, parts, (self.places(entity), *self.state(entity)), None, None, fill


def _is_defined(parent: Entity) -> bool:
    """Whether a class has been given a body, parents or parameters."""
    return isinstance(parent, RecordClass) and parent.is_defined


def _changes(base: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in new.items() if base.get(name) is not value}
