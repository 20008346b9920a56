"""The colours of a terminal: a role in a diagnostic to an escape sequence, or to nothing.

Knows nothing of diagnostics, and decides nothing: whether to colour is the caller's choice.
"""

from __future__ import annotations

from enum import Enum

from opgen.dataclass import dataclass


class Paint(Enum):
    """What a piece of text is, and the SGR parameters that show it."""

    ERROR = "1;31"
    WARNING = "1;33"
    NOTE = "1;36"
    HELP = "1;32"
    GUTTER = "1;34"
    STRONG = "1"
    ADDED = "32"
    REMOVED = "31"
    HUNK = "36"
    FAINT = "2"


@dataclass(frozen=True, slots=True)
class Palette:
    """Wraps text in colours if there are any."""

    enabled: bool = False

    def __call__(self, paint: Paint, text: str) -> str:
        """Return ``text`` as ``paint``."""
        return f"\x1b[{paint.value}m{text}\x1b[0m" if self.enabled and text else text
