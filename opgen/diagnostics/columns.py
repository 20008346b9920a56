"""Source lines as a terminal shows them: tabs, wide characters, control characters, long lines.

Knows nothing of diagnostics.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right

from opgen.dataclass import dataclass

TAB_WIDTH = 4
MAX_WIDTH = 140
_CONTEXT = 40
_ELLIPSIS = "…"
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F


@dataclass(frozen=True, slots=True)
class Shown:
    """A line ready to print, and where each of its characters went.

    Attributes:
        text: What to print; holds no tab and no control character.
        offsets: For each character of the line, and for its end, the column it begins at.
    """

    text: str
    offsets: tuple[int, ...]

    def column(self, index: int) -> int:
        """Return the screen column, from 0, of character ``index`` of the line."""
        return self.offsets[min(index, len(self.offsets) - 1)]


def show(line: str, *, focus: int = 0) -> Shown:
    """Lay out ``line``; one that is too long is cut to a window that holds ``focus``."""
    pieces = [_piece(char, 0) for char in line]
    offsets = [0]
    for at, char in enumerate(line):
        pieces[at] = _piece(char, offsets[-1])
        offsets.append(offsets[-1] + _width(char, pieces[at]))
    if offsets[-1] <= MAX_WIDTH:
        return Shown("".join(pieces), tuple(offsets))
    return _window(pieces, offsets, focus)


def plain(text: str) -> str:
    """Return ``text`` with its control characters, line ends apart, made visible."""
    return "".join(char if char == "\n" else _piece(char, 0) for char in text)


def one_line(text: str) -> str:
    """Return ``text`` with all its control characters made visible, line ends, too."""
    return "".join(_piece(char, 0) for char in text)


def _window(pieces: list[str], offsets: list[int], focus: int) -> Shown:
    target = offsets[min(focus, len(pieces))] - _CONTEXT
    first = bisect_left(offsets, max(0, target))
    base = offsets[first]
    last = bisect_right(offsets, base + MAX_WIDTH) - 1
    head = _ELLIPSIS if first else ""
    tail = _ELLIPSIS if last < len(pieces) else ""
    shift = len(head) - base
    end = offsets[last] + shift
    moved = tuple(min(max(column + shift, 0), end) for column in offsets)
    return Shown(head + "".join(pieces[first:last]) + tail, moved)


def _piece(char: str, column: int) -> str:
    if char == "\t":
        return " " * (TAB_WIDTH - column % TAB_WIDTH)
    code = ord(char)
    if code < ord(" "):
        return chr(_CONTROL_PICTURES + code)
    if code == _DELETE:
        return "␡"
    return "\ufffd" if unicodedata.category(char) in _UNPRINTABLE else char


def _width(char: str, piece: str) -> int:
    if char == "\t":
        return len(piece)
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(piece) in "WF" else 1


_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs"})
