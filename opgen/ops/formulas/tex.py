"""Formulas in TeX's mathematics, for documentation."""

from __future__ import annotations

import math
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

_CHOICE, _OR, _AND, _COMPARE, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(9)

_INFIX: Final = {
    "or": (r"\lor", _OR),
    "and": (r"\land", _AND),
    "==": ("=", _COMPARE),
    "!=": (r"\neq", _COMPARE),
    "<": ("<", _COMPARE),
    "<=": (r"\leq", _COMPARE),
    ">": (">", _COMPARE),
    ">=": (r"\geq", _COMPARE),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "*": (r"\,", _PRODUCT),
    "%": (r"\bmod", _PRODUCT),
}
_KNOWN: Final = frozenset({"exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max"})
_AROUND: Final = {
    "abs": r"\left|{}\right|",
    "floor": r"\left\lfloor {}\right\rfloor",
    "ceil": r"\left\lceil {}\right\rceil",
    "sqrt": r"\sqrt{{{}}}",
    "rsqrt": r"\frac{{1}}{{\sqrt{{{}}}}}",
    "//": r"\left\lfloor\frac{{{}}}{{{}}}\right\rfloor",
    "/": r"\frac{{{}}}{{{}}}",
    "stop": "{}",
    "real": "{}",
    "not": r"\lnot\left({}\right)",
}
_REDUCTIONS: Final = {
    "sum": r"\sum",
    "mean": r"\operatorname{mean}",
    "max": r"\max",
    "min": r"\min",
}


def formula_tex(formula: Formula) -> str:
    """Return a formula as aligned equations, the body of an ``aligned`` environment."""
    lines = [f"{_name(a.name)} &= {term_tex(a.value)}" for a in formula.assignments]
    return " \\\\\n".join(lines)


def term_tex(term: Term) -> str:
    """Return a term as an expression."""
    return _printed(term)[0]


def _name(name: str) -> str:
    escaped = name.replace("_", r"\_")
    return escaped if len(name) == 1 else rf"\mathrm{{{escaped}}}"


def _printed(term: Term) -> tuple[str, int]:
    match term:
        case Constant():
            return _constant(term)
        case Parameter() | Read():
            return _name(term.name), _ATOM
        case Size():
            return rf"\left|{_letter(term.letter)}\right|", _ATOM
        case Given():
            return rf"\text{{{term.operand.replace('_', ' ')} given}}", _ATOM
        case Reduce():
            below = ", ".join(map(_letter, term.letters))
            value = _within(term.value, _PRODUCT)
            return rf"{_REDUCTIONS[term.function]}_{{{below}}} {value}", _PRODUCT
        case Apply():
            return _applied(term)
        case _:
            assert_never(term)


def _letter(letter: str) -> str:
    return r"\ldots" if letter == "..." else _name(letter)


def _constant(term: Constant) -> tuple[str, int]:
    value = term.value
    if isinstance(value, str):
        return rf"\text{{{value.replace('_', ' ')}}}", _ATOM
    if isinstance(value, bool):
        return rf"\text{{{str(value).lower()}}}", _ATOM
    if value in (math.pi, math.inf):
        return (r"\pi" if value == math.pi else r"\infty"), _ATOM
    digits, _, exponent = repr(value).partition("e")
    text = rf"{digits} \cdot 10^{{{int(exponent)}}}" if exponent else digits
    return text, _SIGN if value < 0 else _PRODUCT if exponent else _ATOM


def _applied(term: Apply) -> tuple[str, int]:
    function, arguments = term.function, term.arguments
    if function == "where":
        return _choice(term)
    if function in _INFIX:
        symbol, level = _INFIX[function]
        return f"{_within(arguments[0], level)} {symbol} {_behind(arguments[1], level)}", level
    if function in _AROUND:
        return _AROUND[function].format(*map(term_tex, arguments)), _ATOM
    if function == "neg":
        return f"-{_within(arguments[0], _SIGN)}", _SIGN
    if function in {"pow", "square"}:
        exponent = term_tex(arguments[1]) if function == "pow" else "2"
        return f"{_within(arguments[0], _ATOM)}^{{{exponent}}}", _POWER
    name = rf"\{function}" if function in _KNOWN else rf"\operatorname{{{function}}}"
    return rf"{name}\left({', '.join(map(term_tex, arguments))}\right)", _ATOM


def _choice(term: Apply) -> tuple[str, int]:
    condition, then, otherwise = map(term_tex, term.arguments)
    lines = rf"{then} & \text{{if }} {condition} \\ {otherwise} & \text{{otherwise}}"
    return rf"\begin{{cases}} {lines} \end{{cases}}", _ATOM


def _behind(term: Term, level: int) -> str:
    """Return what stands behind an operator, where a sign would look like another one."""
    text, own = _printed(term)
    return text if own > level and not text.startswith("-") else rf"\left({text}\right)"


def _within(term: Term, level: int) -> str:
    text, own = _printed(term)
    return text if own >= level else rf"\left({text}\right)"
