"""Formulas in the notation of mathematics: what is a fraction, what stands in brackets.

TeX and MathML print the same notation, so that precedence is decided here alone. Knows neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Final, assert_never

from opgen.dataclass import dataclass
from opgen.ops.formulas.terms import (
    Apply,
    Constant,
    Formula,
    Given,
    Parameter,
    Read,
    Reduce,
    Size,
    Term,
)

_OR, _AND, _COMPARE, _SUM, _BIG, _MODULO, _PRODUCT, _SIGN, _POWER, _ATOM = range(10)

_LEVELS: Final = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE),
    "+": _SUM,
    "-": _SUM,
    "%": _MODULO,
    "*": _PRODUCT,
}
"""How strongly infix operators bind."""


class Mark(Enum):
    """What a leaf is."""

    NAME = "a tensor, an attribute or a letter"
    NUMBER = "a number without a sign"
    WORDS = "text"
    SYMBOL = "`pi`, `inf` or `...`"


class Fence(Enum):
    """What encloses a piece, left and right."""

    BRACKETS = "()"
    ABSOLUTE = "||"
    FLOOR = "⌊⌋"
    CEILING = "⌈⌉"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece without parts."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Infix:
    """An operator of formulas between two pieces."""

    operator: str
    left: Piece
    right: Piece


@dataclass(frozen=True, slots=True)
class Prefix:
    """``neg`` or ``not`` in front of a piece."""

    operator: str
    value: Piece


@dataclass(frozen=True, slots=True)
class Fraction:
    """A piece above another."""

    above: Piece
    below: Piece


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    value: Piece


@dataclass(frozen=True, slots=True)
class Power:
    """A piece raised to another."""

    base: Piece
    exponent: Piece


@dataclass(frozen=True, slots=True)
class Fenced:
    """A piece between two fences."""

    fence: Fence
    value: Piece


@dataclass(frozen=True, slots=True)
class Call:
    """A function by its name."""

    function: str
    arguments: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Big:
    """A reduction over letters; it reaches as far as the next sum or comparison."""

    function: str
    letters: tuple[Leaf, ...]
    value: Piece


@dataclass(frozen=True, slots=True)
class Cases:
    """One piece where a condition holds, and another one elsewhere."""

    condition: Piece
    then: Piece
    otherwise: Piece


Layout = Fraction | Root | Power | Big | Cases
"""What isn't written in one line."""

Piece = Leaf | Infix | Prefix | Fenced | Call | Layout


@dataclass(frozen=True, slots=True)
class Equation:
    """``name = value``."""

    name: Leaf
    value: Piece


def equations(formula: Formula) -> tuple[Equation, ...]:
    """Return what a formula says, in order."""
    return tuple(
        Equation(_name(assignment.name), notation(assignment.value))
        for assignment in formula.assignments
    )


def _named(term: Parameter | Read) -> Piece:
    if isinstance(term, Parameter) and term.about:
        return _words(f"{term.about} given")
    return _name(term.name)


def notation(term: Term) -> Piece:
    """Return how a term is written."""
    match term:
        case Constant():
            return _constant(term.value)
        case Parameter() | Read():
            return _named(term)
        case Size():
            return Fenced(Fence.ABSOLUTE, _letter(term.letter))
        case Given():
            return _words(f"{term.operand} given")
        case Reduce():
            value = _unsigned(_within(notation(term.value), _BIG))
            return Big(term.function, tuple(map(_letter, term.letters)), value)
        case Apply():
            return _applied(term.function, tuple(map(notation, term.arguments)))
        case _:
            assert_never(term)


def _name(name: str) -> Leaf:
    return Leaf(Mark.NAME, name)


def _letter(letter: str) -> Leaf:
    return Leaf(Mark.SYMBOL, letter) if letter == "..." else _name(letter)


def _words(text: str) -> Leaf:
    shown = "".join(c if c.isprintable() else " " for c in text.replace("_", " "))
    return Leaf(Mark.WORDS, shown)


def _constant(value: bool | float | str) -> Piece:
    if isinstance(value, str):
        return _words(value)
    if isinstance(value, bool):
        return _words(str(value).lower())
    symbol = {math.pi: "pi", math.inf: "inf"}.get(abs(value))
    digits, _, exponent = repr(abs(value)).partition("e")
    absolute = Leaf(Mark.SYMBOL, symbol) if symbol else Leaf(Mark.NUMBER, digits)
    signed = Prefix("neg", absolute) if value < 0 else absolute
    if not exponent:
        return signed
    return Infix("*", signed, Power(Leaf(Mark.NUMBER, "10"), _constant(int(exponent))))


def _applied(function: str, arguments: tuple[Piece, ...]) -> Piece:
    if function in _LEVELS:
        return _infix(function, *arguments)
    written = _WRITTEN.get(function)
    return written(*arguments) if written else Call(function, arguments)


def _infix(operator: str, left: Piece, right: Piece) -> Piece:
    level = _LEVELS[operator]
    # Comparisons don't group: a chain of them would mean something else.
    left = _within(left, level + (level == _COMPARE))
    right = _within(right, level + 1)
    return Infix(operator, left, _unsigned(right) if level >= _SUM else right)


def _within(piece: Piece, level: int) -> Piece:
    """Return a piece in brackets where ``level`` binds more strongly."""
    return piece if _level(piece) >= level else Fenced(Fence.BRACKETS, piece)


def _level(piece: Piece) -> int:
    match piece:
        case Infix():
            return _LEVELS[piece.operator]
        case Big():
            return _BIG
        case Prefix():
            return _SIGN if piece.operator == "neg" else _ATOM
        # A power of these has to show of what it is one.
        case Power() | Fraction() | Cases():
            return _POWER
        case _:
            return _ATOM


def _unsigned(piece: Piece) -> Piece:
    """Return a piece in brackets where its sign would look like an operator."""
    return Fenced(Fence.BRACKETS, piece) if _begins_with_sign(piece) else piece


def _begins_with_sign(piece: Piece) -> bool:
    while isinstance(piece, Infix):
        piece = piece.left
    return isinstance(piece, Prefix) and piece.operator == "neg"


_ONE: Final = Leaf(Mark.NUMBER, "1")
_TWO: Final = Leaf(Mark.NUMBER, "2")
_WRITTEN: Final[dict[str, Callable[..., Piece]]] = {
    "where": Cases,
    "/": Fraction,
    "//": lambda above, below: Fenced(Fence.FLOOR, Fraction(above, below)),
    "pow": lambda base, exponent: Power(_within(base, _ATOM), exponent),
    "square": lambda base: Power(_within(base, _ATOM), _TWO),
    "stop": lambda value: value,
    "real": lambda value: value,
    "neg": lambda value: Prefix("neg", _unsigned(_within(value, _SIGN))),
    "not": lambda value: Prefix("not", Fenced(Fence.BRACKETS, value)),
    "sqrt": Root,
    "rsqrt": lambda value: Fraction(_ONE, Root(value)),
    "abs": lambda value: Fenced(Fence.ABSOLUTE, value),
    "floor": lambda value: Fenced(Fence.FLOOR, value),
    "ceil": lambda value: Fenced(Fence.CEILING, value),
}
"""What has a notation of its own; every other function is called by its name."""


def begins_with_digit(piece: Piece) -> bool:
    """Whether a product with what stands in front needs a sign of its own to be seen."""
    while isinstance(piece, Infix | Power):
        piece = piece.left if isinstance(piece, Infix) else piece.base
    return isinstance(piece, Leaf) and piece.mark is Mark.NUMBER
