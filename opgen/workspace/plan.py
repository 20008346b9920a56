"""Plan a build: read, compare and merge everything in memory, write nothing.

Must not know how a plan is carried out, nor what an operator is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field, replace
from opgen.outputs import Ownership, RelPath
from opgen.workspace import report
from opgen.workspace.actions import Action, ActionKind, Plan, Refusal
from opgen.workspace.alike import ALIKE, Candidate, likeness, renames
from opgen.workspace.behind import left_behind
from opgen.workspace.carrying import Decisions, carry
from opgen.workspace.conflicts import CONFLICTS, Matter, Open
from opgen.workspace.conventions import just_feeds
from opgen.workspace.decide import Known, decide, decide_removed, decide_scattered
from opgen.workspace.formatting import Formats, Unformatted
from opgen.workspace.fs import Fs, OutsideRootError
from opgen.workspace.lookup import Lookup
from opgen.workspace.manifest import STORE, Entry, is_inside
from opgen.workspace.markers import Markers
from opgen.workspace.moving import Moves, find_moves
from opgen.workspace.needed import Search, holds_needed
from opgen.workspace.placing import placed, side_file
from opgen.workspace.returning import bases_discarded, brought_back, kept_for, put_back
from opgen.workspace.sightings import Look, Sightings
from opgen.workspace.store import ATTIC, Store, attic_base_path, attic_texts, part_of, read_base
from opgen.workspace.text import Text, digest

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RenderedFile

_UNFORMATTED: Final = Unformatted()
_REWRITTEN: Final = frozenset({ActionKind.UPDATE, ActionKind.MERGE, ActionKind.CONFLICT})


@dataclass(frozen=True, slots=True)
class Scope:
    """What a build covers; what it doesn't cover isn't removed.

    Attributes:
        targets: The targets that were rendered.
        covers: Whether the spec file of an output was part of the build. It is asked with an
            empty string for aggregates: say whether every spec of the project was.
        protected: Patterns of paths that nothing is written to, whatever they are.
        sightings: Outputs that aren't read if they are as they were seen, so that a plan doesn't
            hold their bytes; ``None`` if all are.
    """

    targets: frozenset[str]
    covers: Callable[[str], bool]
    protected: tuple[str, ...] = ()
    sightings: Sightings | None = None

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
    line_end: Callable[[RelPath], bytes] = just_feeds,
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
        line_end: Says what line end a new file has.
    """
    known = fs or Fs(root)
    shown = display or report.display_of(root)
    try:
        store = Store.read(known)
    except OSError as fault:
        diagnostics.add(report.unreadable(f"{shown}/.opgen", str(fault.strerror or fault)))
        return Plan(root, (), (), Store.empty(), shown)
    chosen = [
        file for file in report.distinct(files, shown, diagnostics) if not scope.protects(file.path)
    ]
    moves = find_moves(
        [file for file in chosen if is_inside(file.path)],
        store.manifest.entries,
        store.opens,
        is_gone=partial(_is_gone, scope, frozenset(file.path for file in files)),
    )
    rendered = frozenset(file.path for file in files)
    lookup = Lookup(known, store, formats, rendered, moves.whole, line_end)
    concerned = moves.places.union(each.path for each in store.opens)
    planner = _Planner(lookup, moves, scope.sightings, concerned)
    for file in chosen:
        planner.take(file)
    planner.take_removed(scope)
    carry(planner.decisions, moves, planner.lookup)
    result = Plan(root, planner.sorted(), planner.standing(), store, shown)
    if store.damaged is not None:
        diagnostics.add(report.damaged(f"{shown}/{CONFLICTS}", store.damaged))
    report.add_left_behind(result, planner.left_behind(), diagnostics)
    report.add_lacking(result, planner.lacking(chosen), diagnostics)
    report.add_plan(result, planner.hints(), diagnostics)
    if scope.sightings is not None:
        scope.sightings.write(store.manifest.entries.keys())
    return result


def _is_gone(scope: Scope, rendered: AbstractSet[RelPath], entry: Entry) -> bool:
    """Whether an output is no longer generated, as far as a build covers it."""
    is_covered = entry.target in scope.targets and scope.covers(entry.origin)
    return is_covered and entry.path not in rendered and not scope.protects(entry.path)


@dataclass(slots=True)
class _Planner:
    lookup: Lookup
    moves: Moves
    sightings: Sightings | None
    concerned: AbstractSet[RelPath]
    """Outputs that something is open about, or that texts may leave or enter."""
    decisions: Decisions = field(default_factory=Decisions)
    claimed: set[RelPath] = field(default_factory=set)
    attic: tuple[RelPath, ...] | None = None

    @property
    def fs(self) -> Fs:
        return self.lookup.fs

    @property
    def store(self) -> Store:
        return self.lookup.store

    @property
    def rendered(self) -> AbstractSet[RelPath]:
        return self.lookup.rendered

    @property
    def actions(self) -> list[Action]:
        return self.decisions.actions

    def take(self, file: RenderedFile) -> None:
        """Decide about a rendered file."""
        look = self._look(file)
        if look is not None and look.is_as_seen:
            self.claimed.add(file.path)
            self.actions.append(Action(file.path, ActionKind.UNCHANGED))
            return
        if not is_inside(file.path):
            detail = "it isn't a plain relative path"
            self._add(Action(file.path, ActionKind.REFUSE, refusal=Refusal.OUTSIDE, detail=detail))
            return
        self.decisions.of_file[file.path] = len(self.actions)
        self._guarded(file.path, partial(self._decided, file))
        if look is not None and self.sightings is not None:
            self.sightings.note(look, is_idle=_is_idle(file, self.actions[-1]))

    def _look(self, file: RenderedFile) -> Look | None:
        """Look at an output that is decided about by itself alone; other ones are read."""
        entry = self.store.manifest.entries.get(file.path)
        if self.sightings is None or entry is None or file.path in self.store.manifest.mixed:
            return None
        if file.path in self.concerned or file.renamed_from is not None:
            return None
        if file.regions and any(region.renamed_from for region in file.regions):
            return None
        return self.sightings.look(file, entry, self.fs)

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
        known = self.lookup.known(file)
        path = known.source or file.path
        self.decisions.known[file.path] = known
        if known.entry is not None:
            self.decisions.of_entry[path] = len(self.actions)
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
            return self._with_earlier(known, action)
        is_known = known.source is not None or known.file.path in self.store.manifest.entries
        if known.entry is not None and not is_known:
            return put_back(action, kept)
        back = brought_back(known, action, kept)
        if back is action:
            return action
        discards = bases_discarded([kept.matter], self.store.opens, self.fs)
        return placed(replace(back, discards=(*action.discards, *discards)), self.fs)

    def _with_earlier(self, known: Known, action: Action) -> Action:
        """Say where a text is that was in a file or region before, if nothing is open about it."""
        if action.kind is ActionKind.CREATE:
            return replace(action, detail=self._earlier(action.path, [""]))
        if action.kind not in _REWRITTEN or known.entry is None or action.record is None:
            return action
        had = {region.key for region in known.entry.regions}
        parts = [
            part_of(region.key)
            for region in known.file.regions
            if region.key not in had and region.renamed_from not in had
        ]
        return replace(action, detail=self._earlier(action.path, parts)) if parts else action

    def _earlier(self, path: RelPath, parts: Sequence[str]) -> str:
        if self.attic is None:
            self.attic = tuple(self.fs.walk(RelPath(ATTIC)))
        known = {each.stored for each in self.store.opens}
        found = (each for part in parts for each in attic_texts(path, self.attic, part=part))
        return next((each for each in found if each not in known), "")

    def _seen_elsewhere(self, entry: Entry) -> str:
        """Return where a file is that somebody seems to have moved, or nothing."""
        name = PurePosixPath(entry.path).name
        base = read_base(self.fs, entry)
        for path in self.fs.walk(RelPath("")):
            plain = path.removeprefix("./")
            if plain in self.store.manifest.entries or plain.startswith(f"{STORE}/"):
                continue
            if PurePosixPath(plain).name == name:
                data = self._bytes_of(RelPath(plain))
                if digest(data) == entry.sha or likeness(data, base or b"") >= ALIKE:
                    return plain
        return ""

    def _bytes_of(self, path: RelPath) -> bytes:
        """Return what is in a file; nothing if it can't be read."""
        with suppress(OSError):
            return self.fs.read(path) or b""
        return b""

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
        discards = [side_file(each, self.lookup.fs) for each in side if each.stored not in kept]
        safe = placed(replace(action, opened=tuple(opened)), self.fs, side)
        known = set(self.store.opens) - set(settled)
        settling = replace(
            safe,
            opened=tuple(each for each in safe.opened if each not in known),
            settled=(*settled, *side),
            discards=tuple(each for each in discards if each is not None),
        )
        is_idle = settling.kind is ActionKind.UNCHANGED and settling.writes
        return replace(settling, kind=ActionKind.ADOPT) if is_idle else settling

    def take_removed(self, scope: Scope) -> None:
        """Decide about the outputs that are no longer generated."""
        for path, entry in self.store.manifest.entries.items():
            if path not in self.claimed and _is_gone(scope, self.rendered, entry):
                self.decisions.of_entry[path] = len(self.actions)
                self._guarded(path, partial(self._removed, entry))

    def _removed(self, entry: Entry) -> Action:
        user, opens = self.fs.read(entry.path), self.store.open_at(entry.path)
        base = self.lookup.base(entry) if entry.ownership is Ownership.EDITABLE else None
        leaving = self.moves.leaving(entry.path)
        if leaving:
            at = _unresolved(opens, user)
            if at is not None:
                unresolved = Refusal.UNRESOLVED
                return Action(entry.path, ActionKind.REFUSE, user, user, refusal=unresolved, at=at)
            action = decide_scattered(entry, user, base, moved=leaving)
        else:
            action = decide_removed(entry, user, base)
        settled = tuple(each for each in opens if each.matter is not Matter.REMOVED)
        return replace(placed(action, self.fs), settled=settled)

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

    def lacking(self, files: Sequence[RenderedFile]) -> list[tuple[Action, str]]:
        """Return the files that lack what compiles their definitions, and the macros."""
        try:
            return list(Search(self.fs, self.rendered).lacking(files, self.actions))
        except OSError:
            # Of what can't be read nothing is known.
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
            and not each.key
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


def _is_idle(file: RenderedFile, action: Action) -> bool:
    """Whether nothing is done about an output, and nothing said, as long as it is as it is."""
    idle = Action(file.path, ActionKind.UNCHANGED, action.old, action.new)
    return action == idle and action.new is not None and holds_needed(file, action.new)


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
    marked = [each for each in opens if each.matter is Matter.MARKERS]
    if user is None or not marked:
        return None
    lines = Text(user).lines
    found = [Markers(each.key, each.size).first_in(lines) for each in marked]
    return min((at for at in found if at is not None), default=None)
