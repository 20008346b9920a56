"""Splitting a file into groups of statements, without parsing it.

A group is a stretch of text that holds whole statements. Where one ends depends on what stands
there, not on what went before, so that an edit leaves the groups around it as they were. Knows
what delimits a statement, nothing of what one is.
"""

from __future__ import annotations

import re
import zlib

from opgen.hints import Final

_PIECE: Final = re.compile(
    r'"(?:[^"\\\r\n]|\\[^\r\n])*"'
    r"|\[\{(?:[^}]|\}[^\]])*(?:\}\]|\}?\Z)"
    r"|[({\[]|[)\]]"
    r"|[;}](?P<end>[ \t\r\n]*(?=$|(?:assert|class|def|defm|defset|deftype|defvar|dump|foreach|if"
    r"|include|let|multiclass)(?![0-9A-Za-z_])))?"
)
_SMALL: Final = 4096
_LARGE: Final = 32768
_ODDS: Final = 4
"""One statement in so many ends a group that isn't small any more."""


def split(text: str) -> list[int]:
    """Return the offsets at which the groups of ``text``, which is blanked, end."""
    ends: list[int] = []
    depth, group, statement = 0, 0, 0
    for match in _PIECE.finditer(text):
        mark = match[0][0]
        if mark in "({[" and len(match[0]) == 1:
            depth += 1
        elif mark in ")]}":
            depth -= 1
        if depth == 0 and match["end"] is not None:
            end = match.end()
            if _is_group(text[statement:end], end - group):
                ends.append(end)
                group = end
            statement = end
    if group < len(text):
        ends.append(len(text))
    return ends


def _is_group(statement: str, length: int) -> bool:
    if length < _SMALL:
        return False
    return length > _LARGE or zlib.crc32(statement.strip().encode("latin-1")) % _ODDS == 0
