"""The list of what a person has to settle, kept until it is settled.

Must not know the file system, nor how a conflict came about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from opgen.dataclass import dataclass
from opgen.outputs import RegionKey, RelPath
from opgen.workspace import records
from opgen.workspace.manifest import STORE, Entry, is_inside

CONFLICTS_NAME: Final = RelPath("conflicts.json")
CONFLICTS: Final = RelPath(f"{STORE}/{CONFLICTS_NAME}")
_MERGE_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_NOWHERE: Final = RelPath("")


class Matter(Enum):
    """What has to be settled."""

    MARKERS = "markers"
    """The file holds conflict markers."""
    SIDE = "side-file"
    """The file wasn't written by opgen as far as it knows; the rendering lies beside it."""
    REMOVED = "removed"
    """An edited file or region of a removed operator lies in the attic."""
    DELETED = "deleted"
    """Somebody deleted a file or region that is generated in another way now."""
    DOUBLED = "doubled"
    """A region's declaration stands twice, and it is generated in another way now."""


@dataclass(frozen=True, slots=True)
class Open:
    """One matter that is open.

    Attributes:
        path: The output.
        key: The region; empty for the whole file or what is in no region.
        matter: What has to be settled.
        label: Where it comes from in the spec.
        size: How many characters a marker has.
        stored: Where the text that isn't in the file lies.
        pending: What the manifest will say once a side file was settled.
        reason: Why the file couldn't be merged, for a side file.
        before: Hash of what markers hold between the two versions, as opgen wrote it.
    """

    path: RelPath
    key: RegionKey
    matter: Matter
    label: str = ""
    size: int = 0
    stored: RelPath = _NOWHERE
    pending: Entry | None = None
    reason: str = ""
    before: str = ""

    def as_record(self) -> dict[str, Any]:
        """Return it as plain data."""
        record: dict[str, Any] = {"path": self.path, "matter": self.matter.value}
        for name in ("key", "label", "size", "stored", "reason", "before"):
            if getattr(self, name):
                record[name] = getattr(self, name)
        if self.pending is not None:
            record["pending"] = self.pending.as_record()
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Open | None:
        """Return what a record describes; None if it isn't well-formed."""
        pending = record.get("pending")
        try:
            path, stored = str(record["path"]), str(record.get("stored", ""))
            if not is_inside(path) or not _is_stored(stored):
                return None
            return cls(
                RelPath(path),
                RegionKey(str(record.get("key", ""))),
                Matter(record["matter"]),
                str(record.get("label", "")),
                int(record.get("size", 0)),
                RelPath(stored),
                Entry.from_record(pending) if isinstance(pending, dict) else None,
                str(record.get("reason", "")),
                str(record.get("before", "")),
            )
        except (KeyError, TypeError, ValueError):
            return None


def _is_stored(path: str) -> bool:
    inner = path.removeprefix(f"{STORE}/attic/")
    return not path or is_inside(inner)


@lru_cache(maxsize=4)
def parse(data: bytes) -> tuple[Open, ...]:
    """Return the open matters of a file, in order."""
    found = {Open.from_record(record) for record in records.read(data)}
    return ordered(each for each in found if each is not None)


def first_damage(data: bytes) -> int | None:
    """Return the first line, from 0, that neither opgen wrote nor a merge of git's put there."""
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    for at, line in enumerate(lines):
        is_known = line in {"", "[", "]"} or line.startswith(_MERGE_MARKS)
        if not is_known and not any(map(Open.from_record, records.read(line.encode()))):
            return at
    is_closed = "[" in lines and "]" in lines
    return None if is_closed else max(len(lines) - 1, 0)


def ordered(opens: Iterable[Open]) -> tuple[Open, ...]:
    """Return ``opens`` sorted, without repeats."""
    return tuple(
        sorted(set(opens), key=lambda each: (each.path, each.key, each.matter.value, each.stored))
    )


def text(opens: Iterable[Open]) -> bytes:
    """Return the file of open matters."""
    return records.written(each.as_record() for each in opens)
