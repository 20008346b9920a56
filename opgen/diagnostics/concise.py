"""Diagnostics one a line, ``file:line:column: severity[code]: message``, as editors read them.

Knows spans and diagnostics, nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from opgen.diagnostics.columns import one_line, plain
from opgen.diagnostics.diagnostic import Diagnostic
from opgen.diagnostics.palette import Paint, Palette
from opgen.diagnostics.text import paint_of


def render_concise(items: Sequence[Diagnostic], *, palette: Palette) -> str:
    """Render each of ``items`` as one line."""
    return "".join(_line(item, palette) for item in items)


def _line(item: Diagnostic, palette: Palette) -> str:
    place = item.path if item.span is None else str(item.span)
    lead = palette(Paint.STRONG, f"{one_line(place)}: ") if place else ""
    kind = palette(paint_of(item.severity), f"{item.severity.value}[{item.code}]")
    return f"{lead}{kind}: {plain(' '.join(item.message.split()))}\n"
