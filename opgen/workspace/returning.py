"""Bring back what somebody wrote in an operator that was removed, once it is generated again.

It may have returned, or its spec says now that it only has another name. The attic keeps the text
and what it was an edit of. Must not know how a plan is made or carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, replace
from opgen.outputs import Ownership, RelPath
from opgen.workspace.actions import Action, ActionKind, Extra, Refusal
from opgen.workspace.conflicts import Matter, Open
from opgen.workspace.decide import Known, merged_action, renamed_regions
from opgen.workspace.formatting import FormatterError, relocated
from opgen.workspace.keyed import merge_keyed
from opgen.workspace.regions import Rendering, scanner_for
from opgen.workspace.store import attic_base_path
from opgen.workspace.text import Text, digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opgen.outputs import RenderedFile
    from opgen.workspace.fs import Fs
    from opgen.workspace.manifest import Entry

_OPEN_TO_IT: Final = frozenset(
    {
        ActionKind.CREATE,
        ActionKind.UPDATE,
        ActionKind.MERGE,
        ActionKind.ADOPT,
        ActionKind.UNCHANGED,
        ActionKind.RENAME,
        ActionKind.RETURN,
    }
)


def receives(action: Action) -> bool:
    """Whether a text may come back into what an action makes of its file."""
    is_merged = action.kind is ActionKind.CONFLICT and action.record is not None
    return action.new is not None and (is_merged or action.kind in _OPEN_TO_IT)


@dataclass(frozen=True, slots=True)
class Kept:
    """A text in the attic with what it was an edit of.

    Attributes:
        matter: The open matter that says where it is.
        entry: What the manifest said of the output.
        data: The text.
        base: The rendering that was last published; empty where the file isn't merged.
    """

    matter: Open
    entry: Entry
    data: bytes
    base: bytes


def kept_for(file: RenderedFile, opens: Iterable[Open], fs: Fs) -> Kept | None:
    """Return the text that somebody wrote in a file before its operator went, if it's known."""
    for each in opens:
        entry = each.pending
        is_its = each.path in {file.path, file.renamed_from}
        if each.matter is not Matter.REMOVED or each.key or entry is None or not is_its:
            continue
        data = fs.read(each.stored)
        is_merged = file.ownership is Ownership.EDITABLE
        base = fs.read(attic_base_path(entry)) if is_merged else b""
        if data is None or base is None or entry.ownership is not file.ownership:
            continue
        if not is_merged or digest(base) == entry.sha:
            return Kept(each, entry, data, base)
    return None


def bases_discarded(settled: Iterable[Open], opens: Iterable[Open], fs: Fs) -> tuple[Extra, ...]:
    """Return the renderings that were kept for texts in the attic and that none of them needs now.

    Args:
        settled: The matters that are settled.
        opens: All matters that are open before that.
        fs: Where they are kept.

    Raises:
        OSError: One of them can't be read.
    """
    done = set(settled)
    kept = {_base_of(each) for each in opens if each not in done}
    found = {}
    for path in sorted({_base_of(each) for each in done} - kept):
        data = fs.read(path) if path else None
        if data is not None:
            found[path] = Extra(path, data, data)
    return tuple(found.values())


def _base_of(each: Open) -> RelPath:
    is_kept = each.matter is Matter.REMOVED and each.pending is not None
    return attic_base_path(each.pending) if is_kept and each.pending else RelPath("")


def brought_back(known: Known, action: Action, kept: Kept) -> Action:
    """Return an action that brings a text back into what another one makes of its file.

    Where that can't be done, the text stays in the attic and listed.
    """
    if action.new is None or not receives(action) or action.has_markers:
        return action
    found = _grafted(known, action.new, kept)
    if found is None:
        return action
    is_open = ActionKind.CONFLICT in {found.kind, action.kind}
    return replace(
        found,
        kind=ActionKind.CONFLICT if is_open else ActionKind.RETURN,
        settled=(*action.settled, kept.matter),
        opened=(*action.opened, *found.opened),
        extras=(*action.extras, *found.extras),
    )


def put_back(action: Action, kept: Kept) -> Action:
    """Return an action that settles a text which somebody has put back: it merges like any edit."""
    if action.kind not in {*_OPEN_TO_IT, ActionKind.CONFLICT}:
        return action
    return replace(action, settled=(*action.settled, kept.matter))


def _grafted(known: Known, present: bytes, kept: Kept) -> Action | None:
    if known.file.ownership is Ownership.ONCE:
        return known.action(ActionKind.RETURN, kept.data) if known.user is None else None
    if known.file.ownership is Ownership.OWNED:
        return _owned_back(known, kept) if known.user is None else None
    target = _located(known, present)
    text = Text(kept.data)
    if target is None or text.is_binary:
        return None
    names = renamed_regions(known.file, kept.entry)
    merged = merge_keyed(
        kept.entry.rendering(kept.base).rekeyed(names),
        text,
        target,
        scan=scanner_for(known.file.path),
        renamed={new: old for old, new in names.items()},
    )
    return None if merged is None else merged_action(known, text, merged, entry=kept.entry)


def _owned_back(known: Known, kept: Kept) -> Action:
    """Return an action that brings back a text which was somebody's own, or an edit.

    It stands as it stood when its operator went: adopted, drifted, or edited and refused.
    """
    if Text(kept.data).is_like(known.new):
        return known.action(ActionKind.RETURN, kept.data)
    file, refusal = known.file, Refusal.NONE
    if not kept.entry.adopted:
        refusal = Refusal.EDITED
    elif kept.entry.sha != known.record.sha:
        refusal = Refusal.OUTGROWN
    record = replace(known.record, sha=kept.entry.sha, adopted=kept.entry.adopted)
    action = known.action(ActionKind.RETURN, kept.data)
    return replace(action, path=file.path, record=record, refusal=refusal)


def _located(known: Known, present: bytes) -> Rendering | None:
    """Return a file as it'll be as though it were a rendering, so that edits merge into it."""
    rendering = Rendering.of(known.file)
    if present == known.new:
        return rendering
    text = Text(present)
    try:
        regions = relocated(rendering, text, known.file.path)
    except FormatterError:
        return None
    return replace(rendering, lines=text.lines, regions=regions)
