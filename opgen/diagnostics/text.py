"""Diagnostics for people: the source line, a caret under the place, notes and help.

Knows spans and diagnostics; decides nothing about where the text goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from opgen.diagnostics.columns import Shown, plain, show
from opgen.diagnostics.diagnostic import Diagnostic, Label, Severity
from opgen.diagnostics.palette import Paint, Palette
from opgen.source import SourceFile, Span

_MAX_CODES_LISTED = 4


def render_text(items: Sequence[Diagnostic], *, palette: Palette) -> str:
    """Render all ``items``, each followed by an empty line, and where to read more."""
    if not items:
        return ""
    blocks = [render_one(item, palette=palette) for item in items]
    return "\n".join([*blocks, _closing(items)]) + "\n"


def render_one(item: Diagnostic, *, palette: Palette) -> str:
    """Render ``item`` as lines, each with its line end."""
    width = _gutter_width(item)
    lines = [_headline(item, palette)]
    if item.span is None:
        lines += [_arrow(item.path, width, palette)] if item.path else []
    else:
        lines += _excerpts(_marks(item, item.span), width, palette)
    lines += _tail(item, width, palette)
    return "".join(f"{line}\n" for line in lines)


def paint_of(severity: Severity) -> Paint:
    """Return the colour that ``severity`` has."""
    match severity:
        case Severity.ERROR:
            return Paint.ERROR
        case Severity.WARNING:
            return Paint.WARNING
        case Severity.NOTE:
            return Paint.NOTE
        case _:
            assert_never(severity)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A label and how it is drawn."""

    label: Label
    paint: Paint
    stroke: str

    @property
    def file(self) -> SourceFile:
        return self.label.span.file

    @property
    def line(self) -> int:
        return self.label.span.position.line


def _headline(item: Diagnostic, palette: Palette) -> str:
    kind = palette(paint_of(item.severity), f"{item.severity.value}[{item.code}]")
    return kind + palette(Paint.STRONG, f": {plain(item.message)}")


def _marks(item: Diagnostic, span: Span) -> list[_Mark]:
    primary = _Mark(Label(span, item.label), paint_of(item.severity), "^")
    return [primary, *(_Mark(label, Paint.GUTTER, "-") for label in item.secondary)]


def _excerpts(marks: list[_Mark], width: int, palette: Palette) -> Iterator[str]:
    """Show the marks file by file, that of the primary place first."""
    files = list(dict.fromkeys(mark.file for mark in marks))
    for file in files:
        own = [mark for mark in marks if mark.file is file]
        line, column = own[0].label.span.position
        yield _arrow(
            f"{file.path}:{line}:{column}",
            width,
            palette,
            head="-->" if own[0] is marks[0] else ":::",
        )
        yield _bar(width, palette)
        yield from _excerpt(
            file, sorted(own, key=lambda mark: mark.label.span.start), width, palette
        )


def _excerpt(file: SourceFile, marks: list[_Mark], width: int, palette: Palette) -> Iterator[str]:
    before = 0
    for line, group in groupby(marks, key=lambda mark: mark.line):
        own = list(group)
        yield from _gap(file, before, line, width=width, palette=palette)
        before = line
        focus = own[0].label.span.position.column - 1
        shown = show(file.line_text(line), focus=focus)
        yield _source(line, shown.text, width, palette)
        for mark in own:
            yield f"{_bar(width, palette)} {_underline(mark, shown, palette)}"


def _gap(
    file: SourceFile, before: int, line: int, *, width: int, palette: Palette
) -> Iterator[str]:
    """Stand for the lines between ``before`` and ``line``; a single one is shown itself."""
    if before and line == before + 2:
        yield _source(before + 1, show(file.line_text(before + 1)).text, width, palette)
    elif before and line > before + 2:
        yield palette(Paint.GUTTER, "...")


def _source(line: int, text: str, width: int, palette: Palette) -> str:
    return f"{palette(Paint.GUTTER, f'{line:>{width}} |')} {text}".rstrip()


def _underline(mark: _Mark, shown: Shown, palette: Palette) -> str:
    span = mark.label.span
    start = shown.column(span.position.column - 1)
    end = shown.column(span.position.column - 1 + len(_first_line(span)))
    drawn = mark.stroke * max(end - start, 1)
    text = f" {mark.label.text}" if mark.label.text else ""
    return " " * start + palette(mark.paint, drawn + text)


def _first_line(span: Span) -> str:
    return span.text.partition("\n")[0].rstrip("\r")


def _tail(item: Diagnostic, width: int, palette: Palette) -> Iterator[str]:
    notes = [("note", Paint.NOTE, plain(note.text) + _at(note.span)) for note in item.notes]
    helps = [("help", Paint.HELP, plain(item.help))] if item.help else []
    if item.span is not None and (notes or helps):
        yield _bar(width, palette)
    for kind, paint, text in [*notes, *helps]:
        first, *rest = text.splitlines() or [""]
        lead = " " * width + " " + palette(Paint.GUTTER, "=")
        yield f"{lead} {palette(paint, kind)}: {first}"
        yield from (" " * (width + 9) + line for line in rest)


def _at(span: Span | None) -> str:
    return "" if span is None else f" ({span})"


def _arrow(place: str, width: int, palette: Palette, head: str = "-->") -> str:
    return " " * width + f"{palette(Paint.GUTTER, head)} {place}"


def _bar(width: int, palette: Palette) -> str:
    return " " * width + palette(Paint.GUTTER, " |")


def _gutter_width(item: Diagnostic) -> int:
    spans = [item.span, *(label.span for label in item.secondary)] if item.span else []
    return max((len(str(span.position.line)) for span in spans if span), default=1)


def _closing(items: Iterable[Diagnostic]) -> str:
    codes = list(dict.fromkeys(item.code for item in items))
    more = ", …" if len(codes) > _MAX_CODES_LISTED else ""
    listed = ", ".join(codes[1:_MAX_CODES_LISTED])
    others = f" (also {listed}{more})" if listed else ""
    return f"for more: opgen explain {codes[0]}{others}"
