"""Moves the places of diagnostics from where the project stands to where the user does.

Earlier stages name a spec relative to the project, because that goes into outputs. Knows
diagnostics alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from opgen.dataclass import replace
from opgen.diagnostics import Diagnostic
from opgen.source import SourceFile, Span

Move = Callable[[str], str]


def moved(items: Iterable[Diagnostic], *, files: Move, paths: Move) -> Iterator[Diagnostic]:
    """Yield ``items`` with the names of source files and bare paths changed.

    Args:
        items: The diagnostics.
        files: Gives a source file its new name.
        paths: Gives the path of a diagnostic without a source file its new name.
    """
    known: dict[int, SourceFile] = {}

    def place(span: Span) -> Span:
        # One file stays one object, by which a renderer tells that two places share it.
        file = known.setdefault(id(span.file), SourceFile(files(span.file.path), span.file.text))
        return Span(file, span.start, span.end)

    for item in items:
        yield replace(
            item,
            span=place(item.span) if item.span else None,
            secondary=tuple(replace(label, span=place(label.span)) for label in item.secondary),
            notes=tuple(
                replace(note, span=place(note.span)) if note.span else note for note in item.notes
            ),
            path=paths(item.path) if item.path else "",
        )
