"""Terms of formulas as C++ expressions, for the kernels of every device with a C++ compiler.

Knows `opgen_math.h` and <cmath>; knows neither loops nor where a value lies.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final, assert_never

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.functions import COMPARISONS
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    Apply,
    Constant,
    Given,
    Parameter,
    Read,
    Reduce,
    Size,
    Sort,
    Term,
)
from opgen.ops.names import enumerator
from opgen.targets.cpp import string_literal
from opgen.targets.expressions import ATOM, Code

_CHOICE, _OR, _AND, _EQUAL, _ORDER, _SUM, _PRODUCT, _PREFIX = range(8)

_OPERATORS: Final = {
    "or": ("||", _OR),
    "and": ("&&", _AND),
    "==": ("==", _EQUAL),
    "!=": ("!=", _EQUAL),
    "<": ("<", _ORDER),
    "<=": ("<=", _ORDER),
    ">": (">", _ORDER),
    ">=": (">=", _ORDER),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "*": ("*", _PRODUCT),
    "/": ("/", _PRODUCT),
}

_STANDARD: Final = frozenset(
    """
    exp expm1 log log1p log2 sqrt sin cos tan asin acos atan sinh cosh tanh erf floor ceil abs
    isnan isinf isfinite
    """.split()  # noqa: SIM905 - so many words are read best as text
)
_RUNTIME: Final = {
    "rsqrt": "opgen::rsqrt",
    "sigmoid": "opgen::sigmoid",
    "softplus": "opgen::softplus",
    "relu": "opgen::relu",
    "step": "opgen::step",
    "sign": "opgen::sign",
    "square": "opgen::square",
    "clamp": "opgen::clamp",
    "min": "opgen::minimum",
    "max": "opgen::maximum",
    "//": "opgen::floor_div",
    "%": "opgen::floor_mod",
    "round": "std::nearbyint",
}
_NAME: Final = re.compile(r"[A-Za-z_]\w*\Z")
_POWERS: Final = {2: "opgen::square", 3: "opgen::cube"}


@dataclass(frozen=True, slots=True)
class TermPrinter:
    """Prints terms.

    Attributes:
        real: The type that real numbers are computed in; ``double`` for scalars.
        read: Gives the expression for a tensor's element.
        sizes: The names of the letters' sizes.
        hoisted: Terms that have a name already.
        enums: The C++ type of each attribute that is a word.
    """

    real: str
    read: Callable[[Read], str]
    sizes: Mapping[str, str]
    hoisted: Mapping[Term, str]
    enums: Mapping[str, str] = field(default_factory=dict)

    def type_of(self, sort: Sort) -> str:
        """Return the C++ type in which values of ``sort`` are computed."""
        if sort is Sort.BOOL:
            return "bool"
        return "int64_t" if sort is Sort.INTEGER else self.real

    def text(self, term: Term, sort: Sort | None = None) -> str:
        """Return ``term`` as an expression, converted to the type of ``sort`` if one is given."""
        return self._code(term).text if sort is None else self._converted(term, sort).text

    def _code(self, term: Term) -> Code:  # noqa: PLR0911 - one case a term
        if term in self.hoisted:
            return Code(self.hoisted[term])
        match term:
            case Constant():
                return self._constant(term)
            case Parameter():
                return Code(term.name)
            case Size():
                return Code(self.sizes[term.letter])
            case Given():
                return Code(term.operand)
            case Read():
                return Code(self.read(term))
            case Apply():
                return self._apply(term)
            case Reduce():
                raise AssertionError(term)
            case _:
                assert_never(term)

    def _constant(self, term: Constant) -> Code:
        value = term.value
        if isinstance(value, str):
            return Code(string_literal(value))
        if isinstance(value, bool):
            return Code("true" if value else "false")
        if isinstance(value, int):
            return Code(str(value), _PREFIX if value < 0 else ATOM)
        if math.isinf(value):
            infinity = f"std::numeric_limits<{self.real}>::infinity()"
            return Code(infinity if value > 0 else f"-{infinity}", ATOM if value > 0 else _PREFIX)
        if self.real == "double":
            return Code(repr(value), _PREFIX if value < 0 else ATOM)
        return Code(f"{self.real}({value!r})")

    def _converted(self, term: Term, sort: Sort, *, literal: bool = False) -> Code:
        """Return ``term`` in the type of ``sort``; ``literal``: an integer literal may stay one."""
        own = sort_of(term)
        if self.type_of(own) == self.type_of(sort):
            is_bare = isinstance(term, Constant) and own is Sort.INTEGER and not literal
            return Code(f"int64_t({term.value})") if is_bare else self._code(term)  # type: ignore[union-attr]
        if isinstance(term, Constant) and own is Sort.INTEGER:
            return self._code(term) if literal else Code(f"{self.type_of(sort)}({term.value})")
        return Code(f"static_cast<{self.type_of(sort)}>({self._code(term).text})")

    def _apply(self, term: Apply) -> Code:
        function, arguments = term.function, term.arguments
        special = {
            "and": self._logic,
            "or": self._logic,
            "where": self._choice,
            "pow": self._power,
            "not": self._prefixed,
            "neg": self._prefixed,
        }
        if function in special:
            return special[function](term)
        if function in COMPARISONS:
            return self._infix(term, max(map(sort_of, arguments)))
        if function in _OPERATORS:
            return self._infix(term, sort_of(term))
        if function in {"stop", "real"}:
            return self._converted(arguments[0], sort_of(term))
        return self._call(term)

    def _prefixed(self, term: Apply) -> Code:
        operand = self._converted(term.arguments[0], sort_of(term), literal=True)
        symbol = "!" if term.function == "not" else "-"
        # Two signs in a row would be one operator.
        doubled = operand.text.startswith(symbol)
        return Code(symbol + operand.within(ATOM if doubled else _PREFIX), _PREFIX)

    def _call(self, term: Apply) -> Code:
        function, arguments = term.function, term.arguments
        sort = sort_of(term)
        if sort is Sort.BOOL:
            sort = Sort.REAL
        name = f"std::{function}" if function in _STANDARD else _RUNTIME[function]
        texts = [self._converted(argument, sort).text for argument in arguments]
        if function in {"min", "max"}:
            nested = texts[0]
            for text in texts[1:]:
                nested = f"{name}({nested}, {text})"
            return Code(nested)
        return Code(f"{name}({', '.join(texts)})")

    def _infix(self, term: Apply, sort: Sort) -> Code:
        left, right = term.arguments
        symbol, level = _OPERATORS[term.function]
        both = isinstance(left, Constant) and isinstance(right, Constant)
        is_text = sort in {Sort.TEXT, Sort.BOOL}
        if is_text:
            codes = [self._word(left, right), self._word(right, left)]
        else:
            # Beside a value of the right type, a literal may be an integer.
            bare = not both and self._is_of(sort, left, right)
            codes = [self._converted(side, sort, literal=bare) for side in (left, right)]
        tight = level + (1 if level == _EQUAL else 0)
        return Code(f"{codes[0].within(tight)} {symbol} {codes[1].within(level + 1)}", level)

    def _word(self, term: Term, other: Term) -> Code:
        """Return a side of an equation; a word beside an enum is one of its enumerators."""
        enum = self.enums.get(other.name) if isinstance(other, Parameter) else None
        if enum and isinstance(term, Constant):
            return Code(f"{enum}::{enumerator(str(term.value))}")
        return self._code(term)

    def _is_of(self, sort: Sort, *sides: Term) -> bool:
        return any(
            not isinstance(side, Constant) and self.type_of(sort_of(side)) == self.type_of(sort)
            for side in sides
        )

    def _logic(self, term: Apply) -> Code:
        symbol, level = _OPERATORS[term.function]
        # Compilers warn of && within || without parentheses.
        inner = _EQUAL if term.function == "or" else level
        sides = [self._code(side) for side in term.arguments]
        texts = [s.text if s.level == level else s.within(inner) for s in sides]
        return Code(f" {symbol} ".join(texts), level)

    def _choice(self, term: Apply) -> Code:
        condition, then, otherwise = term.arguments
        sort = sort_of(term)
        parts = [self._converted(part, sort).within(_OR) for part in (then, otherwise)]
        return Code(f"{self._code(condition).within(_OR)} ? {parts[0]} : {parts[1]}", _CHOICE)

    def _power(self, term: Apply) -> Code:
        base, exponent = term.arguments
        sort = sort_of(term)
        value = self._converted(base, sort)
        if isinstance(exponent, Constant):
            if exponent.value in _POWERS:
                if exponent.value == 2 and _NAME.match(value.text):  # noqa: PLR2004 - a square
                    return Code(f"{value.text} * {value.text}", _PRODUCT)
                return Code(f"{_POWERS[int(exponent.value)]}({value.text})")
            if exponent.value == 0.5:  # noqa: PLR2004 - a root
                return Code(f"std::sqrt({value.text})")
        if sort_of(exponent) is Sort.INTEGER and sort is not Sort.REAL:
            return Code(f"opgen::integer_power({value.text}, {self._code(exponent).text})")
        return Code(f"std::pow({value.text}, {self._converted(exponent, sort).text})")
