"""Strings of a spec that hold a small language: dims, gradients, samples.

Knows how a TableGen string literal is quoted, so that a place inside it has a span of its own.
"""

from __future__ import annotations

from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.source import Span

_QUOTES = {'"': 1, "[": 2}


@dataclass(frozen=True, slots=True)
class SpecText:
    """A string value and the place it is written at.

    Attributes:
        text: The value.
        span: The literal with its quotes, or whatever expression yields the value.
    """

    text: str
    span: Span

    def at(self, start: int, end: int) -> Span:
        """Return the span of ``text[start:end]``; the whole literal where it has escapes."""
        literal = self.span.file.text[self.span.start : self.span.end]
        quote = _QUOTES.get(literal[:1], 0)
        encoded = self.text.encode("utf-8", "surrogateescape").decode("latin-1")
        if quote == 0 or literal[quote:-quote] != encoded:
            return self.span
        before = len(self.text[:start].encode("utf-8", "surrogateescape"))
        length = len(self.text[start:end].encode("utf-8", "surrogateescape"))
        return self.span.inner(quote + before, quote + before + max(length, 1))


@dataclass(frozen=True, slots=True)
class Reporter:
    """Adds diagnostics of one code about places in one string."""

    source: SpecText
    code: str
    diagnostics: Diagnostics

    def __call__(self, start: int, end: int, message: str, *, help: str = "") -> None:  # noqa: A002
        """Report ``message`` at ``text[start:end]``."""
        span = self.source.at(start, end)
        self.diagnostics.add(Diagnostic(self.code, message, span, help=help))


LARGEST: Final = 2**31 - 1
"""The largest size of a dimension, and number of elements of a tensor, that a spec may write."""


def size_of(digits: str) -> int | None:
    """Return the number that decimal digits denote, ``None`` where it is above ``LARGEST``."""
    # Python refuses to read numbers of thousands of digits.
    digits = digits.lstrip("0") or "0"
    number = int(digits) if len(digits) <= len(str(LARGEST)) else LARGEST + 1
    return number if number <= LARGEST else None
