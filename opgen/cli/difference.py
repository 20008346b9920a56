"""Diffs in colour. Knows the unified format, not what was compared."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from opgen.diagnostics.palette import Paint, Palette

if TYPE_CHECKING:
    from opgen.cli.session import Session

_PAINTS = (
    ("+++", Paint.STRONG),
    ("---", Paint.STRONG),
    ("@@", Paint.HUNK),
    ("+", Paint.ADDED),
    ("-", Paint.REMOVED),
)


def colored(text: str, session: Session) -> str:
    """Return a unified diff, in colours where stdout has them."""
    palette = session.palette(sys.stdout)
    if not palette.enabled:
        return text
    return "".join(_line(line, palette) for line in text.splitlines(keepends=True))


def _line(line: str, palette: Palette) -> str:
    paint = next((paint for start, paint in _PAINTS if line.startswith(start)), None)
    bare = line.rstrip("\r\n")
    return palette(paint, bare) + line[len(bare) :] if paint else line
