"""Domains: the values that samples give to operands, ``"x in (-10, 10) avoid {0}"``.

Bounds are numbers or formulas over the sizes of the sample: ``"index in [0, x[0])"``. Several
operands are separated by ``;``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.formulas.parser import parse_expression
from opgen.ops.op import Op
from opgen.ops.sample import Domain, Sample
from opgen.ops.shape_inference import arguments_of
from opgen.ops.shapes.binder import Scope, bind
from opgen.ops.shapes.evaluate import Arguments, ShapeMismatchError, Shapes, evaluate
from opgen.ops.shapes.terms import Term, TermType, subterms
from opgen.ops.spec_text import Reporter, SpecText

CODE: Final = "OPG0331"

_NAME: Final = re.compile(r"\s*([A-Za-z_]\w*)\s+in\s*([\[(])")
_AVOID: Final = re.compile(r"\s*avoid\s*\{")
_DEPTH: Final = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_HELP: Final = "write `operand in (low, high)`, with `[` and `]` for bounds that belong to it"


Extent = tuple[int, int]
"""A part of a string: where it starts and ends."""


@dataclass(frozen=True, slots=True)
class Range:
    """A domain in numbers, as one sample has it.

    Attributes:
        low: Its least value.
        high: Its greatest value.
        includes: Whether ``low`` and ``high`` themselves belong to it.
        avoided: Values that it leaves out.
    """

    low: float
    high: float
    includes: tuple[bool, bool]
    avoided: tuple[float, ...]

    def integers(self) -> tuple[int, int]:
        """Return its least and its greatest integer; the former is greater where it has none."""
        least = math.ceil(self.low) if self.includes[0] else math.floor(self.low) + 1
        most = math.floor(self.high) if self.includes[1] else math.ceil(self.high) - 1
        return least, most

    def has_integer(self) -> bool:
        """Whether there is an integer in it."""
        least, most = self.integers()
        return any(number not in self.avoided for number in range(least, min(most, least + 99) + 1))


class _MistakeError(Exception):
    """The domain is wrong, and that has been reported."""


def read_domains(source: SpecText, op: Op, diagnostics: Diagnostics) -> tuple[Domain, ...]:
    """Read the domains of an op; report what is wrong."""
    reader = _Reader(source.text, op, Reporter(source, CODE, diagnostics))
    found: list[Domain] = []
    for start, end in _parts(source.text, (0, len(source.text)), ";"):
        if source.text[start:end].strip():
            try:
                domain = reader.domain(start, end)
            except _MistakeError:
                continue
            if any(other.operand == domain.operand for other in found):
                reader.report(start, end, f"`{domain.operand}` has two domains")
            found.append(domain)
    return tuple(found)


def _parts(text: str, extent: Extent, separator: str) -> Iterator[Extent]:
    """Yield the extents of parts between separators that stand outside brackets."""
    depth = 0
    start, end = extent
    first = start
    for at in range(start, end):
        if separator == ";" and text[at] == separator:
            # An interval may open with one kind of bracket and close with the other.
            depth = 0
        depth += _DEPTH.get(text[at], 0)
        if text[at] == separator and depth == 0:
            yield first, at
            first = at + 1
    yield first, end


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    op: Op
    report: Reporter

    def domain(self, start: int, end: int) -> Domain:
        match = _NAME.match(self.text, start, end)
        if match is None:
            raise self._mistake((start, end), "no domain", _HELP)
        names = [operand.name for operand in self.op.operands]
        if match[1] not in names:
            advice = did_you_mean(match[1], names) or "operands: " + ", ".join(names)
            raise self._mistake(match.span(1), f"unknown operand `{match[1]}`", advice)
        close = self._closing(match.end(), end)
        bounds = list(_parts(self.text, (match.end(), close), ","))
        if len(bounds) != len(("low", "high")):
            raise self._mistake((match.start(2), close + 1), "an interval has two bounds", _HELP)
        low, high = (self._number(*bound) for bound in bounds)
        includes = match[2] == "[", self.text[close] == "]"
        problem = _misfit_of_numbers(low, high, includes)
        if problem:
            raise self._mistake((match.start(2), close + 1), problem)
        return Domain(match[1], low, high, includes, self._avoided(close + 1, end))

    def _closing(self, start: int, end: int) -> int:
        depth = 1
        for at in range(start, end):
            depth += _DEPTH.get(self.text[at], 0)
            if depth == 0:
                return at
        raise self._mistake((start, end), "the interval has no end", _HELP)

    def _avoided(self, start: int, end: int) -> tuple[Term, ...]:
        if not self.text[start:end].strip():
            return ()
        match = _AVOID.match(self.text, start, end)
        if match is None or self.text[start:end].rstrip()[-1] != "}":
            advice = "write `avoid {0, 1}` behind the interval, and `;` between operands"
            raise self._mistake((start, end), "expected the end of the domain", advice)
        close = start + self.text[start:end].rindex("}")
        return tuple(self._number(*part) for part in _parts(self.text, (match.end(), close), ","))

    def _number(self, start: int, end: int) -> Term:
        lead = len(self.text[start:end]) - len(self.text[start:end].lstrip())
        expression = parse_expression(self.report, (start + lead, end))
        scope = Scope(self.op.operands, self.op.attributes)
        term = None if expression is None else bind(expression, scope, self.report)
        if term is not None and term.type not in {TermType.SIZE, TermType.NUMBER}:
            message = f"a bound is a number, this is {term.type.value}"
            raise self._mistake((start + lead, end), message)
        if term is None:
            raise _MistakeError
        return term

    def _mistake(self, extent: Extent, message: str, advice: str = "") -> _MistakeError:
        self.report(*extent, message, help=advice)
        return _MistakeError()


def _misfit_of_numbers(low: Term, high: Term, includes: tuple[bool, bool]) -> str:
    """Return what is wrong with bounds that are numbers; empty where they depend on a sample."""
    if any(part.name for term in (low, high) for part in subterms(term)):
        return ""
    try:
        least, most = (_value(evaluate(term, Arguments({}, {}))) for term in (low, high))
    except ShapeMismatchError as error:
        return f"a bound has no value: {error}"
    is_empty = least > most or (least == most and not all(includes))
    return "there is no value in the interval" if is_empty else ""


def names_of(domain: Domain) -> frozenset[str]:
    """Return the operands and attributes that a domain is about."""
    terms = (domain.low, domain.high, *domain.avoided)
    named = {part.name for term in terms for part in subterms(term) if part.name}
    return frozenset({domain.operand, *named})


def ranges(op: Op, sample: Sample) -> dict[str, Range]:
    """Return the domains of a sample in numbers, by operand.

    Raises:
        ShapeMismatchError: A bound has no value, or the domain none.
    """
    return {domain.operand: _range(op, domain, sample) for domain in op.domains}


def _range(op: Op, domain: Domain, sample: Sample) -> Range:
    arguments = arguments_of(op, sample.shapes, dict(sample.attributes))
    terms = (domain.low, domain.high, *domain.avoided)
    low, high, *avoided = (_value(evaluate(term, arguments)) for term in terms)
    made = Range(low, high, domain.includes, tuple(avoided))
    dtypes = op.type_variable(op.operand(domain.operand).type_variable).dtypes
    needs_integer = not all(dtype.is_floating for dtype in dtypes)
    is_empty = low >= high and not (low == high and all(domain.includes))
    if _has_elements(sample.shapes[domain.operand]) and (
        is_empty or (needs_integer and not made.has_integer())
    ):
        raise ShapeMismatchError(f"{domain.operand}: there is no value between {low} and {high}")
    return made


def _value(value: object) -> float:
    assert isinstance(value, int | float)
    return value


def _has_elements(shapes: Shapes) -> bool:
    tensors = shapes if isinstance(shapes, list) else [] if shapes is None else [shapes]
    return any(0 not in tensor for tensor in tensors)
