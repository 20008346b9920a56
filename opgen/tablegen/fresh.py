"""The statements of a file that aren't known from an earlier run: cut, and parsed.

Loaded only where a file has changed. Knows files and the parser, nothing of what statements mean.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from opgen.cachefile import digest
from opgen.diagnostics import Diagnostics
from opgen.hints import Any, Final, TypeAlias
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.ground import Piece
from opgen.tablegen.parser import parse
from opgen.tablegen.pieces import cut_again
from opgen.tablegen.prepass_facts import Edit
from opgen.tablegen.units import Unit

_INCLUDE: Final = r'include[ \t\r\n]*"(?:[^"\\\r\n]|\\[\\\'"tn])*"'
_MANY: Final = 8
"""So many statements are parsed one by one; more together with all others of their file."""

Statements: TypeAlias = tuple[Any, ...]


def cut_new(
    unit: Unit, path: bytes, known: Sequence[Piece], *, edit: Edit | None
) -> tuple[Piece, ...]:
    """Return the statements of a file, given those of an earlier state and where it was edited."""
    return cut_again(unit.text, known, lambda text: digest(path, text.encode("latin-1")), edit=edit)


def parse_new(
    ev: Evaluation, unit: Unit, pieces: Mapping[bytes, Piece], *, known: Container[bytes]
) -> dict[bytes, Statements] | None:
    """Return the statements of the pieces that aren't known; None if they aren't statements."""
    new = {key: piece for key, piece in pieces.items() if key not in known}
    for key, (_, start, end) in list(new.items()) if unit.words else ():
        if start in unit.words:
            # The name may stand behind another include, or be none for the lexer.
            if not re.fullmatch(_INCLUDE, unit.text[start:end]):
                return None
            del new[key]
    if len(new) > _MANY and 2 * len(new) > len(pieces):
        return _parse_all(ev, unit, pieces)
    found: dict[bytes, Statements] = {}
    for key, piece in new.items():
        statements = parse_piece(unit, piece)
        if statements is None:
            return None
        found[key] = statements
    return found


def parse_piece(unit: Unit, piece: Piece) -> Statements | None:
    """Return the statements of a piece; None if it isn't made of statements."""
    _, start, end = piece
    diagnostics = Diagnostics()
    result = parse(unit.source, unit.text, diagnostics, start=start, stop=end)
    return None if diagnostics.items else result.statements


def _parse_all(
    ev: Evaluation, unit: Unit, pieces: Mapping[bytes, Piece]
) -> dict[bytes, Statements] | None:
    diagnostics = Diagnostics()
    result = ev.parse(unit, diagnostics)
    if diagnostics.items:
        return None
    found: dict[bytes, Statements] = {}
    statements = list(reversed(result.statements))
    for key, (_, _, end) in pieces.items():
        own: list[Any] = []
        while statements and statements[-1].start < end:
            own.append(statements.pop())
        if own and own[-1].end > end:
            return None
        found[key] = tuple(own)
    return found
