"""Say how far people have come: what is still a stub, what they edited, what is open.

Must not know how outputs are written.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass
from opgen.outputs import Ownership, RegionKey, RelPath
from opgen.workspace import report
from opgen.workspace.conflicts import Matter, Open
from opgen.workspace.fs import Fs
from opgen.workspace.items import tokens
from opgen.workspace.manifest import STORE
from opgen.workspace.markers import Markers
from opgen.workspace.regions import Cut, Rendering, cut_rendering, cut_user, scanner_for, shapes
from opgen.workspace.store import Store
from opgen.workspace.text import Text, digest, encoded, same, with_eol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RenderedFile
    from opgen.workspace.manifest import Entry


_REDECLARED: Final = "declaration differs from the spec"


class State(Enum):
    """How a region or file stands."""

    UNFILLED = "unfilled"
    """It is still the stub that was generated."""
    EDITED = "edited"
    """Somebody wrote in it."""
    ADOPTED = "adopted"
    """It would be the generator's alone, but somebody made their own text of it."""
    DRIFTED = "drifted"
    """The generator's alone, and yet edited, or adopted beside a rendering of the past."""
    CONFLICTED = "conflicted"
    """A conflict waits to be settled."""
    ORPHANED = "orphaned"
    """Somebody edited it and its operator is gone: the text is in the attic."""


@dataclass(frozen=True, slots=True)
class Row:
    """One region or file and how it stands.

    Attributes:
        path: The output.
        key: The region; empty for the whole file.
        line: Where it is in the file, from 1.
        stored: Where its text is kept, if it isn't in the file.
        note: What else is to be said of it.
    """

    state: State
    path: RelPath
    key: RegionKey
    line: int = 1
    stored: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatusReport:
    """The rows, by path and line."""

    rows: tuple[Row, ...]

    def of(self, state: State) -> tuple[Row, ...]:
        """Return the rows of one state."""
        return tuple(row for row in self.rows if row.state is state)


def status(
    files: Sequence[RenderedFile], *, root: Path, diagnostics: Diagnostics, display: str = ""
) -> StatusReport:
    """Compare the outputs with their renderings and the manifest.

    Args:
        files: The renderings.
        root: The output root.
        diagnostics: Takes files that can't be read.
        display: The output root as it's shown to people; its own name if empty.
    """
    fs = Fs(root)
    shown = display or report.display_of(root)
    try:
        store = Store.read(fs)
    except OSError as fault:
        diagnostics.add(report.unreadable(f"{shown}/{STORE}", fault.strerror or str(fault)))
        return StatusReport(())
    rows: list[Row] = []
    texts: dict[RelPath, Text] = {}
    for file in files:
        try:
            data = fs.read(file.path)
        except OSError as fault:
            why = fault.strerror or str(fault)
            diagnostics.add(report.unreadable(f"{shown}/{file.path}", why))
            continue
        if data is not None:
            texts[file.path] = Text(data)
            rows += _rows(file, Text(data), store.manifest.entries.get(file.path))
    rows += [row for each in store.opens if (row := _open_row(each, texts.get(each.path)))]
    return StatusReport(tuple(sorted(rows, key=lambda row: (row.path, row.line, row.state.value))))


def _rows(file: RenderedFile, text: Text, entry: Entry | None) -> Iterator[Row]:
    match file.ownership:
        case Ownership.EDITABLE:
            yield from _region_rows(file, text)
        case Ownership.ONCE:
            if not text.is_like(encoded(file.text)):
                yield Row(State.EDITED, file.path, RegionKey(""))
        case Ownership.OWNED:
            state = _drift(text, encoded(file.text), entry)
            if state is not None:
                yield Row(state, file.path, RegionKey(""))


def _drift(text: Text, new: bytes, entry: Entry | None) -> State | None:
    if text.is_like(new):
        return None
    if entry is not None and entry.adopted:
        return State.ADOPTED if entry.sha == digest(new) else State.DRIFTED
    plain = digest(b"".join(with_eol(text.lines, b"\n")))
    is_stale = entry is not None and entry.sha in {plain, digest(text.data)}
    return None if is_stale else State.DRIFTED


def _region_rows(file: RenderedFile, text: Text) -> Iterator[Row]:
    rendering = Rendering.of(file)
    scan = scanner_for(file.path)
    found = shapes(rendering, scan)
    new = cut_rendering(rendering, found)
    cut = cut_user(text.lines, found, scan)
    for part in cut.parts:
        rendered = new.part(part.key)
        if rendered is not None and not same(part.body, rendered.body):
            differs = tokens(part.declaration) != tokens(rendered.declaration)
            note = _REDECLARED if differs else ""
            yield Row(State.EDITED, file.path, part.key, part.at + 1, note=note)
        elif part.key in file.stubs:
            yield Row(State.UNFILLED, file.path, part.key, part.at + 1)
    if not Markers.complete_in(text.lines):
        for key in found:
            if cut.part(key) is None:
                yield Row(State.EDITED, file.path, key, note=_unfound(key, cut))


def _unfound(key: RegionKey, cut: Cut) -> str:
    if not cut.is_whole:
        return "the file has brackets or strings that aren't closed"
    doubled = key in cut.doubled
    return "it is declared more than once" if doubled else "its declaration isn't in the file"


def _open_row(each: Open, text: Text | None) -> Row | None:
    """Return the row of an open matter; None if its markers are gone."""
    state = State.ORPHANED if each.matter is Matter.REMOVED else State.CONFLICTED
    line = None
    if each.matter is Matter.MARKERS and text is not None:
        line = Markers(each.key, each.size).first_in(text.lines)
        if line is None:
            return None
    return Row(state, each.path, each.key, (line or 0) + 1, each.stored)
