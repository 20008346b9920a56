"""Formulas as text in their own language, for specs and documentation."""

from __future__ import annotations

from typing import Final, assert_never

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

_CHOICE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(10)

_INFIX: Final = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE),
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
    "//": _PRODUCT,
    "%": _PRODUCT,
    "pow": _POWER,
}


def formula_text(formula: Formula, separator: str = "; ") -> str:
    """Return a formula as a spec has it."""
    return separator.join(f"{a.name} = {term_text(a.value)}" for a in formula.assignments)


def term_text(term: Term) -> str:
    """Return a term as a spec has it."""
    return _printed(term)[0]


def _printed(term: Term) -> tuple[str, int]:
    match term:
        case Constant():
            return _constant(term)
        case Parameter() | Read():
            return _named(term), _ATOM
        case Size():
            return f"size({term.letter})", _ATOM
        case Given():
            return f"given({term.operand})", _ATOM
        case Reduce():
            return f"{term.function}[{' '.join(term.letters)}]({term_text(term.value)})", _ATOM
        case Apply():
            return _applied(term)
        case _:
            assert_never(term)


def _named(term: Parameter | Read) -> str:
    if isinstance(term, Parameter) and term.about:
        return f"given({term.about})"
    return term.name


def _constant(term: Constant) -> tuple[str, int]:
    value = term.value
    if isinstance(value, str):
        return f"'{value}'", _ATOM
    if isinstance(value, bool):
        return str(value).lower(), _ATOM
    return repr(value), _SIGN if value < 0 else _ATOM


def _applied(term: Apply) -> tuple[str, int]:
    function, arguments = term.function, term.arguments
    if function in _INFIX:
        level = _INFIX[function]
        symbol = "**" if function == "pow" else function
        left = level + (level in {_COMPARE, _POWER})
        # Operators group to the left, so that a right side of the same level is bracketed.
        right = _SIGN if function == "pow" else level + 1
        texts = _within(arguments[0], left), _within(arguments[1], right)
        return f"{texts[0]} {symbol} {texts[1]}", level
    if function == "neg":
        return f"-{_within(arguments[0], _SIGN)}", _SIGN
    if function == "not":
        return f"not {_within(arguments[0], _NOT)}", _NOT
    return f"{function}({', '.join(map(term_text, arguments))})", _ATOM


def _within(term: Term, level: int) -> str:
    text, own = _printed(term)
    return text if own >= level else f"({text})"
