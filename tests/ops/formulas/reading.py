"""Reads printed formulas as a person would, and computes what they say.

MathML and TeX become the same tokens, in order from left to right. How a printer grouped them is
not looked at: only what a reader sees counts, with the precedence that is usual in mathematics.
Sums and their like reach as far as the next plus, minus or comparison.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

Token = tuple[Any, ...]
Value = Any
Compute = Callable[["Values"], Value]

CLOSING = {"(": ")", "|": "|", "⌊": "⌋", "⌈": "⌉"}
SYMBOLS = {"π", "∞", "…"}


def _letter(shown: str | None) -> str:
    return {"…": "..."}.get(shown or "", shown or "")


# Tokens of MathML

LEAVES = {"mi", "mn", "mo", "mtext"}
CHILDREN = {"mfrac": 2, "msup": 2, "munder": 2, "msqrt": 1}
WITHIN = {"mtable": "mtr", "mtr": "mtd"}
ATTRIBUTES = {"math": {"display"}, "mo": {"rspace"}, "mtable": {"displaystyle"}}


def mathml_tree(text: str) -> ET.Element:
    """Parse one formula; assert that every element is one of MathML Core in its place."""
    root = ET.fromstring(text)
    assert root.tag == "math"
    for element in root.iter():
        children = list(element)
        assert set(element.attrib) <= ATTRIBUTES.get(element.tag, set())
        if element.tag in LEAVES:
            assert not children
            assert element.text
            continue
        assert element.tag in {"math", "mrow", "mtd", *CHILDREN, *WITHIN}
        assert children
        assert not (element.text or "").strip()
        assert len(children) == CHILDREN.get(element.tag, len(children))
        assert all(child.tag == WITHIN.get(element.tag, child.tag) for child in children)
    return root


def mathml_equations(text: str) -> list[list[Token]]:
    """Return the tokens of every equation."""
    root = mathml_tree(text)
    table = root.find("mtable")
    rows = [root] if table is None else [*table]
    return [list(_of_children(row)) for row in rows]


def _of_children(element: ET.Element) -> Iterator[Token]:
    children = list(element)
    if len(children) > 1 and children[0].text in CLOSING:
        yield ("open", children[0].text)
        for child in children[1:-1]:
            yield from _of_element(child)
        assert children[-1].text == CLOSING[children[0].text or ""]
        yield ("close", children[-1].text)
    elif children and children[0].text == "{":
        (then, condition), (otherwise, last) = ([*row] for row in children[1])
        assert last[0].text == "otherwise"
        guard = list(_of_children(condition))
        assert guard.pop(0) == ("words", "if\xa0")
        yield ("cases", list(_of_children(then)), guard, list(_of_children(otherwise)))
    else:
        for child in children:
            yield from _of_element(child)


def _of_element(element: ET.Element) -> Iterator[Token]:
    children, text = list(element), element.text or ""
    match element.tag:
        case "mi":
            yield ("symbol", text) if text in SYMBOLS else ("name", text)
        case "mn":
            yield ("number", text)
        case "mtext":
            yield ("words", text)
        case "mo":
            yield ("op", {"\u2062": "⋅", "−": "-"}.get(text, text))  # noqa: RUF001
        case "mfrac":
            yield ("frac", *(list(_of_element(child)) for child in children))
        case "msqrt":
            yield ("root", list(_of_children(element)))
        case "msup":
            yield from _of_element(children[0])
            yield ("power", list(_of_element(children[1])))
        case "munder":
            yield ("big", children[0].text, [_letter(child.text) for child in children[1][::2]])
        case _:
            yield from _of_children(element)


# Tokens of TeX

_TEX = re.compile(r"\\(?:left|right)(?:[()|]|\\[a-z]+)|\\[A-Za-z]+|\\\\|\\,|[0-9]*\.?[0-9]+|\S|\s+")
_FENCES = {"(": "(", ")": ")", "|": "|", r"\lfloor": "⌊", r"\rfloor": "⌋"}
_FENCES |= {r"\lceil": "⌈", r"\rceil": "⌉"}
_OPERATORS = {r"\,": "⋅", r"\cdot": "⋅", r"\bmod": "mod", r"\land": "∧"}
_OPERATORS |= {r"\lor": "∨"}  # noqa: RUF001 - the logical operator
_OPERATORS |= {r"\neq": "≠", r"\leq": "≤", r"\geq": "≥", r"\lnot": "¬"}
_CONSTANTS = {r"\pi": "π", r"\infty": "∞", r"\ldots": "…"}


def tex_equations(text: str) -> list[list[Token]]:
    """Return the tokens of every equation."""
    lines = [line.replace("&=", "=", 1) for line in text.split(" \\\\\n")]
    return [_Tex(line).tokens() for line in lines]


class _Tex:
    def __init__(self, text: str) -> None:
        self.parts = _TEX.findall(text)
        self.at = 0

    def tokens(self, *ends: str) -> list[Token]:
        found: list[Token] = []
        while self.at < len(self.parts):
            part = self._next()
            if part in ends:
                return found
            if part.strip():
                found += self._token(part)
        assert not ends
        return found

    def _next(self) -> str:
        self.at += 1
        return self.parts[self.at - 1]

    def _group(self) -> list[Token]:
        assert self._next() == "{"
        return self.tokens("}")

    def _raw(self) -> str:
        assert self._next() == "{"
        end = self.parts.index("}", self.at)
        text = "".join(self.parts[self.at : end]).replace(r"\_", "_")
        self.at = end + 1
        return text

    def _token(self, part: str) -> Iterator[Token]:
        if part.startswith((r"\left", r"\right")):
            is_left = part.startswith(r"\left")
            yield (
                "open" if is_left else "close",
                _FENCES[part.removeprefix(r"\left" if is_left else r"\right").strip()],
            )
        elif part == r"\frac":
            yield ("frac", self._group(), self._group())
        elif part == r"\sqrt":
            yield ("root", self._group())
        elif part == "^":
            yield ("power", self._group())
        elif part == r"\begin":
            yield self._cases()
        elif part == r"\text":
            yield ("words", self._raw())
        elif part == r"\mathrm":
            yield ("name", self._raw())
        elif part == r"\operatorname":
            yield from self._function(self._raw())
        else:
            yield from self._leaf(part)

    def _leaf(self, part: str) -> Iterator[Token]:
        if part in _CONSTANTS:
            yield ("symbol", _CONSTANTS[part])
        elif part in _OPERATORS:
            yield ("op", _OPERATORS[part])
        elif part.startswith("\\"):
            yield from self._function(part[1:])
        elif part[0].isdigit() or part[0] == ".":
            yield ("number", part)
        else:
            yield ("name" if part.isalpha() else "op", part)

    def _function(self, name: str) -> Iterator[Token]:
        if self.parts[self.at] == "_":
            self.at += 1
            letters = [_letter(text) for _, text in self._group()[::2]]
            yield ("big", "∑" if name == "sum" else name, letters)
        else:
            yield from (("name", name), ("op", "\u2061"))

    def _cases(self) -> Token:
        assert self._raw() == "cases"
        then, guard, otherwise = self.tokens("&"), self.tokens(r"\\"), self.tokens("&")
        assert guard.pop(0) == ("words", "if ")
        assert self.tokens(r"\end") == [("words", "otherwise")]
        assert self._raw() == "cases"
        return ("cases", then, guard, otherwise)


# What tokens say


@dataclass(frozen=True)
class Values:
    """What names stand for: arrays whose dimensions are the letters in order, of size 1 or all."""

    named: Mapping[str, Value]
    letters: tuple[str, ...]
    sizes: Mapping[str, int]


def _erf(x: Value) -> Value:
    return np.vectorize(math.erf, otypes=[float])(x)


def _nested(function: Callable[[Value, Value], Value]) -> Callable[..., Value]:
    def apply(first: Value, *others: Value) -> Value:
        for other in others:
            first = function(first, other)
        return first

    return apply


_OF_NUMPY = """
    exp expm1 log log1p log2 sin cos tan sinh cosh tanh sign isnan isinf isfinite
""".split()  # noqa: SIM905 - so many words are read best as text
_CALLS: dict[str, Callable[..., Value]] = {
    **{name: getattr(np, name) for name in _OF_NUMPY},
    **{f"a{name}": getattr(np, f"arc{name}") for name in ("sin", "cos", "tan")},
    "erf": _erf,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "softplus": lambda x: np.log(1 + np.exp(x)),
    "relu": lambda x: np.where(x > 0, x, 0),
    "step": lambda x: np.where(x > 0, 1, 0),
    "round": np.round,
    "clamp": lambda x, low, high: np.minimum(np.maximum(x, low), high),
    "max": _nested(np.maximum),
    "min": _nested(np.minimum),
}
_BIG = {"∑": np.sum, "mean": np.mean, "max": np.max, "min": np.min}


def _of_present(compare: Callable[[Value, Value], Value]) -> Callable[[Value, Value], Value]:
    """Return a comparison that is false of an absent value, which another condition rules out."""
    return lambda a, b: a is not None and b is not None and compare(a, b)


_INFIX: Sequence[Mapping[str, Callable[[Value, Value], Value]]] = (
    {"∨": np.logical_or},  # noqa: RUF001 - the logical operator
    {"∧": np.logical_and},
    {
        "=": lambda a, b: a == b,
        "≠": lambda a, b: a != b,
        "<": _of_present(lambda a, b: a < b),
        "≤": _of_present(lambda a, b: a <= b),
        ">": _of_present(lambda a, b: a > b),
        "≥": _of_present(lambda a, b: a >= b),
    },
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"mod": np.mod},
    {"⋅": lambda a, b: a * b},
)
_COMPARE, _SUM, _TIGHT = 2, 3, len(_INFIX)
_ARITHMETIC = {("op", symbol) for level in _INFIX[_SUM:] for symbol in level}


def read(tokens: Sequence[Token]) -> Compute:
    """Return what computes the value that ``tokens`` say."""
    reader = _Reader(tokens)
    compute = reader.infix(0)
    assert reader.at == len(tokens), tokens[reader.at :]
    return compute


class _Reader:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def _peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end",)

    def _next(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def infix(self, level: int) -> Compute:
        if level == _TIGHT:
            return self._prefix()
        left = self.infix(level + 1)
        count = 0
        while self._peek()[0] == "op" and self._peek()[1] in _INFIX[level]:
            apply = _INFIX[level][self._next()[1]]
            left = self._applied(apply, left, self.infix(level + 1))
            count += 1
        assert level != _COMPARE or count <= 1, "a chain of comparisons"
        return left

    @staticmethod
    def _applied(apply: Callable[[Value, Value], Value], left: Compute, right: Compute) -> Compute:
        def compute(values: Values) -> Value:
            first = left(values)
            # Of absent operands nothing is read behind what says that they are absent.
            if apply is np.logical_and and np.ndim(first) == 0 and not first:
                return False
            return apply(first, right(values))

        return compute

    def _prefix(self) -> Compute:
        token = self._peek()
        if token == ("op", "-"):
            before = self.tokens[self.at - 1] if self.at else ()
            assert before[:1] != ("big",)
            assert before not in _ARITHMETIC, "a sign behind an operator"
            self._next()
            value = self._prefix()
            return lambda values: -value(values)
        if token == ("op", "¬"):
            self._next()
            value = self._prefix()
            return lambda values: np.logical_not(value(values))
        if token[0] == "big":
            self._next()
            return self._reduced(token, self.infix(_SUM + 1))
        return self._power()

    @staticmethod
    def _reduced(token: Token, value: Compute) -> Compute:
        def compute(values: Values) -> Value:
            axes = tuple(values.letters.index(letter) for letter in token[2])
            found = np.asarray(value(values))
            found = found.reshape((1,) * (len(values.letters) - found.ndim) + found.shape)
            shape = [
                values.sizes[letter] if axis in axes else found.shape[axis]
                for axis, letter in enumerate(values.letters)
            ]
            return _BIG[token[1]](np.broadcast_to(found, shape), axis=axes, keepdims=True)

        return compute

    def _power(self) -> Compute:
        base = self._atom()
        while self._peek()[0] == "power":
            base = self._raised(base, read(self._next()[1]))
        return base

    @staticmethod
    def _raised(base: Compute, exponent: Compute) -> Compute:
        return lambda values: np.power(base(values), exponent(values))

    def _atom(self) -> Compute:
        token = self._next()
        if token[0] == "open":
            return self._enclosed(token[1])
        if token[0] == "name" and self._peek() == ("op", "\u2061"):
            self._next()
            assert self._next() == ("open", "(")
            return self._called(token[1])
        return _ATOMS[token[0]](*token[1:])

    def _called(self, function: str) -> Compute:
        arguments = [self.infix(0)]
        while self._peek() == ("op", ","):
            self._next()
            arguments.append(self.infix(0))
        assert self._next() == ("close", ")")
        return lambda values: _CALLS[function](*(argument(values) for argument in arguments))

    def _enclosed(self, fence: str) -> Compute:
        inner = self.tokens[self.at]
        is_alone = self.tokens[self.at + 1] == ("close", CLOSING[fence])
        if fence == "|" and is_alone and inner[0] in {"name", "symbol"}:
            self.at += 2
            return lambda values: _size_or_absolute(inner, values)
        value = self.infix(0)
        assert self._next() == ("close", CLOSING[fence])
        apply = {"|": np.abs, "⌊": np.floor, "⌈": np.ceil}.get(fence)
        return value if apply is None else lambda values: apply(value(values))


def _size_or_absolute(token: Token, values: Values) -> Value:
    letter = _letter(token[1])
    if letter in values.letters and letter not in values.named:
        return float(values.sizes[letter])
    return np.abs(_name(token[1])(values))


def _name(name: str) -> Compute:
    return lambda values: values.named[name]


def _words(text: str) -> Compute:
    def compute(values: Values) -> Value:
        if text.endswith(" given"):
            shown = {name.replace("_", " "): value for name, value in values.named.items()}
            return shown[text.removesuffix(" given")] is not None
        return {"true": True, "false": False}.get(text, text)

    return compute


def _cases(then: list[Token], guard: list[Token], otherwise: list[Token]) -> Compute:
    condition, first, second = read(guard), read(then), read(otherwise)

    def compute(values: Values) -> Value:
        chosen = condition(values)
        if np.ndim(chosen) == 0:
            return first(values) if chosen else second(values)
        return np.where(chosen, first(values), second(values))

    return compute


def _fraction(above: list[Token], below: list[Token]) -> Compute:
    dividend, divisor = read(above), read(below)
    return lambda values: np.true_divide(dividend(values), divisor(values))


def _root(tokens: list[Token]) -> Compute:
    value = read(tokens)
    return lambda values: np.sqrt(value(values))


_ATOMS: Mapping[str, Callable[..., Compute]] = {
    "name": _name,
    "number": lambda text: lambda _: float(text),
    "symbol": lambda text: lambda _: {"π": math.pi, "∞": math.inf}[text],
    "words": _words,
    "cases": _cases,
    "frac": _fraction,
    "root": _root,
}
