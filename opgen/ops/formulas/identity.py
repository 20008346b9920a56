"""Whether a term is zero whatever it reads: tried out on numbers drawn at random.

A term made of smooth functions that is zero at random places is zero everywhere, but for a chance
that is nil. What isn't smooth, a comparison or a maximum, becomes a number drawn at random itself,
so that the term has to be zero whichever way it goes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.terms import (
    Apply,
    Assignment,
    Constant,
    Read,
    Reduce,
    Size,
    Term,
    arguments_of,
    letters_of,
    walk,
)

_DRAWS: Final = 3
_TOLERANCE: Final = 1e-9

_SMOOTH: Final[Mapping[str, Callable[..., float]]] = {
    "exp": math.exp,
    "expm1": math.expm1,
    "log": math.log,
    "log1p": math.log1p,
    "log2": math.log2,
    "sqrt": math.sqrt,
    "rsqrt": lambda x: 1 / math.sqrt(x),
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "erf": math.erf,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "softplus": lambda x: math.log1p(math.exp(x)),
    "square": lambda x: x * x,
    "pow": math.pow,
    "stop": lambda x: x,
    "real": lambda x: x,
}


@dataclass(frozen=True, slots=True)
class _Number:
    """A value, and how large what cancelled in it was."""

    value: float
    size: float


@dataclass(slots=True)
class _Draw:
    """One choice of numbers for everything that is read."""

    generator: random.Random
    definitions: Mapping[str, Term]
    sizes: Mapping[str, int]
    drawn: dict[tuple[object, ...], float] = field(default_factory=dict)
    known: dict[tuple[object, ...], _Number] = field(default_factory=dict)

    def number(self, term: Term, at: Mapping[str, int]) -> _Number:
        """Return the value of ``term`` at an index of each letter."""
        key = (term, *(at[letter] for letter in sorted(letters_of(term))))
        if key not in self.known:
            self.known[key] = self._computed(term, at, key)
        return self.known[key]

    def _computed(self, term: Term, at: Mapping[str, int], key: tuple[object, ...]) -> _Number:
        if isinstance(term, Constant) and not isinstance(term.value, str):
            return _exact(float(term.value))
        if isinstance(term, Size):
            return _exact(float(self.sizes[term.letter]))
        if isinstance(term, Read) and term.name in self.definitions:
            return self.number(self.definitions[term.name], at)
        if isinstance(term, Reduce) and term.function in {"sum", "mean"}:
            return self._reduced(term, at)
        if isinstance(term, Apply):
            arguments = [self.number(argument, at) for argument in term.arguments]
            known = _applied(term.function, arguments)
            if known is not None:
                return known
        return _exact(self.drawn.setdefault(key, self.generator.uniform(0.4, 1.6)))

    def _reduced(self, term: Reduce, at: Mapping[str, int]) -> _Number:
        ranges = [range(self.sizes[letter]) for letter in term.letters]
        parts = [
            self.number(term.value, {**at, **dict(zip(term.letters, indices, strict=True))})
            for indices in product(*ranges)
        ]
        share = len(parts) if term.function == "mean" else 1
        return _Number(sum(p.value for p in parts) / share, sum(p.size for p in parts) / share)


def _exact(value: float) -> _Number:
    return _Number(value, abs(value))


def _applied(function: str, arguments: Sequence[_Number]) -> _Number | None:
    values = [argument.value for argument in arguments]
    sizes = [argument.size for argument in arguments]
    match function:
        case "+":
            return _Number(values[0] + values[1], sizes[0] + sizes[1])
        case "-":
            return _Number(values[0] - values[1], sizes[0] + sizes[1])
        case "*":
            return _Number(values[0] * values[1], sizes[0] * sizes[1])
        case "/":
            return _Number(values[0] / values[1], sizes[0] / abs(values[1]))
        case "neg":
            return _Number(-values[0], sizes[0])
    smooth = _SMOOTH.get(function)
    return _exact(smooth(*values)) if smooth else None


def vanishes(term: Term, definitions: Sequence[Assignment]) -> bool:
    """Return whether ``term`` is zero for whatever it reads that ``definitions`` don't assign."""
    assigned = {a.name: a.value for a in definitions}
    letters = {x for value in (*assigned.values(), term) for x in _all_letters(value)}
    sizes = {letter: 2 + number % 2 for number, letter in enumerate(sorted(letters))}
    generator = random.Random(0)  # noqa: S311 - the same numbers each time
    own = sorted(letters_of(term))
    for _ in range(_DRAWS):
        draw = _Draw(generator, assigned, sizes)
        for indices in product(*(range(sizes[letter]) for letter in own)):
            try:
                found = draw.number(term, dict(zip(own, indices, strict=True)))
            except (ArithmeticError, ValueError):
                return False
            if not abs(found.value) <= _TOLERANCE * found.size:
                return False
    return True


def _all_letters(term: Term) -> set[str]:
    found = set(letters_of(term))
    for part in walk(term):
        if isinstance(part, Reduce):
            found.update(part.letters)
        if isinstance(part, Size):
            found.add(part.letter)
        found.update(letter for a in arguments_of(part) for letter in letters_of(a))
    return found
