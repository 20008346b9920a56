"""Where the statements of the files of a program stand, so that places can be kept as they move.

Knows files and offsets, nothing of what a statement means.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from opgen.dataclass import dataclass, field
from opgen.hints import Protocol, TypeAlias
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile

Piece: TypeAlias = tuple[bytes, int, int]
"""A statement of a file: a hash of its text, and where it begins and ends."""


class File(Protocol):
    """A file after the prepass."""

    @property
    def source(self) -> SourceFile:
        """The file."""

    @property
    def text(self) -> str:
        """What the prepass left of it."""


class Plot(NamedTuple):
    """A statement: the file, and where it stands there."""

    file: File
    start: int
    end: int

    @property
    def source(self) -> SourceFile:
        """The file as it is."""
        return self.file.source

    @property
    def text(self) -> str:
        """The file after the prepass."""
        return self.file.text


class _Area(NamedTuple):
    """The statements of a file."""

    file: File
    keys: Sequence[bytes]
    pieces: Sequence[Piece]


@dataclass(slots=True)
class Ground:
    """The statements of all files, each by a key."""

    _areas: dict[SourceFile, _Area] = field(default_factory=dict)
    _files: dict[bytes, File] = field(default_factory=dict)
    _pieces: dict[bytes, Piece] = field(default_factory=dict)
    _new: list[_Area] = field(default_factory=list)

    def add(self, file: File, keys: Sequence[bytes], pieces: Sequence[Piece]) -> None:
        """Add a file: the keys of its statements, and these."""
        area = self._areas[file.source] = _Area(file, keys, pieces)
        self._new.append(area)

    def plot(self, key: bytes) -> Plot:
        """Return the statement of this key."""
        for file, keys, pieces in self._new:
            self._files |= dict.fromkeys(keys, file)
            self._pieces.update(zip(keys, pieces, strict=True))
        self._new.clear()
        _, start, end = self._pieces[key]
        return Plot(self._files[key], start, end)

    def find(self, source: SourceFile, at: int) -> tuple[bytes, int] | None:
        """Return the key of the statement in which an offset lies, and where that begins."""
        area = self._areas.get(source)
        if area is None:
            return None
        index = bisect_right(area.pieces, at, key=_start) - 1
        return None if index < 0 else (area.keys[index], _start(area.pieces[index]))


def _start(piece: Piece) -> int:
    return piece[1]
