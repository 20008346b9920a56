"""Carry what somebody wrote in a region along to the file that has the region now.

Works on what was decided about each file: a text leaves one action and goes into another, and the
two are carried out together or not at all. Must not know how renderings or plans are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field, replace
from opgen.outputs import RegionKey, RelPath
from opgen.workspace.actions import Action, ActionKind, Refusal
from opgen.workspace.conflicts import Matter, Open
from opgen.workspace.formatting import FormatterError
from opgen.workspace.grafting import deletion_of, graft_of, is_doubled, transplanted
from opgen.workspace.keyed import Graft
from opgen.workspace.placing import placed
from opgen.workspace.returning import bases_discarded, receives
from opgen.workspace.store import attic_base_path
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from opgen.workspace.decide import Known
    from opgen.workspace.lookup import Lookup
    from opgen.workspace.moving import Move, Moves

_NO_PLACE: Final = "its declaration isn't there once, and without a conflict"


@dataclass(slots=True)
class Decisions:
    """What was decided about each file, and how to find it.

    Attributes:
        actions: The actions.
        of_file: The place of a rendered file's action among them, by its path.
        of_entry: The same by the path that the manifest lists the file under.
        known: What was known of the rendered files.
    """

    actions: list[Action] = field(default_factory=list)
    of_file: dict[RelPath, int] = field(default_factory=dict)
    of_entry: dict[RelPath, int] = field(default_factory=dict)
    known: dict[RelPath, Known] = field(default_factory=dict)


def carry(decisions: Decisions, moves: Moves, lookup: Lookup) -> None:
    """Let texts follow their regions into other files, and out of the attic."""
    carrier = _Carrier(decisions, lookup)
    for bundle in _connected(list(carrier.real(moves.moves))):
        carrier.take(bundle)
    for path, opens in moves.returns.items():
        if path in decisions.known:
            carrier.bring_back(path, opens)


@dataclass(frozen=True, slots=True)
class _Way:
    """A move, with the places of the actions that it concerns."""

    move: Move
    donor: int
    receiver: int


def _connected(ways: Sequence[_Way]) -> list[list[_Way]]:
    """Return the moves in groups that share no file."""
    groups: list[tuple[set[int], list[_Way]]] = []
    for way in ways:
        places, members = {way.donor, way.receiver}, [way]
        apart = []
        for group in groups:
            if group[0] & places:
                places |= group[0]
                members = group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (places, members)]
    return [members for _, members in groups]


@dataclass(frozen=True, slots=True)
class _Carrier:
    decisions: Decisions
    lookup: Lookup

    def real(self, moves: Iterable[Move]) -> Iterator[_Way]:
        """Yield the moves between files that are decided about apart from one another."""
        for move in moves:
            donor = self.decisions.of_entry.get(move.source)
            receiver = self.decisions.of_file.get(move.into)
            if donor is not None and receiver is not None and donor != receiver:
                yield _Way(move, donor, receiver)

    def take(self, ways: Sequence[_Way]) -> None:
        """Carry texts along moves that share files, or hold all of these files back."""
        actions = self.decisions.actions
        stuck = self._stuck(ways)
        if stuck is not None:
            for way in ways:
                for place in (way.donor, way.receiver):
                    if place != stuck and actions[place].kind is not ActionKind.REFUSE:
                        actions[place] = _held(actions[place], actions[stuck].path, way.move)
            return
        carried = [way for way in ways if self._moved(way)]
        bundle = min((actions[way.donor].path for way in carried), default="")
        for way in carried:
            for place in (way.donor, way.receiver):
                actions[place] = replace(actions[place], bundle=bundle)

    def _stuck(self, ways: Sequence[_Way]) -> int | None:
        """Return an action that leaves its file alone, so that texts can't leave or enter it."""
        actions = self.decisions.actions
        for way in ways:
            if actions[way.donor].kind is ActionKind.REFUSE:
                return way.donor
            if actions[way.receiver].kind is ActionKind.REFUSE and self._text(way) is not None:
                return way.receiver
        return None

    def _text(self, way: _Way) -> Open | None:
        """Return what somebody wrote in a region that moves, as its file puts it aside."""
        opened = self.decisions.actions[way.donor].opened
        found = (each for each in opened if _is_put_aside(each, way.move.was))
        return next(found, None)

    def _moved(self, way: _Way) -> bool:
        """Carry one text along; False if there's none, or it has to go to the attic."""
        actions, move = self.decisions.actions, way.move
        known, each = self.decisions.known.get(move.into), self._text(way)
        if known is None or not _is_published(actions[way.donor]):
            return False
        if each is None and self._is_doubled(way):
            actions[way.receiver] = _asking(actions[way.receiver], move, known)
            return False
        graft = self._deleted(way) if each is None else self._graft(known, actions[way.donor], each)
        found = None
        if graft is not None and _is_published(actions[way.receiver]):
            found = transplanted(known, actions[way.receiver], graft)
        if found is not None:
            actions[way.receiver] = self._finished(known, found)
            if each is not None:
                actions[way.donor] = _without(actions[way.donor], each)
            return True
        if each is not None:
            aside = replace(each, path=move.into, key=move.key, reason=_NO_PLACE)
            actions[way.donor] = _replaced(actions[way.donor], each, aside)
        return False

    def _graft(self, known: Known, donor: Action, each: Open) -> Graft | None:
        texts = {extra.path: extra.data for extra in donor.extras}
        base = None if each.pending is None else texts.get(attic_base_path(each.pending))
        return self._laid_out(known, each, data=texts.get(each.stored), base=base)

    def _laid_out(
        self, known: Known, each: Open, *, data: bytes | None, base: bytes | None
    ) -> Graft | None:
        entry = each.pending
        if entry is None or data is None or base is None or digest(base) != entry.sha:
            return None
        with suppress(FormatterError):
            # Otherwise it's merged line by line as it is.
            entry, base = self.lookup.in_layout(known.file, entry, base)
        key = next((key for key in _names(known, each.key)), each.key)
        return graft_of(entry, base, data, key=key)

    def _is_doubled(self, way: _Way) -> bool:
        move, action = way.move, self.decisions.actions[way.donor]
        entry = self.lookup.store.manifest.entries[move.source]
        base = self.lookup.base(entry)
        if base is None or action.old is None or action.kind is ActionKind.ATTIC:
            return False
        return is_doubled(entry, base, action.old, key=move.was)

    def _deleted(self, way: _Way) -> Graft | None:
        move, action = way.move, self.decisions.actions[way.donor]
        entry = self.lookup.store.manifest.entries[move.source]
        base = self.lookup.base(entry)
        if base is None:
            return None
        return deletion_of(entry, base, action.old, was=move.was, key=move.key)

    def bring_back(self, path: RelPath, opens: Sequence[Open]) -> None:
        """Bring texts back from the attic into the file that has their regions again."""
        known, place = self.decisions.known[path], self.decisions.of_file[path]
        for each in opens:
            action = self.decisions.actions[place]
            if not receives(action) or known.is_read_only():
                return
            try:
                found = self._brought_back(known, action, each)
            except OSError:
                # What can't be read stays where it is, and listed.
                continue
            if found is not None:
                self.decisions.actions[place] = found

    def _brought_back(self, known: Known, action: Action, each: Open) -> Action | None:
        fs, entry = self.lookup.fs, each.pending
        base = None if entry is None else fs.read(attic_base_path(entry))
        graft = self._laid_out(known, each, data=fs.read(each.stored), base=base)
        found = None if graft is None else transplanted(known, action, graft)
        if found is None:
            return None
        kind = found.kind if found.kind is ActionKind.CONFLICT else ActionKind.RETURN
        settled = (*found.settled, each)
        gone = {each, replace(each, path=action.path)}
        found = replace(
            found,
            kind=kind,
            settled=settled,
            opened=tuple(other for other in found.opened if other not in gone),
            discards=(*action.discards, *bases_discarded([each], self.lookup.store.opens, fs)),
        )
        return self._finished(known, found)

    def _finished(self, known: Known, action: Action) -> Action:
        fs = self.lookup.fs
        links = fs.links(known.source or known.file.path) if known.user is not None else 1
        return replace(placed(action, fs), links=links)


def _is_published(action: Action) -> bool:
    """Whether the rendering takes its file's place, rather than lie beside it."""
    return action.record is not None or bool(action.forget)


def _is_put_aside(each: Open, key: RegionKey) -> bool:
    return each.matter is Matter.REMOVED and each.key == key and each.pending is not None


def _names(known: Known, key: RegionKey) -> Iterator[RegionKey]:
    """Yield what a region is called now that has, or had, a key."""
    yield from (region.key for region in known.file.regions if region.key == key)
    yield from (region.key for region in known.file.regions if region.renamed_from == key)


def _held(action: Action, other: RelPath, move: Move) -> Action:
    path = action.source or action.path
    return Action(
        path,
        ActionKind.REFUSE,
        action.old,
        action.old,
        refusal=Refusal.HELD,
        detail=f"region `{move.key}` goes between it and `{other}`, which is left alone",
    )


def _asking(action: Action, move: Move, known: Known) -> Action:
    """Return an action that asks which of two declarations a region's text is to come from."""
    label = next((each.label for each in known.file.regions if each.key == move.key), "")
    asked = Open(move.into, move.key, Matter.DOUBLED, label, reason=f"it was in `{move.source}`")
    return replace(action, kind=ActionKind.CONFLICT, opened=(*action.opened, asked))


def _without(action: Action, each: Open) -> Action:
    """Return an action without a text that it put aside."""
    opened = tuple(other for other in action.opened if other != each)
    needed = {other.stored for other in opened}
    needed |= {attic_base_path(other.pending) for other in opened if other.pending is not None}
    extras = tuple(extra for extra in action.extras if extra.path in needed)
    kind = action.kind
    if kind is ActionKind.CONFLICT and not opened:
        kind = ActionKind.RENAME if action.source else ActionKind.MERGE
    return replace(action, kind=kind, opened=opened, extras=extras)


def _replaced(action: Action, old: Open, new: Open) -> Action:
    opened = tuple(new if each == old else each for each in action.opened)
    return replace(action, opened=opened)
