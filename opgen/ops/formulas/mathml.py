"""Formulas in MathML Core, for pages that a browser shows. Precedence is the notation's to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final, assert_never

from opgen.ops.formulas.notation import (
    Big,
    Call,
    Cases,
    Equation,
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
    "or": "∨",  # noqa: RUF001 - the logical operator
    "and": "∧",
    "==": "=",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    "-": "−",  # noqa: RUF001 - the minus sign
    "%": "mod",
    "neg": "−",  # noqa: RUF001 - the minus sign
    "not": "¬",
}
_TIMES: Final = '<mo rspace="0.25em">&#x2062;</mo>'
"""The invisible product: browsers leave no space there, and names are longer than a letter."""
_APPLIED: Final = "<mo>&#x2061;</mo>"
_SYMBOLS: Final = {"pi": "π", "inf": "∞", "...": "…"}


def formula_mathml(formula: Formula) -> str:
    """Return a formula as one ``math`` element: an equation, or a table of them."""
    found = equations(formula)
    if len(found) == 1:
        body = "".join(_equation(found[0]))
    else:
        rows = (_element("mtr", *map(_cell, _equation(equation))) for equation in found)
        body = f'<mtable displaystyle="true">{"".join(rows)}</mtable>'
    return f'<math display="block">{body}</math>'


def _equation(equation: Equation) -> tuple[str, str, str]:
    return _leaf(equation.name), _symbol("="), _mathml(equation.value)


def _mathml(piece: Piece) -> str:
    """Return a piece as one element."""
    match piece:
        case Leaf():
            return _leaf(piece)
        case Infix():
            return _row(_mathml(piece.left), _operator(piece), _mathml(piece.right))
        case Prefix():
            return _row(_symbol(_OPERATORS[piece.operator]), _mathml(piece.value))
        case Fenced():
            return _enclosed(piece.fence, [_mathml(piece.value)])
        case Call():
            arguments = _enclosed(Fence.BRACKETS, _listed(map(_mathml, piece.arguments)))
            return _row(_element("mi", escape(piece.function)), _APPLIED, arguments)
        case _:
            return _layout(piece)


def _layout(piece: Layout) -> str:
    match piece:
        case Fraction():
            return _element("mfrac", _mathml(piece.above), _mathml(piece.below))
        case Root():
            return _element("msqrt", _mathml(piece.value))
        case Power():
            return _element("msup", _mathml(piece.base), _mathml(piece.exponent))
        case Big():
            return _row(_reduction(piece), _mathml(piece.value))
        case Cases():
            return _cases(piece)
        case _:
            assert_never(piece)


def _leaf(leaf: Leaf) -> str:
    text = escape(leaf.text, quote=False)
    match leaf.mark:
        case Mark.NAME:
            return _element("mi", text)
        case Mark.NUMBER:
            return _element("mn", text)
        case Mark.WORDS:
            return _element("mtext", text)
        case Mark.SYMBOL:
            return _element("mi", _SYMBOLS[leaf.text])
        case _:
            assert_never(leaf.mark)


def _operator(infix: Infix) -> str:
    if infix.operator == "*":
        return _symbol("⋅") if begins_with_digit(infix.right) else _TIMES
    return _symbol(_OPERATORS.get(infix.operator, infix.operator))


def _reduction(big: Big) -> str:
    below = _row(*_listed(map(_leaf, big.letters)))
    return _element("munder", _symbol("∑" if big.function == "sum" else big.function), below)


def _cases(cases: Cases) -> str:
    then = _row(_element("mtext", "if&#xa0;"), _mathml(cases.condition))
    rows = (
        (_mathml(cases.then), then),
        (_mathml(cases.otherwise), _element("mtext", "otherwise")),
    )
    table = _element("mtable", *(_element("mtr", *map(_cell, row)) for row in rows))
    return _row(_symbol("{"), table)


def _listed(elements: Iterable[str]) -> Iterator[str]:
    for index, element in enumerate(elements):
        if index:
            yield _symbol(",")
        yield element


def _enclosed(fence: Fence, elements: Iterable[str]) -> str:
    left, right = fence.value
    return _row(_symbol(left), *elements, _symbol(right))


def _cell(element: str) -> str:
    return _element("mtd", element)


def _row(*elements: str) -> str:
    return _element("mrow", *elements)


def _symbol(text: str) -> str:
    return _element("mo", escape(text))


def _element(name: str, *contents: str) -> str:
    return f"<{name}>{''.join(contents)}</{name}>"
