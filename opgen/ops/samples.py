"""Samples: arguments to try an operator with, as written and as added by rule.

``Sample<"x:[m,k] weight:[n,k] bias:none alpha:0.5", "m=4, k=3, n=5">``: sizes are numbers or
letters, ``none`` leaves an optional operand out, ``:transposed`` and ``:strided`` after a shape
say how the tensor lies in memory, ``([2],[3])`` lists the tensors of a variadic operand. To what
is written, rules add an empty, a size-1, a transposed and a 0-d sample where the shape rule
allows them, and one without the optional operands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from opgen.diagnostics import Diagnostics
from opgen.ops.attribute_values import parse_attribute_value
from opgen.ops.dtypes import AttributeValue
from opgen.ops.op import (
    ELLIPSIS,
    Arity,
    Broadcast,
    Dims,
    Op,
    Operand,
    SameAs,
    Trait,
)
from opgen.ops.sample import Layout, Sample, SampleTensor
from opgen.ops.shape_inference import Shape, ShapeMismatchError, Shapes, infer_shapes
from opgen.ops.spec_text import Reporter, SpecText

_ARGUMENT = re.compile(r"([A-Za-z_]\w*):((?:\([^)]*\)|\[[^\]]*\]|\"(?:[^\"\\]|\\.)*\"|[^\s\[(])+)")
_TENSOR = re.compile(r"\[([^\]]*)\](?::(contiguous|transposed|strided))?\Z")
_TENSORS = re.compile(r"\[[^\]]*\](?::\w+)?")
_SIZE = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(\d+)\s*\Z")

SampleOperand = SampleTensor | tuple[SampleTensor, ...] | None


@dataclass(slots=True)
class _Given:
    """What a sample gives, while it is read."""

    letters: Mapping[str, int]
    operands: dict[str, SampleOperand] = field(default_factory=dict)
    attributes: dict[str, AttributeValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SampleReader:
    """Reads the samples of one operator."""

    op: Op
    diagnostics: Diagnostics

    def read(self, arguments: SpecText, sizes: SpecText, *, name: str) -> Sample | None:
        """Return the sample, or ``None`` when it has been reported as wrong."""
        letters = self._sizes(sizes)
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
        sample = Sample(name, ordered, tuple(given.attributes.items()))
        problem = misfit(self.op, sample)
        if problem:
            report(0, len(arguments.text), f"the sample does not fit the shape rule: {problem}")
            return None
        return sample

    def _sizes(self, sizes: SpecText) -> dict[str, int]:
        letters: dict[str, int] = {}
        report = Reporter(sizes, "OPG0314", self.diagnostics)
        at = 0
        for part in sizes.text.split(",") if sizes.text.strip() else []:
            match = _SIZE.match(part)
            if match:
                letters[match[1]] = int(match[2])
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
        attribute = next((a for a in self.op.attributes if a.name == name), None)
        if name in given.operands or name in given.attributes:
            report(*match.span(1), f"`{name}` is given twice")
        elif operand is not None:
            problem, given.operands[name] = _operand_value(operand, value, given.letters)
            if problem:
                report(*match.span(2), problem)
        elif attribute is not None:
            parsed = parse_attribute_value(value, attribute.kind, attribute.choices)
            if parsed is None:
                report(*match.span(2), f"`{value}` is no {attribute.kind.value} for `{name}`")
            given.attributes[name] = False if parsed is None else parsed
        else:
            report(*match.span(1), f"`{self.op.name}` has no operand or attribute `{name}`")

    def _complete(self, given: _Given, report: Reporter) -> None:
        end = len(report.source.text)
        for operand in self.op.operands:
            if operand.name not in given.operands:
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
    return ("" if tensor else f"`{value}` is no shape of numbers and sized letters"), tensor


def _tensor(text: str, letters: Mapping[str, int]) -> SampleTensor | None:
    match = _TENSOR.match(text)
    if match is None:
        return None
    sizes = [size.strip() for size in match[1].split(",")] if match[1].strip() else []
    shape = tuple(int(s) if s.isdecimal() else letters.get(s, -1) for s in sizes)
    if -1 in shape:
        return None
    return SampleTensor(shape, Layout(match[2] or "contiguous"))


def misfit(op: Op, sample: Sample) -> str | None:
    """Return why the operands of ``sample`` do not fit the shape rule, or ``None``."""
    if op.shape is None:
        return None
    try:
        infer_shapes(op, shapes_of(sample), dict(sample.attributes))
    except ShapeMismatchError as error:
        return str(error)
    return None


def shapes_of(sample: Sample) -> dict[str, Shapes]:
    """Return the shapes of the operands of a sample."""
    return {
        name: [part.shape for part in tensor]
        if isinstance(tensor, tuple)
        else None
        if tensor is None
        else tensor.shape
        for name, tensor in sample.operands
    }


def with_added_samples(op: Op, written: Iterable[Sample]) -> tuple[Sample, ...]:
    """Return the written samples and those that the shape rule adds to them."""
    samples = list(written)
    if not samples and all(attribute.may_be_omitted for attribute in op.attributes):
        samples = [s for s in (_of_shapes(op, "basic", letter=3, batch=(2,)),) if s]
    if not samples:
        return ()
    attributes = samples[0].attributes
    added = [
        _of_shapes(op, "empty", letter=3, batch=(0,)),
        _of_shapes(op, "size one", letter=1, batch=(1,)),
        _of_shapes(op, "no batch", letter=3, batch=()),
        _transposed(samples[0]),
        _without_optionals(op, samples[0]),
    ]
    given = [replace(s, attributes=attributes) for s in added if s]
    fitting = [s for s in given if not misfit(op, s)]
    known = [(s.operands, s.attributes) for s in samples]
    return (*samples, *(s for s in fitting if (s.operands, s.attributes) not in known))


def _of_shapes(op: Op, name: str, *, letter: int, batch: Shape) -> Sample | None:
    rule = op.shape
    if any(operand.arity is Arity.VARIADIC for operand in op.operands):
        return None
    if isinstance(rule, Dims):
        letters = sorted({i for group in rule.operands for i in group if i != ELLIPSIS})
        sizes = {
            item: letter + (number if letter > 1 else 0) for number, item in enumerate(letters)
        }
        shapes = [
            tuple(n for item in group for n in (batch if item == ELLIPSIS else (sizes[item],)))
            for group in rule.operands
        ]
    elif isinstance(rule, Broadcast) or (
        isinstance(rule, SameAs) and (Trait.ELEMENTWISE in op.traits or len(op.operands) == 1)
    ):
        shapes = [(*batch, letter) if batch else ()] * len(op.operands)
    else:
        return None
    named = zip((operand.name for operand in op.operands), shapes, strict=True)
    return Sample(name, tuple((operand, SampleTensor(shape)) for operand, shape in named))


def _transposed(sample: Sample) -> Sample | None:
    def turned(tensor: SampleOperand) -> SampleOperand:
        if isinstance(tensor, SampleTensor) and len(tensor.shape) > 1:
            return replace(tensor, layout=Layout.TRANSPOSED)
        return tensor

    operands = tuple((name, turned(tensor)) for name, tensor in sample.operands)
    return replace(sample, name="transposed", operands=operands)


def _without_optionals(op: Op, sample: Sample) -> Sample | None:
    optional = {operand.name for operand in op.operands if operand.arity is Arity.OPTIONAL}
    operands = tuple((n, None if n in optional else tensor) for n, tensor in sample.operands)
    return replace(sample, name="without optionals", operands=operands)
