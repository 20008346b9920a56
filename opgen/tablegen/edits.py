"""An edit of a few lines of a file: what the prepass found before it holds behind it.

That is so where nothing in those lines, as they were and as they are, can begin or end a comment, a
directive, code or an include, and no such thing reaches into them. Loaded only where a file has
changed. Knows the lexical rules of the prepass, nothing of tokens or statements.
"""

from __future__ import annotations

from collections.abc import Callable

from opgen.hints import Final
from opgen.tablegen.prepass_facts import Edit, Facts, Revised, blank

_MARKS: Final = (b"#", b"//", b"/*", b"*/", b"[{", b"}]", b"include", b"\0")
_BLANKS: Final = " \t\r\n"


def find_edit(old: bytes, new: bytes) -> Edit:
    """Return the lines in which two texts differ; they end with an end of a line."""
    size, new_size = len(old), len(new)
    front = _count_common(min(size, new_size), lambda low, high: old[low:high] == new[low:high])
    back = _count_common(
        min(size, new_size) - front,
        lambda low, high: old[size - high : size - low] == new[new_size - high : new_size - low],
    )
    start = old.rfind(b"\n", 0, front) + 1
    old_end = 1 + old.find(b"\n", size - back) or size
    return Edit(start, old_end, old_end + new_size - size)


def revise(facts: Facts, old: bytes, new: bytes) -> Revised | None:
    """Return what the prepass does to ``new``, if what it did to ``old`` decides that."""
    edit = find_edit(old, new)
    start, old_end, end = edit
    lines = old[start:old_end], new[start:end]
    if any(mark in part for mark in _MARKS for part in lines) or _reaches_into(facts, edit):
        return None
    moved = end - old_end
    revised = Facts(
        tuple([_moved(event, old_end, moved) for event in facts.events]),
        tuple([at if at <= start else at + moved for at in facts.blanks]),
        tuple([at if at < start else at + moved for at in facts.words]),
        facts.asked,
        is_blank=False,
    )
    text = blank(new, revised.blanks)
    # A word may still wait for its name.
    if text[:start].rstrip(_BLANKS).endswith("include"):
        return None
    return Revised(revised._replace(is_blank=not text.strip(_BLANKS)), text, edit)


def _count_common(most: int, is_same: Callable[[int, int], bool]) -> int:
    """Return how many characters two texts have in common, given a comparison of parts of them."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if is_same(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _reaches_into(facts: Facts, edit: Edit) -> bool:
    """Whether something that is blanked, or an include, overlaps the lines."""
    start, end, _ = edit
    stretches = zip(facts.blanks[::2], facts.blanks[1::2], strict=True)
    includes = [(event[2], event[3]) for event in facts.events if event[0] == "i"]
    return any(start < last and first < end for first, last in (*stretches, *includes))


def _moved(event: tuple[object, ...], end: int, by: int) -> tuple[object, ...]:
    """Return an event at the place to which it moves if what it stands behind changes."""
    if event[0] != "i":
        return event
    return ("i", *[at + by if isinstance(at, int) and at >= end else at for at in event[1:]])
