"""Cutting a file into its statements without parsing it.

Where a statement ends depends on its text alone. Should a piece hold something else than whole
statements, the parser finds that out. Knows what delimits a statement, nothing of what one is.
"""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(
    r'"(?:[^"\\\r\n]|\\[^\r\n])*"'
    r"|\[\{(?:[^}]|\}[^\]])*\}\]"
    r"|(?P<open>[({\[])|(?P<close>[)\]])"
    r"|[;}](?P<end>[ \t\r\n]*(?=$|(?:assert|class|def|defm|defset|deftype|defvar|dump|foreach|if"
    r"|include|let|multiclass)(?![0-9A-Za-z_])))?"
    r'|(?:^|(?<=[;}" \t\r\n]))include(?=[ \t\r\n]*")(?P<name>[ \t\r\n]*"(?:[^"\\\r\n]|\\[^\r\n])*"'
    r"[ \t\r\n]*)"
)
_BLANKS: Final = " \t\r\n"


def cut(text: str) -> list[tuple[int, int]]:
    """Return where the statements of ``text``, which is blanked, begin and end."""
    pieces: list[tuple[int, int]] = []
    depth = begin = 0
    for match in _MARK.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close" or text[match.start()] == "}":
            depth -= 1
        is_end = kind == "end" or (
            kind == "name" and not text[begin : match.start()].strip(_BLANKS)
        )
        if depth == 0 and is_end:
            _add(pieces, text, begin, end=match.end())
            begin = match.end()
    _add(pieces, text, begin, end=len(text))
    return pieces


def _add(pieces: list[tuple[int, int]], text: str, begin: int, *, end: int) -> None:
    piece = text[begin:end]
    start = begin + len(piece) - len(piece.lstrip(_BLANKS))
    if start < end:
        pieces.append((start, end - len(piece) + len(piece.rstrip(_BLANKS))))
