"""Where two runs of lines differ: patience first, Myers in what is left, at a capped cost.

Must not know files, regions or line ends: it compares hashable lines.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, TypeAlias

from opgen.namedtuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

MAX_EDITS: Final = 400
"""Edit distance beyond which a stretch counts as replaced; bounds time and memory."""


class Hunk(NamedTuple):
    """Lines ``[start, end)`` of the first run are replaced by ``[other, other_end)``."""

    start: int
    end: int
    other: int
    other_end: int


class _Stretch(NamedTuple):
    start: int
    end: int
    other: int
    other_end: int


_Pair: TypeAlias = tuple[int, int]


def hunks(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Hunk]:
    """Return what turns ``first`` into ``second``, in order and disjoint."""
    left, right = _numbered(first, second)
    found: list[Hunk] = []
    at = other = 0
    for start, start_other in (*sorted(_pairs(left, right)), (len(left), len(right))):
        if start > at or start_other > other:
            found.append(Hunk(at, start, other, start_other))
        at, other = start + 1, start_other + 1
    return found


def counterpart(first: Sequence[Hashable], second: Sequence[Hashable], at: int) -> int | None:
    """Return where line ``at`` of ``first`` is in ``second``, or None if it was changed."""
    left, right = _numbered(first, second)
    return dict(_pairs(left, right)).get(at)


def _numbered(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    numbers: dict[Hashable, int] = {}
    return (
        [numbers.setdefault(line, len(numbers)) for line in first],
        [numbers.setdefault(line, len(numbers)) for line in second],
    )


def _pairs(left: list[int], right: list[int]) -> list[_Pair]:
    pairs: list[_Pair] = []
    todo = [_Stretch(0, len(left), 0, len(right))]
    while todo:
        stretch = _trimmed(left, right, todo.pop(), pairs=pairs)
        if stretch.start == stretch.end or stretch.other == stretch.other_end:
            continue
        anchors = _anchors(left, right, stretch)
        if anchors:
            todo.extend(_between(stretch, anchors))
            pairs.extend(anchors)
        else:
            pairs.extend(_myers(left, right, stretch))
    return pairs


def _trimmed(
    left: list[int], right: list[int], stretch: _Stretch, *, pairs: list[_Pair]
) -> _Stretch:
    start, end, other, other_end = stretch
    while start < end and other < other_end and left[start] == right[other]:
        pairs.append((start, other))
        start, other = start + 1, other + 1
    while start < end and other < other_end and left[end - 1] == right[other_end - 1]:
        end, other_end = end - 1, other_end - 1
        pairs.append((end, other_end))
    return _Stretch(start, end, other, other_end)


def _between(stretch: _Stretch, anchors: list[_Pair]) -> list[_Stretch]:
    found = []
    at, other = stretch.start, stretch.other
    for start, start_other in (*anchors, (stretch.end, stretch.other_end)):
        found.append(_Stretch(at, start, other, start_other))
        at, other = start + 1, start_other + 1
    return found


def _once(lines: list[int], start: int, end: int) -> dict[int, int]:
    where: dict[int, int] = {}
    for at in range(start, end):
        where[lines[at]] = -1 if lines[at] in where else at
    return where


def _anchors(left: list[int], right: list[int], stretch: _Stretch) -> list[_Pair]:
    """Return the longest increasing run of lines that each side holds once (patience)."""
    ours = _once(left, stretch.start, stretch.end)
    theirs = _once(right, stretch.other, stretch.other_end)
    pairs = [
        (at, theirs[line]) for line, at in ours.items() if at >= 0 and theirs.get(line, -1) >= 0
    ]
    return _longest_increasing(sorted(pairs))


def _longest_increasing(pairs: list[_Pair]) -> list[_Pair]:
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        pile = bisect_left(tops, other)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [other]
        piles[pile : pile + 1] = [index]
    chain: list[_Pair] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _myers(left: list[int], right: list[int], stretch: _Stretch) -> list[_Pair]:
    """Return the equal lines of a shortest edit, or none when it's longer than the cap."""
    width, height = stretch.end - stretch.start, stretch.other_end - stretch.other
    reach = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(width + height, MAX_EDITS) + 1):
        trace.append(reach.copy())
        for diagonal in range(-edits, edits + 1, 2):
            x = _step(reach, diagonal, edits)
            y = x - diagonal
            while x < width and y < height and left[stretch.start + x] == right[stretch.other + y]:
                x, y = x + 1, y + 1
            reach[diagonal] = x
            if x >= width and y >= height:
                return _walked_back(trace, stretch)
    return []


def _step(reach: dict[int, int], diagonal: int, edits: int) -> int:
    down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
    return reach[diagonal + 1] if down else reach[diagonal - 1] + 1


def _walked_back(trace: list[dict[int, int]], stretch: _Stretch) -> list[_Pair]:
    x, y = stretch.end - stretch.start, stretch.other_end - stretch.other
    pairs: list[_Pair] = []
    for edits in range(len(trace) - 1, -1, -1):
        reach = trace[edits]
        diagonal = x - y
        start = _step(reach, diagonal, edits)
        while x > start and y > start - diagonal:
            x, y = x - 1, y - 1
            pairs.append((stretch.start + x, stretch.other + y))
        if edits:
            x, y = _stepped_back(reach, diagonal, edits)
    return pairs


def _stepped_back(reach: dict[int, int], diagonal: int, edits: int) -> _Pair:
    down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
    previous = diagonal + 1 if down else diagonal - 1
    return reach[previous], reach[previous] - previous
