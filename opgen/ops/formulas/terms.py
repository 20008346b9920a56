"""Typed formulas: what is computed, over which letters; what every printer prints.

A term stands for one value at each index of its letters. Knows neither how a formula was written
nor what it is printed as.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import Final

from opgen.dataclass import dataclass, field, replace

_SMALL_POWERS: Final = (2, 3, 4)
_CHEAP: Final = frozenset(
    """
    + - * neg == != < <= > >= and or not where abs relu square step sign stop clamp min max real
    """.split()  # noqa: SIM905 - so many words are read best as text
)

BATCH: Final = "..."
"""The letter that stands for all dimensions of ``...`` together."""


class Sort(IntEnum):
    """What kind of values a term has; arithmetic yields the larger sort of its operands.

    ``NUMBER`` is a type variable that may be an integer or a floating type.
    """

    TEXT = -1
    BOOL = 0
    INTEGER = 1
    NUMBER = 2
    REAL = 3


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal. Its sort keeps ``1``, ``1.0`` and ``true`` apart, which are equal in Python."""

    value: bool | int | float | str
    sort: Sort = field(init=False)

    def __post_init__(self) -> None:
        kinds = {bool: Sort.BOOL, int: Sort.INTEGER, float: Sort.REAL, str: Sort.TEXT}
        object.__setattr__(self, "sort", kinds[type(self.value)])


@dataclass(frozen=True, slots=True)
class Parameter:
    """The value of an attribute.

    Attributes:
        name: The attribute.
        sort: The sort of its values.
        about: For a flag, the attribute of which it says whether it was given.
    """

    name: str
    sort: Sort
    about: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a letter; of ``...`` the product of all its dimensions."""

    letter: str


@dataclass(frozen=True, slots=True)
class Given:
    """Whether an optional operand is there."""

    operand: str


@dataclass(frozen=True, slots=True)
class Read:
    """An element of an operand, of a temporary or of an earlier result.

    Attributes:
        name: The tensor.
        letters: Its letters in order; those of a temporary in the order of the formula.
        sort: The sort of its elements.
    """

    name: str
    letters: tuple[str, ...]
    sort: Sort


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of :mod:`opgen.ops.formulas.functions` at each index."""

    function: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Reduce:
    """``sum``, ``mean``, ``max`` or ``min`` of ``value`` over letters."""

    function: str
    letters: tuple[str, ...]
    value: Term


Term = Constant | Parameter | Size | Given | Read | Apply | Reduce


@dataclass(frozen=True, slots=True)
class Tensor:
    """An operand or a result as a formula sees it.

    Attributes:
        name: Its name.
        letters: Its letters in order.
        sort: The sort of its elements.
        optional: Whether it may be absent.
        like: Of a result: the operand whose own ``...`` it has. What is computed over the whole
            ``...`` is summed to that. Empty: it has the ``...`` that all operands broadcast to.
    """

    name: str
    letters: tuple[str, ...]
    sort: Sort
    optional: bool = False
    like: str = ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """``name = value``, for a result or a temporary."""

    name: str
    value: Term


@dataclass(frozen=True, slots=True)
class Interface:
    """The tensors that a formula is about.

    Attributes:
        operands: In order; those that a formula can't read left out.
        results: In order.
        exact: Whether all tensors with ``...`` have the same there, none is broadcast.
        axes: The attribute that names dimensions, as a letter that stands for all of these;
            ``...`` are the others then. Empty where letters lie in order.
    """

    operands: tuple[Tensor, ...]
    results: tuple[Tensor, ...]
    exact: bool
    axes: str = ""

    @property
    def order(self) -> tuple[str, ...]:
        """All letters, in order of their first use, ``...`` in front."""
        tensors = (*self.operands, *self.results)
        letters = dict.fromkeys(letter for tensor in tensors for letter in tensor.letters)
        return tuple(sorted(letters, key=lambda letter: letter != BATCH))

    def tensor(self, name: str) -> Tensor | None:
        """Return the operand or result of that name."""
        return next((t for t in (*self.operands, *self.results) if t.name == name), None)


@dataclass(frozen=True, slots=True)
class Formula:
    """What an operator computes: assignments in order, one of them for each result."""

    interface: Interface
    assignments: tuple[Assignment, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """All letters, in order of their first use, ``...`` in front."""
        return self.interface.order

    def reads(self) -> frozenset[str]:
        """Return the names of the tensors, attributes and temporaries that are read."""
        parts = [part for a in self.assignments for part in walk(a.value)]
        names = {part.name for part in parts if isinstance(part, Read | Parameter)}
        return frozenset(names | {part.operand for part in parts if isinstance(part, Given)})


ZERO: Final = Constant(0)
ONE: Final = Constant(1)


def arguments_of(term: Term) -> tuple[Term, ...]:
    """Return the terms directly inside ``term``."""
    if isinstance(term, Apply):
        return term.arguments
    return (term.value,) if isinstance(term, Reduce) else ()


def walk(term: Term) -> Iterator[Term]:
    """Yield ``term`` and every term inside it, outer ones first."""
    waiting = [term]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(arguments_of(current)))


def mapped(term: Term, change: Callable[[Term], Term]) -> Term:
    """Return ``term`` with its direct parts changed."""
    if isinstance(term, Apply):
        return replace(term, arguments=tuple(map(change, term.arguments)))
    return replace(term, value=change(term.value)) if isinstance(term, Reduce) else term


@lru_cache(maxsize=4096)
def letters_of(term: Term) -> frozenset[str]:
    """Return the letters that the value of ``term`` depends on."""
    if isinstance(term, Read):
        return frozenset(term.letters)
    inner = frozenset[str]().union(*map(letters_of, arguments_of(term)))
    return inner - frozenset(term.letters) if isinstance(term, Reduce) else inner


def ordered(letters: frozenset[str], order: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``letters`` in the order of a formula."""
    return tuple(letter for letter in order if letter in letters)


def reordered(formula: Formula) -> Formula:
    """Return ``formula`` with its temporaries and reductions over letters in its own order."""
    interface, order = formula.interface, formula.order
    known = {t.name: t.letters for t in (*interface.operands, *interface.results)}

    def visit(term: Term) -> Term:
        term = mapped(term, visit)
        if isinstance(term, Read):
            return replace(term, letters=known[term.name])
        if isinstance(term, Reduce):
            return replace(term, letters=ordered(frozenset(term.letters), order))
        return term

    assignments = []
    for assignment in formula.assignments:
        value = visit(assignment.value)
        known.setdefault(assignment.name, ordered(letters_of(value), order))
        assignments.append(Assignment(assignment.name, value))
    return replace(formula, assignments=tuple(assignments))


def is_cheap(term: Term) -> bool:
    """Whether ``term`` itself, apart from what is inside it, is no more than some arithmetic."""
    if not isinstance(term, Apply):
        return not isinstance(term, Reduce)
    if term.function == "pow":
        exponent = term.arguments[1]
        return isinstance(exponent, Constant) and exponent.value in _SMALL_POWERS
    return term.function in _CHEAP


def cost(term: Term) -> int:
    """Return about how much work the term is to compute and to read."""
    expensive = 5
    return sum(1 if is_cheap(part) else 1 + expensive for part in walk(term))
