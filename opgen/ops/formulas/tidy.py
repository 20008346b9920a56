"""Assignments without what nobody uses, with a name for what is used more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from opgen.ops.formulas.algebra import simplified
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    Apply,
    Assignment,
    Constant,
    Parameter,
    Read,
    Reduce,
    Size,
    Sort,
    Term,
    cost,
    letters_of,
    mapped,
    ordered,
    walk,
)

_WORTH_A_NAME: Final = 7
"""The cost from which on a term that comes twice gets a name."""

_TRIVIAL: Final = 3
"""Up to this cost a term is written out rather than named."""


def live(assignments: Iterable[Assignment], results: frozenset[str]) -> list[Assignment]:
    """Return the assignments that the results need."""
    needed = set(results)
    kept: list[Assignment] = []
    for assignment in reversed(list(assignments)):
        if assignment.name in needed:
            kept.append(assignment)
            needed |= _reads(assignment.value)
    return kept[::-1]


def _reads(term: Term) -> set[str]:
    return {part.name for part in walk(term) if isinstance(part, Read)}


def uses_of(assignments: Iterable[Assignment]) -> Counter[str]:
    """Return how often each tensor is read."""
    parts = (part for a in assignments for part in walk(a.value))
    return Counter(part.name for part in parts if isinstance(part, Read))


def inlined(assignments: Sequence[Assignment], names: frozenset[str]) -> list[Assignment]:
    """Return the assignments with those of ``names`` written out where they are used.

    Only what is used once or is trivial is written out; what then remains is simplified.
    """
    uses = uses_of(assignments)
    known: dict[str, Term] = {}
    kept: list[Assignment] = []
    for assignment in assignments:
        value = replaced(assignment.value, known)
        name = assignment.name
        if name in names:
            value = simplified(value)
            if uses[name] <= 1 or cost(value) <= _TRIVIAL:
                known[name] = value
                continue
        kept.append(Assignment(name, value))
    return kept


def replaced(term: Term, known: Mapping[str, Term]) -> Term:
    """Return ``term`` with terms in place of the names that are ``known``."""
    if isinstance(term, Read):
        return known.get(term.name, term)
    return mapped(term, lambda part: replaced(part, known))


def shared(
    assignments: Sequence[Assignment],
    *,
    order: tuple[str, ...],
    free_name: Callable[[str], str],
    unread: frozenset[str],
) -> list[Assignment]:
    """Return the assignments with a name for each term that comes more than once.

    Args:
        assignments: In order.
        order: The letters in order.
        free_name: Gives names.
        unread: Operands that may be absent, what reads them stays behind their conditions; and
            results, which may be sums of what they are assigned.
    """
    known = list(assignments)
    while (term := _repeated(known, unread)) is not None:
        first = next(i for i, a in enumerate(known) if term in walk(a.value))
        name = known[first].name
        if known[first].value != term or name in unread:
            name = free_name(_wanted(term))
            known.insert(first, Assignment(name, term))
        read = Read(name, ordered(letters_of(term), order), sort_of(term))
        known = _after(known, term, read)
    return known


def _repeated(assignments: Sequence[Assignment], optional: frozenset[str]) -> Term | None:
    """Return the largest term that comes more than once, if there is one."""
    counts = Counter(part for a in assignments for part in walk(a.value))
    candidates = [
        part
        for part, count in counts.items()
        if count > 1 and _is_worth_a_name(part) and not _reads(part) & optional
    ]
    return max(candidates, key=cost, default=None)


def _is_worth_a_name(term: Term) -> bool:
    if isinstance(term, Read | Constant | Parameter | Size) or not letters_of(term):
        return isinstance(term, Reduce)
    if sort_of(term) is Sort.BOOL:
        return False
    return isinstance(term, Reduce) or cost(term) >= _WORTH_A_NAME


def _wanted(term: Term) -> str:
    if isinstance(term, Reduce):
        return "_".join((term.function, *("all" if x == "..." else x for x in term.letters)))
    if isinstance(term, Apply) and term.function.isalnum():
        return f"{term.function}_value"
    return "part"


def _after(assignments: Sequence[Assignment], term: Term, read: Read) -> list[Assignment]:
    """Return the assignments with ``read`` in place of ``term``, but where it is assigned."""

    def changed(part: Term) -> Term:
        return read if part == term else mapped(part, changed)

    return [a if a.name == read.name else Assignment(a.name, changed(a.value)) for a in assignments]
