"""What a person decides about one output: settle a conflict, adopt a file, restore one.

Each decision becomes a plan of one action, so that it is published like a build. Must not know
the command line.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass, replace
from opgen.outputs import Ownership, RelPath
from opgen.workspace import report
from opgen.workspace.actions import Action, ActionKind, Extra, Plan
from opgen.workspace.conflicts import Matter, Open
from opgen.workspace.conventions import just_feeds, name_of
from opgen.workspace.fs import Fs
from opgen.workspace.keyed import revived
from opgen.workspace.manifest import Entry
from opgen.workspace.markers import Choice, Markers
from opgen.workspace.publish import publish
from opgen.workspace.regions import Rendering, scanner_for
from opgen.workspace.returning import bases_discarded
from opgen.workspace.store import Store, attic_path, read_base
from opgen.workspace.text import Text, bares, digest, encoded, with_eol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RenderedFile
    from opgen.workspace.merge import Lines


def resolve(
    root: Path,
    path: RelPath,
    choice: Choice,
    *,
    diagnostics: Diagnostics,
    display: str = "",
    fs: Fs | None = None,
) -> bool:
    """Settle what is open about an output.

    Args:
        root: The output root.
        path: The output.
        choice: The side to keep. Where nothing but an answer is awaited, any will do.
        diagnostics: Takes what can't be settled.
        display: The output root as it's shown to people; its own name if empty.
        fs: The file system to use; a test passes one of its own.

    Returns:
        Whether it was settled.
    """
    desk = _Desk(root, path, display or report.display_of(root), diagnostics, fs or Fs(root))
    return desk.carry_out(partial(_resolved, desk, choice))


def adopt(
    root: Path,
    path: RelPath,
    files: Sequence[RenderedFile] = (),
    *,
    diagnostics: Diagnostics,
    display: str = "",
) -> bool:
    """Make an output the user's own as it is, or its deletion their decision.

    It is accepted beside its rendering of now, or the one last published if that isn't among
    ``files``; when it is generated in another way later, the user is asked again.

    Returns:
        Whether that was done.
    """
    desk = _Desk(root, path, display or report.display_of(root), diagnostics, Fs(root))
    file = next((each for each in files if each.path == path), None)
    return desk.carry_out(partial(_adopted, desk, file))


def restore(
    root: Path,
    path: RelPath,
    files: Sequence[RenderedFile],
    *,
    diagnostics: Diagnostics,
    display: str = "",
    line_end: Callable[[RelPath], bytes] = just_feeds,
) -> bool:
    """Bring back the generated text of an output, or the regions that are missing in it.

    A text that this replaces is kept in the attic.

    Returns:
        Whether that was done.
    """
    desk = _Desk(root, path, display or report.display_of(root), diagnostics, Fs(root))
    file = next((each for each in files if each.path == path), None)
    if file is None:
        desk.refuse("is generated from no operator of this project")
        return False
    return desk.carry_out(partial(_restored, desk, file, line_end(path)))


# No slots: cached properties need a dictionary.
@dataclass(frozen=True)
class _Desk:
    """One output, as a person decides about it."""

    root: Path
    path: RelPath
    display: str
    diagnostics: Diagnostics
    fs: Fs

    @cached_property
    def store(self) -> Store:
        return Store.read(self.fs)

    @property
    def opens(self) -> tuple[Open, ...]:
        return self.store.open_at(self.path)

    @property
    def settled(self) -> tuple[Open, ...]:
        """What a decision settles: not a text that only waits for the rest to be settled."""
        live = {region.key for region in self.entry.regions} if self.entry else set()
        waiting = {each for each in self.opens if each.matter is Matter.REMOVED}
        waiting = {each for each in waiting if each.pending is not None and each.key in live}
        return tuple(each for each in self.opens if each not in waiting) or self.opens

    @property
    def entry(self) -> Entry | None:
        return self.store.manifest.entries.get(self.path)

    def user(self) -> bytes | None:
        return self.fs.read(self.path)

    def refuse(self, why: str) -> None:
        """Say why nothing is done."""
        self.diagnostics.add(report.nothing_to_do(f"{self.display}/{self.path}", why))

    def carry_out(self, decide: Callable[[], Action | None]) -> bool:
        """Publish what is decided, if anything is."""
        try:
            action = decide()
            if action is None:
                return False
            extras = tuple(replace(each, old=self.fs.read(each.path)) for each in action.extras)
        except OSError as fault:
            shown = f"{self.display}/{self.path}"
            self.diagnostics.add(report.unreadable(shown, fault.strerror or str(fault)))
            return False
        actions = (replace(action, extras=extras),)
        plan = Plan(self.root, actions, (), self.store, self.display)
        if publish(plan, diagnostics=self.diagnostics, fs=self.fs).failed:
            return False
        what = report.SETTLED if action.kind is ActionKind.MERGE else report.REPLACED
        for extra in extras:
            kept = f"{self.display}/{extra.path}"
            self.diagnostics.add(report.attic_text(f"{self.display}/{self.path}", what, kept))
        return True


def _adopted(desk: _Desk, file: RenderedFile | None) -> Action | None:
    if any(each.matter is Matter.SIDE for each in desk.opens):
        return _resolved(desk, Choice.OURS)
    entry = desk.entry
    if entry is None:
        desk.refuse("isn't known to opgen, so it is yours already")
        return None
    user = desk.user()
    if user is not None and entry.ownership is not Ownership.OWNED:
        desk.refuse("is yours to edit already")
        return None
    record = replace(entry if file is None else Entry.of(file), adopted=True)
    settled = tuple(each for each in desk.opens if each.matter is Matter.DELETED)
    return Action(desk.path, ActionKind.ADOPT, user, user, record=record, settled=settled)


def _resolved(desk: _Desk, choice: Choice) -> Action | None:
    opens = desk.opens
    if not opens:
        desk.refuse("has no conflict")
        return None
    side = next((each for each in opens if each.matter is Matter.SIDE), None)
    if side is not None:
        return _side_settled(desk, side, choice)
    user = desk.user()
    deleted = next((each for each in opens if each.matter is Matter.DELETED), None)
    if deleted is not None and choice is Choice.THEIRS:
        return _taken_back(desk, deleted)
    new, is_loss = user, False
    if user is not None:
        new = _without_markers(user, opens, choice)
        if new is None:
            desk.refuse("has damaged conflict markers; remove the rest of them by hand")
            return None
        is_loss = _drops_text(desk, Text(user).lines, choice)
    # A text that is settled doesn't come back by itself, so what it was an edit of isn't needed.
    bases = bases_discarded(desk.settled, desk.store.opens, desk.fs)
    merged = Action(desk.path, ActionKind.MERGE, user, new, settled=desk.settled, discards=bases)
    if user is None or not is_loss:
        return merged
    return replace(merged, extras=(Extra(attic_path(desk.path, user), user),))


def _without_markers(user: bytes, opens: Sequence[Open], choice: Choice) -> bytes | None:
    text = Text(user)
    lines: Lines | None = text.lines
    for each in opens:
        if each.matter is Matter.MARKERS and lines is not None:
            lines = Markers(each.key, each.size).settled(lines, choice)
    return None if lines is None else text.bom + b"".join(lines)


def _drops_text(desk: _Desk, lines: Lines, choice: Choice) -> bool:
    """Whether settling the markers leaves out a line that isn't known to be generated."""
    base = desk.entry and read_base(desk.fs, desk.entry)
    generated = set(bares(Text(base or b"").lines))
    for each in desk.opens:
        if each.matter is not Matter.MARKERS:
            continue
        markers = Markers(each.key, each.size)
        conflicts = markers.conflicts(lines)
        if conflicts and markers.hash_of_before(lines) != each.before:
            return True
        for sides in conflicts:
            kept = set(bares(sides.chosen(choice)))
            # A generated line among somebody's own stands there on purpose.
            known = kept if choice is Choice.THEIRS else kept | generated
            if any(line.strip() and line not in known for line in bares(sides.ours + sides.theirs)):
                return True
    return False


def _taken_back(desk: _Desk, deleted: Open) -> Action | None:
    """Write a file again that was deleted; a region needs a rendering to be put back."""
    data = desk.fs.read(deleted.stored)
    if deleted.key or data is None or desk.user() is not None:
        desk.refuse("needs its rendering: run `opgen restore` on it instead")
        return None
    return Action(desk.path, ActionKind.CREATE, None, data, settled=desk.settled)


def _side_settled(desk: _Desk, side: Open, choice: Choice) -> Action | None:
    data, user = desk.fs.read(side.stored), desk.user()
    pending = side.pending
    if data is None or user is None or pending is None or digest(data) != pending.sha:
        desk.refuse(f"needs `{side.stored}` as opgen wrote it: build again")
        return None
    is_owned = pending.ownership is not Ownership.EDITABLE
    action = Action(
        desk.path,
        ActionKind.ADOPT,
        user,
        user,
        record=replace(pending, adopted=is_owned and choice is not Choice.THEIRS),
        base=None if is_owned else data,
        settled=tuple(each for each in desk.opens if each.matter is not Matter.REMOVED),
        discards=(Extra(side.stored, data, data),),
    )
    if choice is not Choice.THEIRS:
        return action
    kept = Extra(attic_path(desk.path, user), user)
    text = Text(user)
    new = text.dressed(with_eol(Text(data).lines, text.eol))
    return replace(action, kind=ActionKind.UPDATE, new=new, extras=(kept,))


def _restored(desk: _Desk, file: RenderedFile, line_end: bytes) -> Action:
    rendering, user = encoded(file.text), desk.user()
    made = b"".join(with_eol(Text(rendering).lines, line_end))
    editable = file.ownership is Ownership.EDITABLE
    action = Action(
        file.path,
        ActionKind.CREATE,
        user,
        made,
        record=Entry.of(file),
        base=rendering if editable else None,
        raw=encoded(file.raw) if editable and file.raw else None,
        settled=tuple(each for each in desk.opens if not (each.key and each.pending)),
    )
    if user is None:
        return replace(action, record=replace(Entry.of(file), eol=name_of(line_end)))
    text = Text(user)
    if editable:
        whole = revived(text, Rendering.of(file), scan=scanner_for(file.path))
        if whole is not None:
            return replace(action, kind=ActionKind.MERGE, new=whole)
    data = text.dressed(with_eol(Text(rendering).lines, text.eol))
    kept = () if text.is_like(rendering) else (Extra(attic_path(file.path, user), user),)
    return replace(action, kind=ActionKind.UPDATE, new=data, extras=kept)
