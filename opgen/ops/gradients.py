"""Gradient rules: ``"x, weight = linear_grad(dy, x, weight)"``, parsed and bound.

The left side names operands, or ``_`` for a result of the backward op that is not used. The
arguments name operands, results, attributes, the gradient ``d<result>`` of a result, literals
of attributes, and ``none`` for an optional operand that stays absent; by position, then by
``parameter=value``. An attribute left out takes the forward attribute of its name, else its
default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.attribute_values import parse_attribute_value
from opgen.ops.op import (
    Arity,
    Attribute,
    BoundArgument,
    GradientRule,
    Op,
    Operand,
    ValueKind,
)
from opgen.ops.optional_attributes import bound_flag, flags_of, is_absence
from opgen.ops.spec_text import Reporter, SpecText

_RULE = re.compile(r"\s*([^=()]*?)\s*=\s*([A-Za-z_]\w*)\s*\((.*)\)\s*\Z", re.DOTALL)
_PIECE = re.compile(r"(?:[^,\[\]\"]|\[[^\]]*\]|\"(?:[^\"\\]|\\.)*\")+")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(.*)\Z", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w*\Z")

UNUSED = "_"
ABSENT = "none"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rule between commas, without blanks around it, and where it stands."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """One past its last character."""
        return self.start + len(self.text)


def _pieces(text: str, offset: int) -> Iterator[Piece]:
    for match in _PIECE.finditer(text):
        stripped = match[0].strip()
        if stripped:
            lead = len(match[0]) - len(match[0].lstrip())
            yield Piece(stripped, offset + match.start() + lead)


def called_op(text: str) -> str | None:
    """Return the name of the op that a rule calls; ``None`` where it is no call."""
    match = _RULE.match(text)
    return match[2] if match else None


def link_gradient(
    op: Op, source: SpecText, siblings: Mapping[str, Op], *, diagnostics: Diagnostics
) -> GradientRule | None:
    """Parse one rule of ``op`` and bind it to a backward op of the same library.

    Args:
        op: The operator whose gradient it is.
        source: The rule as written.
        siblings: The operators of the library by mnemonic.
        diagnostics: Takes what is wrong.

    Returns:
        The rule, or ``None`` when it has been reported as wrong.
    """
    report = Reporter(source, "OPG0308", diagnostics)
    match = _RULE.match(source.text)
    if match is None:
        report(
            0,
            len(source.text),
            "not a gradient rule",
            help='write `"operand, ... = backward_op(argument, ...)"`',
        )
        return None
    backward = siblings.get(match[2])
    if backward is None:
        diagnostics.add(_unknown_op(op, match, source, siblings=siblings))
        return None
    targets = _Targets(op, report).read(list(_pieces(match[1], match.start(1))), backward, match)
    arguments = _Binder(op, backward, report).bind(list(_pieces(match[3], match.start(3))), match)
    if targets is None or arguments is None:
        return None
    return GradientRule(targets, backward.name, arguments, source.span)


def _unknown_op(
    op: Op, match: re.Match[str], source: SpecText, *, siblings: Mapping[str, Op]
) -> Diagnostic:
    name = match[2]
    return Diagnostic(
        "OPG0307",
        f"the gradient of `{op.name}` calls unknown op `{name}`",
        source.at(*match.span(2)),
        help=did_you_mean(name, siblings.keys() - {op.name})
        or f"define an op `{name}` in library `{op.library.name}` among the specs of this build",
    )


@dataclass(frozen=True, slots=True)
class _Targets:
    op: Op
    report: Reporter

    def read(
        self, pieces: list[Piece], backward: Op, match: re.Match[str]
    ) -> tuple[str | None, ...] | None:
        valid = True
        seen: set[str] = set()
        for piece in pieces:
            problem = self._problem(piece.text, seen)
            if problem:
                self.report(piece.start, piece.end, problem)
                valid = False
            seen.add(piece.text)
        if len(pieces) != len(backward.results):
            results = ", ".join(result.name for result in backward.results)
            self.report(
                *match.span(1),
                f"`{backward.name}` has {len(backward.results)} results, "
                f"the rule names {len(pieces)}",
                help=f"name an operand for each of {results}, or `_` for one that is not used",
            )
            valid = False
        if not valid:
            return None
        if not self._have_arities(pieces, backward):
            return None
        return tuple(None if piece.text == UNUSED else piece.text for piece in pieces)

    def _have_arities(self, pieces: list[Piece], backward: Op) -> bool:
        """Report gradients that are one tensor where the operand is many, or the reverse."""
        valid = True
        for piece, result in zip(pieces, backward.results, strict=True):
            if piece.text == UNUSED:
                continue
            is_many = self.op.operand(piece.text).arity is Arity.VARIADIC
            if is_many == result.is_variadic:
                continue
            valid = False
            many, one = (piece.text, result.name) if is_many else (result.name, piece.text)
            self.report(
                piece.start,
                piece.end,
                f"`{many}` is many tensors, `{one}` is one",
                help="the gradient of a variadic operand is a `Variadic<...>` result",
            )
        return valid

    def _problem(self, name: str, seen: set[str]) -> str | None:
        if name == UNUSED:
            return None
        if name not in {operand.name for operand in self.op.operands}:
            return f"`{self.op.name}` has no operand `{name}`"
        if name in self.op.nondiff:
            return f"`{name}` is listed in nondiff"
        if name in seen:
            return f"the gradient of `{name}` is given twice"
        return None


@dataclass(frozen=True, slots=True)
class _Binder:
    op: Op
    backward: Op
    report: Reporter

    def bind(self, pieces: list[Piece], match: re.Match[str]) -> tuple[BoundArgument, ...] | None:
        attributes = self.backward.public_attributes
        parameters: list[Operand | Attribute] = [*self.backward.operands, *attributes]
        bound: dict[str, BoundArgument | None] = {}
        for number, piece in enumerate(pieces):
            named = _NAMED.match(piece.text)
            if named:
                value = Piece(named[2], piece.start + named.start(2))
                parameter = next((p for p in parameters if p.name == named[1]), None)
            else:
                value = piece
                parameter = parameters[number] if number < len(parameters) else None
            if parameter is None or parameter.name in bound:
                self.report(piece.start, piece.end, self._misfit(piece, named))
                bound.setdefault("", None)
                continue
            bound[parameter.name] = self._value(parameter, value)
        for parameter in parameters:
            if parameter.name not in bound:
                bound[parameter.name] = self._omitted(parameter, match)
        if any(argument is None for argument in bound.values()):
            return None
        flags = flags_of(self.op.attributes)
        return tuple(
            part
            for p in parameters
            if (argument := bound[p.name]) is not None
            for part in _with_flag(p, argument, flags)
        )

    def _misfit(self, piece: Piece, named: re.Match[str] | None) -> str:
        if named is None:
            return f"`{self.backward.name}` takes no further argument `{piece.text}`"
        return f"`{self.backward.name}` has no free parameter `{named[1]}`"

    def _omitted(
        self, parameter: Operand | Attribute, match: re.Match[str]
    ) -> BoundArgument | None:
        if isinstance(parameter, Operand):
            if parameter.arity is Arity.OPTIONAL:
                return BoundArgument(parameter.name, ValueKind.ABSENT)
        else:
            own = next((a for a in self.op.attributes if a.name == parameter.name), None)
            if own is not None and parameter.takes_values_of(own):
                return BoundArgument(parameter.name, ValueKind.ATTRIBUTE, own.name)
            if parameter.flag:
                return BoundArgument(parameter.name, ValueKind.ABSENT)
            if parameter.default is not None and (own is None or not own.flag):
                return BoundArgument(parameter.name, ValueKind.LITERAL, literal=parameter.default)
        self.report(
            *match.span(3), f"argument `{parameter.name}` of `{self.backward.name}` is missing"
        )
        return None

    def _value(self, parameter: Operand | Attribute, piece: Piece) -> BoundArgument | None:
        if isinstance(parameter, Operand):
            return self._tensor(parameter, piece)
        if is_absence(parameter, piece.text):
            return BoundArgument(parameter.name, ValueKind.ABSENT)
        own = next((a for a in self.op.public_attributes if a.name == piece.text), None)
        if own is not None and parameter.takes_values_of(own):
            return BoundArgument(parameter.name, ValueKind.ATTRIBUTE, own.name)
        kind, choices = parameter.kind, parameter.choices
        literal = None if own else parse_attribute_value(piece.text, kind, choices)
        if literal is not None:
            return BoundArgument(parameter.name, ValueKind.LITERAL, literal=literal)
        self.report(
            piece.start,
            piece.end,
            f"`{piece.text}` is no {parameter.kind.value} attribute of `{self.op.name}` "
            f"and no {parameter.kind.value} literal",
        )
        return None

    def _tensor(self, parameter: Operand, piece: Piece) -> BoundArgument | None:
        known = self._tensors()
        if piece.text == ABSENT and parameter.arity is Arity.OPTIONAL:
            return BoundArgument(parameter.name, ValueKind.ABSENT)
        kinds = known.get(piece.text, [])
        if len(kinds) == 1 and self._is_many(*kinds[0]) != (parameter.arity is Arity.VARIADIC):
            what = ("one tensor", "many")[parameter.arity is Arity.VARIADIC]
            message = f"`{parameter.name}` of `{self.backward.name}` takes {what}"
            self.report(piece.start, piece.end, f"{message}, which `{piece.text}` isn't")
            return None
        if len(kinds) == 1:
            return BoundArgument(parameter.name, *kinds[0])
        if kinds:
            message = f"`{piece.text}` is both an operand and the gradient of a result"
            advice = "rename the operand or the result"
        else:
            message = f"`{piece.text}` is no tensor that the gradient of `{self.op.name}` knows"
            advice = did_you_mean(piece.text, known) or "it knows " + ", ".join(sorted(known))
        self.report(piece.start, piece.end, message, help=advice)
        return None

    def _is_many(self, kind: ValueKind, name: str) -> bool:
        if kind is ValueKind.OPERAND:
            return self.op.operand(name).arity is Arity.VARIADIC
        return next(result for result in self.op.results if result.name == name).is_variadic

    def _tensors(self) -> dict[str, list[tuple[ValueKind, str]]]:
        known: dict[str, list[tuple[ValueKind, str]]] = {}
        for operand in self.op.operands:
            known.setdefault(operand.name, []).append((ValueKind.OPERAND, operand.name))
        for result in self.op.results:
            known.setdefault(result.name, []).append((ValueKind.RESULT, result.name))
            gradient = (ValueKind.RESULT_GRADIENT, result.name)
            known.setdefault("d" + result.name, []).append(gradient)
        return known


def _with_flag(
    parameter: Operand | Attribute, argument: BoundArgument, flags: Mapping[str, str]
) -> Iterator[BoundArgument]:
    """Yield an argument and, where it may be absent, what its flag is bound to."""
    if not isinstance(parameter, Attribute) or not parameter.flag:
        yield argument
        return
    is_absent = argument.kind is ValueKind.ABSENT
    value = parameter.default if is_absent else argument.literal
    kind = ValueKind.LITERAL if is_absent else argument.kind
    yield BoundArgument(parameter.name, kind, argument.name, value, parameter.flag)
    yield bound_flag(argument, parameter.flag, flags)
