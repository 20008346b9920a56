"""What is kept of a program's evaluation: one entry for each statement, in a file.

Where few entries have changed since that was written they go into a second file, which is small
and counts only together with the first as it was then. A file is written aside and put in place, so
that several processes may do so at once. What is damaged, or written by another version of this
program, is as good as nothing. Knows neither TableGen nor the form in which things are kept.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import opgen
from opgen.cachefile import digest
from opgen.namedtuple import NamedTuple
from opgen.source import read_plain

_DIGEST: Final = 16
_FEW: Final = 8
"""Changes are kept apart while they are no more than one in so many entries."""

Version: TypeAlias = bytes | int
Entries: TypeAlias = Mapping[bytes, tuple[Any, ...]]


class Made(NamedTuple):
    """Something that a statement made under a name.

    Attributes:
        kind: A letter: of a record, class, variable, alias or multiclass.
        name: Its name.
        parents: The classes it derives from.
        flag: A record is unnamed; a class is defined.
        data: Its state.
        places: Where a record comes from.
        version: A hash of an instance of a class and of all that it mentions, else nothing. It
            doesn't change with the statement around.
    """

    kind: str
    name: str
    parents: tuple[str, ...]
    flag: bool
    data: bytes = b""
    places: tuple[tuple[bytes, int, int], ...] = ()
    version: bytes = b""


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


class Entry(NamedTuple):
    """What is known of a statement.

    Attributes:
        version: Of what it makes: a hash of its text and of the versions of all it asked for.
        needs: What it asked for and found, with the versions.
        lacks: What it asked for in vain.
        numbers: How many numbers for unnamed things it took.
        costs: What it took of each budget.
        completes: It declares a class again.
        made: What it made, in order.
        written: The instances that it was the first to write.
    """

    version: bytes
    needs: dict[str, Version]
    lacks: frozenset[str]
    numbers: int
    costs: tuple[int, ...]
    completes: bool
    made: Sequence[Made]
    written: Sequence[Written]

    @classmethod
    def known(cls, data: tuple[Any, ...]) -> Entry:
        """Return the entry that was written as ``data``; its parts are tuples without names."""
        return cls._make(data)

    def plain(self) -> tuple[Any, ...]:
        """Return it as data that can be written."""
        *rest, made, written = self
        return (*rest, tuple(map(tuple, made)), tuple(map(tuple, written)))


class Snapshot(NamedTuple):
    """The entries that are kept.

    Attributes:
        entries: As they are now.
        base: As they were when all of them were written.
        hash: Of the file in which those are; nothing if there is none.
    """

    entries: Entries
    base: Entries
    hash: bytes


NOTHING: Final = Snapshot({}, {}, b"")


def read(place: Path) -> Snapshot:
    """Return the entries that are kept in ``place``, each as it was written."""
    base, hash_ = _load(place, b"")
    if not isinstance(base, dict):
        return NOTHING
    changes, _ = _load(_of_changes(place), hash_)
    if changes is None:
        return Snapshot(base, base, hash_)
    changed, gone = changes
    entries = {**base, **changed}
    for key in gone:
        del entries[key]
    return Snapshot(entries, base, hash_)


def write(place: Path, entries: Entries, known: Snapshot) -> None:
    """Keep the entries, given those that were kept; if that can't be done, go without."""
    base = known.base
    changed = {key: entry for key, entry in entries.items() if base.get(key) != entry}
    gone = [key for key in base if key not in entries]
    if _FEW * (len(changed) + len(gone)) <= len(base):
        _save(_of_changes(place), (changed, gone), known.hash)
    else:
        _save(place, dict(entries), b"")


def _of_changes(place: Path) -> Path:
    return place.with_suffix(".changes")


def _load(place: Path, of: bytes) -> tuple[Any, bytes]:
    """Return what a file holds, if it is whole and belongs to that with the hash ``of``."""
    try:
        data = read_plain(place)
    except OSError:
        return None, b""
    head = 2 * _DIGEST
    hash_, body = data[_DIGEST:head], memoryview(data)[head:]
    if data[:_DIGEST] != version() or hash_ != digest(of, body):
        return None, b""
    try:
        return marshal.loads(body), hash_  # noqa: S302 - the hash says that this program wrote it
    except (ValueError, EOFError, TypeError):
        return None, b""


def _save(place: Path, content: Any, of: bytes) -> None:
    aside = place.with_name(f"{place.name}.{os.getpid()}.{id(content)}")
    with suppress(OSError, ValueError):
        body = marshal.dumps(content)
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            aside.write_bytes(version() + digest(of, body) + body)
            aside.replace(place)
        except OSError:
            aside.unlink(missing_ok=True)


@cache
def version() -> bytes:
    """Return a hash that changes with the code that makes and reads entries."""
    folder = Path(__file__).parent
    found = [opgen.__version__, sys.version]
    for at in (folder, folder / "bangs", folder / "posix", folder / "values"):
        # Where the code isn't in files its version has to do.
        with suppress(OSError), os.scandir(at) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_file():
                    state = entry.stat()
                    found.append(f"{entry.name} {state.st_size} {state.st_mtime_ns}")
    return digest("\n".join(found).encode())
