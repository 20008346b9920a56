"""Read what opgen keeps below ``generated/.opgen``: manifest, bases, open matters.

Writes nothing. Must not know how files are merged.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass
from opgen.outputs import RelPath
from opgen.workspace import conflicts
from opgen.workspace.conflicts import CONFLICTS, Open
from opgen.workspace.manifest import MANIFEST, STORE, Entry, Manifest
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opgen.outputs import RegionKey
    from opgen.workspace.fs import Fs

ATTIC: Final = f"{STORE}/attic"
_ATTIC_BASES: Final = f"{STORE}/base/.attic"
_SHORT: Final = 12

KEPT_IN_GIT: Final = (
    (RelPath(f"{STORE}/.gitignore"), b"/cache/\n/txn/\n/lock\n*.tmp\n"),
    (
        RelPath(f"{STORE}/.gitattributes"),
        (
            b"* -text\n"
            b"base/** linguist-generated -diff\n"
            b"manifest/** linguist-generated merge=union\n"
            b"conflicts.json linguist-generated merge=union\n"
        ),
    ),
)
"""Files that tell git what of the store to keep and how to merge it."""


@dataclass(frozen=True, slots=True)
class Store:
    """What was kept when it was read."""

    manifest: Manifest
    opens: tuple[Open, ...]
    damaged: bytes | None = None
    """The list of open matters, if not all of it can be read."""

    @classmethod
    def read(cls, fs: Fs) -> Store:
        """Read the store.

        Raises:
            OSError: It can't be read.
        """
        paths = (path for path in fs.walk(MANIFEST, whole=True) if path.endswith(".json"))
        shards = (fs.read(path) or b"" for path in paths)
        manifest, data = Manifest.parse(shards), fs.read(CONFLICTS)
        if data is None:
            return cls(manifest, ())
        is_whole = conflicts.first_damage(data) is None
        return cls(manifest, conflicts.parse(data), None if is_whole else data)

    @classmethod
    def empty(cls) -> Store:
        """Return the store of a new project."""
        return cls(Manifest(), ())

    def open_at(self, path: RelPath) -> tuple[Open, ...]:
        """Return the open matters of a file."""
        return tuple(each for each in self.opens if each.path == path)


def read_base(fs: Fs, entry: Entry) -> bytes | None:
    """Return the base of an editable file, if it is what the manifest says it is."""
    base = fs.read(entry.base_path)
    return base if base is not None and digest(base) == entry.sha else None


def attic_path(path: RelPath, data: bytes, *, part: str = "") -> RelPath:
    """Return where a text that was in ``path`` is kept, named by what it is."""
    return _named(path, digest(data), below=ATTIC, part=part)


def attic_base_path(entry: Entry) -> RelPath:
    """Return where the rendering is kept that a text in the attic was an edit of."""
    return _named(entry.path, entry.sha, below=_ATTIC_BASES)


def attic_texts(path: RelPath, attic: Iterable[RelPath], *, part: str = "") -> list[RelPath]:
    """Return those of the files in the attic that hold a text which was in ``path``.

    Args:
        path: The output.
        attic: The files.
        part: The part of it that the text was, as its name has it; empty for the whole.
    """
    place = PurePosixPath(path)
    stem = f"{place.stem}.{part}" if part else place.stem
    name = re.compile(
        re.escape(f"{ATTIC}/{place.parent.as_posix()}/{stem}.")
        + rf"[0-9a-f]{{{_SHORT}}}"
        + re.escape(place.suffix)
    )
    return [each for each in attic if name.fullmatch(each)]


def part_of(key: RegionKey) -> str:
    """Return how a region is called in the name of a file in the attic."""
    return key.replace("/", ".")


def _named(path: RelPath, sha: str, *, below: str, part: str = "") -> RelPath:
    place = PurePosixPath(path)
    stem = f"{place.stem}.{part}" if part else place.stem
    return RelPath(f"{below}/{place.parent.as_posix()}/{stem}.{sha[:_SHORT]}{place.suffix}")
