"""The tokens of formulas. Knows neither precedence nor meaning."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.spec_text import Reporter


class Kind(Enum):
    """What a token is."""

    NAME = "a name"
    NUMBER = "a number"
    TEXT = "a string"
    SYMBOL = "an operator"
    SEPARATOR = "the end of a statement"
    END = "the end"


@dataclass(frozen=True, slots=True)
class Token:
    """A token at ``source[start:end]``."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def shown(self) -> str:
        """How a message quotes it."""
        quoted = self.kind in {Kind.NAME, Kind.NUMBER, Kind.TEXT, Kind.SYMBOL}
        return f"`{self.text}`" if quoted else self.kind.value


_PATTERN: Final = re.compile(
    r"""
      (?P<blank>[ \t\r\f]+|\#[^\n]*)
    | (?P<separator>[;\n])
    | (?P<number>(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<text>'[^'\n]*'|"[^"\n]*")
    | (?P<symbol>\.\.\.|\*\*|//|==|!=|<=|>=|[-+*/%<>=()\[\],:])
    """,
    re.VERBOSE,
)

_ADVICE: Final = {
    "^": "write `**` for a power",
    "!": "write `not`",
    "&": "write `and`",
    "|": "write `or`",
    "?": "write `a if condition else b`",
    "@": "write `sum[k](a * b)` for a product of matrices",
    ".": "name functions without a module in front",
}


def tokenize(report: Reporter, start: int, end: int) -> list[Token] | None:
    """Return the tokens of ``text[start:end]`` with one that marks the end; ``None`` on a mistake.

    A line feed ends a statement except within brackets.
    """
    text = report.source.text
    tokens: list[Token] = []
    depth = 0
    at = start
    while at < end:
        match = _PATTERN.match(text, at, end)
        if match is None:
            advice = _advice(text, at)
            report(at, at + 1, f"`{text[at]}` has no meaning in a formula", help=advice)
            return None
        at = match.end()
        kind = match.lastgroup or ""
        if kind == "symbol":
            depth = max(0, depth + _opened(match[0]))
        if kind == "blank" or (kind == "separator" and match[0] == "\n" and depth):
            continue
        if kind == "number" and text[at : at + 1].isalpha():
            report(*match.span(), "a number and a name have nothing between them")
            return None
        tokens.append(Token(Kind[kind.upper()], match[0], *match.span()))
    tokens.append(Token(Kind.END, "", end, end))
    return tokens


_SHAPE: Final = re.compile(r"(\w+)\.(shape|size|ndim|rank)\b")


def _advice(text: str, at: int) -> str:
    """Return what to write in the place of the character at ``at``."""
    named = next((m for m in _SHAPE.finditer(text) if m.end(1) == at), None)
    if named is None:
        return _ADVICE.get(text[at], "")
    if named[2] in {"shape", "size"}:
        return f"write `{named[1]}[0]` for a size of an operand, `{named[1]}` for all of them"
    return f"write `rank({named[1]})`"


def _opened(symbol: str) -> int:
    return (symbol in {"(", "["}) - (symbol in {")", "]"})
