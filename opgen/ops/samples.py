"""Samples as they are written: arguments to try an operator with.

``Sample<"x:[m,k] weight:[n,k] bias:none alpha:0.5", "m=4, k=3, n=5">``: sizes are numbers or
letters, ``none`` leaves an optional operand or attribute out, ``:transposed`` and ``:strided``
after a shape say how the tensor lies in memory, ``([2],[3])`` lists the tensors of a variadic
operand. Letters of the op's dims that are given no size get one, and so do operands that are not
mentioned.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostics
from opgen.ops.added_samples import (
    BATCH,
    SampleOperand,
    drawn_sizes,
    misfit,
    shape_of_group,
    without_value,
)
from opgen.ops.attribute_values import parse_attribute_value
from opgen.ops.dtypes import AttributeValue
from opgen.ops.op import ELLIPSIS, Arity, Dims, Op, Operand
from opgen.ops.optional_attributes import is_absence
from opgen.ops.sample import ErrorSample, Layout, Sample, SampleTensor
from opgen.ops.shape_inference import Shape
from opgen.ops.spec_text import LARGEST, Reporter, SpecText, size_of

_ARGUMENT = re.compile(r"([A-Za-z_]\w*):((?:\([^)]*\)|\[[^\]]*\]|\"(?:[^\"\\]|\\.)*\"|[^\s\[(])+)")
_TENSOR = re.compile(r"\[([^\]]*)\](?::(contiguous|transposed|strided))?\Z")
_TENSORS = re.compile(r"\[[^\]]*\](?::\w+)?")
_SIZE = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(\d+)\s*\Z")


@dataclass(slots=True)
class _Given:
    """What a sample gives, while it is read."""

    letters: Mapping[str, int]
    operands: dict[str, SampleOperand] = field(default_factory=dict)
    attributes: dict[str, AttributeValue] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class SampleReader:
    """Reads the samples of one operator."""

    op: Op
    diagnostics: Diagnostics

    def read(self, arguments: SpecText, sizes: SpecText, *, name: str) -> Sample | None:
        """Return the sample, or ``None`` when it has been reported as wrong."""
        sample = self._parsed(arguments, sizes, name)
        problem = sample and (misfit(self.op, sample) or without_value(self.op, sample))
        if problem:
            report = Reporter(arguments, "OPG0314", self.diagnostics)
            message = f"the sample does not fit the shape rule: {problem}"
            report(0, len(arguments.text), message)
            return None
        return sample

    def read_error(
        self, arguments: SpecText, sizes: SpecText, message: SpecText, *, name: str
    ) -> ErrorSample | None:
        """Return a sample that has to be refused, or ``None`` when it is reported as wrong."""
        sample = self._parsed(arguments, sizes, name)
        if sample is None:
            return None
        problem = misfit(self.op, sample)
        text = f"{self.op.name}: {problem}"
        if problem and message.text not in text:
            report = Reporter(message, "OPG0332", self.diagnostics)
            said = f"the call says `{text}`"
            report(0, len(message.text), said, help="write a part of that")
            return None
        if not problem and not message.text.strip():
            report = Reporter(arguments, "OPG0332", self.diagnostics)
            advice = "say what the kernel says of it, or write arguments that don't fit"
            report(0, len(arguments.text), "the shape rule accepts these arguments", help=advice)
            return None
        return ErrorSample(sample, message.text)

    def _parsed(self, arguments: SpecText, sizes: SpecText, name: str) -> Sample | None:
        letters = self._drawn() | self._sizes(sizes)
        report = Reporter(arguments, "OPG0314", self.diagnostics)
        before = len(self.diagnostics.items)
        given = _Given(letters)
        at = 0
        for match in _ARGUMENT.finditer(arguments.text):
            self._stray(arguments.text, at, match.start(), report=report)
            at = match.end()
            self._argument(match, given, report)
        self._stray(arguments.text, at, len(arguments.text), report=report)
        self._complete(given, report)
        if len(self.diagnostics.items) > before:
            return None
        ordered = tuple((o.name, given.operands[o.name]) for o in self.op.operands)
        return Sample(name, ordered, tuple(given.attributes.items()))

    def _drawn(self) -> dict[str, int]:
        """Return sizes of the letters, for those that a sample doesn't give."""
        return drawn_sizes(self.op.shape) if isinstance(self.op.shape, Dims) else {}

    def _sizes(self, sizes: SpecText) -> dict[str, int]:
        letters: dict[str, int] = {}
        report = Reporter(sizes, "OPG0314", self.diagnostics)
        at = 0
        for part in sizes.text.split(",") if sizes.text.strip() else []:
            match = _SIZE.match(part)
            size = size_of(match[2]) if match else None
            if match and size is not None:
                letters[match[1]] = size
            else:
                report(at, at + len(part), f"`{part.strip()}` is no size", help="write `m=3, k=5`")
            at += len(part) + 1
        return letters

    @staticmethod
    def _stray(text: str, start: int, end: int, *, report: Reporter) -> None:
        stray = text[start:end].strip()
        if stray:
            at = text.index(stray, start)
            report(at, at + len(stray), f"`{stray}` is no argument", help="write `name:value`")

    def _argument(self, match: re.Match[str], given: _Given, report: Reporter) -> None:
        name, value = match[1], match[2]
        operand = next((o for o in self.op.operands if o.name == name), None)
        attribute = next((a for a in self.op.public_attributes if a.name == name), None)
        if name in given.operands or name in given.attributes or name in given.absent:
            report(*match.span(1), f"`{name}` is given twice")
        elif operand is not None:
            problem, given.operands[name] = _operand_value(operand, value, given.letters)
            if problem:
                report(*match.span(2), problem)
        elif attribute is not None and is_absence(attribute, value):
            given.absent.add(name)
        elif attribute is not None:
            parsed = parse_attribute_value(value, attribute.kind, attribute.choices)
            if parsed is None:
                report(*match.span(2), f"`{value}` is no {attribute.kind.value} for `{name}`")
            given.attributes[name] = False if parsed is None else parsed
            if attribute.flag:
                given.attributes[attribute.flag] = True
        else:
            report(*match.span(1), f"`{self.op.name}` has no operand or attribute `{name}`")

    def _complete(self, given: _Given, report: Reporter) -> None:
        end = len(report.source.text)
        for number, operand in enumerate(self.op.operands):
            if operand.name not in given.operands:
                shape = self._shape_of(number, given)
                if shape is not None and operand.arity is Arity.SINGLE:
                    given.operands[operand.name] = SampleTensor(shape)
                    continue
                if operand.arity is Arity.SINGLE:
                    report(0, end, f"the sample has no operand `{operand.name}`")
                given.operands[operand.name] = None if operand.arity is Arity.OPTIONAL else ()
        for attribute in self.op.attributes:
            if not attribute.may_be_omitted and attribute.name not in given.attributes:
                report(
                    0,
                    end,
                    f"the sample has no attribute `{attribute.name}`, which has no default",
                    help=f"add `{attribute.name}:VALUE`",
                )

    def _shape_of(self, number: int, given: _Given) -> Shape | None:
        """Return the shape that the letters give to an operand which the sample leaves out."""
        rule = self.op.shape
        if not isinstance(rule, Dims) or not given.letters.keys() >= {*rule.operands[number]} - {
            ELLIPSIS
        }:
            return None
        return shape_of_group(rule.operands[number], dict(given.letters), BATCH)


def _operand_value(
    operand: Operand, value: str, letters: Mapping[str, int]
) -> tuple[str, SampleOperand]:
    if value == "none":
        allowed = operand.arity is Arity.OPTIONAL
        return ("" if allowed else f"operand `{operand.name}` is not optional"), None
    if operand.arity is Arity.VARIADIC:
        parts = [_tensor(part, letters) for part in _TENSORS.findall(value.strip("()"))]
        tensors = tuple(part for part in parts if part is not None)
        return ("" if len(tensors) == len(parts) else f"`{value}` is no list of shapes"), tensors
    tensor = _tensor(value, letters)
    problem = f"`{value}` is no shape of numbers and sized letters"
    return ("" if tensor else f"{problem} with at most {LARGEST} elements"), tensor


def _tensor(text: str, letters: Mapping[str, int]) -> SampleTensor | None:
    match = _TENSOR.match(text)
    if match is None:
        return None
    sizes = [size.strip() for size in match[1].split(",")] if match[1].strip() else []
    shape = [size_of(s) if s.isdecimal() else letters.get(s) for s in sizes]
    known = tuple(size for size in shape if size is not None)
    if len(known) < len(shape) or math.prod(known) > LARGEST:
        return None
    return SampleTensor(known, Layout(match[2] or "contiguous"))
