"""Put a region's text from another file, or from the attic, into what becomes of a file.

Pure functions. Must not know the file system, diagnostics, or how what is moved was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opgen.dataclass import replace
from opgen.outputs import RegionKey
from opgen.workspace.actions import Action, ActionKind
from opgen.workspace.conflicts import Matter
from opgen.workspace.decide import Known, left_open
from opgen.workspace.keyed import Graft, grafted
from opgen.workspace.regions import Part, Rendering, cut_rendering, cut_user, scanner_for, shapes
from opgen.workspace.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opgen.workspace.manifest import Entry
    from opgen.workspace.merge import Lines
    from opgen.workspace.regions import Scanner, Shape

_MERGED = frozenset({ActionKind.UPDATE, ActionKind.MERGE, ActionKind.ADOPT, ActionKind.UNCHANGED})


def graft_of(entry: Entry, base: bytes, data: bytes, *, key: RegionKey) -> Graft | None:
    """Return the text of one region, ready to be put into a file.

    Args:
        entry: What the manifest would say of a file with that region alone.
        base: What was generated for it.
        data: What somebody made of it.
        key: The region, as it is called now.

    Returns:
        The text, or ``None`` if its declaration isn't found in it safely.
    """
    rendering, scan = entry.rendering(base), scanner_for(entry.path)
    found = shapes(rendering, scan)
    if len(found) != 1:
        return None
    (was,) = found
    before = _alone(rendering.lines, found, scan=scan)
    user = _alone(Text(data).lines, found, scan=scan)
    if before is None or user is None or b"\0" in data:
        return None
    return Graft(key, was, before, user)


def _alone(lines: Lines, found: Mapping[RegionKey, Shape], *, scan: Scanner) -> Part | None:
    """Return a text that holds one region as that region, whatever else is in it."""
    cut = cut_user(lines, found, scan)
    if len(cut.parts) != 1 or not cut.is_whole:
        return None
    (part,) = cut.parts
    above = len(cut.preamble)
    return Part(part.key, lines, (), part.at, above + part.lead, above + part.split)


def deletion_of(
    entry: Entry, base: bytes, user: bytes | None, *, was: RegionKey, key: RegionKey
) -> Graft | None:
    """Return that somebody deleted a region of a file, if they did.

    Args:
        entry: What the manifest says of the file.
        base: The rendering that was last published.
        user: The file as it is; None if it is gone.
        was: The region, as it is called there.
        key: The region, as it is called now.
    """
    rendering, scan = entry.rendering(base), scanner_for(entry.path)
    found = shapes(rendering, scan)
    before = cut_rendering(rendering, found).part(was)
    if before is None:
        return None
    if user is not None:
        cut = cut_user(Text(user).lines, found, scan)
        if not cut.is_whole or was in cut.doubled or cut.part(was) is not None:
            return None
    return Graft(key, was, before, None)


def is_doubled(entry: Entry, base: bytes, user: bytes, *, key: RegionKey) -> bool:
    """Whether a region's declaration stands more than once in a file."""
    rendering, scan = entry.rendering(base), scanner_for(entry.path)
    return key in cut_user(Text(user).lines, shapes(rendering, scan), scan).doubled


def transplanted(known: Known, action: Action, graft: Graft) -> Action | None:
    """Return an action with a region's text in the file that it makes, or leaves.

    Returns:
        The action, or ``None`` if the region isn't found in that file safely.
    """
    if action.new is None or b"\0" in action.new:
        return None
    if any(each.matter is Matter.MARKERS and each.key == graft.key for each in action.opened):
        # There is a conflict in it already, and conflicts in conflicts help nobody.
        return None
    text = Text(action.new)
    scan = scanner_for(known.file.path)
    merged = grafted(text, Rendering.of(known.file), graft, scan=scan)
    if merged is None:
        return None
    opened, extras = left_open(known.file, merged, known.record)
    kind = action.kind
    if opened:
        kind = ActionKind.CONFLICT
    elif kind in _MERGED and merged.data != action.old:
        kind = ActionKind.MERGE
    return replace(
        action,
        kind=kind,
        new=merged.data,
        detail="",
        opened=(*action.opened, *opened),
        extras=(*action.extras, *extras),
    )
