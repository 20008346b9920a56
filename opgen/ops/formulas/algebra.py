"""Terms built so that they come out short: products and sums in a normal form.

A product is a number and factors with exponents, a sum is products with numbers in front; equal
ones meet and cancel. Only what a derivative is made of goes through here, never a formula as it
was written, whose order of operations is its author's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.formulas.terms import (
    ONE,
    ZERO,
    Apply,
    Constant,
    Reduce,
    Size,
    Term,
    letters_of,
    mapped,
)

_LARGEST_POWER: Final = 4
"""Powers up to this one are kept as exponents of a factor."""


@dataclass(frozen=True, slots=True)
class Product:
    """A number times factors, each to a whole power."""

    number: Fraction
    factors: Mapping[Term, int]

    def times(self, other: Product, exponent: int = 1) -> Product:
        """Return this product times ``other ** exponent``."""
        factors = dict(self.factors)
        for factor, power in other.factors.items():
            factors[factor] = factors.get(factor, 0) + power * exponent
        kept = {factor: power for factor, power in factors.items() if power}
        return Product(self.number * other.number**exponent, kept)

    @property
    def key(self) -> frozenset[tuple[Term, int]]:
        """What products that differ in their number only have in common."""
        return frozenset(self.factors.items())


_UNIT: Final = Product(Fraction(1), {})


def product_of(term: Term) -> Product:  # noqa: PLR0911 - one case a function
    """Return ``term`` as a product."""
    if isinstance(term, Constant):
        return _number(term)
    if not isinstance(term, Apply):
        return Product(Fraction(1), {term: 1})
    function, arguments = term.function, term.arguments
    if function == "*":
        return product_of(arguments[0]).times(product_of(arguments[1]))
    if function == "/":
        divisor = product_of(arguments[1])
        if divisor.number:
            return product_of(arguments[0]).times(divisor, -1)
    if function == "neg":
        return product_of(arguments[0]).times(Product(Fraction(-1), {}))
    if function == "square":
        return _UNIT.times(product_of(arguments[0]), 2)
    if function == "pow" and (power := _small_power(arguments[1])):
        return _UNIT.times(product_of(arguments[0]), power)
    return Product(Fraction(1), {term: 1})


def _number(term: Constant) -> Product:
    value = term.value
    if isinstance(value, int) and not isinstance(value, bool):
        return Product(Fraction(value), {})
    if isinstance(value, float) and value - value == 0:
        return Product(Fraction(value), {})
    return Product(Fraction(1), {term: 1})


def _small_power(term: Term) -> int:
    if isinstance(term, Constant) and type(term.value) is int:
        return term.value if 0 < term.value <= _LARGEST_POWER else 0
    return 0


def built(product: Product) -> Term:
    """Return a product as a term: numerator over denominator, its number in front."""
    number = product.number
    if not number:
        return ZERO
    if any(abs(p) > 1 and _is_root(f) for f, p in product.factors.items()):
        return built(_without_roots(product))
    over = [_raised(f, p) for f, p in product.factors.items() if p > 0]
    under = [_raised(f, -p) for f, p in product.factors.items() if p < 0]
    size = abs(number)
    if _is_ratio(size) and (over or size.numerator > 1):
        under.insert(0, Constant(size.denominator))
        over[:0] = [Constant(size.numerator)] if size.numerator > 1 else []
    elif size != 1 or not over:
        whole = size.denominator == 1
        over.insert(0, Constant(int(size)) if whole else Constant(float(size)))
    term = _chained(over)
    if number < 0:
        term = Constant(-term.value) if _is_number(term) else Apply("neg", (term,))  # type: ignore[union-attr,operator]
    return Apply("/", (term, _chained(under))) if under else term


def _is_ratio(number: Fraction) -> bool:
    """Whether a number reads better as a quotient of small integers than as a decimal one."""
    most = 100
    exact = number.denominator in {2, 4, 8} and number.numerator == 1
    is_decimal = number.denominator & (number.denominator - 1) == 0
    return exact or (not is_decimal and max(number.numerator, number.denominator) <= most)


def _is_root(factor: Term) -> bool:
    return isinstance(factor, Apply) and factor.function == "sqrt"


def _without_roots(product: Product) -> Product:
    """Return a product with the radicands of roots that are squared in it."""
    result = Product(product.number, {})
    for factor, power in product.factors.items():
        if isinstance(factor, Apply) and _is_root(factor) and abs(power) > 1:
            half = abs(power) // 2 * (1 if power > 0 else -1)
            result = result.times(product_of(factor.arguments[0]), half)
            power -= 2 * half  # noqa: PLW2901 - what is left of the root
        result = result.times(Product(Fraction(1), {factor: power} if power else {}))
    return result


def _is_number(term: Term) -> bool:
    return isinstance(term, Constant) and not isinstance(term.value, bool | str)


def _chained(factors: list[Term]) -> Term:
    term = factors[0]
    for factor in factors[1:]:
        term = Apply("*", (term, factor))
    return term


def _raised(factor: Term, power: int) -> Term:
    return factor if power == 1 else Apply("pow", (factor, Constant(power)))


def product(*terms: Term) -> Term:
    """Return the product of ``terms``."""
    total = _UNIT
    for term in terms:
        total = total.times(product_of(term))
    return built(total)


def quotient(term: Term, divisor: Term) -> Term:
    """Return ``term / divisor``."""
    return built(product_of(term).times(product_of(divisor), -1))


def negative(term: Term) -> Term:
    """Return ``-term``."""
    return product(Constant(-1), term)


def difference(term: Term, other: Term) -> Term:
    """Return ``term - other``."""
    return total([term, negative(other)])


def total(terms: Iterable[Term]) -> Term:
    """Return the sum of ``terms``; what all of them have as a factor is taken out."""
    collected: dict[frozenset[tuple[Term, int]], Product] = {}
    for part in (p for term in terms for p in _addends(term)):
        before = collected.get(part.key)
        number = part.number + (before.number if before else 0)
        collected[part.key] = Product(number, (before or part).factors)
    parts = [part for part in collected.values() if part.number]
    if not parts:
        return ZERO
    if len(parts) == 1:
        return built(parts[0])
    common = _common(parts)
    rest = _sum([part.times(common, -1) for part in parts])
    is_unit = common.number == 1 and not common.factors
    return rest if is_unit else built(common.times(product_of(rest)))


def _addends(term: Term) -> list[Product]:
    if isinstance(term, Apply) and term.function in {"+", "-"}:
        first, second = (_addends(argument) for argument in term.arguments)
        sign = Product(Fraction(-1 if term.function == "-" else 1), {})
        return [*first, *(part.times(sign) for part in second)]
    if isinstance(term, Apply) and term.function == "neg":
        return [part.times(Product(Fraction(-1), {})) for part in _addends(term.arguments[0])]
    return [product_of(term)]


def _common(parts: list[Product]) -> Product:
    """Return what all parts share: factors, numerators and denominators apart, and a number."""
    shared: dict[Term, int] = {}
    for factor in parts[0].factors:
        powers = [part.factors.get(factor, 0) for part in parts]
        if all(p > 0 for p in powers):
            shared[factor] = min(powers)
        elif all(p < 0 for p in powers):
            shared[factor] = max(powers)
    sizes = {abs(part.number) for part in parts}
    return Product(sizes.pop() if len(sizes) == 1 else Fraction(1), shared)


def _sum(parts: list[Product]) -> Term:
    # A sum begins with a part without a sign, if it has one.
    parts = sorted(parts, key=lambda part: part.number < 0)
    term = built(parts[0])
    for part in parts[1:]:
        sign = "-" if part.number < 0 else "+"
        term = Apply(sign, (term, built(Product(abs(part.number), part.factors))))
    return term


def summed(letters: frozenset[str], term: Term, order: tuple[str, ...]) -> Term:
    """Return the sum of ``term`` over ``letters``, with what doesn't depend on these in front."""
    if not letters or term == ZERO:
        return term
    whole = product_of(term)
    inside = {f: p for f, p in whole.factors.items() if letters_of(f) & letters}
    outside = {f: p for f, p in whole.factors.items() if f not in inside}
    own = frozenset[str]().union(*map(letters_of, inside)) & letters
    front = Product(whole.number, outside)
    for letter in (x for x in order if x in letters - own):
        front = front.times(Product(Fraction(1), {Size(letter): 1}))
    if not own:
        return built(front)
    reduced = tuple(letter for letter in order if letter in own)
    kernel = built(Product(Fraction(1), inside))
    return built(front.times(Product(Fraction(1), {Reduce("sum", reduced, kernel): 1})))


def absorbed(term: Term, pattern: Product, read: Term) -> Term:
    """Return ``term`` with ``read`` for what the factors of ``pattern`` make together."""

    def visit(part: Term) -> Term:
        part = mapped(part, visit)
        if not isinstance(part, Apply) or part.function not in {"*", "/", "neg"}:
            return part
        found = product_of(part)
        held = found.factors
        if all(held.get(f, 0) * p >= p * p for f, p in pattern.factors.items()):
            rest = found.times(pattern, -1)
            return built(Product(Fraction(1), {read: 1}).times(rest))
        return part

    return visit(term)


def simplified(term: Term) -> Term:  # noqa: PLR0911 - one case a kind of term
    """Return ``term`` with all its sums and products in normal form."""
    if isinstance(term, Reduce):
        value = simplified(term.value)
        if term.function == "sum":
            return summed(frozenset(term.letters), value, term.letters)
        return Reduce(term.function, term.letters, value)
    if not isinstance(term, Apply):
        return term
    arguments = tuple(map(simplified, term.arguments))
    if term.function in {"+", "-"}:
        return total([Apply(term.function, arguments)])
    if term.function in {"*", "/", "neg", "square", "pow"}:
        return built(product_of(Apply(term.function, arguments)))
    if term.function == "where" and arguments[1] == arguments[2]:
        return arguments[1]
    return Apply(term.function, arguments)


__all__ = [
    "ONE",
    "ZERO",
    "Product",
    "absorbed",
    "built",
    "difference",
    "negative",
    "product",
    "product_of",
    "quotient",
    "simplified",
    "summed",
    "total",
]
