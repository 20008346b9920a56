"""Formulas in TeX's mathematics, for documentation. Precedence is the notation's to know."""

from __future__ import annotations

import re
from typing import Final, assert_never

from opgen.ops.formulas.notation import (
    Big,
    Call,
    Cases,
    Fence,
    Fenced,
    Fraction,
    Infix,
    Layout,
    Leaf,
    Mark,
    Piece,
    Power,
    Prefix,
    Root,
    begins_with_digit,
    equations,
)
from opgen.ops.formulas.terms import Formula

_OPERATORS: Final = {
    "or": r"\lor",
    "and": r"\land",
    "==": "=",
    "!=": r"\neq",
    "<=": r"\leq",
    ">=": r"\geq",
    "*": r"\,",
    "%": r"\bmod",
    "neg": "-",
    "not": r"\lnot",
}
_FENCES: Final = {
    Fence.BRACKETS: ("(", ")"),
    Fence.ABSOLUTE: ("|", "|"),
    Fence.FLOOR: (r"\lfloor ", r"\rfloor"),
    Fence.CEILING: (r"\lceil ", r"\rceil"),
}
_SYMBOLS: Final = {"pi": r"\pi", "inf": r"\infty", "...": r"\ldots"}
_KNOWN: Final = frozenset({"exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max"})
_SPECIAL: Final = {
    "\\": r"\backslash{}",
    "~": r"\sim{}",
    "^": r"\wedge{}",
    **{c: f"\\{c}" for c in "#$%&_{}"},
}


def formula_tex(formula: Formula) -> str:
    """Return a formula as aligned equations, the body of an ``aligned`` environment."""
    lines = [f"{_tex(e.name)} &= {_tex(e.value)}" for e in equations(formula)]
    return " \\\\\n".join(lines)


def _tex(piece: Piece) -> str:
    match piece:
        case Leaf():
            return _leaf(piece)
        case Infix():
            return f"{_tex(piece.left)} {_operator(piece)} {_tex(piece.right)}"
        case Prefix():
            return f"{_OPERATORS[piece.operator]}{_tex(piece.value)}"
        case Fenced():
            return _enclosed(piece.fence, _tex(piece.value))
        case Call():
            arguments = ", ".join(map(_tex, piece.arguments))
            return _function(piece.function) + _enclosed(Fence.BRACKETS, arguments)
        case _:
            return _layout(piece)


def _layout(piece: Layout) -> str:
    match piece:
        case Fraction():
            return rf"\frac{{{_tex(piece.above)}}}{{{_tex(piece.below)}}}"
        case Root():
            return rf"\sqrt{{{_tex(piece.value)}}}"
        case Power():
            return f"{_tex(piece.base)}^{{{_tex(piece.exponent)}}}"
        case Big():
            name = r"\sum" if piece.function == "sum" else _function(piece.function)
            return f"{name}_{{{', '.join(map(_tex, piece.letters))}}} {_tex(piece.value)}"
        case Cases():
            condition, then, otherwise = map(_tex, (piece.condition, piece.then, piece.otherwise))
            lines = rf"{then} & \text{{if }} {condition} \\ {otherwise} & \text{{otherwise}}"
            return rf"\begin{{cases}} {lines} \end{{cases}}"
        case _:
            assert_never(piece)


def _leaf(leaf: Leaf) -> str:
    match leaf.mark:
        case Mark.NAME:
            escaped = leaf.text.replace("_", r"\_")
            return escaped if len(leaf.text) == 1 else rf"\mathrm{{{escaped}}}"
        case Mark.NUMBER:
            return leaf.text
        case Mark.WORDS:
            return rf"\text{{{_escaped(leaf.text)}}}"
        case Mark.SYMBOL:
            return _SYMBOLS[leaf.text]
        case _:
            assert_never(leaf.mark)


def _escaped(text: str) -> str:
    return re.sub(r"[\\~^#$%&_{}]", lambda found: _SPECIAL[found[0]], text)


def _operator(infix: Infix) -> str:
    if infix.operator == "*" and begins_with_digit(infix.right):
        return r"\cdot"
    return _OPERATORS.get(infix.operator, infix.operator)


def _enclosed(fence: Fence, text: str) -> str:
    left, right = _FENCES[fence]
    return rf"\left{left}{text}\right{right}"


def _function(name: str) -> str:
    return rf"\{name}" if name in _KNOWN else rf"\operatorname{{{name}}}"
