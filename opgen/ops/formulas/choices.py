"""Sums of terms of which conditions leave some out, written as choices between them.

``where(c, u, 0) + where(not c, v, 0)`` is ``where(c, u, v)``: one condition, and no addition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from opgen.dataclass import dataclass
from opgen.ops.formulas.algebra import ZERO, total
from opgen.ops.formulas.terms import Apply, Term


@dataclass(frozen=True, slots=True)
class Guarded:
    """A term that counts where all conditions hold, and is zero elsewhere."""

    value: Term
    conditions: tuple[Term, ...] = ()

    @classmethod
    def of(cls, term: Term) -> Guarded:
        """Return a term as its value and the conditions around it."""
        if isinstance(term, Apply) and term.function == "where" and term.arguments[2] == ZERO:
            return cls(term.arguments[1], tuple(_conjuncts(term.arguments[0])))
        return cls(term)

    def term(self) -> Term:
        """Return it as one term."""
        if not self.conditions or self.value == ZERO:
            return self.value
        return Apply("where", (_combined("and", self.conditions), self.value, ZERO))

    def without(self, conditions: Iterable[Term]) -> Guarded:
        """Return it without some of its conditions."""
        left = set(conditions)
        return Guarded(self.value, tuple(c for c in self.conditions if c not in left))


def opposite(condition: Term) -> Term:
    """Return what holds where ``condition`` doesn't, also for NaN."""
    opposites = {"==": "!=", "!=": "=="}
    if isinstance(condition, Apply):
        if condition.function in opposites:
            return Apply(opposites[condition.function], condition.arguments)
        if condition.function == "not":
            return condition.arguments[0]
    return Apply("not", (condition,))


def joined(terms: Iterable[Term]) -> list[Term]:
    """Return terms of the same sum, those that exclude each other made into one."""
    alike = _folded(map(Guarded.of, terms), _added)
    return [each.term() for each in _folded(alike, _united)]


def _folded(
    parts: Iterable[Guarded], unite: Callable[[Guarded, Guarded], Guarded | None]
) -> list[Guarded]:
    """Return parts, each united with the first one before it that it can be united with."""
    found: list[Guarded] = []
    for part in parts:
        for at, before in enumerate(found):
            whole = unite(before, part)
            if whole is not None:
                found[at] = whole
                break
        else:
            found.append(part)
    return found


def _added(one: Guarded, other: Guarded) -> Guarded | None:
    """Return two terms that count together as one."""
    if not one.conditions or set(one.conditions) != set(other.conditions):
        return None
    return Guarded(total([one.value, other.value]), one.conditions)


def _united(one: Guarded, other: Guarded) -> Guarded | None:
    """Return two terms as one, of which at most one counts; ``None`` for other terms."""
    splits = [c for c in one.conditions if opposite(c) in other.conditions]
    common = tuple(c for c in one.conditions if c in other.conditions)
    if len(splits) != 1:
        return None
    (split,) = splits
    first = one.without((*common, split))
    second = other.without((*common, opposite(split)))
    if first.value == second.value and not (first.conditions and second.conditions):
        return Guarded(first.value, (*common, *_widened(split, first, second)))
    return Guarded(Apply("where", (split, first.term(), second.term())), common)


def _widened(split: Term, first: Guarded, second: Guarded) -> list[Term]:
    """Return where one of two equal values counts, one of them wherever ``split`` lets it."""
    if first.conditions:
        return [Apply("or", (opposite(split), _combined("and", first.conditions)))]
    if second.conditions:
        return [Apply("or", (split, _combined("and", second.conditions)))]
    return []


def _conjuncts(condition: Term) -> list[Term]:
    if isinstance(condition, Apply) and condition.function == "and":
        return [part for argument in condition.arguments for part in _conjuncts(argument)]
    return [condition]


def _combined(function: str, conditions: Sequence[Term]) -> Term:
    whole, *rest = conditions
    for condition in rest:
        whole = Apply(function, (whole, condition))
    return whole
