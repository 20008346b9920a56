"""Diagnostics for people: the source line, a caret under the place, notes and help.

Knows spans and diagnostics; decides nothing about where the text goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from opgen.dataclass import dataclass
from opgen.diagnostics.columns import Shown, one_line, plain, show
from opgen.diagnostics.diagnostic import Diagnostic, Label, Severity
from opgen.diagnostics.palette import Paint, Palette
from opgen.hints import assert_never
from opgen.source import SourceFile, Span

_MAX_CODES_LISTED = 4


def render_text(items: Sequence[Diagnostic], *, palette: Palette) -> str:
    """Render all ``items``, blocks followed by an empty line, and where to read more.

    A block is one item, or neighbours about files as a whole that are put right the same way.
    """
    if not items:
        return ""
    runs = [list(run) for _, run in groupby(enumerate(items), key=_shared)]
    blocks = [_render_run([item for _, item in run], palette) for run in runs]
    return "\n".join([*blocks, _closing(items)]) + "\n"


def _shared(numbered: tuple[int, Diagnostic]) -> tuple[int, Severity, str]:
    """Return what neighbours that make one block have in common; a number sets an item apart."""
    number, item = numbered
    can_share = item.span is None and not item.notes and item.help and item.path
    return (-1 if can_share else number, item.severity, item.help)


def _render_run(items: Sequence[Diagnostic], palette: Palette) -> str:
    """Render items of one block: a line for each that names its file, then the advice, once."""
    if len(items) == 1:
        return render_one(items[0], palette=palette)
    gutter = _Gutter(1, palette)
    lines = []
    for item in items:
        lines.append(_headline(item, palette))
        if item.path not in item.message:
            lines.append(gutter.arrow(item.path))
    lines += gutter.remark(Paint.HELP, "help", plain(items[0].help))
    return "".join(f"{line}\n" for line in lines)


def render_one(item: Diagnostic, *, palette: Palette) -> str:
    """Render ``item`` as lines, each with its line end."""
    gutter = _Gutter(_gutter_width(item), palette)
    lines = [_headline(item, palette)]
    if item.span is None:
        lines += [gutter.arrow(item.path)] if item.path else []
    else:
        lines += _excerpts(_marks(item, item.span), gutter)
    lines += _tail(item, gutter)
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


@dataclass(frozen=True, slots=True)
class _Gutter:
    """The column of line numbers, and lines that begin with it."""

    width: int
    palette: Palette

    @property
    def bar(self) -> str:
        return " " * self.width + self.palette(Paint.GUTTER, " |")

    def arrow(self, place: str, head: str = "-->") -> str:
        return " " * self.width + f"{self.palette(Paint.GUTTER, head)} {one_line(place)}"

    def source(self, line: int, text: str) -> str:
        return f"{self.palette(Paint.GUTTER, f'{line:>{self.width}} |')} {text}".rstrip()

    def remark(self, paint: Paint, kind: str, text: str) -> Iterator[str]:
        first, *rest = text.splitlines() or [""]
        lead = " " * (self.width + 1) + self.palette(Paint.GUTTER, "=")
        yield f"{lead} {self.palette(paint, kind)}: {first}"
        yield from (" " * (self.width + len(kind) + 5) + line for line in rest)


def _headline(item: Diagnostic, palette: Palette) -> str:
    kind = palette(paint_of(item.severity), f"{item.severity.value}[{item.code}]")
    return kind + palette(Paint.STRONG, f": {plain(item.message)}")


def _marks(item: Diagnostic, span: Span) -> list[_Mark]:
    primary = _Mark(Label(span, item.label), paint_of(item.severity), "^")
    return [primary, *(_Mark(label, Paint.GUTTER, "-") for label in item.secondary)]


def _excerpts(marks: list[_Mark], gutter: _Gutter) -> Iterator[str]:
    """Show the marks file by file, that of the primary place first."""
    for file in dict.fromkeys(mark.file for mark in marks):
        own = [mark for mark in marks if mark.file is file]
        head = "-->" if own[0] is marks[0] else ":::"
        yield gutter.arrow(str(own[0].label.span), head)
        yield gutter.bar
        yield from _excerpt(file, sorted(own, key=lambda mark: mark.label.span.start), gutter)


def _excerpt(file: SourceFile, marks: list[_Mark], gutter: _Gutter) -> Iterator[str]:
    before = 0
    for line, group in groupby(marks, key=lambda mark: mark.line):
        own = list(group)
        if before and line == before + 2:
            yield gutter.source(before + 1, show(file.line_text(before + 1)).text)
        elif before and line > before + 2:
            yield gutter.palette(Paint.GUTTER, "...")
        before = line
        shown = show(file.line_text(line), focus=own[0].label.span.position.column - 1)
        yield gutter.source(line, shown.text)
        for mark in own:
            yield f"{gutter.bar} {_underline(mark, shown, gutter.palette)}"


def _underline(mark: _Mark, shown: Shown, palette: Palette) -> str:
    span = mark.label.span
    start = shown.column(span.position.column - 1)
    end = shown.column(span.position.column - 1 + len(_first_line(span)))
    drawn = mark.stroke * max(end - start, 1)
    text = f" {mark.label.text}" if mark.label.text else ""
    return " " * start + palette(mark.paint, drawn + text)


def _first_line(span: Span) -> str:
    return span.text.partition("\n")[0].rstrip("\r")


def _tail(item: Diagnostic, gutter: _Gutter) -> Iterator[str]:
    if item.span is not None and (item.notes or item.help):
        yield gutter.bar
    for note in item.notes:
        yield from gutter.remark(Paint.NOTE, "note", plain(note.text) + _at(note.span))
    if item.help:
        yield from gutter.remark(Paint.HELP, "help", plain(item.help))


def _at(span: Span | None) -> str:
    return "" if span is None else f" ({one_line(str(span))})"


def _gutter_width(item: Diagnostic) -> int:
    spans = [item.span, *(label.span for label in item.secondary)] if item.span else []
    return max((len(str(span.position.line)) for span in spans if span), default=1)


def _closing(items: Iterable[Diagnostic]) -> str:
    codes = list(dict.fromkeys(item.code for item in items))
    more = ", …" if len(codes) > _MAX_CODES_LISTED else ""
    listed = ", ".join(codes[1:_MAX_CODES_LISTED])
    others = f" (also {listed}{more})" if listed else ""
    return f"for more: opgen explain {codes[0]}{others}"
