"""Cutting a file into its statements without parsing it.

Where a statement ends depends on its text alone. Should a piece hold something else than whole
statements, the parser finds that out. Knows what delimits a statement, nothing of what one is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from opgen.hints import Final
from opgen.tablegen.ground import Piece
from opgen.tablegen.prepass_facts import Edit

_MARK: Final = re.compile(
    r'"(?:[^"\\\r\n]|\\[^\r\n])*"'
    r"|\[\{(?:[^}]|\}[^\]])*(?:\}\]|\}?\Z)"
    r"|(?P<open>[({\[])|(?P<close>[)\]])"
    r"|[;}](?P<end>[ \t\r\n]*(?=$|(?:assert|class|def|defm|defset|deftype|defvar|dump|foreach|if"
    r"|include|let|multiclass)(?![0-9A-Za-z_])))?"
    r'|(?:^|(?<=[;}" \t\r\n]))include(?=[ \t\r\n]*")(?P<name>[ \t\r\n]*"(?:[^"\\\r\n]|\\[^\r\n])*"'
    r"[ \t\r\n]*)"
)
_BLANKS: Final = " \t\r\n"
_ENDS: Final = ("", ";", "}", '"')
"""The last characters of statements, includes among them, and of none."""


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


def cut_again(
    text: str, known: Sequence[Piece], hash_of: Callable[[str], bytes], *, edit: Edit | None
) -> tuple[Piece, ...]:
    """Return the statements of ``text``; only what lies between those that are known is cut.

    Args:
        text: A blanked text.
        known: The statements of an earlier state of it: hash, begin and end.
        hash_of: Gives the hash of a statement.
        edit: Where the earlier text was different; found by the hashes if that isn't known.
    """
    if edit is None:
        edit = _find_edit(text, known, hash_of)
    front = [piece for piece in known if piece[2] <= edit.start]
    # What follows a statement decides where it ends.
    del front[-1:]
    moved = edit.end - edit.old_end
    back = [
        (hash_, start + moved, end + moved) for hash_, start, end in known if start >= edit.old_end
    ]
    done, rest = front[-1][2] if front else 0, back[0][1] if back else len(text)
    if text[done:rest].rstrip(_BLANKS)[-1:] not in _ENDS:
        # What is new goes on in what follows.
        back, rest = [], len(text)
    middle = [(done + start, done + end) for start, end in cut(text[done:rest])]
    new = [(hash_of(text[start:end]), start, end) for start, end in middle]
    return (*front, *new, *back)


def _find_edit(text: str, known: Sequence[Piece], hash_of: Callable[[str], bytes]) -> Edit:
    """Return what lies between the statements that are alike from both ends."""
    old_end = known[-1][2] if known else 0
    moved = len(text.rstrip(_BLANKS)) - old_end
    done = count = 0
    for alike, start, end in known:
        if text[done:start].strip(_BLANKS) or hash_of(text[start:end]) != alike:
            break
        done, count = end, count + 1
    rest = len(text)
    for alike, start, end in reversed(known[count:]):
        begin, stop = start + moved, end + moved
        if begin < done or text[stop:rest].strip(_BLANKS) or hash_of(text[begin:stop]) != alike:
            break
        rest, old_end = begin, start
    return Edit(done, old_end, old_end + moved)


def _add(pieces: list[tuple[int, int]], text: str, begin: int, *, end: int) -> None:
    piece = text[begin:end]
    start = begin + len(piece) - len(piece.lstrip(_BLANKS))
    if start < end:
        pieces.append((start, end - len(piece) + len(piece.rstrip(_BLANKS))))
