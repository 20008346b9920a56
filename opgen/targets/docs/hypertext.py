"""HTML with formulas in MathML. Text of specs never becomes an element or an attribute."""

from __future__ import annotations

import re
from html import escape

from opgen.ops.formulas.mathml import formula_mathml
from opgen.ops.formulas.terms import Formula
from opgen.targets.docs.markup import pieces
from opgen.targets.headers import printable


class Hypertext:
    """Content of elements of a page."""

    def text(self, text: str) -> str:
        """Return a line of text; code in backticks becomes an element."""
        return "".join(
            self.code(piece) if is_code else escape(piece) for piece, is_code in pieces(text)
        )

    def code(self, text: str) -> str:
        """Return code in one line."""
        return f"<code>{escape(' '.join(printable(text).split()))}</code>"

    def description(self, text: str) -> list[str]:
        """Return the paragraphs; of Markdown, code alone has another look."""
        return [self.text(" ".join(part.split())) for part in re.split(r"\n\s*\n", text) if part]

    def formula(self, formula: Formula) -> str:
        """Return a ``math`` element."""
        return formula_mathml(formula)
