"""Decide what happens to one output, from what is known of it: pure functions.

Must not know the file system, diagnostics, or other outputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from opgen.dataclass import dataclass, replace
from opgen.outputs import Ownership, RegionKey, RelPath, RenderedFile
from opgen.workspace.actions import Action, ActionKind, Extra, Refusal
from opgen.workspace.conflicts import Matter, Open
from opgen.workspace.conventions import name_of
from opgen.workspace.keyed import Aside, Loss, Merged, merge_keyed
from opgen.workspace.manifest import Entry
from opgen.workspace.regions import (
    Extent,
    Rendering,
    cut_rendering,
    cut_user,
    scanner_for,
    shapes,
)
from opgen.workspace.store import attic_base_path, attic_path, part_of
from opgen.workspace.text import Text, bares, digest, encoded, same, with_eol

if TYPE_CHECKING:
    from collections.abc import Collection

    from opgen.workspace.merge import Lines

_MATTER = {
    Loss.REMOVED: Matter.REMOVED,
    Loss.DELETED: Matter.DELETED,
    Loss.DOUBLED: Matter.DOUBLED,
}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of an output before it is decided about.

    Attributes:
        file: Its new rendering.
        user: Its bytes now, at ``source`` for a rename; None if there is no such file.
        entry: What the manifest says of it, under its former path for a rename.
        base: The rendering that was last published; None if it can't be trusted.
        source: Its former path, for a rename.
        mixed: Whether a git merge mixed two renderings of it.
        is_read_only: Says whether nobody may write it; asked only if something would.
        lost: Whether the stored base was lost; it is written again.
        laid_out: The user's text as the project's formatter lays it out, if there is one.
        line_end: The line end of a new file.
    """

    file: RenderedFile
    user: bytes | None
    entry: Entry | None
    base: bytes | None = None
    source: RelPath | None = None
    mixed: bool = False
    is_read_only: Callable[[], bool] = bool
    lost: bool = False
    laid_out: bytes | None = None
    line_end: bytes = b"\n"

    @property
    def new(self) -> bytes:
        """The bytes of the rendering."""
        return encoded(self.file.text)

    @property
    def record(self) -> Entry:
        """What the manifest says once the rendering is published."""
        record = Entry.of(self.file)
        if self.entry is None:
            name = name_of(self.line_end)
            return replace(record, eol=name) if name else record
        if not (self.entry.adopted or self.entry.eol):
            return record
        return replace(record, adopted=self.entry.adopted, eol=self.entry.eol)

    def action(self, kind: ActionKind, new: bytes | None) -> Action:
        """Return an action after which the rendering counts as published."""
        record = self.record
        is_known = self._is_recorded(record) and not self.mixed and not self.lost
        editable = self.file.ownership is Ownership.EDITABLE
        return Action(
            self.file.path,
            kind,
            self.user,
            new,
            source=self.source,
            record=None if is_known else record,
            base=self.new if editable and not is_known else None,
            raw=encoded(self.file.raw) if record.raw and not is_known else None,
            forget=(self.source,) if self.source else (),
        )

    def _is_recorded(self, record: Entry) -> bool:
        """Whether the manifest says it already; by which formatter matters only if it shows."""
        if self.entry is None or self.entry.sha != record.sha:
            return False
        if self.entry.formatter != record.formatter:
            return replace(self.entry, formatter=record.formatter) == record
        return self.entry == record

    def refused(self, refusal: Refusal, detail: str = "", at: int = 0) -> Action:
        """Return an action that leaves the file alone."""
        path = self.source or self.file.path
        return Action(
            path, ActionKind.REFUSE, self.user, self.user, refusal=refusal, detail=detail, at=at
        )


def decide(known: Known) -> Action:
    """Return what happens to an output."""
    lost = _unfindable(known)
    if lost:
        return known.refused(Refusal.UNFINDABLE, lost)
    if known.user is None:
        return _absent(known)
    action = _present(known, known.user)
    if action.changes_file and known.is_read_only():
        return known.refused(Refusal.UNREADABLE, "it is read-only")
    return action


def _unfindable(known: Known) -> str:
    """Say which region couldn't be found again in its own rendering, or nothing."""
    if known.file.ownership is not Ownership.EDITABLE or known.base == known.new:
        return ""
    rendering = Rendering.of(known.file)
    scan = scanner_for(known.file.path)
    found = shapes(rendering, scan)
    again = cut_user(rendering.lines, found, scan)
    for region in rendering.regions:
        if region.key not in found:
            return f"`{region.anchor}` is no declaration in region `{region.key}`"
        if again.part(region.key) is None:
            return f"`{region.anchor}` of region `{region.key}` is declared twice"
    return ""


def _present(known: Known, user: bytes) -> Action:
    text = Text(user)
    if text.is_like(known.new):
        return _stays(known, user)
    match known.file.ownership:
        case Ownership.OWNED:
            return _owned(known, text)
        case Ownership.EDITABLE:
            return _editable(known, text)
        case Ownership.ONCE:
            return _stays(known, user)
        case _ as never:
            assert_never(never)


def _absent(known: Known) -> Action:
    if known.entry is None:
        lines = with_eol(Text(known.new).lines, known.line_end)
        return known.action(ActionKind.CREATE, b"".join(lines))
    if known.entry.adopted and known.source is None:
        return Action(known.file.path, ActionKind.KEEP_DELETED)
    kept = known.action(ActionKind.KEEP_DELETED, None)
    if known.file.ownership is not Ownership.EDITABLE or known.entry.sha == known.record.sha:
        return kept
    extra = Extra(attic_path(known.file.path, known.new), known.new)
    return replace(
        kept, extras=(extra,), opened=(_opened(known, Matter.DELETED, stored=extra.path),)
    )


def _opened(known: Known, matter: Matter, *, stored: RelPath) -> Open:
    label = Rendering.of(known.file).label
    return Open(known.file.path, RegionKey(""), matter, label, stored=stored)


def _stays(known: Known, user: bytes) -> Action:
    """Leave the text as it is and take note that the rendering is published."""
    action = known.action(ActionKind.UNCHANGED, user)
    if action.source:
        return replace(action, kind=ActionKind.RENAME)
    return replace(action, kind=ActionKind.ADOPT) if action.writes else action


def _rewritten(known: Known, text: Text) -> Action:
    data = text.dressed(with_eol(Text(known.new).lines, text.eol))
    kind = ActionKind.RENAME if known.source else ActionKind.UPDATE
    return known.action(kind, data)


def _owned(known: Known, text: Text) -> Action:
    entry = known.entry
    if entry is None:
        return _beside(known)
    if entry.adopted:
        # It was accepted beside one rendering, not beside every later one.
        is_same = entry.sha == known.record.sha
        return _stays(known, text.data) if is_same else known.refused(Refusal.OUTGROWN)
    if _is_rendering(text, entry.sha) or (known.mixed and _is_all_generated(text, known.new)):
        return _rewritten(known, text)
    return known.refused(Refusal.EDITED)


def _is_rendering(text: Text, sha: str) -> bool:
    """Whether a text is a rendering, but for its line ends and byte-order mark."""
    return digest(text.data) == sha or (
        (text.bom != b"" or b"\r" in text.data)
        and digest(b"".join(with_eol(text.lines, b"\n"))) == sha
    )


def _is_all_generated(text: Text, new: bytes) -> bool:
    """Whether a git merge put the text together from renderings, so that nobody wrote any of it."""
    generated = set(Text(new).keys)
    marks = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")
    return all(line in generated or line.startswith(marks) for line in text.keys)


def _editable(known: Known, text: Text) -> Action:
    entry = known.entry
    if entry is not None and (_is_rendering(text, entry.sha) or _is_only_laid_out(known)):
        return _rewritten(known, text)
    if entry is None or known.base is None:
        return _beside(known)
    names = renamed_regions(known.file, entry)
    base = entry.rendering(known.base).rekeyed(names)
    if text.is_binary and known.base != known.new:
        return _beside(known, "it is binary")
    new = Rendering.of(known.file)
    merged = merge_keyed(
        base,
        text,
        new,
        scan=scanner_for(known.file.path),
        renamed={new_key: old_key for old_key, new_key in names.items()},
    )
    if merged is None:
        return _beside(known, "its brackets or strings aren't closed")
    return merged_action(known, text, merged)


def _is_only_laid_out(known: Known) -> bool:
    """Whether the user's text is what was last published, but for its layout."""
    if known.laid_out is None or known.base is None:
        return False
    return Text(known.laid_out).is_like(known.base)


def renamed_regions(file: RenderedFile, entry: Entry) -> dict[RegionKey, RegionKey]:
    """Return the new keys of regions whose operator was renamed."""
    old = {region.key for region in entry.regions}
    return {
        region.renamed_from: region.key
        for region in file.regions
        if region.renamed_from in old and region.key not in old
    }


def merged_action(
    known: Known, text: Text, merged: Merged, *, entry: Entry | None = None
) -> Action:
    """Return an action that publishes what a merge came to.

    Args:
        known: The file.
        text: What was merged into the rendering.
        merged: The result.
        entry: What the base was recorded as, if it isn't what the manifest says of the file.
    """
    kind = ActionKind.MERGE
    if merged.clashes or merged.asides:
        kind = ActionKind.CONFLICT
    elif known.source:
        kind = ActionKind.RENAME
    elif merged.data == text.data:
        return _stays(known, text.data)
    elif known.base is not None and text.is_like(known.base):
        kind = ActionKind.UPDATE
    opened, extras = left_open(known.file, merged, entry or known.entry or known.record)
    return replace(known.action(kind, merged.data), extras=extras, opened=opened)


def left_open(
    file: RenderedFile, merged: Merged, entry: Entry
) -> tuple[tuple[Open, ...], tuple[Extra, ...]]:
    """Return what a merge leaves to be settled, and the texts that it put aside.

    Args:
        file: The rendering that was merged.
        merged: The result.
        entry: What the base was recorded as.
    """
    labels = {region.key: region.label for region in file.regions}
    lines = Text(merged.data).lines if merged.clashes else ()
    opened = [
        Open(
            file.path,
            key,
            Matter.MARKERS,
            labels.get(key, ""),
            size=markers.size,
            before=markers.hash_of_before(lines),
        )
        for key, markers in merged.clashes.items()
    ]
    extras = []
    for aside in merged.asides:
        data = b"".join(aside.lines)
        kept = Extra(attic_path(file.path, data, part=part_of(aside.key)), data)
        extras.append(kept)
        pending = None
        if aside.loss is Loss.REMOVED:
            pending = _of_region(replace(entry, path=file.path), aside)
            extras.append(Extra(attic_base_path(pending), b"".join(aside.base)))
        matter = _MATTER[aside.loss]
        opened.append(
            Open(file.path, aside.key, matter, aside.label, stored=kept.path, pending=pending)
        )
    return tuple(opened), tuple(extras)


def _of_region(entry: Entry, aside: Aside) -> Entry:
    """Return what the manifest would say of a file that held nothing but one region."""
    sha = digest(b"".join(aside.base))
    region = Extent(aside.key, aside.anchor, 0, len(aside.base))
    return replace(entry, sha=sha, ops=(), regions=(region,), adopted=False, raw="")


def _beside(known: Known, reason: str = "what opgen last wrote there isn't known") -> Action:
    """Leave the file alone and put the rendering beside it."""
    path = known.source or known.file.path
    extra = Extra(RelPath(f"{path}.opgen-new"), known.new)
    opened = replace(
        _opened(known, Matter.SIDE, stored=extra.path),
        path=path,
        pending=replace(known.record, path=path),
        reason=reason,
    )
    return Action(
        path, ActionKind.CONFLICT, known.user, known.user, extras=(extra,), opened=(opened,)
    )


def decide_removed(entry: Entry, user: bytes | None, base: bytes | None = None) -> Action:
    """Return what happens to an output that is no longer generated.

    What somebody wrote is kept with what it was an edit of, so that it can come back.
    """
    gone = Action(entry.path, ActionKind.DELETE, user, None, forget=(entry.path,))
    if user is None:
        return replace(gone, kind=ActionKind.ADOPT)
    if entry.is_as_written(user):
        return gone
    extras = [Extra(attic_path(entry.path, user), user)]
    if base is not None:
        extras.append(Extra(attic_base_path(entry), base))
    opened = Open(
        entry.path,
        RegionKey(""),
        Matter.REMOVED,
        entry.origin,
        stored=extras[0].path,
        pending=entry,
    )
    return replace(gone, kind=ActionKind.ATTIC, extras=tuple(extras), opened=(opened,))


def decide_scattered(
    entry: Entry, user: bytes | None, base: bytes | None, *, moved: Collection[RegionKey]
) -> Action:
    """Return what happens to an output that is gone, while regions of it are in other files now.

    What somebody wrote in those is put aside region by region, for the other files to take. The
    rest is kept as it is kept of any removed output.

    Args:
        entry: What the manifest says of it.
        user: Its bytes now.
        base: The rendering that was last published; None if it can't be trusted.
        moved: Its regions that are in other files.
    """
    plain = decide_removed(entry, user, base)
    if plain.kind is not ActionKind.ATTIC or user is None or base is None:
        return plain
    rendering, scan, text = entry.rendering(base), scanner_for(entry.path), Text(user)
    found = shapes(rendering, scan)
    cut, generated = cut_user(text.lines, found, scan), cut_rendering(rendering, found)
    if text.is_binary or not cut.is_whole:
        return plain
    asides = [
        Aside(key, Loss.REMOVED, part.body, "", before.body, found[key].anchor)
        for key in sorted(moved)
        if (part := cut.part(key)) and (before := generated.part(key))
        if not same(part.body, before.body)
    ]
    file = RenderedFile(entry.path, entry.target, entry.ownership, "")
    opened, extras = left_open(file, Merged(b"", {}, tuple(asides)), entry)
    rest, was = cut.without(moved, found), generated.without(moved, found)
    gone = replace(plain, kind=ActionKind.DELETE, opened=opened, extras=extras)
    if _is_like(rest.lines, was.lines):
        return gone
    data = b"".join(was.lines)
    left = replace(entry, sha=digest(data), regions=was.regions, raw="")
    kept = decide_removed(left, text.bom + b"".join(rest.lines), data)
    return replace(kept, old=user, opened=(*opened, *kept.opened), extras=(*extras, *kept.extras))


def _is_like(one: Lines, two: Lines) -> bool:
    """Whether two texts are equal but for blank lines and line ends."""
    plain = ([line for line in bares(lines) if line.strip()] for lines in (one, two))
    return next(plain) == next(plain)
