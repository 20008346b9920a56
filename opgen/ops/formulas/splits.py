"""What a formula says about cutting its tensors: along which letters parts can be computed apart.

For one letter, each value of a formula is of a class: whether it depends on the letter, and whether
computing it from a part of the letter gives a part of it, or a term of it. The same way each value
is found to be a linear function of an operand or not. Knows nothing of devices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from typing import Final, assert_never

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.terms import (
    Apply,
    Constant,
    Formula,
    Given,
    Parameter,
    Read,
    Reduce,
    Size,
    Tensor,
    Term,
)


class _Class(Enum):
    """How a value behaves where tensors are cut along a letter, or one is written as a sum."""

    FIXED = "the same for every part"
    PART = "a part of itself for each part"
    TERM = "a term for each part, and these add up to it"
    MIXED = "none of these"


_LINEAR: Final = frozenset({"neg", "real", "stop"})
"""Functions of one argument that keep terms of a sum terms of a sum."""


def whole_letters(formula: Formula) -> frozenset[str]:
    """Return the letters that can't be cut: from parts of the operands come no parts of results."""
    return frozenset(letter for letter in formula.order if not _can_cut(formula, letter))


def linear_operands(formula: Formula) -> tuple[str, ...]:
    """Return the operands of which all results are linear functions, each by itself."""
    names = [operand.name for operand in formula.interface.operands]
    return tuple(name for name in names if _is_linear(formula, {name}))


def is_jointly_linear(formula: Formula) -> bool:
    """Return whether the results are linear functions of all operands together."""
    return _is_linear(formula, {operand.name for operand in formula.interface.operands})


def _can_cut(formula: Formula, letter: str) -> bool:
    def read(term: Read) -> _Class:
        return _Class.PART if letter in term.letters else _Class.FIXED

    # A result with less of `...` than the operands sums over what it lacks.
    parts = {_Class.PART, _Class.FIXED}
    return all(
        value in parts if letter in result.letters else value is _Class.TERM
        for result, value in _Classifier(read, letter).results(formula)
    )


def _is_linear(formula: Formula, operands: Collection[str]) -> bool:
    def read(term: Read) -> _Class:
        return _Class.TERM if term.name in operands else _Class.FIXED

    return all(value is _Class.TERM for _, value in _Classifier(read).results(formula))


@dataclass(frozen=True, slots=True)
class _Classifier:
    """Finds the class of every value of a formula.

    Attributes:
        read: The class of an element of an operand.
        letter: The letter along which tensors are cut; empty where they are not.
        known: The classes of temporaries and of earlier results.
    """

    read: Callable[[Read], _Class]
    letter: str = ""
    known: dict[str, _Class] = field(default_factory=dict)

    def results(self, formula: Formula) -> Iterator[tuple[Tensor, _Class]]:
        """Yield each result and the class of its value."""
        for assignment in formula.assignments:
            value = self.known[assignment.name] = self.of(assignment.value)
            result = formula.interface.tensor(assignment.name)
            if result is not None:
                yield result, value

    def of(self, term: Term) -> _Class:
        """Return the class of ``term``."""
        match term:
            case Constant() | Parameter() | Given():
                return _Class.FIXED
            case Size():
                return _Class.MIXED if term.letter == self.letter else _Class.FIXED
            case Read():
                return self.known.get(term.name) or self.read(term)
            case Reduce():
                return self._reduced(term)
            case Apply():
                return self._applied(term)
            case _:
                assert_never(term)

    def _reduced(self, term: Reduce) -> _Class:
        inner = self.of(term.value)
        if self.letter in term.letters:
            is_sum = term.function == "sum" and inner in {_Class.FIXED, _Class.PART}
            return _Class.TERM if is_sum else _Class.MIXED
        if inner is _Class.TERM and term.function not in {"sum", "mean"}:
            return _Class.MIXED
        return inner

    def _applied(self, term: Apply) -> _Class:
        classes = [self.of(argument) for argument in term.arguments]
        kinds = set(classes)
        if kinds <= {_Class.FIXED, _Class.PART}:
            return _Class.PART if _Class.PART in kinds else _Class.FIXED
        if _Class.MIXED in kinds or _Class.PART in kinds:
            return _Class.MIXED
        return _Class.TERM if _keeps_terms(term, classes) else _Class.MIXED


def _keeps_terms(term: Apply, classes: list[_Class]) -> bool:
    """Whether a function of terms of a sum, and of fixed values, gives terms of a sum."""
    terms = [kind is _Class.TERM for kind in classes]
    if term.function in {"+", "-"}:
        return all(_adds_up(*side) for side in zip(term.arguments, terms, strict=True))
    if term.function == "where":
        sides = list(zip(term.arguments, terms, strict=True))[1:]
        return not terms[0] and all(_adds_up(*side) for side in sides)
    if term.function == "*":
        return sum(terms) == 1
    if term.function == "/":
        return terms == [True, False]
    return term.function in _LINEAR


def _adds_up(term: Term, is_term: bool) -> bool:
    return is_term or (isinstance(term, Constant) and term.value == 0)
