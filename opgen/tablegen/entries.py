"""Making entries: what a statement made, as it is kept.

Loaded only where a statement has been evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.hints import Any, TypeAlias
from opgen.namedtuple import NamedTuple
from opgen.tablegen.encode import Encoder, NotKeepableError
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.ground import Ground
from opgen.tablegen.instance_keys import InstanceKeys
from opgen.tablegen.kept import Made
from opgen.tablegen.records import DefRef, Instance, Record
from opgen.tablegen.snapshot import Asked, Entry, Version, Written, stored_asked

Tables: TypeAlias = Mapping[str, dict[str, Any]]
"""The names of variables, aliases and multiclasses, by the letters of these."""


class Lengths(NamedTuple):
    """How much there was of everything before a statement."""

    defs: int
    classes: int
    others: dict[str, int]
    diagnostics: int
    numbers: int


def lengths_of(ev: Evaluation, tables: Tables) -> Lengths:
    """Return how much there is of everything."""
    return Lengths(
        defs=len(ev.defs),
        classes=len(ev.classes),
        others={kind: len(table) for kind, table in tables.items()},
        diagnostics=len(ev.diagnostics.items),
        numbers=ev.anonymous,
    )


def made_since(ev: Evaluation, tables: Tables, before: Lengths) -> tuple[Made, ...]:
    """Return the names of what a statement has made, without their state."""
    found = [_class_made(ev, name) for name in _last(ev.classes, before.classes)]
    new = {made.name for made in found}
    found += [_class_made(ev, name) for name in dict.fromkeys(ev.completed) if name not in new]
    for name in _last(ev.defs, before.defs):
        record = ev.defs[name]
        found.append(Made("d", name, _parents(record), record.lineage, record.is_anonymous))
    for kind, table in tables.items():
        names = _last(table, before.others[kind])
        found += [Made(kind, name, (), 0, flag=False) for name in names]
    return tuple(found)


def _class_made(ev: Evaluation, name: str) -> Made:
    entity = ev.classes[name]
    return Made("c", name, _parents(entity), entity.lineage, entity.is_defined)


def _last(table: dict[str, Any], length: int) -> list[str]:
    """Return the names that came to a table since it had ``length``."""
    return list(islice(reversed(table), len(table) - length))[::-1]


def _parents(record: Record) -> tuple[str, ...]:
    return tuple(parent.name for parent in record.direct_parents)


@dataclass(slots=True)
class EntryWriter:
    """Completes the entry of a statement.

    Attributes:
        ev: The evaluation that has just evaluated it.
        ground: Where the statements stand.
        keys: The texts of instances.
        current: The versions of what there was before the statement.
    """

    ev: Evaluation
    ground: Ground
    keys: InstanceKeys
    current: Mapping[str, Version]
    _instances: set[str] = field(default_factory=set)
    _versions: dict[str, bytes] = field(default_factory=dict)

    def complete(
        self, entry: Entry, asked: Asked, instances: Mapping[str, Instance]
    ) -> Entry | None:
        """Return the entry with all that was made; None if some of it can't be kept.

        Args:
            entry: The entry with the names of what was made.
            asked: What the statement asked for.
            instances: The instances among that, by their texts.
        """
        new = {key: one for key, one in instances.items() if f"i:{key}" in asked.lacks}
        self._instances = {self._record_of(instance) for instance in new.values()}
        encoder = Encoder(self.ev, self.ground)
        try:
            made = [self._made(encoder, one, entry.version) for one in entry.made]
            written = [self._written(encoder, key, instance) for key, instance in new.items()]
        except NotKeepableError:
            return None
        return entry._replace(asked=stored_asked(asked), made=made, written=written)

    def _record_of(self, instance: Instance) -> str:
        made = self.ev.instances.get(instance)
        return made.record.name if isinstance(made, DefRef) else ""

    def _made(self, encoder: Encoder, made: Made, version: bytes) -> Made:
        ev, name = self.ev, made.name
        match made.kind:
            case "c":
                entity = ev.classes[name]
                return self._with_state(encoder, made, entity)
            case "d":
                record = ev.defs[name]
                done = self._with_state(encoder, made, record)
                if name not in self._instances:
                    return done
                own = self._versions[name] = self._version_of(encoder, record, version)
                return done._replace(version=own)
            case kind:
                tables: dict[str, Mapping[str, Any]] = {
                    "v": ev.variables,
                    "a": ev.aliases,
                    "m": ev.multiclasses,
                }
                return made._replace(data=encoder.dump(tables[kind][name]))

    def _with_state(self, encoder: Encoder, made: Made, record: Record) -> Made:
        data = encoder.dump(encoder.state(record))
        return made._replace(data=data, places=encoder.places(record))

    def _version_of(self, encoder: Encoder, record: Record, version: bytes) -> bytes:
        """Return a version of an instance's record that the statement around has no part in."""
        parents = [f"c:{parent.name}" for parent in record.direct_parents]
        values = [f"{name}={self.keys.find(value)}" for name, value in record.values.items()]
        mentioned = [
            f"{key}={self._versions.get(key[2:]) or self.current.get(key) or version!r}"
            for key in sorted({*parents, *encoder.mentioned} - {f"d:{record.name}"})
        ]
        return digest(record.name.encode(), *map(str.encode, [*values, *mentioned]))

    def _written(self, encoder: Encoder, key: str, instance: Instance) -> Written:
        place = instance.place
        statement, start = encoder.find(place.file, place.start)
        name = self._record_of(instance)
        version = self._versions.get(name, b"")
        return Written(key, name, statement, place.start - start, place.end - start, version)
