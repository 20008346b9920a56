"""The derivative of a formula in reverse: from the gradients of results to those of operands.

Every statement is gone through from the last to the first. What a choice leaves out is left out
of the gradient too, by a choice around the whole term, so that a division by zero on the side
that isn't taken makes no NaN. Functions are derived as stable functions of their values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.algebra import (
    ONE,
    ZERO,
    difference,
    negative,
    product,
    quotient,
    simplified,
    summed,
    total,
)
from opgen.ops.formulas.choices import joined, opposite
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    BATCH,
    Apply,
    Assignment,
    Constant,
    Formula,
    Given,
    Read,
    Reduce,
    Size,
    Sort,
    Term,
    arguments_of,
    letters_of,
    ordered,
)

Rule = Callable[[Term], Term]
"""From the argument of a function, or from its value, to the factor of its derivative."""


def _half(term: Term) -> Term:
    return quotient(term, Constant(2))


_OF_VALUE: Final[dict[str, Rule]] = {
    "exp": lambda y: y,
    "expm1": lambda y: total([y, ONE]),
    "sqrt": lambda y: _half(quotient(ONE, y)),
    "rsqrt": lambda y: _half(negative(product(y, y, y))),
    "tan": lambda y: total([ONE, product(y, y)]),
    "tanh": lambda y: difference(ONE, product(y, y)),
    "sigmoid": lambda y: product(y, difference(ONE, y)),
}
"""Derivatives as functions of the value, which is at hand and stable."""

_OF_ARGUMENT: Final[dict[str, Rule]] = {
    "log": lambda u: quotient(ONE, u),
    "log1p": lambda u: quotient(ONE, Apply("+", (ONE, u))),
    "log2": lambda u: quotient(ONE, product(u, Constant(math.log(2.0)))),
    "sin": lambda u: Apply("cos", (u,)),
    "cos": lambda u: negative(Apply("sin", (u,))),
    "asin": lambda u: Apply("rsqrt", (difference(ONE, product(u, u)),)),
    "acos": lambda u: negative(Apply("rsqrt", (difference(ONE, product(u, u)),))),
    "atan": lambda u: quotient(ONE, total([ONE, product(u, u)])),
    "sinh": lambda u: Apply("cosh", (u,)),
    "cosh": lambda u: Apply("sinh", (u,)),
    "softplus": lambda u: Apply("sigmoid", (u,)),
    "erf": lambda u: product(
        Constant(2.0 / math.sqrt(math.pi)), Apply("exp", (negative(product(u, u)),))
    ),
    "abs": lambda u: Apply("sign", (u,)),
    "square": lambda u: product(Constant(2), u),
    "neg": lambda _: Constant(-1),
    "real": lambda _: ONE,
}
"""Derivatives as functions of the argument."""

_FLAT: Final = frozenset({"step", "sign", "floor", "ceil", "round", "stop", "//"})


@dataclass(frozen=True, slots=True)
class Adjoint:
    """The gradient of a term: ``value`` where all ``guards`` hold, else zero."""

    value: Term
    guards: tuple[Term, ...] = ()

    def times(self, factor: Term) -> Adjoint:
        """Return this gradient times ``factor``."""
        return Adjoint(product(self.value, factor), self.guards)

    def over(self, divisor: Term) -> Adjoint:
        """Return this gradient divided by ``divisor``."""
        return Adjoint(quotient(self.value, divisor), self.guards)

    def where(self, guard: Term) -> Adjoint:
        """Return this gradient where ``guard`` holds."""
        if guard in self.guards:
            return self
        return Adjoint(self.value, (*self.guards, guard))

    def guarded(self) -> Term:
        """Return the gradient as one term."""
        if not self.guards or self.value == ZERO:
            return self.value
        condition = self.guards[0]
        for guard in self.guards[1:]:
            condition = Apply("and", (condition, guard))
        return Apply("where", (condition, self.value, ZERO))


@dataclass(slots=True)
class Differentiation:
    """Goes through one formula in reverse.

    Attributes:
        formula: The formula; its minima and maxima over letters stand in statements of their own.
        cotangents: The gradient of each result.
        wanted: The operands whose gradients are asked for.
        half: Whether the derivative at a kink is one half instead of zero.
        is_zero: Tells of the gradient of an extremum whether it vanishes, as that of the maximum
            does that softmax subtracts.
        names: Gives free names.
    """

    formula: Formula
    cotangents: dict[str, Term]
    wanted: frozenset[str]
    half: bool
    is_zero: Callable[[Term, list[Assignment]], bool]
    free_name: Callable[[str], str]
    made: list[Assignment] = field(default_factory=list)
    parts: dict[str, list[Term]] = field(default_factory=dict)
    active: set[str] = field(default_factory=set)

    def gradients(self) -> dict[str, Term]:
        """Return the gradient of each wanted operand; it may read what :attr:`made` assigns."""
        self.active = set(self.wanted)
        for assignment in self.formula.assignments:
            if self._is_active(assignment.value):
                self.active.add(assignment.name)
        for name, cotangent in self.cotangents.items():
            self.parts[name] = [cotangent]
        for assignment in reversed(self.formula.assignments):
            self._statement(assignment)
        return {name: total(joined(self.parts.get(name, []))) for name in self.wanted}

    def _is_active(self, term: Term) -> bool:
        """Whether ``term`` changes with a wanted operand."""
        if isinstance(term, Apply) and (term.function in _FLAT or sort_of(term) is Sort.BOOL):
            return False
        if isinstance(term, Read):
            return term.name in self.active
        return any(map(self._is_active, arguments_of(term)))

    def _statement(self, assignment: Assignment) -> None:
        name, value = assignment.name, assignment.value
        gradient = simplified(total(joined(self.parts.get(name, []))))
        if name not in self.active or gradient == ZERO:
            return
        if _is_extremum(value) and self.is_zero(gradient, self.made):
            return
        result = self.formula.interface.tensor(name)
        letters = letters_of(value) if result is None else frozenset(result.letters)
        if not isinstance(gradient, Read):
            gradient = self._named(f"d_{name}", gradient)
        own = result.letters if result else ordered(letters, self.formula.order)
        stored: Term = Read(name, own, result.sort if result else sort_of(value))
        if result is not None and result.like and BATCH in letters:
            stored = value  # What the result holds is a sum of these values.
        self._propagate(value, Adjoint(gradient), stored, space=letters)

    def _named(self, wanted: str, value: Term) -> Read:
        name = self.free_name(wanted)
        self.made.append(Assignment(name, value))
        return Read(name, ordered(letters_of(value), self.formula.order), sort_of(value))

    def _propagate(
        self, term: Term, adjoint: Adjoint, value: Term, *, space: frozenset[str]
    ) -> None:
        """Add what ``adjoint`` of ``term`` is to the gradients of what ``term`` reads.

        Args:
            term: The term.
            adjoint: Its gradient.
            value: A term for its value that is at hand.
            space: The letters that it stands under, all of which it is computed for.
        """
        if not self._is_active(term):
            return
        if isinstance(term, Read):
            self._leaf(term, adjoint, space)
        elif isinstance(term, Reduce):
            self._reduction(term, adjoint, value, space=space)
        elif isinstance(term, Apply):
            for argument, part in self._arguments(term, adjoint, value):
                self._propagate(argument, part, argument, space=space)

    def _leaf(self, read: Read, adjoint: Adjoint, space: frozenset[str]) -> None:
        # The gradient of an optional operand is asked for only where it is given.
        guards = tuple(guard for guard in adjoint.guards if guard != Given(read.name))
        value = Adjoint(adjoint.value, guards).guarded()
        reduced = space - frozenset(read.letters)
        self.parts.setdefault(read.name, []).append(summed(reduced, value, self.formula.order))

    def _reduction(
        self, term: Reduce, adjoint: Adjoint, value: Term, *, space: frozenset[str]
    ) -> None:
        own = letters_of(term)
        if space - own:
            # The letters around a reduction aren't those that it reduces, though they may have
            # the same names: what is computed for all of them is summed before these are entered.
            adjoint = Adjoint(summed(space - own, adjoint.guarded(), self.formula.order))
        if term.function == "mean":
            count = product(*(Size(letter) for letter in term.letters))
            adjoint = Adjoint(quotient(adjoint.value, count), adjoint.guards)
        elif term.function != "sum":
            # Those that are as large as the largest one share its gradient.
            equal = Apply("==", (term.value, value))
            ties = Reduce("sum", term.letters, Apply("where", (equal, ONE, ZERO)))
            adjoint = Adjoint(quotient(adjoint.value, ties), adjoint.guards).where(equal)
        self._propagate(term.value, adjoint, term.value, space=own | frozenset(term.letters))

    def _arguments(
        self, term: Apply, adjoint: Adjoint, value: Term
    ) -> Iterator[tuple[Term, Adjoint]]:
        """Yield the arguments of a function and their gradients."""
        function, arguments = term.function, term.arguments
        special = {
            "where": self._choice,
            "min": self._extremum,
            "max": self._extremum,
            "clamp": self._clamp,
            "relu": self._relu,
            "pow": self._power,
        }
        if function in special:
            yield from special[function](term, adjoint, value)
        elif function in {"+", "-"}:
            yield arguments[0], adjoint
            yield arguments[1], adjoint.times(Constant(1 if function == "+" else -1))
        elif function == "*":
            yield arguments[0], adjoint.times(arguments[1])
            yield arguments[1], adjoint.times(arguments[0])
        elif function == "/":
            yield arguments[0], adjoint.over(arguments[1])
            yield arguments[1], adjoint.times(negative(value)).over(arguments[1])
        elif function == "%":
            yield arguments[0], adjoint
            yield arguments[1], adjoint.times(negative(Apply("//", arguments)))
        elif function in _OF_VALUE:
            yield arguments[0], adjoint.times(_OF_VALUE[function](value))
        elif function in _OF_ARGUMENT:
            yield arguments[0], adjoint.times(_OF_ARGUMENT[function](arguments[0]))

    @staticmethod
    def _choice(term: Apply, adjoint: Adjoint, value: Term) -> Iterator[tuple[Term, Adjoint]]:
        del value
        condition, then, otherwise = term.arguments
        yield then, adjoint.where(condition)
        yield otherwise, adjoint.where(opposite(condition))

    def _gate(self, adjoint: Adjoint, condition: Term, tie: Term) -> Adjoint:
        """Return ``adjoint`` where ``condition`` holds; half of it at a kink if that is wanted."""
        if not self.half:
            return adjoint.where(condition)
        kink = Apply("where", (tie, Constant(0.5), ZERO))
        return adjoint.times(Apply("where", (condition, ONE, kink)))

    def _relu(self, term: Apply, adjoint: Adjoint, value: Term) -> Iterator[tuple[Term, Adjoint]]:
        del value
        (x,) = term.arguments
        yield x, self._gate(adjoint, Apply(">", (x, ZERO)), Apply("==", (x, ZERO)))

    def _extremum(
        self, term: Apply, adjoint: Adjoint, value: Term
    ) -> Iterator[tuple[Term, Adjoint]]:
        del value
        first, *rest = term.arguments
        other = Apply(term.function, tuple(rest)) if len(rest) > 1 else rest[0]
        sign = ">" if term.function == "max" else "<"
        tie = Apply("==", (first, other))
        yield first, self._gate(adjoint, Apply(sign, (first, other)), tie)
        yield other, self._gate(adjoint, Apply(sign, (other, first)), tie)

    def _clamp(self, term: Apply, adjoint: Adjoint, value: Term) -> Iterator[tuple[Term, Adjoint]]:
        del value
        x, low, high = term.arguments
        if self._is_active(low) or self._is_active(high):
            yield Apply("min", (Apply("max", (x, low)), high)), adjoint
            return
        inside = Apply("and", (Apply(">", (x, low)), Apply("<", (x, high))))
        tie = Apply("or", (Apply("==", (x, low)), Apply("==", (x, high))))
        yield x, self._gate(adjoint, inside, tie)

    @staticmethod
    def _power(term: Apply, adjoint: Adjoint, value: Term) -> Iterator[tuple[Term, Adjoint]]:
        base, exponent = term.arguments
        if isinstance(exponent, Constant) and not isinstance(exponent.value, str):
            lower = Constant(exponent.value - 1)
            factor = product(exponent, simplified(_raised(base, lower)))
            yield base, adjoint.times(factor)
            return
        lower_term = difference(exponent, ONE)
        part = adjoint.times(product(exponent, Apply("pow", (base, lower_term))))
        # x ** 0 is 1 everywhere, also at 0 where the general rule divides by zero.
        yield base, part.where(Apply("!=", (exponent, ZERO)))
        logarithm = adjoint.times(product(value, Apply("log", (base,))))
        yield exponent, logarithm.where(Apply(">", (base, ZERO)))


def _raised(base: Term, exponent: Constant) -> Term:
    if exponent.value == 0:
        return ONE
    return base if exponent.value == 1 else Apply("pow", (base, exponent))


def _is_extremum(term: Term) -> bool:
    return isinstance(term, Reduce) and term.function in {"max", "min"}
