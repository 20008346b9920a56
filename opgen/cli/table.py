"""Text tables. Knows how wide text is, nothing of what it says."""

from __future__ import annotations

from collections.abc import Sequence

from opgen.diagnostics.columns import show

_GAP = "  "


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns, without those that are empty; empty without rows."""
    columns = zip(header, *rows, strict=True)
    filled = [column for column in columns if any(column[1:])]
    widths = [max(map(_width, column)) for column in filled]
    return "".join(_line(line, widths) for line in zip(*filled, strict=True))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)
    )
    return _GAP.join(padded).rstrip() + "\n"


def _width(cell: str) -> int:
    shown = show(cell)
    return shown.column(len(cell))
