"""Where the statements of the files of a program stand, so that places can be kept as they move.

Knows files and offsets, nothing of what a statement means.
"""

from __future__ import annotations

from bisect import bisect_right

from opgen.dataclass import dataclass, field
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile


class Plot(NamedTuple):
    """A statement: the file, that file after the prepass, and where the statement stands."""

    source: SourceFile
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Ground:
    """The statements of all files, each by a key."""

    plots: dict[bytes, Plot] = field(default_factory=dict)
    _keys: dict[SourceFile, list[bytes]] = field(default_factory=dict)
    _starts: dict[SourceFile, list[int]] = field(default_factory=dict)

    def add(self, key: bytes, plot: Plot) -> None:
        """Add the next statement of a file."""
        self.plots[key] = plot
        self._keys.setdefault(plot.source, []).append(key)
        self._starts.setdefault(plot.source, []).append(plot.start)

    def find(self, source: SourceFile, at: int) -> tuple[bytes, int] | None:
        """Return the key of the statement in which an offset lies, and where that begins."""
        starts = self._starts.get(source, [])
        index = bisect_right(starts, at) - 1
        return None if index < 0 else (self._keys[source][index], starts[index])
