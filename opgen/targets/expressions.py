"""A printed expression and how strongly it binds, so that it gets parentheses only where needed.

Knows no language: each printer has levels of its own below that of an atom.
"""

from __future__ import annotations

from typing import Final

from opgen.namedtuple import NamedTuple

ATOM: Final = 100
"""What a name, a number or a call binds like: more strongly than any operator."""


class Code(NamedTuple):
    """An expression and how strongly it binds."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """Return the text, in parentheses where ``level`` binds more strongly."""
        return self.text if self.level >= level else f"({self.text})"
