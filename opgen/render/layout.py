"""Filters that lay text out: line filling and comments. They take no decision about content."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

WIDTH = 100
"""Columns of a generated line."""


def fill(items: Iterable[str], head: str, tail: str, *, hang: int | None = None) -> str:
    """Lay out ``head item, item, ... tail``, breaking lines at :data:`WIDTH` columns.

    Further lines are indented to the column after ``head``; where an item does not fit there,
    or ``hang`` is given, the list starts on a line of its own, indented by ``hang`` columns
    (default 4) more than ``head`` is.
    """
    pieces = list(items)
    one_line = head + ", ".join(pieces) + tail
    if len(one_line) <= WIDTH or not pieces:
        return one_line
    if hang is None:
        filled = fill_from(pieces, len(head), tail)
        if filled is not None:
            return head + filled
    indent = len(head) - len(head.lstrip()) + (4 if hang is None else hang)
    rest = fill_from(pieces, indent, tail) or (",\n" + " " * indent).join(pieces) + tail
    return f"{head}\n{' ' * indent}{rest}"


def fill_from(pieces: list[str], column: int, tail: str) -> str | None:
    """Fill lines with ``pieces`` and ``tail`` from ``column`` on; ``None`` if one is too long."""
    lines = [""]
    for number, piece in enumerate(pieces):
        ending = tail if number == len(pieces) - 1 else ","
        joined = f"{lines[-1]} {piece}{ending}" if lines[-1] else piece + ending
        if column + len(joined) <= WIDTH:
            lines[-1] = joined
        elif column + len(piece) + len(ending) <= WIDTH and lines[-1]:
            lines.append(piece + ending)
        else:
            return None
    return ("\n" + " " * column).join(lines)


def explode(items: Iterable[str], head: str, tail: str) -> str:
    """Lay out ``head item, item, ... tail`` as formatters of Python do.

    On one line if that fits in :data:`WIDTH` columns; else the items on an indented line of their
    own; else one item on each line, with a comma after the last.
    """
    pieces = list(items)
    one_line = head + ", ".join(pieces) + tail
    if len(one_line) <= WIDTH or not pieces:
        return one_line
    outer = head[: len(head) - len(head.lstrip())]
    together = f"{outer}    {', '.join(pieces)}"
    if len(together) <= WIDTH:
        return f"{head}\n{together}\n{outer}{tail}"
    lines = "".join(f"{outer}    {piece},\n" for piece in pieces)
    return f"{head}\n{lines}{outer}{tail}"


def comment(text: str, marker: str, *, indent: int = 0) -> str:
    """Lay ``text`` out as line comments that start with ``marker``, filled to the width."""
    prefix = " " * indent + marker
    lines: list[str] = []
    for paragraph in text.strip().split("\n"):
        filled = textwrap.wrap(
            paragraph, WIDTH - len(prefix) - 1, break_long_words=False, break_on_hyphens=False
        )
        lines.extend(f"{prefix} {line}" for line in filled or [""])
    return "\n".join(line.rstrip() for line in lines)


def hang(text: str, indent: int) -> str:
    """Lay ``text`` out as an item: indented, its further lines four columns more."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )
