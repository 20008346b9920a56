"""Tokens of a text that is right, found by one regular expression in a few passes of C.

Where anything is odd, an unknown character or a number that is too large, there is no result, and
the lexer says what is wrong. Knows the grammar's terminals, nothing of statements.
"""

from __future__ import annotations

import re
from itertools import accumulate

from opgen.dataclass import dataclass
from opgen.hints import Final
from opgen.tablegen.integers import WORD_BITS
from opgen.tablegen.tables import END, Tables

_TOKEN: Final = re.compile(
    r"([ \t\r\n]*)"
    r"([A-Za-z_][0-9A-Za-z_]*"
    r"|[\]{}()<>:;,=?\#]|\[\{(?:[^}]|\}[^\]])*(?:\}\]|\}?\Z)|\[(?!\{)"
    r'|"(?:[^"\\\r\n]|\\[\\\'"tn])*"'
    r"|(?![0-9]+(?:x[0-9a-fA-F]|b[01]))[0-9]*[A-Za-z_][0-9A-Za-z_]*"
    r"|0b[01]+|0x[0-9a-fA-F]+|[+-]?[0-9]+"
    r"|\$[A-Za-z_][0-9A-Za-z_]*|![a-zA-Z]+|-|\.\.\.|\.(?!\.))"
)
_CODE: Final = re.compile(r"\[\{(?:[^}]|\}[^\]])*\}\]")
_INTEGER: Final = re.compile(r"0x[0-9a-fA-F]+|[+-]?[0-9]+")
_BINARY: Final = re.compile(r"0b[01]+")
_PARTS: Final = 3
"""What splitting by the expression gives for each token: text that is none, blanks, the token."""
_BLANKS: Final = " \t\r\n"
_LONGEST_SAFE_INT: Final = 18
_LONGEST_SAFE_BINARY: Final = len("0b") + WORD_BITS


@dataclass(slots=True)
class Tokens:
    """Tokens as parallel lists; the last one is the end of the text."""

    kinds: list[int]
    texts: list[str]
    starts: list[int]
    ends: list[int]

    def append(self, kind: int, text: str, *, start: int, end: int) -> None:
        """Add a token."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)

    def insert(self, at: int, kind: int, text: str, *, place: int) -> None:
        """Insert a token that isn't written anywhere, at an offset where others are."""
        self.kinds.insert(at, kind)
        self.texts.insert(at, text)
        self.starts.insert(at, place)
        self.ends.insert(at, place)


class _OddTokenError(Exception):
    """A token that the lexer has to look at."""


class _Kinds(dict[str, int]):
    """The kinds of tokens by their text; those of new texts are found when asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.literals)
        self._numbers = {name: number for number, name in enumerate(tables.terminals)}

    def __missing__(self, token: str) -> int:
        kind = self[token] = self._numbers[_terminal(token)]
        return kind


def _terminal(token: str) -> str:
    """Return the name of the terminal for a token that isn't a literal."""
    first = token[0]
    match first:
        case "$":
            return "VAR"
        case "!":
            return "BANG"
        case '"':
            return "STRING"
        case "[":
            return "CODE"
    if _INTEGER.fullmatch(token):
        name, longest = "INT", _LONGEST_SAFE_INT
    elif _BINARY.fullmatch(token):
        name, longest = "BIN", _LONGEST_SAFE_BINARY
    else:
        return "ID"
    if len(token) > longest:
        raise _OddTokenError
    return name


def scan(text: str, tables: Tables, start: int = 0, *, stop: int) -> Tokens | None:
    """Return the tokens of ``text`` from ``start`` to ``stop``, or None if something is odd."""
    part = text[start:stop].rstrip(_BLANKS)
    pieces = _TOKEN.split(part)
    if any(pieces[::_PARTS]):
        return None
    texts: list[str] = pieces[2::_PARTS]
    if texts and texts[-1].startswith("[{") and not _CODE.fullmatch(texts[-1]):
        return None
    try:
        kinds = [*map(_Kinds(tables).__getitem__, texts)]
    except _OddTokenError:
        return None
    offsets = [*accumulate(map(len, pieces), initial=start)]
    starts, ends = offsets[2::_PARTS], offsets[_PARTS::_PARTS]
    end = start + len(part)
    kinds.append(END)
    texts.append("")
    starts[len(ends) :] = [end]
    ends.append(end)
    return Tokens(kinds, texts, starts, ends)
