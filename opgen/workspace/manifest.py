"""The manifest: what was written, by whom it may be changed, and what it was written as.

One small file per operator and target, so that branches which add operators don't meet. Read as
untrusted input: a record that isn't well-formed is left out. Must not know the file system.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from opgen.dataclass import dataclass, field, replace
from opgen.outputs import OpId, Ownership, RegionKey, RelPath
from opgen.workspace import records
from opgen.workspace.conventions import ENDS
from opgen.workspace.regions import Extent, Rendering
from opgen.workspace.text import Text, digest, encoded

if TYPE_CHECKING:
    from opgen.outputs import RenderedFile

STORE: Final = ".opgen"
MANIFEST: Final = RelPath(f"{STORE}/manifest")
_PARTS_OF_A_LIBRARY: Final = 3
_KEPT: Final = 256
_USUAL: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
"""Paths that are told to be inside at little cost; there are others."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the manifest knows of one output.

    Attributes:
        path: Where it is.
        target: The target that rendered it.
        ownership: Who may change it.
        sha: Hash of the rendering that was last published.
        ops: The operators it is about.
        origin: The spec file it comes from; empty for an aggregate.
        regions: The regions of that rendering.
        adopted: Whether an owned file was made the user's own.
        formatter: What identifies the formatter that laid that rendering out, if one did.
        raw: Hash of that rendering before it was laid out; empty where it isn't kept.
        eol: Name of the line ends that the file was made with, if they aren't line feeds.
    """

    path: RelPath
    target: str
    ownership: Ownership
    sha: str
    ops: tuple[OpId, ...] = ()
    origin: str = ""
    regions: tuple[Extent, ...] = ()
    adopted: bool = False
    formatter: str = ""
    raw: str = ""
    eol: str = ""

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def of(cls, file: RenderedFile) -> Entry:
        """Return the entry of a file that is published as it was rendered."""
        editable = file.ownership is Ownership.EDITABLE
        extents = Rendering.of(file).regions if editable else ()
        return cls(
            file.path,
            file.target,
            file.ownership,
            digest(encoded(file.text)),
            file.ops,
            file.origin,
            tuple(replace(extent, label="") for extent in extents),
            formatter=file.formatter,
            raw=digest(encoded(file.raw)) if editable and file.raw else "",
        )

    @property
    def shard(self) -> RelPath:
        """The manifest file it is kept in."""
        parts = PurePosixPath(self.path).parts
        name = "target"
        if len(self.ops) == 1:
            name = f"op.{self.ops[0]}"
        elif len(parts) >= _PARTS_OF_A_LIBRARY:
            name = f"library.{parts[1]}"
        return RelPath(f"{MANIFEST}/{self.target}/{name}.json")

    @property
    def base_path(self) -> RelPath:
        """Where the rendering is kept, if the file is editable."""
        return base_path(self.path)

    def rendering(self, base: bytes) -> Rendering:
        """Return the rendering that was last published, given its bytes."""
        return Rendering(Text(base).lines, self.regions)

    def is_as_written(self, data: bytes) -> bool:
        """Whether a file is exactly what was written when it was made."""
        if digest(data) == self.sha:
            return True
        end = ENDS.get(self.eol, b"\n")
        plain = data.replace(end, b"\n")
        return digest(plain) == self.sha and plain.replace(b"\n", end) == data

    def as_record(self) -> dict[str, Any]:
        """Return it as plain data."""
        record: dict[str, Any] = {
            "path": self.path,
            "target": self.target,
            "ownership": self.ownership.value,
            "sha256": self.sha,
        }
        if self.ops:
            record["ops"] = list(self.ops)
        if self.origin:
            record["origin"] = self.origin
        if self.regions:
            record["regions"] = [[r.key, r.anchor, r.first, r.last] for r in self.regions]
        if self.adopted:
            record["adopted"] = True
        if self.formatter:
            record["formatter"] = self.formatter
        if self.raw:
            record["raw"] = self.raw
        if self.eol:
            record["eol"] = self.eol
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Entry | None:
        """Return the entry that a record describes; None if it isn't well-formed."""
        try:
            return cls(
                RelPath(_checked(record["path"])),
                _checked(record["target"]),
                Ownership(record["ownership"]),
                str(record["sha256"]),
                tuple(OpId(str(op)) for op in record.get("ops", ())),
                str(record.get("origin", "")),
                tuple(_extent(region) for region in record.get("regions", ())),
                bool(record.get("adopted", False)),
                str(record.get("formatter", "")),
                str(record.get("raw", "")),
                str(record.get("eol", "")),
            )
        except (KeyError, TypeError, ValueError):
            return None


def _extent(region: Sequence[Any]) -> Extent:
    key, anchor, first, last = region
    return Extent(RegionKey(key), anchor, int(first), int(last))


def _checked(path: object) -> str:
    if isinstance(path, str) and is_inside(path):
        return path
    raise ValueError(path)


def base_path(path: RelPath) -> RelPath:
    """Return where the base of an editable file is kept."""
    return RelPath(f"{STORE}/base/{path}")


def raw_path(path: RelPath) -> RelPath:
    """Return where the base of an editable file is kept as it was before it was laid out."""
    return RelPath(f"{STORE}/base/.raw/{path}")


def is_inside(path: str) -> bool:
    """Whether ``path`` is relative, in normal form, and outside the store."""
    if _USUAL.fullmatch(path):
        return True
    parts = path.split("/")
    return not (
        path.startswith(("/", "~"))
        or "\\" in path
        or "\0" in path
        or ":" in parts[0]
        or parts[0].casefold() == STORE
        or any(part in {"", ".", ".."} for part in parts)
    )


@dataclass(frozen=True, slots=True)
class Manifest:
    """The entries by path.

    Attributes:
        entries: One entry for each output.
        mixed: Paths that a git merge left more than one entry for.
    """

    entries: Mapping[RelPath, Entry] = field(default_factory=dict)
    mixed: frozenset[RelPath] = frozenset()

    @classmethod
    def parse(cls, shards: Iterable[bytes]) -> Manifest:
        """Return what the manifest's files say."""
        entries: dict[RelPath, Entry] = {}
        mixed: set[RelPath] = set()
        for entry in (entry for shard in shards for entry in _entries(shard)):
            if entries.setdefault(entry.path, entry) != entry:
                mixed.add(entry.path)
        return cls(entries, frozenset(mixed))


@lru_cache(maxsize=_KEPT)
def _entries(shard: bytes) -> tuple[Entry, ...]:
    found = (Entry.from_record(record) for record in records.read(shard))
    return tuple(entry for entry in found if entry is not None)


def shard_text(entries: Iterable[Entry]) -> bytes:
    """Return one file of the manifest."""
    return records.written(entry.as_record() for entry in entries)
