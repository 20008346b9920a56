"""Remember how outputs were found, so that those which are so still needn't be looked at.

A sighting may only spare the reading of an output that nothing is to be done about; it never
allows a write. Must not know what is decided about an output.
"""

from __future__ import annotations

import marshal
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from opgen import cachefile
from opgen.dataclass import dataclass, field
from opgen.outputs import Ownership, RelPath
from opgen.workspace.fs import Fs, Stamp
from opgen.workspace.manifest import Entry

if TYPE_CHECKING:
    from opgen.outputs import RenderedFile

SIGHTINGS: Final = "sightings"
"""The file in the cache that they are kept in."""
_CLOCK_STEP: Final = 20_000_000
"""Nanoseconds within which a file system may give two writes one time."""

_ALIKE: Final = 2
"""The version of marshal in which equal values have equal bytes."""

_Stamps: TypeAlias = tuple[Stamp | None, ...]
_Kept: TypeAlias = tuple[_Stamps, bytes]


@dataclass(frozen=True, slots=True)
class Look:
    """An output at a moment before it is read.

    Attributes:
        file: Its rendering.
        entry: What the manifest says of it.
        stamps: The stamps of the output and, if it is merged, of the base that it is merged with.
        is_as_seen: Whether all of this is as it was when nothing was to be done about it.
    """

    file: RenderedFile
    entry: Entry
    stamps: _Stamps
    is_as_seen: bool


@dataclass(slots=True)
class Sightings:
    """The outputs about which nothing was to be done, and what they were then.

    Attributes:
        moment: The clock of the file system before anything was read, in nanoseconds. What was
            changed at that very time may change again without getting another stamp.
        place: The file to keep them in; ``None`` for none.
        kept: What was seen, by path.
    """

    moment: int
    place: Path | None = None
    kept: dict[str, _Kept] = field(default_factory=dict)
    is_changed: bool = False

    @classmethod
    def read(cls, root: Path, cache: Path | None) -> Sightings | None:
        """Return what was seen below an output root; nothing without a cache that can be written.

        Args:
            root: The output root.
            cache: An existing directory below it, or ``None`` for no cache.
        """
        if cache is None:
            return None
        place = cache / SIGHTINGS
        moment = Fs(root).clock(RelPath(cache.relative_to(root).as_posix()))
        if moment is None:
            return None
        body = cachefile.read(place, _key())
        kept = {} if body is None else marshal.loads(body)  # noqa: S302 - own, sealed
        return cls(moment - _CLOCK_STEP, place, kept)

    def look(self, file: RenderedFile, entry: Entry, fs: Fs) -> Look:
        """Say how an output is, without reading it."""
        stamps: _Stamps = (fs.stamp(entry.path),)
        if file.ownership is Ownership.EDITABLE:
            stamps = (*stamps, fs.stamp(entry.base_path))
        known = self.kept.get(entry.path)
        is_as_seen = known is not None and known[0] == stamps and known[1] == _print(file, entry)
        return Look(file, entry, stamps, is_as_seen)

    def note(self, look: Look, *, is_idle: bool) -> None:
        """Take note of what was found where a look made it necessary to read an output.

        Args:
            look: The output, before it was read.
            is_idle: Whether nothing is to be done or to be said about it.
        """
        path = look.entry.path
        if is_idle and all(map(self._is_old, look.stamps)):
            self.kept[path] = look.stamps, _print(look.file, look.entry)
            self.is_changed = True
        elif self.kept.pop(path, None) is not None:
            self.is_changed = True

    def _is_old(self, stamp: Stamp | None) -> bool:
        return stamp is not None and max(stamp[1:3]) < self.moment

    def write(self, outputs: Collection[RelPath]) -> None:
        """Keep what was seen of ``outputs``, all that there are, for the next build."""
        if self.is_changed and self.place is not None:
            kept = {path: seen for path, seen in self.kept.items() if path in outputs}
            cachefile.write(self.place, _key(), marshal.dumps(kept))


def _key() -> bytes:
    return cachefile.own_code()


def _print(file: RenderedFile, entry: Entry) -> bytes:
    """Return a hash of all that what is done about an output follows from, but for its text."""
    regions = [(each.key, each.anchor, each.start, each.end) for each in file.regions]
    extents = [(each.key, each.anchor, each.first, each.last) for each in entry.regions]
    told = (
        *(file.text, file.raw, file.formatter, file.target, file.ownership.value, file.origin),
        *(file.ops, file.needs, regions),
        *(entry.target, entry.ownership.value, entry.sha, entry.origin, entry.formatter),
        *(entry.raw, entry.eol, entry.adopted, entry.ops, extents),
    )
    return cachefile.digest(marshal.dumps(told, _ALIKE))
