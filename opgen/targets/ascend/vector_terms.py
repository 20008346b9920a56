"""Terms of formulas as calls of Ascend C's vector functions.

Numbers are computed with as float, or as the kernel's own integers. What is the same at every
index is a scalar, which the host has computed. Knows the functions of A2 and A3 and their limits;
knows neither tensors nor tiles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.functions import COMPARISONS
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import Apply, Constant, Read, Reduce, Sort, Term
from opgen.targets.ascend.registers import Register, Space, VectorCode

LOG_2: Final = math.log(2)


class UnknownTermError(Exception):
    """A term that the vector functions can't compute; the developer writes the kernel."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value that is the same at every index, as an expression; ``number`` if it is known."""

    text: str
    number: float | None = None


Value = Register | Scalar

_UNARY: Final = {"exp": "Exp", "log": "Ln", "sqrt": "Sqrt", "abs": "Abs"}
_LIBRARY: Final = {
    "tanh": "Tanh",
    "sinh": "Sinh",
    "cosh": "Cosh",
    "sin": "Sin",
    "cos": "Cos",
    "tan": "Tan",
    "asin": "Asin",
    "acos": "Acos",
    "atan": "Atan",
    "erf": "Erf",
}
"""Functions of the library above the vector unit; they don't work in place."""
_ROUNDED: Final = {"floor": "CAST_FLOOR", "ceil": "CAST_CEIL", "round": "CAST_RINT"}
_MODES: Final = {"==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_SMALL_POWERS: Final = (1, 2, 3, 4)
_INTEGRAL: Final = frozenset(
    {"+", "-", "*", "neg", "relu", "square", "min", "max", "clamp", "where", "stop"}
) | {*COMPARISONS, "and", "or", "not"}
"""What is computed with integers too."""


def serves_integers(term: Term) -> bool:
    """Whether the function at the top of ``term`` can be computed with integers."""
    return not isinstance(term, Apply) or term.function in _INTEGRAL


@dataclass(slots=True)
class TermCode:
    """Turns terms into calls, each term once.

    Attributes:
        code: Takes the calls.
        read: Gives the value of what is read.
        scalar: Gives the scalar of a term that is the same at every index, else ``None``.
        compute: The type that numbers are computed in.
        is_float: Whether that is float in every case.
        known: The values of terms.
    """

    code: VectorCode
    read: Callable[[Read], Value]
    scalar: Callable[[Term], Scalar | None]
    compute: str = "float"
    known: dict[Term, Value] = field(default_factory=dict)

    @property
    def is_float(self) -> bool:
        """Whether numbers are computed in float in every case."""
        return self.compute == "float"

    def number(self, value: float) -> Scalar:
        """Return a literal."""
        if math.isinf(value):
            return Scalar("opgen::npu::kInfinity" if value > 0 else "-opgen::npu::kInfinity", value)
        text = f"{float(value)!r}f" if self.is_float else f"{self.compute}({value})"
        return Scalar(text, value)

    def value(self, term: Term) -> Value:
        """Return the value of ``term``."""
        if term in self.known:
            return self.known[term]
        scalar = self.scalar(term)
        self.known[term] = scalar if scalar is not None else self._value(term)
        return self.known[term]

    def vector(self, term: Term) -> Register:
        """Return the value of ``term`` as one of as many elements as there are."""
        return self.filled(self.value(term))

    def filled(self, value: Value) -> Register:
        """Return a value in memory, a truth value as 0 or 1."""
        if isinstance(value, Register):
            return value if value.space is Space.NUMBERS else self._indicator(value)
        return self.code.call("Duplicate", self.code.new(), value.text, "count")

    def mask(self, term: Term) -> Register:
        """Return a truth value as a mask."""
        value = self.value(term)
        if isinstance(value, Scalar) or value.space is not Space.MASK:
            message = "a truth value that is the same everywhere"
            raise UnknownTermError(message)
        return value

    def _value(self, term: Term) -> Value:
        if isinstance(term, Read):
            return self.read(term)
        if isinstance(term, Constant | Reduce) or not isinstance(term, Apply):
            raise UnknownTermError(type(term).__name__)
        if term.function in COMPARISONS:
            return self._comparison(term)
        handler = _HANDLERS.get(term.function)
        if handler is not None:
            return handler(self, term)
        if term.function in _UNARY:
            return self.unary(_UNARY[term.function], self.vector(term.arguments[0]))
        if term.function in _LIBRARY:
            argument = self.vector(term.arguments[0])
            return self.unary(_LIBRARY[term.function], argument, may_overlap=False)
        if term.function in _ROUNDED:
            mode = f"RoundMode::{_ROUNDED[term.function]}"
            return self.code.call(
                "Cast", self.code.new(), self.vector(term.arguments[0]), mode, "count"
            )
        raise UnknownTermError(term.function)

    # Calls

    def unary(self, function: str, argument: Register, *, may_overlap: bool = True) -> Register:
        """Call a function of one value."""
        return self.code.call(function, self.code.new(), argument, "count", may_overlap=may_overlap)

    def binary(self, function: str, left: Register, right: Register) -> Register:
        """Call a function of two values."""
        return self.code.call(function, self.code.new(), left, right, "count")

    def by_scalar(self, function: str, left: Register, right: Scalar) -> Register:
        """Call a function of a value and a scalar."""
        return self.code.call(function, self.code.new(), left, right.text, "count")

    def commutative(self, function: str, left: Value, right: Value) -> Register:
        """Call a function whose form for a scalar has an `s` at the end of its name."""
        if isinstance(left, Scalar):
            left, right = right, left
        if isinstance(right, Scalar):
            return self.by_scalar(f"{function}s", self.filled(left), right)
        return self.binary(function, self.filled(left), right)

    def negated(self, value: Register) -> Register:
        """Return the negative of a value."""
        return self.by_scalar("Muls", value, self.number(-1))

    def _minus(self, scalar: Scalar) -> Scalar:
        if scalar.number is not None:
            return self.number(-scalar.number)
        return Scalar(f"-{scalar.text}")

    # Arithmetic

    def sum_of(self, term: Apply) -> Value:
        """Add."""
        left, right = map(self.value, term.arguments)
        return self.commutative("Add", left, right)

    def difference(self, term: Apply) -> Value:
        """Subtract."""
        left, right = map(self.value, term.arguments)
        if isinstance(right, Scalar):
            return self.by_scalar("Adds", self.filled(left), self._minus(right))
        if isinstance(left, Scalar):
            return self.by_scalar("Adds", self.negated(right), left)
        return self.binary("Sub", left, right)

    def product(self, term: Apply) -> Value:
        """Multiply."""
        left, right = map(self.value, term.arguments)
        return self.commutative("Mul", left, right)

    def scaled(self, term: Term) -> tuple[Register, Scalar] | None:
        """Return the factors of a product of a vector and a scalar."""
        if not self.is_float or not isinstance(term, Apply) or term.function != "*":
            return None
        left, right = map(self.value, term.arguments)
        if isinstance(left, Scalar):
            left, right = right, left
        if isinstance(left, Scalar) or not isinstance(right, Scalar):
            return None
        return self.filled(left), right

    def quotient(self, term: Apply) -> Register:
        """Divide; by a power of two it is a product."""
        left, right = map(self.value, term.arguments)
        known = right.number if isinstance(right, Scalar) else None
        if known and math.frexp(known)[0] in {0.5, -0.5}:
            return self.by_scalar("Muls", self.filled(left), self.number(1 / known))
        return self.binary("Div", self.filled(left), self.filled(right))

    def floor_quotient(self, term: Apply) -> Register:
        """Divide and round down."""
        quotient = self.quotient(term)
        return self.code.call("Cast", self.code.new(), quotient, "RoundMode::CAST_FLOOR", "count")

    def remainder(self, term: Apply) -> Register:
        """Return what is left by a division that rounds down."""
        left, right = map(self.vector, term.arguments)
        whole = self.binary("Mul", self.floor_quotient(term), right)
        return self.binary("Sub", left, whole)

    def negative(self, term: Apply) -> Register:
        """Negate."""
        return self.negated(self.vector(term.arguments[0]))

    def square(self, term: Apply) -> Register:
        """Multiply by itself."""
        value = self.vector(term.arguments[0])
        return self.binary("Mul", value, value)

    def power(self, term: Apply) -> Register:
        """Raise to a power: by products where it is small."""
        base, exponent = term.arguments
        value = self.vector(base)
        known = exponent.value if isinstance(exponent, Constant) else None
        if known == 0.5:  # noqa: PLR2004 - a root
            return self.unary("Sqrt", value)
        if known in _SMALL_POWERS:
            result = value
            for _ in range(int(str(known)[0]) - 1):
                result = self.binary("Mul", result, value)
            return result
        return self.code.call(
            "Power", self.code.new(), value, self.vector(exponent), "count", may_overlap=False
        )

    def extreme(self, term: Apply) -> Value:
        """Return the largest or the smallest of several values."""
        function = {"max": "Max", "min": "Min"}[term.function]
        first, *others = map(self.value, term.arguments)
        for other in others:
            first = self.commutative(function, first, other)
        return first

    def clamped(self, term: Apply) -> Value:
        """Keep between two bounds."""
        value, low, high = map(self.value, term.arguments)
        return self.commutative("Min", self.commutative("Max", value, low), high)

    def relu(self, term: Apply) -> Register:
        """Return the positive part."""
        return self.by_scalar("Maxs", self.vector(term.arguments[0]), self.number(0))

    def rsqrt(self, term: Apply) -> Register:
        """Divide one by the root; the function of that name is but an approximation."""
        root = self.unary("Sqrt", self.vector(term.arguments[0]))
        return self.binary("Div", self.filled(self.number(1)), root)

    # Exponentials: without overflow on the way to a finite value, exact near zero

    def sigmoid(self, term: Apply) -> Register:
        """Return 1 / (1 + exp(-x)), which is right where exp overflows."""
        value = self.negated(self.vector(term.arguments[0]))
        below = self.by_scalar("Adds", self.unary("Exp", value), self.number(1))
        return self.binary("Div", self.filled(self.number(1)), below)

    def log2(self, term: Apply) -> Register:
        """Return the logarithm to base 2."""
        logarithm = self.unary("Ln", self.vector(term.arguments[0]))
        return self.by_scalar("Muls", logarithm, self.number(1 / LOG_2))

    def log1p(self, term: Apply) -> Register:
        """Return log(1 + x)."""
        return self._log1p(self.vector(term.arguments[0]))

    def _log1p(self, value: Register) -> Register:
        """Return log(1 + x): what the sum has lost is made up for by a quotient."""
        above = self.by_scalar("Adds", value, self.number(1))
        lost = self.by_scalar("Adds", above, self.number(-1))
        is_lost = self._compared("==", lost, self.number(0))
        ratio = self.binary("Div", value, lost)
        result = self.binary("Mul", self.unary("Ln", above), ratio)
        return self._chosen(is_lost, value, result)

    def expm1(self, term: Apply) -> Register:
        """Return exp(x) - 1 by the hyperbolic tangent where they are close to each other."""
        value = self.vector(term.arguments[0])
        half = self.by_scalar("Muls", value, self.number(0.5))
        tangent = self.unary("Tanh", half, may_overlap=False)
        rest = self.by_scalar("Adds", self.negated(tangent), self.number(1))
        near = self.binary("Div", self.by_scalar("Muls", tangent, self.number(2)), rest)
        far = self.by_scalar("Adds", self.unary("Exp", value), self.number(-1))
        is_near = self._compared("<", self.unary("Abs", value), self.number(1))
        return self._chosen(is_near, near, far)

    def softplus(self, term: Apply) -> Register:
        """Return log(1 + exp(x))."""
        value = self.vector(term.arguments[0])
        small = self.unary("Exp", self.negated(self.unary("Abs", value)))
        positive = self.by_scalar("Maxs", value, self.number(0))
        return self.binary("Add", positive, self._log1p(small))

    # Truth values

    def sign(self, term: Apply) -> Register:
        """Return -1, 0 or 1."""
        value = self.vector(term.arguments[0])
        above = self._indicator(self._compared(">", value, self.number(0)))
        below = self._indicator(self._compared("<", value, self.number(0)))
        return self.binary("Sub", above, below)

    def step(self, term: Apply) -> Register:
        """Return 1 where the argument is positive, else 0."""
        value = self.vector(term.arguments[0])
        return self._indicator(self._compared(">", value, self.number(0)))

    def _indicator(self, mask: Register) -> Register:
        return self._chosen(mask, self.number(1), self.number(0))

    def _comparison(self, term: Apply) -> Register:
        if sort_of(term.arguments[0]) is Sort.BOOL or sort_of(term.arguments[0]) is Sort.TEXT:
            message = "a comparison of truth values"
            raise UnknownTermError(message)
        left, right = map(self.value, term.arguments)
        function = term.function
        if isinstance(left, Scalar):
            left, right, function = right, left, _TURNED[function]
        return self._compared(function, self.filled(left), right)

    def _compared(self, function: str, left: Register, right: Value) -> Register:
        mode, mask = f"CMPMODE::{_MODES[function]}", self.code.new(Space.MASK)
        if not self.is_float:
            right, spare = self.filled(right), self.code.new()
            arguments = (left, right, mode, spare, "padded")
            return self.code.call("opgen::npu::Compare", mask, *arguments, may_overlap=False)
        if isinstance(right, Scalar):
            return self.code.call("CompareScalar", mask, left, right.text, mode, "padded")
        return self.code.call("Compare", mask, left, right, mode, "padded")

    def _chosen(self, mask: Register, then: Value, otherwise: Value) -> Register:
        first = self.filled(then)
        if not self.is_float:
            second = self.filled(otherwise)
            return self.code.call(
                "opgen::npu::Select", self.code.new(), mask, first, second, "count"
            )
        if isinstance(otherwise, Scalar):
            mode = "SELMODE::VSEL_TENSOR_SCALAR_MODE"
            arguments = (mask, first, otherwise.text, mode, "count")
        else:
            mode = "SELMODE::VSEL_TENSOR_TENSOR_MODE"
            return self.code.call("Select", self.code.new(), mask, first, otherwise, mode, "count")
        return self.code.call("Select", self.code.new(), *arguments)

    def choice(self, term: Apply) -> Value:
        """Choose element by element, or once for all of them."""
        condition, then, otherwise = term.arguments
        if sort_of(term) is Sort.BOOL:
            message = "a choice of truth values"
            raise UnknownTermError(message)
        parted = self._parted(condition, then, otherwise)
        if parted is not None:
            return self.value(parted)
        slope = self._slope(condition, then, otherwise)
        if slope is not None:
            return self.by_scalar("LeakyRelu", self.vector(then), slope)
        decided = self.value(condition)
        if isinstance(decided, Scalar):
            return self._branches(decided, then, otherwise)
        return self._chosen(decided, self.value(then), self.value(otherwise))

    def _parted(self, condition: Term, then: Term, otherwise: Term) -> Term | None:
        """Return a choice around another one, where scalars and masks decide together."""
        if not self._is_mixed(condition):
            return None
        assert isinstance(condition, Apply)
        # What is the same everywhere goes first: it decides once.
        first, second = sorted(condition.arguments, key=lambda side: self.scalar(side) is None)
        inner = Apply("where", (second, then, otherwise))
        branches = (inner, otherwise) if condition.function == "and" else (then, inner)
        return Apply("where", (first, *branches))

    def _is_mixed(self, condition: Term) -> bool:
        """Whether a condition is made of scalars and of masks."""
        if not isinstance(condition, Apply) or condition.function not in {"and", "or"}:
            return False
        fixed = {self.scalar(side) is not None for side in condition.arguments}
        return len(fixed) > 1 or any(map(self._is_mixed, condition.arguments))

    def _slope(self, condition: Term, then: Term, otherwise: Term) -> Scalar | None:
        """Return the slope of what is `x` where `x > 0` and a multiple of `x` elsewhere."""
        if not self.is_float or not isinstance(condition, Apply):
            return None
        if condition.function not in {">", ">="} or condition.arguments != (then, Constant(0)):
            return None
        if not isinstance(otherwise, Apply) or otherwise.function != "*":
            return None
        factors = [factor for factor in otherwise.arguments if factor != then]
        return self.scalar(factors[0]) if len(factors) == 1 else None

    def _branches(self, condition: Scalar, then: Term, otherwise: Term) -> Register:
        """Compute one of two terms; what either computes is not known behind it."""
        target = self.code.new()
        for opening, term in ((f"if ({condition.text}) {{", then), ("} else {", otherwise)):
            before = dict(self.known)
            self.code.line(opening)
            self.code.depth += 1
            self.stored(self.value(term), target)
            self.code.depth -= 1
            self.known = before
        self.code.line("}")
        return target

    def stored(self, value: Value, target: Register) -> None:
        """Write a value to a register of its own."""
        if isinstance(value, Scalar):
            self.code.call("Duplicate", target, value.text, "count")
        else:
            function, neutral = ("Muls", 1) if self.is_float else ("Adds", 0)
            self.code.call(function, target, value, self.number(neutral).text, "count")

    def conjunction(self, term: Apply) -> Register:
        """Combine masks bit by bit."""
        left, right = map(self.mask, term.arguments)
        function = "opgen::npu::And" if term.function == "and" else "opgen::npu::Or"
        return self.code.call(function, self.code.new(Space.MASK), left, right, "padded")

    def complement(self, term: Apply) -> Register:
        """Turn a mask."""
        mask = self.mask(term.arguments[0])
        return self.code.call("opgen::npu::Not", self.code.new(Space.MASK), mask, "padded")

    def is_nan(self, term: Apply) -> Register:
        """Find what is no number: it differs from itself."""
        value = self.vector(term.arguments[0])
        return self._compared("!=", value, value)

    def is_infinite(self, term: Apply) -> Register:
        """Find infinities, or what is less than that."""
        size = self.unary("Abs", self.vector(term.arguments[0]))
        function = "==" if term.function == "isinf" else "<"
        return self._compared(function, size, self.number(math.inf))

    def same(self, term: Apply) -> Value:
        """Pass on what counts for derivatives only, or turns integers into reals."""
        return self.value(term.arguments[0])


_HANDLERS: Final[Mapping[str, Callable[[TermCode, Apply], Value]]] = {
    "+": TermCode.sum_of,
    "-": TermCode.difference,
    "*": TermCode.product,
    "/": TermCode.quotient,
    "//": TermCode.floor_quotient,
    "%": TermCode.remainder,
    "neg": TermCode.negative,
    "square": TermCode.square,
    "pow": TermCode.power,
    "max": TermCode.extreme,
    "min": TermCode.extreme,
    "clamp": TermCode.clamped,
    "relu": TermCode.relu,
    "rsqrt": TermCode.rsqrt,
    "sigmoid": TermCode.sigmoid,
    "log2": TermCode.log2,
    "log1p": TermCode.log1p,
    "expm1": TermCode.expm1,
    "softplus": TermCode.softplus,
    "sign": TermCode.sign,
    "step": TermCode.step,
    "where": TermCode.choice,
    "and": TermCode.conjunction,
    "or": TermCode.conjunction,
    "not": TermCode.complement,
    "isnan": TermCode.is_nan,
    "isinf": TermCode.is_infinite,
    "isfinite": TermCode.is_infinite,
    "stop": TermCode.same,
    "real": TermCode.same,
}
