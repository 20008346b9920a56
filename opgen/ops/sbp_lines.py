"""The notation of a signature in a spec, ``"a:S(0) b:B -> S(0)"``, and the fields around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.letters import letter_rule, rules_of
from opgen.ops.op import ELLIPSIS, Arity, Op
from opgen.ops.placements import Distribution, Placement, SbpLine, Split, Whole
from opgen.ops.sbp import undecided_letters
from opgen.ops.spec_text import LARGEST, Reporter, SpecText, size_of
from opgen.tablegen import Record, as_list, as_string

_ITEM = re.compile(r"(?:([A-Za-z_]\w*)\s*:\s*)?([A-Za-z]+)(?:\(\s*(-?\d{1,3})\s*\))?(?=[\s,]|\Z)")
_SEPARATOR = re.compile(r"[\s,]*")
_HELP = "write `operand:PLACEMENT ... -> PLACEMENT ...`, a placement being `S(axis)`, `B` or `P`"


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    placement: Placement
    start: int
    end: int


def read_distribution(record: Record, op: Op, diagnostics: Diagnostics) -> Distribution:
    """Return what ``linear``, ``no_split`` and ``sbp`` say, less what is reported as wrong.

    Args:
        record: The op's record.
        op: The op, with its shape rule.
        diagnostics: Takes what is wrong.
    """
    reader = _Reader(record, op, diagnostics)
    linear, no_split = reader.linear(), reader.no_split()
    distribution = Distribution(linear, no_split, reader.lines())
    if no_split:
        reader.check_undecided(distribution)
    return distribution


@dataclass(frozen=True, slots=True)
class _Reader:
    record: Record
    op: Op
    diagnostics: Diagnostics

    def linear(self) -> tuple[str, ...]:
        operands = [operand.name for operand in self.op.operands]
        names = self._strings("linear")
        for index, name in enumerate(names):
            if name not in operands:
                message = f"linear of `{self.op.name}` names unknown operand `{name}`"
                advice = did_you_mean(name, operands) or "operands: " + ", ".join(operands)
                self._report("OPG0306", message, ("linear", index), help=advice)
        return tuple(name for name in names if name in operands)

    def lines(self) -> tuple[SbpLine, ...]:
        sources = [
            SpecText(text, self.record.locate("sbp", index))
            for index, text in enumerate(self._strings("sbp"))
        ]
        return tuple(line for source in sources if (line := self._line(source)) is not None)

    def _strings(self, field: str) -> tuple[str, ...]:
        return tuple(as_string(value) or "" for value in as_list(self.record.value(field)) or ())

    def no_split(self) -> tuple[str, ...]:
        rule = self.op.shape
        groups = (group for part in rules_of(self.op) for group in part.operands)
        letters = {letter for group in groups for letter in group}
        names = self._strings("no_split")
        for index, letter in enumerate(names):
            if letter not in letters and rule is not None:
                message = f"no_split of `{self.op.name}` names `{letter}`, no letter of its dims"
                known = "letters: " + ", ".join(sorted(letters)) if letters else "write `dims`"
                advice = did_you_mean(letter, letters) or known
                self._report("OPG0351", message, ("no_split", index), help=advice)
        return names

    def check_undecided(self, distribution: Distribution) -> None:
        for letter in undecided_letters(self.op, distribution):
            what = "leading dimensions `...`" if letter == ELLIPSIS else f"letter `{letter}`"
            self._report(
                "OPG0350",
                f"no result has {what}, and nothing says that `{self.op.name}` sums over it",
                ("no_split",),
                help=f"add `{letter}` to `no_split`, or name in `linear` the operands in which "
                "the op is linear if it sums",
            )

    def _report(
        self,
        code: str,
        message: str,
        place: tuple[str, *tuple[int, ...]],
        *,
        help: str,  # noqa: A002
    ) -> None:
        span = self.record.locate(*place)
        self.diagnostics.add(Diagnostic(code, message, span, help=help))

    def _line(self, source: SpecText) -> SbpLine | None:
        report = Reporter(source, "OPG0352", self.diagnostics)
        before, arrow, after = source.text.partition("->")
        if not arrow:
            report(0, len(source.text), "the signature has no `->`", help=_HELP)
            return None
        known = len(self.diagnostics.items)
        at = len(before) + len(arrow)
        inputs = list(_items(before, 0, report))
        outputs = list(_items(after, at, report))
        if len(self.diagnostics.items) == known:
            self._check_operands(inputs, report)
            self._check_results(outputs, (at, len(source.text)), report)
        if len(self.diagnostics.items) > known:
            return None
        named = {item.name: item.placement for item in inputs}
        ordered = tuple((o.name, named[o.name]) for o in self.op.operands if o.name in named)
        return SbpLine(ordered, tuple(item.placement for item in outputs))

    def _check_operands(self, items: Sequence[_Item], report: Reporter) -> None:
        operands = [operand.name for operand in self.op.operands]
        seen: set[str] = set()
        for item in items:
            if item.name in seen:
                report(item.start, item.end, f"`{item.name}` is placed twice")
            elif item.name not in operands:
                message = (
                    f"`{self.op.name}` has no operand `{item.name}`"
                    if item.name
                    else "a placement left of `->` names no operand"
                )
                advice = did_you_mean(item.name, operands) if item.name else _HELP
                report(item.start, item.end, message, help=advice)
            else:
                self._check_axis(item, operands.index(item.name), report)
            seen.add(item.name)
        missing = [
            operand.name
            for operand in self.op.operands
            if operand.arity is Arity.SINGLE and operand.name not in seen
        ]
        if missing and "" not in seen:
            end = report.source.text.index("->")
            report(0, end, f"the signature doesn't place {', '.join(missing)}", help=_HELP)

    def _check_results(
        self, items: Sequence[_Item], extent: tuple[int, int], report: Reporter
    ) -> None:
        names = [result.name for result in self.op.results]
        if len(items) != len(names):
            message = f"the signature places {len(items)} of {len(names)} results"
            report(*extent, message, help="write one placement for each of " + ", ".join(names))
            return
        for index, (item, name) in enumerate(zip(items, names, strict=True)):
            if item.name not in {"", name}:
                message = f"result {index + 1} is `{name}`, not `{item.name}`"
                report(item.start, item.end, message, help="place the results in their order")
            else:
                self._check_axis(item, len(self.op.operands) + index, report)

    def _check_axis(self, item: _Item, tensor: int, report: Reporter) -> None:
        """Report an axis that a tensor doesn't have, or that can't be counted."""
        rule = letter_rule(self.op)
        if not isinstance(item.placement, Split):
            return
        if rule is None:
            if item.placement.axis < 0 and tensor >= len(self.op.operands):
                message = "no letters tell how many dimensions the result has"
                report(item.start, item.end, message, help="count the axis from 0")
            return
        group = (*rule.operands, *rule.results)[tensor]
        rank, axis = len(group), item.placement.axis
        if ELLIPSIS not in group and not -rank <= axis < rank:
            message = f"axis {axis} is out of range: the tensor has {rank} dimensions"
            report(item.start, item.end, message)


def _items(text: str, offset: int, report: Reporter) -> Iterator[_Item]:
    at = _SEPARATOR.match(text).end()  # type: ignore[union-attr]  # it matches nothing too
    while at < len(text):
        match = _ITEM.match(text, at)
        placement = _placement(match) if match else None
        if match is None or placement is None:
            end = at + len(text[at:].split(maxsplit=1)[0])
            report(offset + at, offset + end, f"`{text[at:end]}` is no placement", help=_HELP)
        else:
            end = match.end()
            yield _Item(match[1] or "", placement, offset + at, offset + end)
        at = _SEPARATOR.match(text, end).end()  # type: ignore[union-attr]


def _placement(match: re.Match[str]) -> Placement | None:
    if match[2] == "S" and match[3]:
        sign, digits = (-1, match[3][1:]) if match[3].startswith("-") else (1, match[3])
        axis = size_of(digits)
        # An axis beyond all sizes is out of every range.
        return Split(sign * (LARGEST if axis is None else axis))
    if match[2] in {"B", "P"} and not match[3]:
        return Whole(match[2])
    return None
