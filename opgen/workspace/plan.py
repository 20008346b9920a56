"""Plan a build: read, compare and merge everything in memory, write nothing.

Must not know how a plan is carried out, nor what an operator is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.outputs import Ownership, RelPath
from opgen.workspace import report
from opgen.workspace.actions import Action, ActionKind, Extra, Plan, Refusal
from opgen.workspace.alike import ALIKE, Candidate, likeness, renames
from opgen.workspace.ancestor import ancestors
from opgen.workspace.behind import left_behind
from opgen.workspace.conflicts import CONFLICTS, Matter, Open
from opgen.workspace.decide import Known, decide, decide_removed
from opgen.workspace.formatting import Formats, FormatterError, Unformatted, relocated
from opgen.workspace.fs import Fs, OutsideRootError
from opgen.workspace.manifest import STORE, Entry, Manifest, is_inside
from opgen.workspace.markers import Markers
from opgen.workspace.returning import brought_back, kept_for, put_back
from opgen.workspace.store import ATTIC, Store, attic_base_path, attic_texts, read_base
from opgen.workspace.text import Text, digest, encoded

if TYPE_CHECKING:
    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RenderedFile

_UNFORMATTED: Final = Unformatted()


@dataclass(frozen=True, slots=True)
class Scope:
    """What a build covers; what it doesn't cover isn't removed.

    Attributes:
        targets: The targets that were rendered.
        covers: Whether the spec file of an output was part of the build. It is asked with an
            empty string for aggregates: say whether every spec of the project was.
        protected: Patterns of paths that nothing is written to, whatever they are.
    """

    targets: frozenset[str]
    covers: Callable[[str], bool]
    protected: tuple[str, ...] = ()

    def protects(self, path: str) -> bool:
        """Whether an output is left alone."""
        return any(fnmatchcase(path, pattern) for pattern in self.protected)


def plan(
    files: Sequence[RenderedFile],
    *,
    root: Path,
    scope: Scope,
    diagnostics: Diagnostics,
    display: str = "",
    fs: Fs | None = None,
    formats: Formats = _UNFORMATTED,
) -> Plan:
    """Say what publishing ``files`` below ``root`` would do.

    Args:
        files: The renderings of everything in ``scope``.
        root: The output root; may not exist yet.
        scope: What wasn't rendered because it wasn't asked for.
        diagnostics: Takes conflicts and everything that keeps a file from being written.
        display: The output root as it's shown to people; its own name if empty.
        fs: The file system to use; a test passes one of its own.
        formats: The formatters that ``files`` were laid out by.
    """
    known = fs or Fs(root)
    shown = display or report.display_of(root)
    try:
        store = Store.read(known)
    except OSError as fault:
        diagnostics.add(report.unreadable(f"{shown}/.opgen", str(fault.strerror or fault)))
        return Plan(root, (), (), Store.empty(), shown)
    planner = _Planner(known, store, frozenset(file.path for file in files), formats)
    for file in report.distinct(files, shown, diagnostics):
        if not scope.protects(file.path):
            planner.take(file)
    planner.take_removed(scope)
    result = Plan(root, planner.sorted(), planner.standing(), store, shown)
    if store.damaged is not None:
        diagnostics.add(report.damaged(f"{shown}/{CONFLICTS}", store.damaged))
    report.add_left_behind(result, planner.left_behind(), diagnostics)
    report.add_plan(result, planner.hints(), diagnostics)
    return result


@dataclass(slots=True)
class _Planner:
    fs: Fs
    store: Store
    rendered: frozenset[RelPath]
    formats: Formats
    actions: list[Action] = field(default_factory=list)
    claimed: set[RelPath] = field(default_factory=set)
    attic: tuple[RelPath, ...] | None = None

    def take(self, file: RenderedFile) -> None:
        """Decide about a rendered file."""
        if not is_inside(file.path):
            detail = "it isn't a plain relative path"
            self._add(Action(file.path, ActionKind.REFUSE, refusal=Refusal.OUTSIDE, detail=detail))
            return
        self._guarded(file.path, partial(self._decided, file))

    def _guarded(self, path: RelPath, decide_it: Callable[[], Action]) -> None:
        try:
            action = decide_it()
        except OutsideRootError as fault:
            action = _refused(path, Refusal.OUTSIDE, str(fault))
        except OSError as fault:
            action = _refused(path, Refusal.UNREADABLE, str(fault.strerror or fault))
        self._add(action)

    def _add(self, action: Action) -> None:
        self.claimed.add(action.path)
        self.claimed.update(action.forget)
        self.actions.append(action)

    def _decided(self, file: RenderedFile) -> Action:
        chained = self._chained(file)
        if chained:
            # What it was called is no removed output either.
            self.claimed.add(file.renamed_from or file.path)
            return _refused(file.path, Refusal.CHAINED, chained)
        known = self._known(file)
        path = known.source or file.path
        opens = self.store.open_at(path)
        forgotten = _forgotten(known, opens)
        at = _unresolved((*opens, *forgotten), known.user)
        if at is not None:
            return replace(known.refused(Refusal.UNRESOLVED, at=at), opened=forgotten)
        action = self._returned(known, self._settling(decide(known), opens))
        if action.changes_file and known.user is not None:
            return replace(action, links=self.fs.links(path))
        if action.kind is ActionKind.KEEP_DELETED and known.entry is not None:
            return replace(action, detail=self._seen_elsewhere(known.entry))
        return action

    def _returned(self, known: Known, action: Action) -> Action:
        """Bring back what somebody wrote in an operator that was removed or had another name."""
        kept = kept_for(known.file, self.store.opens, self.fs)
        if kept is None:
            is_new = action.kind is ActionKind.CREATE
            return replace(action, detail=self._earlier(action.path)) if is_new else action
        is_known = known.source is not None or known.file.path in self.store.manifest.entries
        if known.entry is not None and not is_known:
            return put_back(action, kept)
        back = brought_back(known, action, kept)
        return back if back is action else self._placed(back, ())

    def _earlier(self, path: RelPath) -> str:
        """Return where a text is that was in a file before, if nothing is open about it."""
        if self.attic is None:
            self.attic = tuple(self.fs.walk(RelPath(ATTIC)))
        known = {each.stored for each in self.store.opens}
        return next((each for each in attic_texts(path, self.attic) if each not in known), "")

    def _seen_elsewhere(self, entry: Entry) -> str:
        """Return where a file is that somebody seems to have moved, or nothing."""
        name = PurePosixPath(entry.path).name
        base = read_base(self.fs, entry)
        for path in self.fs.walk(RelPath("")):
            plain = path.removeprefix("./")
            if plain in self.store.manifest.entries or plain.startswith(f"{STORE}/"):
                continue
            if PurePosixPath(plain).name == name:
                data = self.fs.read(RelPath(plain)) or b""
                if digest(data) == entry.sha or likeness(data, base or b"") >= ALIKE:
                    return plain
        return ""

    def _chained(self, file: RenderedFile) -> str:
        """Say why a rename can't be told from an edit of another output, or nothing.

        It is so where the former name is one that something else has now, or the new name one
        that something else had: its text would be taken for that of the other.
        """
        entries = self.store.manifest.entries
        source = file.renamed_from
        if source in entries and file.path in entries and source != file.path:
            return f"`{file.path}` was another output's until now"
        if source in entries and source in self.rendered:
            return f"its former name `{source}` is another output's now"
        entry = entries.get(file.path)
        old = {region.key for region in entry.regions} if entry else set()
        new = {region.key for region in file.regions}
        for region in file.regions:
            was = region.renamed_from
            if was in old and was != region.key and (region.key in old or was in new):
                return f"`{was}` and `{region.key}` are both names of regions in it"
        return ""

    def _known(self, file: RenderedFile) -> Known:
        user = self.fs.read(file.path)
        entry = self.store.manifest.entries.get(file.path)
        if user is None and entry is None:
            renamed = self._renamed(file)
            if renamed is not None:
                return renamed
        base, lost = (None, False) if entry is None else self._base(file, entry)
        if entry is not None and base is None and file.ownership is Ownership.EDITABLE:
            entry, base = self._before_branches(entry)
        if user is not None and entry is None:
            kept = kept_for(file, self.store.opens, self.fs)
            if kept is not None and kept.entry.path == file.path:
                entry, base, lost = kept.entry, kept.base, True
        known = Known(
            file,
            user,
            entry,
            base,
            lost=lost,
            mixed=file.path in self.store.manifest.mixed,
            read_only=user is not None and self.fs.is_read_only(file.path),
        )
        return self._laid_out(known)

    def _laid_out(self, known: Known) -> Known:
        """Return what is known with base and user's text laid out as the rendering is."""
        file, entry, base = known.file, known.entry, known.base
        formatter = self.formats.of(file.path) if file.formatter else None
        if formatter is None or entry is None or base is None or base == known.new:
            return known
        try:
            if entry.formatter != file.formatter:
                anew = formatter.format(file.path, base)
                regions = relocated(entry.rendering(base), Text(anew), file.path)
                known = replace(known, base=anew, entry=replace(entry, regions=regions))
            if known.user is not None:
                known = replace(known, laid_out=formatter.format(file.path, known.user))
        except FormatterError:
            # Half of what somebody wrote may not be formattable yet: compare it as it is.
            return known
        return known

    def _renamed(self, file: RenderedFile) -> Known | None:
        """Return what is known of a file under its former path, if it may move from there."""
        source = file.renamed_from
        entry = self.store.manifest.entries.get(source) if source else None
        if source is None or entry is None or source in self.rendered:
            return None
        user = self.fs.read(source)
        base, _ = self._base(file, entry)
        if user is not None and base is None and file.ownership is Ownership.EDITABLE:
            return None
        read_only = user is not None and self.fs.is_read_only(source)
        known = Known(file, user, entry, base, source=source, read_only=read_only)
        return self._laid_out(known)

    def _base(self, file: RenderedFile, entry: Entry) -> tuple[bytes | None, bool]:
        """Return the base of a file, and whether it was lost.

        A lost one doesn't matter as long as the rendering is what was last published.
        """
        if file.ownership is not Ownership.EDITABLE:
            return None, False
        stored = read_base(self.fs, entry)
        new = encoded(file.text)
        if stored is None and digest(new) == entry.sha:
            return new, True
        return stored, stored is None

    def _before_branches(self, entry: Entry) -> tuple[Entry, bytes | None]:
        """Return the rendering that two merged branches had in common, for one that git mixed.

        It is used only if the manifest of that time says it is what was written.
        """
        if self.fs.read(entry.base_path) is None:
            return entry, None
        shards = ancestors(self.fs.root, entry.shard)
        known = [Manifest.parse([shard]).entries.get(entry.path) for shard in shards]
        for base in ancestors(self.fs.root, entry.base_path):
            for before in known:
                if before is not None and before.sha == digest(base):
                    return replace(entry, regions=before.regions), base
        return entry, None

    def _settling(self, action: Action, opens: Sequence[Open]) -> Action:
        """Add what an action settles of the open matters of its file."""
        if not opens and not action.extras:
            return action
        settled = [each for each in opens if each.matter is Matter.MARKERS]
        opened = list(action.opened)
        if action.source:
            moved = [each for each in opens if each.matter not in {Matter.MARKERS, Matter.SIDE}]
            settled += moved
            opened += [replace(each, path=action.path) for each in moved]
        side = [each for each in opens if each.matter is Matter.SIDE and each not in opened]
        kept = {extra.path for extra in action.extras}
        discards = [self._side_file(each) for each in side if each.stored not in kept]
        placed = self._placed(replace(action, opened=tuple(opened)), side)
        known = set(self.store.opens)
        settling = replace(
            placed,
            opened=tuple(each for each in placed.opened if each not in known),
            settled=(*settled, *side),
            discard=next((each for each in discards if each is not None), None),
        )
        is_idle = settling.kind is ActionKind.UNCHANGED and settling.writes
        return replace(settling, kind=ActionKind.ADOPT) if is_idle else settling

    def _side_file(self, each: Open) -> Extra | None:
        """Return a side file that is no longer needed, if it is as opgen wrote it."""
        data = self.fs.read(each.stored)
        if data is None or each.pending is None or digest(data) != each.pending.sha:
            return None
        return Extra(each.stored, data, data)

    def _placed(self, action: Action, side: Sequence[Open]) -> Action:
        """Give the texts that are kept beside a file a place where they overwrite nothing."""
        ours = {each.pending.sha for each in side if each.pending is not None}
        moved: dict[RelPath, RelPath] = {}
        extras = []
        for extra in action.extras:
            old = self.fs.read(extra.path)
            if old not in {None, extra.data} and digest(old or b"") not in ours:
                moved[extra.path] = RelPath(f"{extra.path}.{digest(extra.data)}")
                old = self.fs.read(moved[extra.path])
            extras.append(Extra(moved.get(extra.path, extra.path), extra.data, old))
        opened = [
            replace(each, stored=moved.get(each.stored, each.stored)) for each in action.opened
        ]
        return replace(action, extras=tuple(extras), opened=tuple(opened))

    def take_removed(self, scope: Scope) -> None:
        """Decide about the outputs that are no longer generated."""
        kept = self.claimed | self.rendered
        for path, entry in self.store.manifest.entries.items():
            gone = entry.target in scope.targets and scope.covers(entry.origin)
            if gone and path not in kept and not scope.protects(path):
                self._guarded(path, partial(self._removed, entry))

    def _removed(self, entry: Entry) -> Action:
        editable = entry.ownership is Ownership.EDITABLE
        base = read_base(self.fs, entry) if editable else None
        action = decide_removed(entry, self.fs.read(entry.path), base)
        opens = self.store.open_at(entry.path)
        settled = tuple(each for each in opens if each.matter is not Matter.REMOVED)
        return replace(self._placed(action, ()), settled=settled)

    def sorted(self) -> tuple[Action, ...]:
        """Return the actions by path."""
        return tuple(sorted(self.actions, key=lambda action: action.path))

    def standing(self) -> tuple[Open, ...]:
        """Return the matters that stay open, whether or not this build opened them again."""
        settled = {each for action in self.actions for each in action.settled}
        return tuple(each for each in self.store.opens if each not in settled)

    def left_behind(self) -> list[tuple[RelPath, str]]:
        """Return the files that stay where operators were, and where those are then."""
        known = {*self.store.manifest.entries, *self.claimed, *self.rendered}
        try:
            return left_behind(self.actions, known, self.fs)
        except OSError:
            # What can't be listed isn't reported; nothing depends on it.
            return []

    def hints(self) -> list[tuple[RelPath, RelPath]]:
        """Return pairs of a removed and a new file so alike that it may be a rename."""
        gone = [
            Candidate(each.path, each.pending.ops, extra.data)
            for action in self.actions
            for each in action.opened
            for extra in action.extras
            if action.kind is ActionKind.ATTIC
            and each.pending is not None
            and extra.path == attic_base_path(each.pending)
        ]
        fresh = [
            Candidate(action.path, action.record.ops, action.base)
            for action in self.actions
            if action.kind is ActionKind.CREATE
            and action.record is not None
            and action.base is not None
        ]
        return [(old.path, new.path) for old, new in renames(gone, fresh)]


def _refused(path: RelPath, refusal: Refusal, detail: str) -> Action:
    return Action(path, ActionKind.REFUSE, refusal=refusal, detail=detail)


def _forgotten(known: Known, opens: Sequence[Open]) -> tuple[Open, ...]:
    """Return the conflicts whose markers are in a file, but that aren't listed any more.

    The list may be damaged or lost, or the text have come back from the attic.
    """
    if known.file.ownership is not Ownership.EDITABLE or b"<<<<<<< yours (" not in (
        known.user or b""
    ):
        return ()
    listed = {each.key for each in opens if each.matter is Matter.MARKERS}
    labels = {region.key: region.label for region in known.file.regions}
    path = known.source or known.file.path
    return tuple(
        Open(path, each.key, Matter.MARKERS, labels.get(each.key, ""), size=each.size)
        for each in Markers.complete_in(Text(known.user or b"").lines)
        if each.key not in listed
    )


def _unresolved(opens: Sequence[Open], user: bytes | None) -> int | None:
    """Return the first line that still holds a conflict marker of an open matter."""
    if user is None:
        return None
    lines = Text(user).lines
    found = [
        Markers(each.key, each.size).first_in(lines)
        for each in opens
        if each.matter is Matter.MARKERS
    ]
    return min((at for at in found if at is not None), default=None)
