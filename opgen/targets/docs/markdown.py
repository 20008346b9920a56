"""Markdown as GitHub and most renderers read it, with formulas in TeX."""

from __future__ import annotations

import re
from typing import Final

from opgen.ops.formulas.terms import Formula
from opgen.ops.formulas.tex import formula_tex
from opgen.targets.docs.markup import pieces
from opgen.targets.headers import printable

_MARKUP: Final = re.compile(r"([\\`*\[\]<>|]|(?<!\w)_|_(?!\w))")
"""What means something in the text of a page or in a cell of a table."""


class Markdown:
    """Text of a page or of a cell of its tables."""

    def text(self, text: str) -> str:
        """Return a line of text; code in backticks stays code."""
        return "".join(
            self.code(piece) if is_code else _MARKUP.sub(r"\\\1", piece)
            for piece, is_code in pieces(text)
        )

    def code(self, text: str) -> str:
        """Return code in one line, also in a cell of a table."""
        line = " ".join(printable(text).split()).replace("|", r"\|")
        fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
        pad = " " if line.startswith("`") or line.endswith("`") else ""
        return f"{fence}{pad}{line}{pad}{fence}"

    def description(self, text: str) -> list[str]:
        """Return the lines, which are Markdown already."""
        return text.splitlines()

    def formula(self, formula: Formula) -> str:
        """Return aligned equations."""
        aligned = f"\\begin{{aligned}}\n{formula_tex(formula)}\n\\end{{aligned}}"
        return f"```math\n{aligned}\n```"
