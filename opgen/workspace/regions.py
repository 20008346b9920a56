"""Cut a text into its regions and what stands between them.

A rendering says where its regions are; in a user's text they are found by their anchors, among
the outermost declarations only. What isn't a region belongs to the region above it. Must not
know where texts are kept, nor operators: a region is a key.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from opgen.dataclass import dataclass, replace
from opgen.namedtuple import NamedTuple
from opgen.outputs import RegionKey
from opgen.workspace.diff import counterpart
from opgen.workspace.items import Item, Scan, is_named, named_line, squashed
from opgen.workspace.scan_c import scan_c
from opgen.workspace.scan_indented import scan_blocks, scan_python
from opgen.workspace.text import Text, bare, bares, encoded, is_blank, with_eol

if TYPE_CHECKING:
    from opgen.outputs import RenderedFile
    from opgen.workspace.merge import Lines

Scanner: TypeAlias = Callable[[tuple[bytes, ...]], Scan]

_KEPT: Final = 32
_WORD: Final = re.compile(r"\w+")
_C_LIKE: Final = re.compile(r"\.(c|cc|cpp|cxx|cu|cuh|h|hh|hpp|hxx|inc|inl|asc|cce)\Z")


def scanner_for(path: str) -> Scanner:
    """Return what finds the declarations of a file of this name."""
    if _C_LIKE.search(path):
        return _scan_c
    return _scan_python if path.endswith((".py", ".pyi")) else _scan_blocks


# One rendering is looked through when it is checked, cut and merged.
_scan_c = lru_cache(maxsize=_KEPT)(scan_c)
_scan_python = lru_cache(maxsize=_KEPT)(scan_python)
_scan_blocks = lru_cache(maxsize=_KEPT)(scan_blocks)


@dataclass(frozen=True, slots=True)
class Extent:
    """A region as a range of lines of its rendering."""

    key: RegionKey
    anchor: str
    first: int
    last: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendered text as lines, with its regions in order."""

    lines: Lines
    regions: tuple[Extent, ...] = ()
    label: str = ""

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def of(cls, file: RenderedFile) -> Rendering:
        """Return the lines and regions of a rendered file."""
        regions = tuple(
            Extent(
                region.key,
                region.anchor,
                file.text.count("\n", 0, region.start),
                _lines_before(file.text, region.end),
                region.label,
            )
            for region in file.regions
        )
        label = next((region.label for region in regions if region.label), file.origin)
        return cls(Text(encoded(file.text)).lines, regions, label)

    def rekeyed(self, names: Mapping[RegionKey, RegionKey]) -> Rendering:
        """Return it with regions under their new keys."""
        regions = tuple(replace(each, key=names.get(each.key, each.key)) for each in self.regions)
        return replace(self, regions=regions)


def _lines_before(text: str, end: int) -> int:
    unfinished = end > 0 and text[end - 1] != "\n"
    return text.count("\n", 0, end) + unfinished


@dataclass(frozen=True, slots=True)
class Part:
    """A region and the lines between it and the next one; the last region has none.

    Attributes:
        body: Its lines.
        tail: The lines below it.
        at: The line, from 0, of its anchor.
        lead: How many of its lines stand above its declaration.
        split: How many stand above the body of its declaration.
    """

    key: RegionKey
    body: Lines
    tail: Lines = ()
    at: int = 0
    lead: int = 0
    split: int = 0

    @property
    def declaration(self) -> Lines:
        """The lines of its declaration up to the body."""
        return self.body[self.lead : self.split]

    def with_eol(self, eol: bytes) -> Part:
        """Return it with ``eol`` as its line ends."""
        return replace(
            self, body=tuple(with_eol(self.body, eol)), tail=tuple(with_eol(self.tail, eol))
        )

    def redeclared(self, lines: Lines) -> Part:
        """Return it with other lines for its declaration."""
        body = (*self.body[: self.lead], *lines, *self.body[self.split :])
        return replace(self, body=body, split=self.lead + len(lines))


# No slots: cached properties need a dictionary.
@dataclass(frozen=True)
class Cut:
    """A text in pieces that make up the whole of it.

    Attributes:
        preamble: What stands above the first region.
        parts: The regions in the order of the text.
        epilogue: What stands below the last region; empty when there is none.
        doubled: Regions whose anchor was found more than once; they are no parts.
        is_whole: Whether the text's brackets are closed, so that the cut can be trusted.
    """

    preamble: Lines
    parts: tuple[Part, ...]
    epilogue: Lines
    doubled: frozenset[RegionKey] = frozenset()
    is_whole: bool = True

    def part(self, key: RegionKey) -> Part | None:
        """Return the part of a region."""
        return self._by_key.get(key)

    def without(self, keys: Collection[RegionKey], found: Mapping[RegionKey, Shape]) -> Rendering:
        """Return the text, and where its regions are, without some of them."""
        lines = list(self.preamble)
        regions = []
        for part in self.parts:
            if part.key not in keys:
                first = len(lines)
                lines += part.body
                anchor = found[part.key].anchor
                regions.append(Extent(part.key, anchor, first, len(lines)))
            lines += part.tail
        return Rendering((*lines, *self.epilogue), tuple(regions))

    @cached_property
    def _by_key(self) -> dict[RegionKey, Part]:
        return {part.key: part for part in self.parts}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a region looks like in its rendering, to know it again in a user's text.

    Attributes:
        first: First line of the region in its rendering.
        last: One past its last line there.
        item: The declaration that the anchor names.
        before: The other declarations of the region, above that one.
        after: Those below it.
        lead: Lines of the region above its declaration, without ends, blank ones left out.
    """

    key: RegionKey
    anchor: str
    first: int
    last: int
    item: Item
    before: tuple[Item, ...]
    after: tuple[Item, ...]
    lead: tuple[bytes, ...]


def shapes(rendering: Rendering, scan: Scanner) -> dict[RegionKey, Shape]:
    """Return the shape of each region whose anchor stands in it."""
    items = scan(rendering.lines).items
    heads = [item.head for item in items]
    found: dict[RegionKey, Shape] = {}
    floor = 0
    for extent in rendering.regions:
        inside = items[bisect_left(heads, extent.first) : bisect_left(heads, extent.last)]
        item = _anchored(inside, extent.anchor)
        if item is not None:
            first = max(min(extent.first, inside[0].first), floor)
            first, last = _shrunk(rendering.lines, first, max(extent.last, inside[-1].last))
            at = inside.index(item)
            lead = [line for line in bares(rendering.lines[first : item.head]) if line.strip()]
            found[extent.key] = Shape(
                extent.key,
                extent.anchor,
                first,
                last,
                item,
                tuple(inside[:at]),
                tuple(inside[at + 1 :]),
                tuple(lead),
            )
            floor = last
    return found


def _anchored(items: Sequence[Item], anchor: str) -> Item | None:
    named = [item for item in items if is_named(item, anchor)]
    return next((item for item in named if item.has_body), named[0] if named else None)


def _shrunk(lines: Lines, first: int, last: int) -> tuple[int, int]:
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return first, last


def cut_rendering(rendering: Rendering, found: Mapping[RegionKey, Shape]) -> Cut:
    """Cut a rendering at the regions whose shapes were found in it."""
    ranges = [
        _Range(shape.key, shape.first, shape.last, _line(shape.item, shape), shape.item)
        for shape in found.values()
    ]
    return _cut(rendering.lines, ranges)


def cut_user(lines: Lines, wanted: Mapping[RegionKey, Shape], scan: Scanner) -> Cut:
    """Cut a user's text at the regions that are found in it."""
    scanned = scan(lines)
    words = _by_word(scanned.items)
    named = {
        key: [at for at in words(shape.anchor) if _is_it(scanned.items[at], shape)]
        for key, shape in wanted.items()
    }
    claims = Counter(at for places in named.values() for at in places)
    doubled = {
        key for key, places in named.items() if len(places) > 1 or _is_shared(places, claims)
    }
    single = sorted(
        (places[0], key) for key, places in named.items() if places and key not in doubled
    )
    ranges: list[_Range] = []
    for order, (at, key) in enumerate(single):
        floor = single[order - 1][0] if order else -1
        ceiling = single[order + 1][0] if order + 1 < len(single) else len(scanned.items)
        above = ranges[-1].last if ranges else 0
        ranges.append(_found(_Place(lines, scanned.items, at, floor, ceiling, above), wanted[key]))
    return replace(_cut(lines, ranges), doubled=frozenset(doubled), is_whole=scanned.is_whole)


def _is_it(item: Item, shape: Shape) -> bool:
    return item.has_body == shape.item.has_body and is_named(item, shape.anchor)


def _is_shared(places: Sequence[int], claims: Mapping[int, int]) -> bool:
    return any(claims[at] > 1 for at in places)


def _by_word(items: Sequence[Item]) -> Callable[[str], Sequence[int]]:
    """Return what finds the items that hold the last word of an anchor, in order."""
    found: dict[str, list[int]] = {}
    for at, item in enumerate(items):
        for word in set(_WORD.findall(item.code)):
            found.setdefault(word, []).append(at)

    def having(anchor: str) -> Sequence[int]:
        words = _WORD.findall(anchor.encode().decode("latin-1"))
        return found.get(words[-1], ()) if words else range(len(items))

    return having


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an anchor was found: which item, and the items and line it may reach to."""

    lines: Lines
    items: tuple[Item, ...]
    at: int
    floor: int
    ceiling: int
    above: int


def _found(place: _Place, shape: Shape) -> _Range:
    """Return the lines of a region around its anchor in a user's text."""
    first_item = last_item = place.at
    for at in range(place.at - 1, place.floor, -1):
        if _is_among(place.items[at], shape.before):
            first_item = at
    for at in range(place.at + 1, place.ceiling):
        if _is_among(place.items[at], shape.after):
            last_item = at
    floor = max(place.above, place.items[first_item - 1].last if first_item else 0)
    first = max(place.items[first_item].first, floor)
    first = _led(place.lines[floor:first], shape.lead) + floor
    item = place.items[place.at]
    return _Range(shape.key, first, place.items[last_item].last, _line(item, shape), item)


def _line(item: Item, shape: Shape) -> int:
    line = named_line(item, shape.anchor)
    return item.head if line is None else line


def _is_among(item: Item, others: Sequence[Item]) -> bool:
    return any(squashed(item.code) == squashed(other.code) for other in others)


def _led(lines: Lines, lead: Sequence[bytes]) -> int:
    """Return where a region starts in the lines above its declaration.

    It reaches up, over blank lines too, to what the rendering has above the declaration.
    """
    first = len(lines)
    for at in range(len(lines) - 1, -1, -1):
        line = bare(lines[at])
        if line in lead:
            first = at
        elif line.strip():
            break
    return first


def with_last_tail(cut: Cut, epilogue: Lines) -> Cut:
    """Make what somebody wrote below the last region a part of it, as below any other region.

    Args:
        cut: A user's text.
        epilogue: What its rendering has below the last region.
    """
    if not cut.parts:
        return cut
    at = len(cut.epilogue)
    blanks = next((n for n, line in enumerate(epilogue) if line.strip()), None)
    if blanks is not None:
        found = counterpart(bares(epilogue), bares(cut.epilogue), blanks)
        at = len(cut.epilogue) if found is None else found
        while blanks and at and not cut.epilogue[at - 1].strip():
            blanks, at = blanks - 1, at - 1
    if is_blank(cut.epilogue[:at]):
        return cut
    last = replace(cut.parts[-1], tail=cut.epilogue[:at])
    return replace(cut, parts=(*cut.parts[:-1], last), epilogue=cut.epilogue[at:])


class _Range(NamedTuple):
    """The lines of a region, the line of its anchor, and its declaration."""

    key: RegionKey
    first: int
    last: int
    at: int
    item: Item

    def part(self, lines: Lines, end: int) -> Part:
        """Return the region as a part whose tail goes up to line ``end``."""
        lead, split = self.item.head - self.first, self.item.body - self.first
        body = lines[self.first : self.last]
        return Part(self.key, body, lines[self.last : end], self.at, lead, min(split, len(body)))


def _cut(lines: Lines, ranges: Sequence[_Range]) -> Cut:
    if not ranges:
        return Cut(lines, (), ())
    ends = [*(each.first for each in ranges[1:]), ranges[-1].last]
    parts = [each.part(lines, end) for each, end in zip(ranges, ends, strict=True)]
    return Cut(lines[: ranges[0].first], tuple(parts), lines[ranges[-1].last :])
