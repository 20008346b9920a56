"""Find regions that are generated into another file than before, by their keys alone.

Must not know texts: what is moved and how it is merged is decided elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field
from opgen.namedtuple import NamedTuple
from opgen.outputs import Ownership, RegionKey, RelPath
from opgen.workspace.conflicts import Matter, Open

if TYPE_CHECKING:
    from opgen.outputs import RenderedFile
    from opgen.workspace.manifest import Entry

_KINDS: Final = {
    **dict.fromkeys((".c", ".cc", ".cpp", ".cxx"), "source"),
    **dict.fromkeys((".h", ".hh", ".hpp", ".hxx", ".inc", ".inl"), "header"),
}
"""Suffixes that mean the same; any other is a kind of its own."""
_NONE: Final[Mapping[RelPath, tuple[Open, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Move:
    """A region that was in one output and is in another one now.

    Attributes:
        key: The region, as it is called now.
        was: What it was called.
        source: The output that it was in, as the manifest lists it.
        into: The output that it is in now.
    """

    key: RegionKey
    was: RegionKey
    source: RelPath
    into: RelPath


@dataclass(frozen=True, slots=True)
class Moves:
    """What goes from one file to another in a build.

    Attributes:
        moves: The regions.
        whole: Outputs that take the place of a gone one with all that is in it, and that one.
        returns: For each output, the texts in the attic that have their region in it again.
    """

    moves: tuple[Move, ...] = ()
    whole: Mapping[RelPath, RelPath] = field(default_factory=dict)
    returns: Mapping[RelPath, tuple[Open, ...]] = field(default_factory=dict)

    @property
    def places(self) -> frozenset[RelPath]:
        """All outputs that something leaves or enters."""
        ends = (path for move in self.moves for path in (move.source, move.into))
        return frozenset((*ends, *self.whole, *self.whole.values(), *self.returns))

    def leaving(self, source: RelPath) -> frozenset[RegionKey]:
        """Return the regions that go from an output to others."""
        return frozenset(move.was for move in self.moves if move.source == source)


class _Name(NamedTuple):
    """What a region goes by in all files of a target and its sub-targets."""

    target: str
    key: RegionKey


@dataclass(slots=True)
class _Register:
    """Which regions left which files, and which came to which."""

    left: dict[_Name, list[RelPath]] = field(default_factory=dict)
    came: dict[_Name, list[RelPath]] = field(default_factory=dict)

    def pairs(self, name: _Name, was: _Name) -> list[tuple[RelPath, RelPath]]:
        """Return where a region went, if its keys and the kinds of files leave no doubt.

        Files of one target may have a region of the same key each, such as a kernel for each
        device; a text stays in files of its kind.
        """
        left, came = _by_kind(self.left.get(was, ())), _by_kind(self.came[name])
        return [(left[kind], path) for kind, path in came.items() if kind in left]

    def home(self, name: _Name, path: RelPath) -> RelPath | None:
        """Return the one file of a file's kind that a region came to."""
        return _by_kind(self.came.get(name, ())).get(_kind(path))


def _by_kind(paths: Iterable[RelPath]) -> dict[str, RelPath]:
    """Return the paths that no other one shares its kind with."""
    kinds = [(_kind(path), path) for path in paths]
    counts = Counter(kind for kind, _ in kinds)
    return {kind: path for kind, path in kinds if counts[kind] == 1}


def _kind(path: RelPath) -> str:
    suffix = PurePosixPath(path).suffix
    return _KINDS.get(suffix, suffix)


def find_moves(
    files: Iterable[RenderedFile],
    entries: Mapping[RelPath, Entry],
    opens: Sequence[Open],
    *,
    is_gone: Callable[[Entry], bool],
) -> Moves:
    """Return what goes from one file to another.

    Args:
        files: The renderings that are published.
        entries: What the manifest says.
        opens: What waits to be settled.
        is_gone: Whether an output that isn't rendered is no longer generated.
    """
    editable = [file for file in files if file.ownership is Ownership.EDITABLE]
    successors = _successors(editable, entries)
    register = _Register()
    for path, entry in entries.items():
        if entry.regions and (path in successors or is_gone(entry)):
            _leave(register, entry, successors.get(path))
    kept = [each for each in opens if _is_kept_region(each)]
    if not register.left and not kept:
        return Moves()
    sources = {file.path: path for path, file in successors.items()}
    for file in editable:
        _come(register, file, entries.get(sources.get(file.path, file.path)))
    moves = tuple(dict.fromkeys(_moves(editable, register)))
    whole = _whole(moves, entries, {*successors, *sources})
    taken: set[tuple[RelPath | None, RegionKey]] = {(move.into, move.key) for move in moves}
    returns = _returns(editable, register, kept, taken=taken, whole=whole) if kept else _NONE
    return Moves(moves, whole, returns)


def _successors(
    files: Sequence[RenderedFile], entries: Mapping[RelPath, Entry]
) -> dict[RelPath, RenderedFile]:
    """Return the renderings that follow outputs of the manifest, by the path of those."""
    found = {file.path: file for file in files if file.path in entries}
    rendered = {file.path for file in files}
    for file in files:
        source = file.renamed_from
        if source is None or source in rendered or file.path in entries:
            continue
        if source in entries:
            found[source] = file
    return found


def _leave(register: _Register, entry: Entry, file: RenderedFile | None) -> None:
    present = set(_keys(file)) if file else set()
    for region in entry.regions:
        if region.key not in present:
            register.left.setdefault(_named(entry.target, region.key), []).append(entry.path)


def _come(register: _Register, file: RenderedFile, entry: Entry | None) -> None:
    had = {region.key for region in entry.regions} if entry else set()
    for region in file.regions:
        if region.key not in had and region.renamed_from not in had:
            for key in {region.key, region.renamed_from or region.key}:
                register.came.setdefault(_named(file.target, key), []).append(file.path)


def _keys(file: RenderedFile) -> Iterable[RegionKey]:
    for region in file.regions:
        yield region.key
        if region.renamed_from is not None:
            yield region.renamed_from


def _named(target: str, key: RegionKey) -> _Name:
    return _Name(target.partition(".")[0], key)


def _moves(files: Sequence[RenderedFile], register: _Register) -> Iterable[Move]:
    for file in files:
        for region in file.regions:
            name = _named(file.target, region.key)
            if file.path not in register.came.get(name, ()):
                continue
            for was in (region.renamed_from, region.key):
                known = None if was is None else _named(file.target, was)
                if was is None or known not in register.left:
                    continue
                pairs = register.pairs(name, known)
                yield from (Move(region.key, was, old, new) for old, new in pairs)
                break


def _whole(
    moves: Sequence[Move], entries: Mapping[RelPath, Entry], followed: Collection[RelPath]
) -> dict[RelPath, RelPath]:
    """Return the new outputs that take all that goes from an output which is gone."""
    sources: dict[RelPath, set[RelPath]] = {}
    places: dict[RelPath, set[RelPath]] = {}
    for move in moves:
        sources.setdefault(move.into, set()).add(move.source)
        places.setdefault(move.source, set()).add(move.into)
    return {
        into: source
        for into, (source, *others) in sources.items()
        if not others and len(places[source]) == 1
        if into not in entries and into not in followed and source not in followed
    }


def _is_kept_region(each: Open) -> bool:
    return each.matter is Matter.REMOVED and bool(each.key) and each.pending is not None


def _returns(
    files: Sequence[RenderedFile],
    register: _Register,
    kept: Sequence[Open],
    *,
    taken: Collection[tuple[RelPath | None, RegionKey]],
    whole: Mapping[RelPath, RelPath],
) -> dict[RelPath, tuple[Open, ...]]:
    """Return the texts in the attic that have a place again: in their own file, or a new one."""
    homes = {
        (path, key): file.path
        for file in files
        for path in (file.path, file.renamed_from, whole.get(file.path))
        for key in _keys(file)
    }
    found: dict[RelPath, tuple[Open, ...]] = {}
    for each in kept:
        path = homes.get((each.path, each.key))
        if path is None and each.pending is not None:
            path = register.home(_named(each.pending.target, each.key), each.path)
            path = None if (path, each.key) in taken else path
        if path is not None:
            found[path] = (*found.get(path, ()), each)
    return found
