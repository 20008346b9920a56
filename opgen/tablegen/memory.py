"""Running a program with what is known from earlier: only what changed is evaluated.

What a statement makes depends on its text, on what it asks for by name, and on how many numbers
were given before to what has no name. All of that is noted when it is evaluated. If it is the same
again, what the statement made is taken as it was kept. Knows when statements are alike, not what
they mean.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from opgen.accelerators import import_module
from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final
from opgen.tablegen import snapshot
from opgen.tablegen.decode import StateDecoder
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.ground import Ground, Piece
from opgen.tablegen.instance_keys import InstanceKeys
from opgen.tablegen.kept import Kept
from opgen.tablegen.order import ALL_RECORDS, NOWHERE, NUMBERS, Before, Order
from opgen.tablegen.records import Instance, Record, RecordClass
from opgen.tablegen.snapshot import Asked, Entries, Entry, Snapshot, Version, Written
from opgen.tablegen.units import Unit
from opgen.tablegen.values import Place, Value

_new: Final = tuple.__new__
_new_record: Final = Record.__new__
_new_class: Final = RecordClass.__new__
_COMPLETIONS: Final = "completions"
_ORDER: Final = b"order"
_COSTS: Final = ("parts", "text", "records", "turns", "steps")
"""What is counted for the whole of a program."""


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
    place: str
    entries: dict[bytes, tuple[Any, ...]] = field(default_factory=dict)
    ground: Ground = field(default_factory=Ground)
    current: dict[str, Version] = field(default_factory=lambda: {NUMBERS: 0})
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
    _taken: list[tuple[Any, ...]] = field(default_factory=list)
    _order: Order = field(init=False)
    _evaluated: int = 0

    def __post_init__(self) -> None:
        ev, self.old = self.ev, self.known.entries
        self._decoder = StateDecoder(ev.pool, ev.defs, ev.classes, self.ground, self.known.fetch)
        (earlier,) = self.old.get(_ORDER, ((),))
        self._order = Order(earlier)
        ev.memory = ev.pool.watch = self
        self._tables = {"v": ev.variables, "a": ev.aliases, "m": ev.multiclasses}

    def run_unit(self, unit: Unit | None) -> None:
        """Run the statements of a file, if it is there and has any."""
        if unit is None or unit.is_blank:
            self._order.pass_by()
            return
        outer, self.ev.unit = self.ev.unit, unit
        key, pieces = self._cut(unit)
        earlier = self._order.enter(key)
        keys = self._keys_of(pieces)
        self.ground.add(unit, keys, pieces)
        statements = self._parse_unknown(unit, keys, pieces)
        if statements is None:
            self._order.is_kept = False
            self._run_untracked(unit)
        else:
            known = pieces if key == earlier else self.old.get(earlier, ())
            self._run_pieces(unit, keys, pieces, statements=statements, earlier=known)
        self.ev.unit = outer

    def save(self) -> None:
        """Keep what is known now, unless it was known before."""
        order = self.entries[_ORDER] = (tuple(self._order.files),)
        is_new = order != self.old.get(_ORDER) or self.entries.keys() != self.old.keys()
        if self._evaluated or is_new:
            snapshot.write(self.place, self.entries, self.known)

    def recall(self, instance: Instance) -> Value | None:
        """Return the record that was made for ``instance`` when it was first written."""
        self._catch_up()
        name = self._records.get(self._keys.find(instance))
        if name is None:
            return None
        found = self.ev.instances[instance] = self.ev.defs[name].reference(self.ev.pool)
        return found

    def see(self, instance: Instance) -> None:
        """Note that the statement under way writes an instance; say where it was written first."""
        self._catch_up()
        key = self._keys.find(instance)
        self._asked[key] = instance
        if instance not in self._placed and (first := self._places.get(key)) is not None:
            _, _, statement, begin, end, _ = first
            plot = self.ground.plot(statement)
            start = plot.start
            instance.place = Place(plot.source, start + begin, start + end)
        self._placed.add(instance)

    def _keys_of(self, pieces: Sequence[Piece]) -> list[bytes]:
        """Return a key for each statement of a file: its text, and how often that has been run."""
        keys: list[bytes] = []
        counts = self._counts
        for alike, _, _ in pieces:
            number = counts[alike] = counts.get(alike, 0) + 1
            keys.append(alike if number == 1 else digest(alike, b"%d" % number))
        return keys

    def _cut(self, unit: Unit) -> tuple[bytes, Sequence[Piece]]:
        """Return a key for a file with this text, and its statements."""
        name = unit.name.encode("utf-8", "surrogateescape")
        path = name.split(b"\0", 1)[0]
        key = digest(b"text", path, unit.hash)
        latest = digest(b"latest text", name)
        found: Sequence[Piece] | None = self.old.get(key)
        if found is None:
            self._evaluated += 1
            found = self._cut_new(unit, path, latest)
        self.entries[key] = self.entries[latest] = tuple(found)
        return key, found

    def _cut_new(self, unit: Unit, path: bytes, latest: bytes) -> Sequence[Piece]:
        """Return the statements of a file that isn't known with this text."""
        edit, known = None, self.old.get(latest, ())
        if unit.revision is not None:
            earlier = digest(b"text", path, unit.revision.earlier)
            if earlier in self.old:
                edit, known = unit.revision.revised.edit, self.old[earlier]
                self.entries[earlier] = self.old[earlier]
        found: Sequence[Piece] = _fresh().cut_new(unit, path, known, edit=edit)
        return found

    def _parse_unknown(
        self, unit: Unit, keys: Sequence[bytes], pieces: Sequence[Piece]
    ) -> dict[bytes, tuple[Any, ...]] | None:
        """Return the statements of the pieces that aren't known; None if they aren't statements."""
        if all(map(self.old.__contains__, keys)):
            return {}
        found: dict[bytes, tuple[Any, ...]] | None
        found = _fresh().parse_new(
            self.ev, unit, dict(zip(keys, pieces, strict=True)), known=self.old
        )
        return found

    def _run_untracked(self, unit: Unit) -> None:
        """Run a file that holds something else than statements."""
        ev = self.ev
        result = ev.parse(unit, ev.diagnostics)
        ev.lost_names |= result.lost_names
        for statement in result.statements:
            if statement.start in unit.includes:
                self.run_unit(unit.includes[statement.start])
            else:
                self._evaluate(b"", (statement,), may_keep=False)

    def _run_pieces(
        self,
        unit: Unit,
        keys: Sequence[bytes],
        pieces: Sequence[Piece],
        *,
        statements: Mapping[bytes, tuple[Any, ...]],
        earlier: Sequence[Piece],
    ) -> None:
        """Run the statements of a file, given those that are parsed and those of an earlier run."""
        words = unit.words
        change = self._order.align(pieces, earlier, counts=self._counts, words=words)
        includes = {at for at, piece in enumerate(pieces) if piece[1] in words} if words else set()
        borders = {*includes, *(at + 1 for at in includes), change.start, change.end, len(pieces)}
        begin = 0
        for end in sorted(borders - {NOWHERE}):
            if begin in includes and begin < end:
                self.run_unit(unit.includes.get(pieces[begin][1]))
            elif begin < end:
                part = slice(begin, end)
                self._run_in_turn(unit, keys[part], pieces[part], statements=statements)
            if end == change.start:
                self._begin_change(change.gone)
            if end == change.end:
                self._end_change()
            begin = end

    def _run_in_turn(
        self,
        unit: Unit,
        keys: Sequence[bytes],
        pieces: Sequence[Piece],
        *,
        statements: Mapping[bytes, tuple[Any, ...]],
    ) -> None:
        """Run statements that include nothing."""
        order, old = self._order, self.old
        entries = [old[key] for key in keys if key in old]
        if (
            len(entries) == len(keys)
            and statements.keys().isdisjoint(keys)
            and self._all_stay(entries)
        ):
            self._take(entries)
            self.entries.update(zip(keys, entries, strict=True))
            return
        for key, piece in zip(keys, pieces, strict=True):
            entry = old.get(key)
            if (
                entry is not None
                and key not in statements
                and (self._all_stay((entry,)) or self._holds(entry))
            ):
                self._take((entry,))
                self.entries[key] = entry
                continue
            is_change = order.before is None and order.has_changed
            if is_change:
                self._begin_change((key,))
            self._run_piece(unit, key, piece, statements=statements.get(key))
            if is_change:
                self._end_change()

    def _all_stay(self, entries: Sequence[Any]) -> bool:
        """Whether it's certain without a closer look that statements make what they made before."""
        order = self._order
        if not order.is_kept or order.before is not None:
            return False
        differences = order.differences
        return not differences.then or not differences.may_concern(
            b"".join([self.known.fetch(entry[1]) for entry in entries])
        )

    def _begin_change(self, gone: Sequence[bytes]) -> None:
        """Note what there is, before other statements run in the place of those that are gone."""
        self._catch_up()
        order = self._order
        order.has_changed = True
        order.before = before = Before(self.current.copy(), self.ev.anonymous)
        for key in gone:
            entry = self.old.get(key)
            if entry is None:
                order.is_kept = False
            else:
                before.gone |= _versions(entry)
                before.gone_numbers += entry[2]

    def _end_change(self) -> None:
        """Find out what is different now, after the statements of a change."""
        order = self._order
        self._catch_up()
        before, order.before = order.before, None
        if before is not None and order.is_kept:
            order.differences.settle(before, self.current, numbers=self.ev.anonymous)

    def _run_piece(
        self, unit: Unit, key: bytes, piece: Piece, *, statements: tuple[Any, ...] | None
    ) -> None:
        """Evaluate a statement, and keep what it made if its text alone decides about that."""
        if statements is None:
            statements = _fresh().parse_piece(unit, piece) or ()
        _, start, end = piece
        holds_includes = any(start < word < end for word in unit.words)
        if holds_includes:
            self._order.is_kept = False
        made = self._evaluate(key, statements, may_keep=not holds_includes)
        if made is not None:
            self.entries[key] = made.plain()
        elif self._order.has_changed:
            self._order.is_kept = False

    def _holds(self, entry: Sequence[Any]) -> bool:
        """Whether everything that a statement asked for is as it was."""
        self._catch_up()
        current = self.current
        needs, lacks = self.known.asked(entry)
        if ALL_RECORDS in needs:
            self._note_all_records()
        return needs.items() <= current.items() and current.keys().isdisjoint(lacks)

    def _take(self, entries: Sequence[Any]) -> None:
        """Take what statements made as it was kept."""
        ev, decoder = self.ev, self._decoder
        defs = ev.defs
        for _, _, numbers, _, _, made, _ in entries:
            ev.anonymous += numbers
            for one in made:
                kind, name = one[0], one[1]
                kept = _new(Kept, (one, decoder))
                if kind == "d":
                    record = defs[name] = _new_record(Record)
                    record.kept = kept
                elif kind == "c":
                    self._take_class(name, kept)
                else:
                    self._tables[kind][name] = kept
        self._taken += entries

    def _catch_up(self) -> None:
        """Note what was taken, for those who ask."""
        if not self._taken:
            return
        costs: list[tuple[int, ...]] = []
        places, records = self._places, self._records
        for entry in self._taken:
            costs.append(entry[3])
            for one in entry[6]:
                key, record_name = one[0], one[1]
                places[key] = one
                if record_name:
                    records[key] = record_name
            self._note_made(entry)
        _spend(self.ev, [*map(sum, zip(*costs, strict=True))])
        self._taken.clear()

    def _note_made(self, entry: Sequence[Any]) -> None:
        """Note the versions of what a statement made."""
        current = self.current
        versions = _versions(entry)
        current |= versions
        if entry[5]:
            # Few ask for all records, so that their version is found when one does.
            current[ALL_RECORDS] = self._all_records
            self._records_of[entry[0]] = None
        current[NUMBERS] = self.ev.anonymous
        if self._order.before is not None:
            self._order.before.touched.update(versions)

    def _note_all_records(self) -> None:
        """Bring the version of all records together up to date."""
        for version in self._records_of:
            self._all_records = digest(self._all_records, version)
        self._records_of.clear()
        if ALL_RECORDS in self.current:
            self.current[ALL_RECORDS] = self._all_records

    def _take_class(self, name: str, kept: Kept) -> None:
        entity = self.ev.classes.get(name)
        if entity is None:
            entity = self.ev.classes[name] = _new_class(RecordClass)
            entity.kept = kept
        else:
            entity.forget()
            entity.introduce(kept)

    def _evaluate(self, key: bytes, statements: tuple[Any, ...], *, may_keep: bool) -> Entry | None:
        """Evaluate a statement; return what is to be kept of it, if it can be."""
        ev = self.ev
        self._catch_up()
        self._evaluated += 1
        self._asked.clear()
        ev.completed.clear()
        ev.reads = reads = {_COMPLETIONS}
        entries = import_module("opgen.tablegen.entries")
        before, costs = entries.lengths_of(ev, self._tables), _costs(ev)
        run: Callable[..., None] = import_module("opgen.tablegen.statements").run_statements
        run(ev, statements)
        ev.reads = None
        if ev.anonymous != before.numbers:
            reads.add(NUMBERS)
        reads.update([f"i:{key}" for key in self._asked])
        if ALL_RECORDS in reads:
            self._note_all_records()
        current = self.current
        needs = {name: current[name] for name in reads if name in current}
        asked = Asked(needs, frozenset(reads.difference(needs)))
        entry = Entry(
            # What the text doesn't determine has a version that will never be there again.
            _version(key, asked) if may_keep else os.urandom(16),
            b"",
            ev.anonymous - before.numbers,
            tuple(map(int.__sub__, _costs(ev), costs)),
            bool(ev.completed),
            entries.made_since(ev, self._tables, before),
            (),
        )
        is_quiet = before.diagnostics == len(ev.diagnostics.items)
        may_keep = may_keep and is_quiet
        writer = entries.EntryWriter(ev, self.ground, self._keys, current)
        encoded: Entry | None = writer.complete(entry, asked, self._asked) if may_keep else None
        if encoded is None:
            self._note_made(entry._replace(written=tuple(map(Written, self._asked))))
            return None
        self._note_made(encoded)
        for one in encoded.written:
            self._places[one.key] = one
        return encoded


def _fresh() -> Any:
    # Not loaded where everything is known.
    return import_module("opgen.tablegen.fresh")


def _versions(entry: Sequence[Any]) -> dict[str, Version]:
    """Return the versions of what a statement makes, by the names that others ask for."""
    version, _, _, _, completes, made, written = entry
    versions = {f"{kind}:{name}": own or version for kind, name, _, _, _, _, _, own in made}
    for key, _, _, _, _, own in written:
        versions[f"i:{key}"] = own or version
    if completes:
        versions[_COMPLETIONS] = version
    return versions


def _version(key: bytes, asked: Asked) -> bytes:
    """Return the version of what a statement makes."""
    needs = [f"{name}={asked.needs[name]!r}" for name in sorted(asked.needs)]
    return digest(key, "\n".join([*needs, "", *sorted(asked.lacks)]).encode())


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
