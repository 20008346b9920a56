"""Lay renderings out as the project's own formatters do, before anything is compared or merged.

A formatter that is missing or fails is a warning, and the text stays as it was rendered. Must
not know how a formatter is run, nor what an operator is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Severity
from opgen.outputs import Region, RegionKey, RelPath, RenderedFile
from opgen.workspace.regions import Cut, Extent, Rendering, cut_user, scanner_for, shapes
from opgen.workspace.text import Text, encoded

if TYPE_CHECKING:
    from opgen.diagnostics import Diagnostics


_MANY: Final = 16
"""From so many texts on, formatters run side by side."""


class FormatterError(Exception):
    """A formatter is missing or failed; says how, for people to read."""


class Formatter(Protocol):
    """What lays out the files of one kind."""

    @property
    def id(self) -> str:
        """What tells it from any formatter that may lay a text out differently."""

    def format(self, path: RelPath, data: bytes) -> bytes:
        """Return a file's text, laid out.

        Raises:
            FormatterError: It is missing or failed.
        """


class Formats(Protocol):
    """The formatters of a project."""

    def of(self, path: RelPath) -> Formatter | None:
        """Return the formatter of a file, if it has one."""


@dataclass(frozen=True, slots=True)
class Unformatted:
    """The formatters of a project that has none."""

    def of(self, path: RelPath) -> Formatter | None:
        """Return none."""
        del path
        return None


def formatted(
    files: Sequence[RenderedFile],
    formats: Formats,
    *,
    diagnostics: Diagnostics,
    display: str,
) -> list[RenderedFile]:
    """Return the renderings as the project's formatters lay them out.

    Args:
        files: The renderings.
        formats: The formatters.
        diagnostics: Takes a warning for each text that couldn't be formatted.
        display: The output root as it's shown to people.
    """
    reasons: dict[RelPath, str] = {}
    one = partial(_tried, formats=formats, reasons=reasons)
    if len([file for file in files if formats.of(file.path)]) < _MANY:
        done = list(map(one, files))
    else:
        # Not loaded where there is little to format.
        with import_module("concurrent.futures").ThreadPoolExecutor() as pool:
            done = list(pool.map(one, files))
    said: set[str] = set()
    for file in files:
        why = reasons.get(file.path, "")
        if why and why not in said:
            said.add(why)
            diagnostics.add(_warning(f"{display}/{file.path}".lstrip("/"), why))
    return done


def _tried(file: RenderedFile, formats: Formats, reasons: dict[RelPath, str]) -> RenderedFile:
    """Return a rendering laid out or, with the reason, as it is."""
    formatter = formats.of(file.path)
    if formatter is None:
        return file
    try:
        return _formatted(file, formatter)
    except FormatterError as fault:
        reasons[file.path] = str(fault)
        return file


def _warning(shown: str, why: str) -> Diagnostic:
    return Diagnostic(
        "OPG0516",
        f"`{shown}` can't be formatted: {why}",
        path=shown,
        severity=Severity.WARNING,
        help="install the formatter, or correct [tool.opgen.format]; what opgen rendered is used",
    )


def _formatted(file: RenderedFile, formatter: Formatter) -> RenderedFile:
    data = formatter.format(file.path, encoded(file.text))
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    raw = file.text if file.text != text else ""
    laid_out = replace(file, text=text, formatter=formatter.id, raw=raw)
    if not file.regions:
        return laid_out
    extents = relocated(Rendering.of(file), Text(encoded(text)), file.path)
    places = {extent.key: extent for extent in extents}
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    regions = tuple(_moved(region, places[region.key], starts) for region in file.regions)
    return replace(laid_out, regions=tuple(sorted(regions, key=lambda region: region.start)))


def _moved(region: Region, extent: Extent, starts: Sequence[int]) -> Region:
    # The last line may have no end.
    return replace(region, start=starts[extent.first], end=min(starts[extent.last], starts[-1] - 1))


def relocated(rendering: Rendering, text: Text, path: RelPath) -> tuple[Extent, ...]:
    """Return the regions of a rendering as they are in a text that only lays it out anew.

    Raises:
        FormatterError: One of them isn't found there.
    """
    scan = scanner_for(path)
    found = shapes(rendering, scan)
    cut = cut_user(text.lines, found, scan)
    places = _places(cut)
    missing = [extent.key for extent in rendering.regions if extent.key not in places]
    if missing or not cut.is_whole:
        raise FormatterError("it does more than lay the text out: its regions aren't found again")
    return tuple(
        replace(extent, first=places[extent.key][0], last=places[extent.key][1])
        for extent in rendering.regions
    )


def _places(cut: Cut) -> dict[RegionKey, tuple[int, int]]:
    found: dict[RegionKey, tuple[int, int]] = {}
    at = len(cut.preamble)
    for part in cut.parts:
        found[part.key] = (at, at + len(part.body))
        at += len(part.body) + len(part.tail)
    return found
