"""Running a program with what is known from earlier: only what changed is evaluated.

What a statement makes depends on its text, on what it asks for by name, and on how many numbers
were given before to what has no name. All of that is noted when it is evaluated. If it is the same
again, what the statement made is taken as it was kept. Knows when statements are alike, not what
they mean.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostics
from opgen.namedtuple import NamedTuple
from opgen.tablegen import snapshot
from opgen.tablegen.decode import StateDecoder
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.ground import Ground, Plot
from opgen.tablegen.instance_keys import InstanceKeys
from opgen.tablegen.kept import Kept
from opgen.tablegen.records import Instance, Record, RecordClass
from opgen.tablegen.snapshot import Entries, Entry, Made, Snapshot, Version, Written
from opgen.tablegen.units import Unit
from opgen.tablegen.values import Place, Value

_MANY: Final = 8
"""So many statements are parsed one by one; more together with all others of their file."""
_ALL_RECORDS: Final = "*"
_NUMBERS: Final = "#"
_COMPLETIONS: Final = "^"
_SPOILT: Final = "!"
_COSTS: Final = ("parts", "text", "records", "turns", "steps")
"""What is counted for the whole of a program."""


class Piece(NamedTuple):
    """A statement of a file."""

    key: bytes
    start: int
    end: int
    is_include: bool
    holds_includes: bool


class _Lengths(NamedTuple):
    """How much there was of everything before a statement."""

    defs: int
    classes: int
    others: dict[str, int]
    diagnostics: int
    numbers: int
    costs: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Recollection:
    """Runs the units of a program.

    Attributes:
        ev: The evaluation.
        known: The entries of an earlier one.
        place: Where the entries are kept.
        entries: The entries of this one.
        ground: Where the statements stand.
        current: The versions of everything there is now.
        old: The entries of the earlier one, as they were written.
    """

    ev: Evaluation
    known: Snapshot
    place: Path
    entries: dict[bytes, tuple[Any, ...]] = field(default_factory=dict)
    ground: Ground = field(default_factory=Ground)
    current: dict[str, Version] = field(default_factory=lambda: {_NUMBERS: 0})
    old: Entries = field(init=False)
    _counts: dict[bytes, int] = field(default_factory=dict)
    _asked: dict[str, Instance] = field(default_factory=dict)
    _records: dict[str, str] = field(default_factory=dict)
    _places: dict[str, Written] = field(default_factory=dict)
    _placed: set[Instance] = field(default_factory=set)
    _keys: InstanceKeys = field(default_factory=InstanceKeys)
    _decoder: StateDecoder = field(init=False)
    _tables: dict[str, dict[str, Any]] = field(init=False)
    _records_of: dict[bytes, None] = field(default_factory=dict)
    _all_records: bytes = b""
    _evaluated: int = 0

    def __post_init__(self) -> None:
        ev, self.old = self.ev, self.known.entries
        self._decoder = StateDecoder(ev.pool, ev.defs, ev.classes, self.ground)
        ev.memory = ev.pool.watch = self
        self._tables = {"v": ev.variables, "a": ev.aliases, "m": ev.multiclasses}

    def run_unit(self, unit: Unit) -> None:
        """Run the statements of a file."""
        if unit.is_blank:
            return
        outer, self.ev.unit = self.ev.unit, unit
        pieces = self._pieces(unit)
        statements = self._parse_unknown(unit, pieces)
        if statements is None:
            self._run_untracked(unit)
        else:
            for piece in pieces:
                self._run_piece(unit, piece, statements.get(piece.key))
        self.ev.unit = outer

    def save(self) -> None:
        """Keep what is known now, unless it was known before."""
        if self._evaluated or self.entries.keys() != self.old.keys():
            snapshot.write(self.place, self.entries, self.known)

    def recall(self, instance: Instance) -> Value | None:
        """Return the record that was made for ``instance`` when it was first written."""
        name = self._records.get(self._keys.find(instance))
        if name is None:
            return None
        found = self.ev.instances[instance] = self.ev.defs[name].reference(self.ev.pool)
        return found

    def see(self, instance: Instance) -> None:
        """Note that the statement under way writes an instance; say where it was written first."""
        key = self._keys.find(instance)
        self._asked[key] = instance
        if instance not in self._placed and (first := self._places.get(key)) is not None:
            _, _, statement, begin, end, _ = first
            plot = self.ground.plots[statement]
            start = plot.start
            instance.place = Place(plot.source, start + begin, start + end)
        self._placed.add(instance)

    def _pieces(self, unit: Unit) -> list[Piece]:
        """Cut a file into its statements and note where they stand."""
        pieces: list[Piece] = []
        text = unit.text
        for alike, start, end in self._cut(unit):
            number = self._counts[alike] = self._counts.get(alike, 0) + 1
            key = alike if number == 1 else digest(alike, b"%d" % number)
            inside = any(start < word < end for word in unit.words)
            pieces.append(Piece(key, start, end, start in unit.words, inside))
            self.ground.add(key, Plot(unit.source, text, start, end))
        return pieces

    def _cut(self, unit: Unit) -> tuple[tuple[bytes, int, int], ...]:
        """Return where the statements of a file stand, each with a hash of its text."""
        path = unit.name.split("\0", 1)[0].encode()
        key = digest(b"text", path, unit.text.encode("latin-1"))
        latest = digest(b"latest text", unit.name.encode())
        found: tuple[tuple[bytes, int, int], ...] | None = self.old.get(key)
        if found is None:
            self._evaluated += 1
            pieces = import_module("opgen.tablegen.pieces")
            known = self.old.get(latest, ())
            found = pieces.cut_again(
                unit.text, known, lambda text: digest(path, text.encode("latin-1"))
            )
        self.entries[key] = self.entries[latest] = found
        return found

    def _parse_unknown(
        self, unit: Unit, pieces: Sequence[Piece]
    ) -> dict[bytes, tuple[Any, ...]] | None:
        """Return the statements of the pieces that aren't known; None if they aren't statements."""
        new = [piece for piece in pieces if not piece.is_include and piece.key not in self.old]
        if len(new) > _MANY and 2 * len(new) > len(pieces):
            return self._parse_all(unit, pieces)
        found: dict[bytes, tuple[Any, ...]] = {}
        for piece in new:
            statements = _parse(unit, piece)
            if statements is None:
                return None
            found[piece.key] = statements
        return found

    def _parse_all(
        self, unit: Unit, pieces: Sequence[Piece]
    ) -> dict[bytes, tuple[Any, ...]] | None:
        diagnostics = Diagnostics()
        result = self.ev.parse(unit, diagnostics)
        if diagnostics.items:
            return None
        found: dict[bytes, tuple[Any, ...]] = {}
        statements = list(reversed(result.statements))
        for piece in pieces:
            own: list[Any] = []
            while statements and statements[-1].start < piece.end:
                own.append(statements.pop())
            if own and own[-1].end > piece.end:
                return None
            found[piece.key] = tuple(own)
        return found

    def _run_untracked(self, unit: Unit) -> None:
        """Run a file that holds something else than statements."""
        ev = self.ev
        result = ev.parse(unit, ev.diagnostics)
        ev.lost_names |= result.lost_names
        for statement in result.statements:
            inner = unit.includes.get(statement.start)
            if inner is not None:
                self.run_unit(inner)
            else:
                self._evaluate(b"", (statement,), may_keep=False)

    def _run_piece(self, unit: Unit, piece: Piece, statements: tuple[Any, ...] | None) -> None:
        if piece.is_include:
            if (inner := unit.includes.get(piece.start)) is not None:
                self.run_unit(inner)
            return
        if statements is None:
            entry = Entry.known(self.old[piece.key])
            if self._holds(entry):
                self._take(entry)
                self.entries[piece.key] = self.old[piece.key]
                return
            statements = _parse(unit, piece) or ()
        entry_made = self._evaluate(piece.key, statements, may_keep=not piece.holds_includes)
        if entry_made is not None:
            self.entries[piece.key] = entry_made.plain()

    def _holds(self, entry: Entry) -> bool:
        """Whether everything that a statement asked for is as it was."""
        current = self.current
        if _ALL_RECORDS in entry.needs:
            self._note_all_records()
        return entry.needs.items() <= current.items() and current.keys().isdisjoint(entry.lacks)

    def _take(self, entry: Entry) -> None:
        """Take what a statement made as it was kept."""
        ev = self.ev
        for kind, name, parents, flag, data, places, _ in entry.made:
            kept = Kept(data, self._decoder, places)
            match kind:
                case "d":
                    record = ev.defs[name] = Record.__new__(Record)
                    record.is_anonymous = flag
                    record.prepare(name, map(ev.classes.__getitem__, parents), kept)
                case "c":
                    entity = self._take_class(name, is_defined=flag)
                    entity.prepare(name, map(ev.classes.__getitem__, parents), kept)
                case _:
                    self._tables[kind][name] = kept
        for written in entry.written:
            key, record_name, *_ = written
            self._places[key] = written
            if record_name:
                self._records[key] = record_name
        ev.anonymous += entry.numbers
        _spend(ev, entry.costs)
        self._note_made(entry)

    def _note_made(self, entry: Entry) -> None:
        current, version = self.current, entry.version
        for kind, name, _, _, _, _, own in entry.made:
            current[f"{kind}:{name}"] = own or version
            if kind == "d":
                # Few ask for all records, so that their version is found when one does.
                current[_ALL_RECORDS] = self._all_records
                self._records_of[version] = None
        for key, _, _, _, _, own in entry.written:
            current[f"i:{key}"] = own or version
        current[_NUMBERS] = self.ev.anonymous
        if entry.completes:
            current[_COMPLETIONS] = version

    def _note_all_records(self) -> None:
        """Bring the version of all records together up to date."""
        for version in self._records_of:
            self._all_records = digest(self._all_records, version)
        self._records_of.clear()
        if _ALL_RECORDS in self.current:
            self.current[_ALL_RECORDS] = self._all_records

    def _take_class(self, name: str, *, is_defined: bool) -> RecordClass:
        entity = self.ev.classes.get(name)
        if entity is None:
            entity = self.ev.classes[name] = RecordClass.__new__(RecordClass)
        else:
            entity.forget()
        entity.is_anonymous, entity.is_defined = False, is_defined
        return entity

    def _evaluate(self, key: bytes, statements: tuple[Any, ...], *, may_keep: bool) -> Entry | None:
        """Evaluate a statement; return what is to be kept of it, if it can be."""
        ev = self.ev
        self._evaluated += 1
        self._asked.clear()
        ev.completed.clear()
        ev.reads = reads = {_COMPLETIONS}
        before = self._lengths()
        run: Callable[..., None] = import_module("opgen.tablegen.statements").run_statements
        run(ev, statements)
        ev.reads = None
        if ev.anonymous != before.numbers:
            reads.add(_NUMBERS)
        reads.update([f"i:{key}" for key in self._asked])
        if _ALL_RECORDS in reads:
            self._note_all_records()
        current = self.current
        needs = {name: current[name] for name in reads if name in current}
        entry = Entry(
            b"",
            needs,
            frozenset(reads.difference(needs)),
            ev.anonymous - before.numbers,
            tuple(map(int.__sub__, _costs(ev), before.costs)),
            bool(ev.completed),
            self._made(before),
            (),
        )
        # What the text doesn't determine has a version that will never be there again.
        entry = entry._replace(version=_version(key, entry) if may_keep else os.urandom(16))
        is_quiet = before.diagnostics == len(ev.diagnostics.items)
        may_keep = may_keep and is_quiet and _SPOILT not in reads
        encoded = self._complete(entry) if may_keep else None
        if encoded is None:
            self._note_made(entry._replace(written=tuple(map(Written, self._asked))))
            return None
        self._note_made(encoded)
        for one in encoded.written:
            self._places[one.key] = one
        return encoded

    def _complete(self, entry: Entry) -> Entry | None:
        """Return the entry with all that was made; None if some of it can't be kept."""
        entries = import_module("opgen.tablegen.entries")
        writer = entries.EntryWriter(self.ev, self.ground, self._keys, self.current)
        done: Entry | None = writer.complete(entry, self._asked)
        return done

    def _lengths(self) -> _Lengths:
        ev = self.ev
        return _Lengths(
            defs=len(ev.defs),
            classes=len(ev.classes),
            others={kind: len(table) for kind, table in self._tables.items()},
            diagnostics=len(ev.diagnostics.items),
            numbers=ev.anonymous,
            costs=_costs(ev),
        )

    def _made(self, before: _Lengths) -> tuple[Made, ...]:
        """Return the names of what has been made, without their state."""
        ev = self.ev
        found: list[Made] = []
        for name in _last(ev.classes, before.classes):
            entity = ev.classes[name]
            found.append(Made("c", name, _parents(entity), entity.is_defined))
        for name in dict.fromkeys(ev.completed):
            if not any(made.name == name for made in found):
                entity = ev.classes[name]
                found.append(Made("c", name, _parents(entity), entity.is_defined))
        for name in _last(ev.defs, before.defs):
            record = ev.defs[name]
            found.append(Made("d", name, _parents(record), record.is_anonymous))
        for kind, table in self._tables.items():
            names = _last(table, before.others[kind])
            found += [Made(kind, name, (), flag=False) for name in names]
        return tuple(found)


def _parse(unit: Unit, piece: Piece) -> tuple[Any, ...] | None:
    """Return the statements of a piece; None if it isn't made of statements."""
    diagnostics = Diagnostics()
    parser = import_module("opgen.tablegen.parser")
    result = parser.parse(unit.source, unit.text, diagnostics, start=piece.start, stop=piece.end)
    statements: tuple[Any, ...] = result.statements
    return None if diagnostics.items else statements


def _version(key: bytes, entry: Entry) -> bytes:
    """Return the version of what a statement makes."""
    needs = [f"{name}={entry.needs[name]!r}" for name in sorted(entry.needs)]
    return digest(key, "\n".join([*needs, "", *sorted(entry.lacks)]).encode())


def _last(table: dict[str, Any], length: int) -> list[str]:
    """Return the names that came to a table since it had ``length``."""
    return list(islice(reversed(table), len(table) - length))[::-1]


def _parents(record: Record) -> tuple[str, ...]:
    return tuple(parent.name for parent in record.direct_parents)


def _costs(ev: Evaluation) -> tuple[int, ...]:
    return tuple(getattr(ev.pool.budget, name) for name in _COSTS)


def _spend(ev: Evaluation, costs: Sequence[int]) -> None:
    budget = ev.pool.budget
    parts, text, records, turns, steps = costs
    budget.parts += parts
    budget.text += text
    budget.records += records
    budget.turns += turns
    budget.steps += steps
