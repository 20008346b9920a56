"""What a description of an operator is marked up in. Knows no operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from opgen.ops.formulas.terms import Formula


class Markup(Protocol):
    """A language for pages: everything it returns shows what it was given, as it is."""

    def text(self, text: str) -> str:
        """Return a line of text, in which what stands in backticks is code."""
        ...

    def code(self, text: str) -> str:
        """Return code in one line."""
        ...

    def description(self, text: str) -> Sequence[str]:
        """Return paragraphs of a spec, which may be Markdown."""
        ...

    def formula(self, formula: Formula) -> str:
        """Return a formula as a block of its own."""
        ...


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a line and whether they are code; a single backtick is text."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts = [text]
    yield from ((part, index % 2 == 1) for index, part in enumerate(parts) if part)
