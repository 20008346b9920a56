"""What is kept of a program's evaluation: one entry for each statement, in a file.

A file has the entries, which are read at once, and behind them a store of what few of them will be
asked for, which is read when it is. Where few entries have changed since a file was written they go
into a second one, which is small and counts only together with the first as it was then. A file is
written aside and put in place, so that several processes may do so at once. What is damaged, or
written by another version of this program, is as good as nothing. Knows neither TableGen nor the
form in which things are kept.
"""

from __future__ import annotations

import marshal
import os
import sys
from binascii import crc32
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

import opgen
from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final, TypeAlias
from opgen.namedtuple import NamedTuple
from opgen.source import read_plain
from opgen.tablegen.kept import TEXT, Made, Stored

_DIGEST: Final = 16
_NUMBER: Final = 8
_SIZE: Final = 4
"""So many bytes say the size of what follows them in a store."""
_STARTS: Final = 16, 32, 48, 56, 64
"""Where these begin behind the version: the hash of the entries that these change, that of these
themselves and of their store, their size, a checksum of all the rest, the entries."""
ENDING: Final = ".records"
"""Of the names of files."""
_FEW: Final = 8
"""Changes are kept apart while they are no more than one in so many entries."""

Version: TypeAlias = bytes | int
Entries: TypeAlias = Mapping[bytes, tuple[Any, ...]]


class Written(NamedTuple):
    """An instance of a class that a statement was the first to write.

    Attributes:
        key: The class and the arguments.
        record: The name of the record that was made of it, or nothing.
        statement: The statement in which it stands, by its key.
        start: Where it begins, from the start of that.
        end: Where it ends.
        version: That of the record, else nothing.
    """

    key: str
    record: str = ""
    statement: bytes = b""
    start: int = 0
    end: int = 0
    version: bytes = b""


class Asked(NamedTuple):
    """What a statement asked for by name.

    Attributes:
        needs: What it found, with the versions.
        lacks: What it asked for in vain.
    """

    needs: dict[str, Version]
    lacks: frozenset[str]


class Entry(NamedTuple):
    """What is known of a statement.

    Attributes:
        version: Of what it makes: a hash of its text and of the versions of all it asked for.
        asked: What it asked for, as :class:`Asked` is marshalled.
        numbers: How many numbers for unnamed things it took.
        costs: What it took of each budget.
        completes: It declares a class again.
        made: What it made, in order.
        written: The instances that it was the first to write.
    """

    version: bytes
    asked: Stored
    numbers: int
    costs: tuple[int, ...]
    completes: bool
    made: Sequence[Made]
    written: Sequence[Written]

    def plain(self) -> tuple[Any, ...]:
        """Return it as data that can be written."""
        *rest, made, written = self
        return (*rest, tuple(map(tuple, made)), tuple(map(tuple, written)))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The entries that are kept.

    Attributes:
        entries: As they are now.
        base: As they were when all of them were written.
        hash: Of these; nothing if there are none.
        stores: What is stored behind them, and behind those that have changed.
    """

    entries: Entries
    base: Entries
    hash: bytes
    stores: tuple[memoryview, memoryview]

    def fetch(self, stored: Stored) -> bytes | memoryview:
        """Return what is stored. Places in the second store follow on those in the first."""
        if isinstance(stored, bytes):
            return stored
        store, split = self.stores[0], len(self.stores[0])
        if stored >= split:
            store, stored = self.stores[1], stored - split
        start = stored + _SIZE
        return store[start : start + int.from_bytes(store[stored:start], "little")]

    def asked(self, entry: Sequence[Any]) -> Asked:
        """Return what a statement asked for."""
        return Asked(*marshal.loads(self.fetch(entry[1])))  # noqa: S302 - this program wrote it


_NO_STORE: Final = memoryview(b"")
NOTHING: Final = Snapshot({}, {}, b"", (_NO_STORE, _NO_STORE))


def stored_asked(asked: Asked) -> bytes:
    """Return what a statement asked for, ready to be stored."""
    return marshal.dumps(tuple(asked))


def read(place: str) -> Snapshot:
    """Return the entries that are kept in ``place``, each as it was written."""
    base, hash_, store = _load(place, bytes(_DIGEST))
    if not isinstance(base, dict):
        return NOTHING
    changes, _, second = _load(_of_changes(place), hash_)
    if changes is None:
        return Snapshot(base, base, hash_, (store, _NO_STORE))
    changed, gone = changes
    entries = {**base, **changed}
    for key in gone:
        del entries[key]
    return Snapshot(entries, base, hash_, (store, second))


def write(place: str, entries: Entries, known: Snapshot) -> None:
    """Keep the entries, given those that were kept; if that can't be done, go without."""
    base = known.base
    changed = {key: entry for key, entry in entries.items() if base.get(key) != entry}
    gone = [key for key in base if key not in entries]
    if _FEW * (len(changed) + len(gone)) <= len(base):
        store = _Store(known, len(known.stores[0]))
        content = (store.put_all(changed), gone)
        _save(_of_changes(place), content, known.hash, store=store.taken)
    else:
        store = _Store(known, 0)
        _save(place, store.put_all(entries), bytes(_DIGEST), store=store.taken)


@dataclass(slots=True)
class _Store:
    """Takes bytes out of entries.

    Attributes:
        known: Where the bytes of entries are that were read.
        start: Where the store begins.
        taken: What is in it.
        shared: What is the same in many entries, once.
    """

    known: Snapshot
    start: int
    taken: bytearray = field(default_factory=bytearray)
    shared: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)

    def put_all(self, entries: Entries) -> dict[bytes, tuple[Any, ...]]:
        """Return the entries with places in the store."""
        return {key: self._put_any(entry) for key, entry in entries.items()}

    def _put_any(self, entry: tuple[Any, ...]) -> tuple[Any, ...]:
        first = entry[0] if entry else None
        if isinstance(first, bytes):
            return self._put_entry(entry)
        return (first, self._put(entry[1]), *entry[2:]) if first == TEXT else entry

    def _put_entry(self, entry: tuple[Any, ...]) -> tuple[Any, ...]:
        version, asked, numbers, costs, completes, made, written = entry
        costs = self.shared.setdefault(costs, costs)
        placed = tuple([self._put_made(*one) for one in made])
        return (version, self._put(asked), numbers, costs, completes, placed, written)

    def _put_made(self, kind: str, name: str, *rest: Any) -> tuple[Any, ...]:
        parents, lineage, flag, data, *last = rest
        parents = self.shared.setdefault(parents, parents)
        return (kind, name, parents, lineage, flag, self._put(data), *last)

    def _put(self, stored: Stored) -> int:
        begin, data = self.start + len(self.taken), self.known.fetch(stored)
        self.taken += len(data).to_bytes(_SIZE, "little")
        self.taken += data
        return begin


def _of_changes(place: str) -> str:
    return place.removesuffix(ENDING) + ".changes"


def _load(place: str, of: bytes) -> tuple[Any, bytes, memoryview]:
    """Return entries, their hash and their store, if a file is whole and changes ``of``."""
    nothing = None, b"", _NO_STORE
    try:
        data = memoryview(read_plain(place))
    except OSError:
        return nothing
    _, own_at, size_at, sum_at, at = _STARTS
    if data[:own_at] != version() + of or data[sum_at:at] != _checksum(data[:sum_at], data[at:]):
        return nothing
    end = at + int.from_bytes(data[size_at:sum_at], "little")
    try:
        found = marshal.loads(data[at:end])  # noqa: S302 - this program wrote it
    except (ValueError, EOFError, TypeError):
        return nothing
    return found, bytes(data[own_at:size_at]), data[end:]


def _save(place: str, content: Any, of: bytes, *, store: bytes | bytearray) -> None:
    aside = f"{place}.{os.getpid()}.{id(content)}"
    with suppress(OSError, ValueError):
        entries = marshal.dumps(content)
        # What is stored isn't seen from the entries, but those of changes count on behind it.
        own = digest(entries, _checksum(b"", store))
        head = version() + of + own + len(entries).to_bytes(_NUMBER, "little")
        body = entries + store
        os.makedirs(os.path.dirname(place), exist_ok=True)
        try:
            with open(aside, "wb") as stream:
                stream.write(head + _checksum(head, body) + body)
            os.replace(aside, place)
        except OSError:
            os.unlink(aside)


def _checksum(head: bytes | memoryview, body: bytes | bytearray | memoryview) -> bytes:
    # It tells what is damaged, for which a hash takes five times as long.
    return crc32(body, crc32(head)).to_bytes(_NUMBER, "little")


@cache
def version() -> bytes:
    """Return a hash that changes with the code that makes and reads entries."""
    folder = os.path.dirname(__file__)
    found = [opgen.__version__, sys.version]
    for part in ("", "bangs", "posix", "values"):
        # Where the code isn't in files its version has to do.
        with suppress(OSError), os.scandir(f"{folder}/{part}") as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_file():
                    state = entry.stat()
                    found.append(f"{entry.name} {state.st_size} {state.st_mtime_ns}")
    return digest("\n".join(found).encode())
