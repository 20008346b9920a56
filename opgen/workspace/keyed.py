"""Merge a file region by region, so that no line lands in another operator.

Regions are matched by key, never by text; inside a region, and in what stands between two of
them, lines merge three-way. Must not know where texts are kept, nor what an operator is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field, replace
from opgen.outputs import RegionKey
from opgen.workspace.diff import hunks
from opgen.workspace.items import anchor_pattern, tokens
from opgen.workspace.markers import Markers
from opgen.workspace.merge import Clash, Kept, Taken, merge
from opgen.workspace.regions import (
    Cut,
    Part,
    Rendering,
    Scanner,
    cut_rendering,
    cut_user,
    shapes,
    with_last_tail,
)
from opgen.workspace.rename import Renaming, carried
from opgen.workspace.text import Text, bares, is_blank, joined, same, with_eol

if TYPE_CHECKING:
    from opgen.workspace.merge import Chunk, Lines
    from opgen.workspace.regions import Extent, Shape

BETWEEN: Final = RegionKey("")
"""Stands for what is in no region."""

_NO_RENAMES: Final[Mapping[RegionKey, RegionKey]] = {}
_NOT_PLAIN: Final = (b"//", b"/*", b"#", b'"', b"'")
_NOTHING: Final = Part(BETWEEN, ())


class Loss(Enum):
    """Why a text doesn't appear in a merged file."""

    REMOVED = "removed"
    """A region that somebody edited is no longer generated."""
    DELETED = "deleted"
    """A region that somebody deleted is generated in another way now."""
    DOUBLED = "doubled"
    """A region whose declaration stands twice in the file is generated in another way now."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A text that a merge put aside instead of into the file.

    Attributes:
        key: The region.
        loss: Why it isn't in the file.
        lines: The text.
        label: Where the region comes from in the spec.
        base: What it was an edit of, for a region that is no longer generated.
        anchor: Its anchor in that.
    """

    key: RegionKey
    loss: Loss
    lines: Lines
    label: str
    base: Lines = ()
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Graft:
    """A region's text from another file or from the attic, to go into a file.

    Attributes:
        key: The region, as it is called now.
        was: What it was called there.
        base: What was generated for it there.
        user: What somebody made of that; None if they deleted it.
    """

    key: RegionKey
    was: RegionKey
    base: Part
    user: Part | None


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge came to.

    Attributes:
        data: The file.
        clashes: Regions with conflict markers in it, and the size of their markers.
        asides: Texts that are not in it.
    """

    data: bytes
    clashes: Mapping[RegionKey, Markers]
    asides: tuple[Aside, ...] = ()


def merge_keyed(
    base: Rendering,
    user: Text,
    new: Rendering,
    *,
    scan: Scanner,
    renamed: Mapping[RegionKey, RegionKey] = _NO_RENAMES,
) -> Merged | None:
    """Merge what turned ``base`` into ``user`` and into ``new``.

    Args:
        base: What was last published, its regions under the keys they have now.
        user: The file as it is.
        new: The new rendering.
        scan: Finds the declarations of such a file.
        renamed: The former keys of regions whose operator was renamed.

    Returns:
        The merged file, or ``None`` if the user's text can't be cut into regions safely.
    """
    if same(base.lines, new.lines) and _keys(base.regions) == _keys(new.regions):
        return Merged(user.data, {})
    if user.keys == bares(base.lines):
        return Merged(user.dressed(with_eol(new.lines, user.eol)), {})
    weave = _Weave(user, new, {key: Renaming.between(old, key) for key, old in renamed.items()})
    if not weave.regions(base, scan):
        if len({*_keys(base.regions), *_keys(new.regions)}) > 1 or not _is_found(base, user):
            return None
        weave.whole(base)
    merged = weave.result()
    return merged if _keeps_all(base, user, merged, relaid=tuple(weave.relaid)) else None


def grafted(present: Text, new: Rendering, graft: Graft, *, scan: Scanner) -> Merged | None:
    """Merge a text from elsewhere into its region of a file; the rest stays as it is.

    Args:
        present: The file.
        new: Its rendering.
        graft: The text.
        scan: Finds the declarations of such a file.

    Returns:
        The file, or ``None`` if the region isn't found in it safely.
    """
    found = shapes(new, scan)
    cut = cut_user(present.lines, found, scan)
    place = cut.part(graft.key)
    rendered = cut_rendering(new, found).part(graft.key)
    if place is None or rendered is None or not cut.is_whole:
        return None
    is_renamed = graft.was != graft.key
    weave = _Weave(
        present,
        new,
        {graft.key: Renaming.between(graft.was, graft.key)} if is_renamed else {},
    )
    weave.runs.append(cut.preamble)
    for part in cut.parts:
        if part is place:
            weave.graft(graft, place, rendered)
        else:
            weave.runs += [part.body, part.tail]
    weave.runs.append(cut.epilogue)
    merged = weave.result()
    return merged if _keeps_both(present, new, graft, merged=merged, weave=weave) else None


def _keeps_both(
    present: Text, new: Rendering, graft: Graft, *, merged: Merged, weave: _Weave
) -> bool:
    """Whether each line that somebody wrote, here or elsewhere, is in the merged file."""
    here = Counter(present.keys) - Counter(bares(new.lines))
    there = Counter(bares(graft.user.body if graft.user else ())) - Counter(bares(graft.base.body))
    kept = Counter(Text(merged.data).keys) + Counter(bares(weave.relaid))
    return not {line for line in (here | there) - kept if line.strip()}


def _is_found(base: Rendering, user: Text) -> bool:
    """Whether the one region of a text that can't be cut stands in it where lines say it does.

    Otherwise what stands there may be another operator's, left over from before.
    """
    if not base.regions:
        return True
    (region,) = base.regions
    pattern = anchor_pattern(region.anchor)
    before, ours = (
        [at for at, line in enumerate(lines) if pattern.search(line.decode("latin-1"))]
        for lines in (base.lines[: region.last], user.lines)
    )
    before = [at for at in before if at >= region.first]
    if not before or len(ours) != 1:
        return False
    return _aligned(bares(base.lines), user.keys, before[0]) == ours[0]


def _aligned(base: Sequence[bytes], user: Sequence[bytes], line: int) -> int | None:
    """Return the user's line that a line of the base is, or became; None if it's not one line."""
    shift = 0
    for hunk in hunks(base, user):
        if hunk.end > line >= hunk.start:
            is_one = hunk.end - hunk.start == hunk.other_end - hunk.other
            return hunk.other + line - hunk.start if is_one else None
        if hunk.start > line:
            break
        shift = hunk.other_end - hunk.end
    return line + shift


def revived(user: Text, new: Rendering, *, scan: Scanner) -> bytes | None:
    """Return the user's text with the regions that are missing in it.

    Returns:
        The text, or ``None`` if none is missing or it can't be cut into regions safely.
    """
    found = shapes(new, scan)
    versions = _Versions(
        Cut((), (), ()), cut_user(user.lines, found, scan), cut_rendering(new, found)
    )
    order = versions.order()
    if not versions.user.is_whole or len(order) == len(versions.user.parts):
        return None
    runs: list[Sequence[bytes]] = [versions.user.preamble]
    for key in order:
        _, ours, theirs = versions.of(key)
        part = ours or theirs or _NOTHING
        own = part if ours else Part(key, *_dressed(part, user.eol))
        runs += [own.body, own.tail]
    return user.dressed(joined([*runs, versions.user.epilogue], user.eol))


def _dressed(part: Part, eol: bytes) -> tuple[Lines, Lines]:
    return tuple(with_eol(part.body, eol)), tuple(with_eol(part.tail, eol) or (eol,))


def _keys(regions: Iterable[Extent]) -> list[RegionKey]:
    return [region.key for region in regions]


def _keeps_all(base: Rendering, user: Text, merged: Merged, *, relaid: Lines) -> bool:
    """Whether each line that somebody wrote is in the file or put aside: the last safeguard.

    Lines that were only laid out anew are nobody's text.
    """
    wrote = Counter(user.keys) - Counter(bares(base.lines))
    kept = Counter(Text(merged.data).keys) + Counter(bares(relaid))
    for aside in merged.asides:
        kept.update(bares(aside.lines))
    return not {line for line in wrote - kept if line.strip()}


@dataclass(slots=True)
class _Weave:
    """Puts a merged file together."""

    user: Text
    new: Rendering
    renamings: Mapping[RegionKey, Renaming]
    runs: list[Sequence[bytes]] = field(default_factory=list)
    clashes: dict[RegionKey, Markers] = field(default_factory=dict)
    asides: list[Aside] = field(default_factory=list)
    relaid: list[bytes] = field(default_factory=list)
    anchors: dict[RegionKey, str] = field(default_factory=dict)

    def result(self) -> Merged:
        lines = joined(self.runs, self.user.eol)
        return Merged(self.user.dressed(lines), self.clashes, tuple(self.asides))

    def whole(self, base: Rendering) -> None:
        """Merge files with one region or none: there's no other operator to land in."""
        key = next(iter(_keys(self.new.regions)), BETWEEN)
        self._put(key, base.lines, self.user.lines, new=self.new.lines)

    def regions(self, base: Rendering, scan: Scanner) -> bool:
        """Merge region by region; False if a text can't be cut safely."""
        base_shapes, new_shapes = shapes(base, scan), shapes(self.new, scan)
        self.anchors = {region.key: region.anchor for region in base.regions}
        ours = _cut_user(self.user, base_shapes, new_shapes, scan=scan)
        if not ours.is_whole:
            return False
        before = cut_rendering(base, base_shapes)
        ours = with_last_tail(ours, before.epilogue)
        versions = _Versions(before, ours, cut_rendering(self.new, new_shapes))
        self._put(BETWEEN, before.preamble, ours.preamble, new=versions.new.preamble)
        self.runs.append(versions.left_behind(None))
        for key in versions.order():
            self._region(key, versions)
        self._put(BETWEEN, before.epilogue, ours.epilogue, new=versions.new.epilogue)
        self._put_aside(versions)
        return True

    def _region(self, key: RegionKey, versions: _Versions) -> None:
        base, user, new = versions.of(key)
        if user is not None:
            self._declared(key, base or _NOTHING, user, new=new or _NOTHING)
            self._tail((base or _NOTHING).tail, user.tail, (new or _NOTHING).tail)
            self.runs.append(versions.left_behind(key))
        elif new is not None:
            self._take(new.body)
            self._take(new.tail)

    def graft(self, graft: Graft, place: Part, rendered: Part) -> None:
        """Put a text from elsewhere in the place of a region, merged with what is there."""
        if graft.user is not None:
            own = graft.user.with_eol(self.user.eol)
            self._declared(graft.key, graft.base, own, new=place)
            self.runs.append(place.tail)
        elif not same(place.body, rendered.body):
            self.runs += [place.body, place.tail]
        else:
            # It was deleted there and stays so; what somebody wrote below it doesn't go.
            self.runs.append(() if same(place.tail, rendered.tail) else place.tail)
            if not same(graft.base.body, rendered.body):
                label = self._label(graft.key)
                self.asides.append(Aside(graft.key, Loss.DELETED, rendered.body, label))

    def _declared(self, key: RegionKey, base: Part, user: Part, *, new: Part) -> None:
        """Merge a declaration's head and its body, which are changed by different people, apart."""
        if _is_only_laid_out(base, user, new):
            self.relaid += user.declaration
            user = user.redeclared(tuple(with_eol(base.declaration, self.user.eol)))
        fixed = range(base.lead, base.split)
        for cut, kept in ((_head, fixed), (_below, ())):
            before, ours = cut(base), cut(user)
            if key in self.renamings:
                before, ours = carried(before, ours, renaming=self.renamings[key], fixed=kept)
            self._put(key, before, ours, new=cut(new))

    def _tail(self, base: Lines, user: Lines, new: Lines) -> None:
        """Merge what stands below a region; blank lines alone are never a conflict."""
        if same(base, user):
            self._take(new)
        elif is_blank(base) and is_blank(new):
            self.runs.append(user)
            if not base and user and user[-1].strip():
                # What comes next mustn't take it for a comment of its own.
                self._take(new)
        else:
            self._put(BETWEEN, base, user, new=new)

    def _put(self, key: RegionKey, base: Lines, user: Lines, *, new: Lines) -> None:
        for chunk in merge(base, user, new):
            self._chunk(key, chunk)

    def _chunk(self, key: RegionKey, chunk: Chunk) -> None:
        match chunk:
            case Kept(lines):
                self.runs.append(lines)
            case Taken(lines):
                self._take(lines)
            case Clash():
                if key not in self.clashes:
                    self.clashes[key] = Markers.fitting((self.user.lines, self.new.lines), key)
                markers = self.clashes[key]
                self.runs.append(markers.around(chunk, label=self._label(key), eol=self.user.eol))

    def _take(self, lines: Lines) -> None:
        self.runs.append(with_eol(lines, self.user.eol))

    def _label(self, key: RegionKey) -> str:
        labels = (region.label for region in self.new.regions if region.key == key)
        return next(labels, "") or self.new.label or "opgen"

    def _put_aside(self, versions: _Versions) -> None:
        for part in versions.removed():
            before = versions.base.part(part.key)
            if before is not None and not same(before.body, part.body):
                aside = Aside(part.key, Loss.REMOVED, part.body, "")
                anchor = self.anchors.get(part.key, "")
                self.asides.append(replace(aside, base=before.body, anchor=anchor))
        for base, new in versions.unplaced():
            if not same(base.body, new.body):
                doubled = new.key in versions.user.doubled
                loss = Loss.DOUBLED if doubled else Loss.DELETED
                self.asides.append(Aside(new.key, loss, new.body, self._label(new.key)))


def _is_only_laid_out(base: Part, user: Part, new: Part) -> bool:
    """Whether a declaration that is generated in another way now was only laid out anew by hand.

    In comments and strings, white space counts.
    """
    ours, before = user.declaration, base.declaration
    if same(ours, before) or tokens(ours) != tokens(before):
        return False
    is_plain = not any(mark in line for line in (*ours, *before) for mark in _NOT_PLAIN)
    return is_plain and tokens(new.declaration) != tokens(before)


def _head(part: Part) -> Lines:
    return part.body[: part.split]


def _below(part: Part) -> Lines:
    return part.body[part.split :]


def _cut_user(
    user: Text, base: Mapping[RegionKey, Shape], new: Mapping[RegionKey, Shape], *, scan: Scanner
) -> Cut:
    """Look for the anchors last written, then, for what isn't found, for those written now."""
    cut = cut_user(user.lines, {**new, **base}, scan)
    found = {part.key for part in cut.parts} | cut.doubled
    missing = {key: new[key] for key in base if key in new and key not in found}
    if any(shape.anchor != base[key].anchor for key, shape in missing.items()):
        return cut_user(user.lines, {**new, **base, **missing}, scan)
    return cut


# No slots: cached properties need a dictionary.
@dataclass(frozen=True)
class _Versions:
    """The three versions of a file, cut into regions."""

    base: Cut
    user: Cut
    new: Cut

    def of(self, key: RegionKey) -> tuple[Part | None, Part | None, Part | None]:
        return self.base.part(key), self.user.part(key), self.new.part(key)

    def order(self) -> list[RegionKey]:
        """Return the regions of the merged file in order.

        The user's order stays as long as the generator's is what it was; a new region comes
        behind the one it's generated behind.
        """
        base, new = ([part.key for part in cut.parts] for cut in (self.base, self.new))
        rank = {key: at for at, key in enumerate(new)}
        staying = [part.key for part in self.user.parts if part.key in rank]
        if [key for key in base if key in rank] != [key for key in new if self.base.part(key)]:
            staying.sort(key=rank.__getitem__)
        present = set(staying)
        above: RegionKey | None = None
        for key in new:
            is_new = self.base.part(key) is None and key not in self.user.doubled
            if is_new and key not in present:
                staying.insert(0 if above is None else staying.index(above) + 1, key)
                present.add(key)
            above = key if key in present else above
        return staying

    def removed(self) -> list[Part]:
        """Return the user's regions that are no longer generated."""
        return [part for part in self.user.parts if self.new.part(part.key) is None]

    def unplaced(self) -> list[tuple[Part, Part]]:
        """Return the regions, before and now, that have no place in the user's text."""
        found = []
        for new in self.new.parts:
            base = self.base.part(new.key)
            lost = base is not None or new.key in self.user.doubled
            if lost and self.user.part(new.key) is None:
                found.append((base or _NOTHING, new))
        return found

    def left_behind(self, key: RegionKey | None) -> list[bytes]:
        """Return what the user wrote below the removed regions that follow region ``key``."""
        return [line for part in self._orphans.get(key, ()) for line in part.tail]

    @cached_property
    def _orphans(self) -> dict[RegionKey | None, list[Part]]:
        """The removed regions with text of the user below them, by the region that stays above."""
        found: dict[RegionKey | None, list[Part]] = {}
        above: RegionKey | None = None
        for part in self.user.parts:
            before = self.base.part(part.key) or _NOTHING
            if self.new.part(part.key) is not None:
                above = part.key
            elif not is_blank(part.tail) and not same(part.tail, before.tail):
                found.setdefault(above, []).append(part)
        return found
