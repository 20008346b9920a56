"""The ``dims`` notation: ``"... m k, n k -> ... m n"``, one group a tensor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from opgen.diagnostics import Diagnostics, counted
from opgen.ops.op import ELLIPSIS, Dims, Operand, Result
from opgen.ops.spec_text import Reporter, SpecText

_ITEM = re.compile(r"\S+")
_LETTER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

Group = tuple[str, ...]


def parse_dims(
    source: SpecText,
    operands: Sequence[Operand],
    results: Sequence[Result],
    *,
    sized: Sequence[str] = (),
    diagnostics: Diagnostics,
) -> Dims | None:
    """Parse a dims rule and check it against the operands and results it is about.

    Args:
        source: The rule as written.
        operands: The operands, one group each.
        results: The results, one group each.
        sized: The attributes that are the size of the letter of their name.
        diagnostics: Takes what is wrong.

    Returns:
        The rule, or ``None`` when it has been reported as wrong.
    """
    report = Reporter(source, "OPG0312", diagnostics)
    before, arrow, after = source.text.partition("->")
    if not arrow:
        report(0, len(source.text), "dims have no `->`", help="write `operands -> results`")
        return None
    ins = _groups(before, 0, report)
    outs = _groups(after, len(before) + len(arrow), report)
    if ins is None or outs is None:
        return None
    counted = _count(ins, operands, "operand", extent=(0, len(before)), report=report)
    at = len(before) + len(arrow)
    extent = (at, len(source.text))
    counted = _count(outs, results, "result", extent=extent, report=report) and counted
    if not counted or not _bound([*ins, tuple(sized)], outs, source.text, report=report):
        return None
    letters = {item for group in (*ins, *outs) for item in group}
    return Dims(tuple(ins), tuple(outs), tuple(name for name in sized if name in letters))


def parse_groups(
    source: SpecText, operands: Sequence[Operand], diagnostics: Diagnostics
) -> tuple[Group, ...] | None:
    """Parse what operands have to match, one group each: the left side of a dims rule."""
    report = Reporter(source, "OPG0312", diagnostics)
    groups = _groups(source.text, 0, report)
    extent = (0, len(source.text))
    if groups is None or not _count(groups, operands, "operand", extent=extent, report=report):
        return None
    return tuple(groups)


def _groups(text: str, offset: int, report: Reporter) -> list[Group] | None:
    groups: list[Group] = []
    valid = True
    for part in text.split(","):
        group: list[str] = []
        for item in _ITEM.finditer(part):
            start, end = offset + item.start(), offset + item.end()
            name = item[0]
            if name != ELLIPSIS and not _LETTER.match(name):
                report(start, end, f"`{name}` is neither a letter of dims nor `...`")
                valid = False
            elif name == ELLIPSIS and ELLIPSIS in group:
                report(start, end, "`...` comes twice in one group")
                valid = False
            group.append(name)
        groups.append(tuple(group))
        offset += len(part) + 1
    return groups if valid else None


def _count(
    groups: list[Group],
    tensors: Sequence[Operand] | Sequence[Result],
    what: str,
    *,
    extent: tuple[int, int],
    report: Reporter,
) -> bool:
    if len(groups) == len(tensors):
        return True
    report(
        *extent,
        f"dims have {counted(len(groups), f'{what} group')}, the op has {len(tensors)}",
        help="write one group for each, in order: " + ", ".join(t.name for t in tensors),
    )
    return False


def _bound(ins: list[Group], outs: list[Group], text: str, *, report: Reporter) -> bool:
    known = {item for group in ins for item in group}
    unknown = [item for group in outs for item in group if item not in known]
    start = text.index("->") + 2
    for item in unknown:
        found = re.compile(rf"(?<!\S){re.escape(item)}(?![^\s,])").search(text, start)
        place = found.span() if found else (start, len(text))
        report(
            *place,
            f"`{item}` of a result is in no operand, so its size is unknown",
            help=f"use it in an operand, or give it a size by an attribute `{item}` of type i64",
        )
    return not unknown
