"""Conflict markers: write them, find those that opgen wrote, and settle them.

A marker line names the region it is about; only such lines count, so that a line of ``=======``
in somebody's text is no conflict. Must not know where texts are kept.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass
from opgen.namedtuple import NamedTuple
from opgen.outputs import RegionKey
from opgen.workspace.text import bare, bares, digest, joined, with_eol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opgen.workspace.merge import Clash, Lines

_RUN = re.compile(rb"<{7,}|>{7,}|={7,}|\|{7,}")


_YOURS = re.compile(rb"(<{7,}) yours \((.+)\)\Z")
_BETWEEN = b"between regions"
_SIDES = 3


class _Line(Enum):
    TEXT = "text"
    NEXT = "next side"
    CLOSE = "close"
    DAMAGE = "damage"


class Choice(Enum):
    """Which side of a conflict to keep."""

    OURS = "ours"
    """What somebody wrote."""
    THEIRS = "theirs"
    """What opgen generates."""
    BOTH = "both"
    """The one, then the other."""


class Sides(NamedTuple):
    """What one conflict holds."""

    ours: Lines
    before: Lines
    theirs: Lines

    def chosen(self, choice: Choice) -> Lines:
        """Return what stays of it."""
        match choice:
            case Choice.OURS:
                return self.ours
            case Choice.THEIRS:
                return self.theirs
            case Choice.BOTH:
                return self.ours + self.theirs


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers of the conflicts of one region.

    Attributes:
        key: The region; empty for what is in none.
        size: How many characters a marker has.
    """

    key: RegionKey
    size: int = 7

    @classmethod
    def fitting(cls, texts: Iterable[Sequence[bytes]], key: RegionKey) -> Markers:
        """Return markers that are longer than anything like them in ``texts``."""
        runs = [_RUN.match(line) for lines in texts for line in lines]
        return cls(key, max((len(run[0]) + 1 for run in runs if run), default=7))

    @classmethod
    def complete_in(cls, lines: Lines) -> list[Markers]:
        """Return the markers of the regions with a whole conflict in ``lines``."""
        found = {match[2]: len(match[1]) for line in lines if (match := _YOURS.match(bare(line)))}
        known = [
            cls(RegionKey("" if name == _BETWEEN else name.decode("utf-8", "replace")), size)
            for name, size in found.items()
        ]
        settled = ((each, each.settled(lines, Choice.OURS)) for each in known)
        return [each for each, kept in settled if kept is not None and kept != lines]

    @property
    def _name(self) -> bytes:
        return self.key.encode() or _BETWEEN

    @property
    def _opening(self) -> bytes:
        return b"<" * self.size + b" yours (" + self._name + b")"

    @property
    def _before(self) -> bytes:
        return b"|" * self.size + b" before (" + self._name + b")"

    @property
    def _middle(self) -> bytes:
        return b"=" * self.size

    def _is_closing(self, line: bytes) -> bool:
        return line.startswith(b">" * self.size + b" ") and line.endswith(b" (" + self._name + b")")

    def around(self, clash: Clash, *, label: str, eol: bytes) -> list[bytes]:
        """Return a conflict as lines: the user's, the base's and the generator's version."""
        closing = b">" * self.size + b" " + label.encode() + b" (" + self._name + b")"
        runs = (
            [self._opening + eol],
            clash.user,
            [self._before + eol],
            with_eol(clash.base, eol),
            [self._middle + eol],
            with_eol(clash.new, eol),
            [closing + eol],
        )
        return joined(runs, eol)

    def first_in(self, lines: Sequence[bytes]) -> int | None:
        """Return the first line, from 0, that still holds one of these markers."""
        for at, line in enumerate(lines):
            if self._is_mark(bare(line)):
                return at
        return None

    def _is_mark(self, line: bytes) -> bool:
        return line in {self._opening, self._before} or self._is_closing(line)

    def settled(self, lines: Lines, choice: Choice) -> Lines | None:
        """Return ``lines`` with these conflicts settled; None if the markers are damaged."""
        pieces = self._cut(lines)
        if pieces is None:
            return None
        runs = (each.chosen(choice) if isinstance(each, Sides) else (each,) for each in pieces)
        return tuple(line for run in runs for line in run)

    def conflicts(self, lines: Lines) -> list[Sides]:
        """Return what these conflicts hold; nothing if the markers are damaged."""
        return [each for each in self._cut(lines) or () if isinstance(each, Sides)]

    def hash_of_before(self, lines: Lines) -> str:
        """Return what tells later whether somebody wrote between the sides of a conflict."""
        befores = [b"\n".join(bares(each.before)) for each in self.conflicts(lines)]
        return digest(b"\0".join(befores))

    def _cut(self, lines: Lines) -> list[bytes | Sides] | None:
        """Return the lines outside of these conflicts, and the conflicts, in order."""
        pieces: list[bytes | Sides] = []
        sides: list[list[bytes]] = []
        for line in lines:
            kind = self._kind(bare(line), len(sides))
            if kind is _Line.DAMAGE:
                return None
            if kind is _Line.NEXT:
                sides.append([])
            elif kind is _Line.CLOSE:
                pieces.append(Sides(*map(tuple, sides)))
                sides = []
            elif sides:
                sides[-1].append(line)
            else:
                pieces.append(line)
        return None if sides else pieces

    def _kind(self, line: bytes, sides: int) -> _Line:
        """Say what a line is, when so many sides of a conflict were begun above it."""
        if line == (self._opening, self._before, self._middle, None)[sides]:
            return _Line.NEXT
        if sides == _SIDES and self._is_closing(line):
            return _Line.CLOSE
        return _Line.DAMAGE if self._is_mark(line) else _Line.TEXT
