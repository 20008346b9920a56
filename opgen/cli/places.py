"""Moves the places of diagnostics from where the project stands to where the user does.

Earlier stages name a spec relative to the project, because that goes into outputs. Knows
diagnostics alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from opgen.dataclass import replace
from opgen.diagnostics import Diagnostic, Note
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
                replace(note, span=place(note.span)) if note.span else _renamed(note, files)
                for note in item.notes
            ),
            path=paths(item.path) if item.path else "",
        )


def with_notes_moved(item: Diagnostic, files: Move) -> Diagnostic:
    """Return ``item``, whose own places are as people see them, with those of notes changed."""
    return replace(item, notes=tuple(_renamed(note, files) for note in item.notes))


def place_moved(place: str, files: Move) -> str:
    """Return a file or folder, maybe with ``:line``, by its new name."""
    name, _, line = place.rpartition(":")
    return f"{files(name)}:{line}" if name and line.isdecimal() else files(place)


def _renamed(note: Note, files: Move) -> Note:
    return replace(note, place=place_moved(note.place, files)) if note.place else note
