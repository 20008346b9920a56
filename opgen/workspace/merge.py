"""Three-way merge of runs of lines: what both sides changed apart merges, the rest conflicts.

Two changes conflict when they overlap or insert at one point; changes that only touch don't,
because a signature line and the body line right below it are changed by different people. A
change of the generator's that is white space alone gives way.
Must not know regions or files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from opgen.dataclass import dataclass
from opgen.namedtuple import NamedTuple
from opgen.workspace.diff import Hunk, hunks
from opgen.workspace.text import bares, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Lines: TypeAlias = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Lines of the user's file, as they are there."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class Taken:
    """Lines of the new rendering."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class Clash:
    """Lines that both sides changed in different ways."""

    base: Lines
    user: Lines
    new: Lines


Chunk: TypeAlias = Kept | Taken | Clash


class _Cluster(NamedTuple):
    """Changes of both sides that overlap, as a range of the base."""

    start: int
    end: int
    user: list[Hunk]
    new: list[Hunk]


def merge(base: Sequence[bytes], user: Sequence[bytes], new: Sequence[bytes]) -> list[Chunk]:
    """Merge what turned ``base`` into ``user`` and into ``new``."""
    keys = bares(base)
    clusters = _clusters(hunks(keys, bares(user)), hunks(keys, bares(new)))
    chunks: list[Chunk] = []
    at = 0
    user_at = new_at = 0
    for cluster in clusters:
        gap = cluster.start - at
        chunks.append(Kept(tuple(user[user_at : user_at + gap])))
        user_at, new_at = user_at + gap, new_at + gap
        user_end = user_at + _length(cluster, cluster.user)
        new_end = new_at + _length(cluster, cluster.new)
        chunks += _settled(
            cluster,
            Clash(
                tuple(base[cluster.start : cluster.end]),
                tuple(user[user_at:user_end]),
                tuple(new[new_at:new_end]),
            ),
        )
        at, user_at, new_at = cluster.end, user_end, new_end
    chunks.append(Kept(tuple(user[user_at:])))
    return [chunk for chunk in chunks if not isinstance(chunk, Kept | Taken) or chunk.lines]


def _length(cluster: _Cluster, side: list[Hunk]) -> int:
    grown = sum((hunk.other_end - hunk.other) - (hunk.end - hunk.start) for hunk in side)
    return cluster.end - cluster.start + grown


def _clusters(user: list[Hunk], new: list[Hunk]) -> Iterator[_Cluster]:
    tagged = sorted(
        [(hunk.start, hunk.end, 0, hunk) for hunk in user]
        + [(hunk.start, hunk.end, 1, hunk) for hunk in new]
    )
    current: _Cluster | None = None
    for _, _, side, hunk in tagged:
        if current is None or not _collides(current, hunk):
            if current is not None:
                yield current
            current = _Cluster(hunk.start, hunk.end, [], [])
        current = current._replace(end=max(current.end, hunk.end))
        (current.new if side else current.user).append(hunk)
    if current is not None:
        yield current


def _collides(cluster: _Cluster, hunk: Hunk) -> bool:
    if hunk.start == hunk.end:
        both_insert = cluster.start == cluster.end == hunk.start
        return both_insert or cluster.start < hunk.start < cluster.end
    return hunk.start < cluster.end


def _settled(cluster: _Cluster, clash: Clash) -> list[Chunk]:
    if not cluster.new or same(clash.user, clash.new):
        return [Kept(clash.user)]
    if not cluster.user:
        return [Taken(clash.new)]
    if _squashed(clash.base) == _squashed(clash.new):
        # The generator only laid its lines out in another way; the user has replaced them.
        return [Kept(clash.user)]
    return _narrowed(clash)


def _squashed(lines: Lines) -> bytes:
    return b"".join(b"".join(lines).split())


def _narrowed(clash: Clash) -> list[Chunk]:
    """Move the lines that both sides begin and end with out of the conflict."""
    user, new = bares(clash.user), bares(clash.new)
    shortest = min(len(user), len(new))
    head = 0
    while head < shortest and user[head] == new[head]:
        head += 1
    tail = 0
    while tail < shortest - head and user[-1 - tail] == new[-1 - tail]:
        tail += 1
    end = len(user) - tail
    inner = Clash(clash.base, clash.user[head:end], clash.new[head : len(new) - tail])
    return [Kept(clash.user[:head]), inner, Kept(clash.user[end:])]
