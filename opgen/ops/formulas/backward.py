"""The formula of a backward operator, from that of the operator it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from opgen.dataclass import dataclass, field, replace
from opgen.ops.formulas.algebra import ZERO, absorbed, product_of, simplified
from opgen.ops.formulas.derivative import Differentiation
from opgen.ops.formulas.identity import vanishes
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    Apply,
    Assignment,
    Formula,
    Read,
    Reduce,
    Tensor,
    Term,
    cost,
    letters_of,
    mapped,
    ordered,
    walk,
)
from opgen.ops.formulas.tidy import inlined, live, replaced, shared, uses_of

_COST_OF_OPERAND = 4
"""What an operand more costs, in terms of :func:`cost`."""


@dataclass(frozen=True, slots=True)
class Backward:
    """Gradients as assignments.

    Attributes:
        gradients: The name of the gradient of each operand that has one, in order.
        assignments: What computes them.
    """

    gradients: Mapping[str, str]
    assignments: tuple[Assignment, ...]


@dataclass(slots=True)
class FreeNames:
    """Names that nothing else has."""

    taken: set[str]

    def __call__(self, wanted: str) -> str:
        """Return ``wanted``, or it with a number, and take it."""
        name, number = wanted, 2
        while name in self.taken:
            name, number = f"{wanted}_{number}", number + 1
        self.taken.add(name)
        return name


def backward(
    formula: Formula,
    *,
    wanted: Sequence[str],
    cotangents: Mapping[str, Tensor],
    names: Mapping[str, str],
    half: bool,
) -> Backward:
    """Differentiate ``formula``.

    Args:
        formula: The formula.
        wanted: The operands whose gradients are asked for.
        cotangents: For each result that has one, the tensor that holds its gradient.
        names: The name of the gradient of each wanted operand.
        half: Whether the derivative at a kink is one half instead of zero.

    Returns:
        The gradients of the operands for which they aren't zero throughout.
    """
    interface = formula.interface
    tensors = (*interface.operands, *interface.results, *cotangents.values())
    taken = {t.name for t in tensors} | set(names.values()) | formula.reads()
    free_name = FreeNames(taken | {a.name for a in formula.assignments})
    forward = _prepared(formula, free_name)
    differentiation = Differentiation(
        Formula(interface, tuple(forward)),
        {n: Read(t.name, t.letters, t.sort) for n, t in cotangents.items()},
        frozenset(wanted),
        half,
        lambda term, made: vanishes(term, [*_smooth(forward), *made]),
        free_name,
    )
    found = differentiation.gradients()
    gradients = {o: names[o] for o in wanted if found[o] != ZERO}
    final = [Assignment(name, simplified(found[o])) for o, name in gradients.items()]
    builder = _Builder(formula, forward, differentiation.made, final, free_name)
    return Backward(gradients, tuple(builder.cheapest()))


def _prepared(formula: Formula, free_name: Callable[[str], str]) -> list[Assignment]:
    """Return the assignments such that a derivative of each makes sense by itself.

    Extrema over letters get a name. Where there are choices, what is used once is written out, so
    that a choice around it keeps the derivative of what isn't chosen out.
    """
    results = {result.name for result in formula.interface.results}
    parts = [part for a in formula.assignments for part in walk(a.value)]
    guards = any(isinstance(p, Apply) and p.function in _CHOICES for p in parts)
    uses = uses_of(formula.assignments)
    known: dict[str, Term] = {}
    made: list[Assignment] = []
    for assignment in formula.assignments:
        value = replaced(assignment.value, known)
        if guards and assignment.name not in results and uses[assignment.name] == 1:
            known[assignment.name] = value
            continue
        value = _hoisted(value, made, order=formula.order, free_name=free_name)
        made.append(Assignment(assignment.name, value))
    return made


_CHOICES = frozenset({"where", "relu", "clamp", "min", "max"})


def _hoisted(
    term: Term, made: list[Assignment], *, order: tuple[str, ...], free_name: Callable[[str], str]
) -> Term:
    """Return ``term`` with a name for each extremum inside it; it may be one itself."""

    def visit(part: Term) -> Term:
        part = mapped(part, visit)
        if not isinstance(part, Reduce) or part.function not in {"max", "min"}:
            return part
        if not isinstance(part.value, Read):
            # Elements are compared with the extremum, so they have to be computed just once.
            value = free_name("value")
            made.append(Assignment(value, part.value))
            read = Read(value, ordered(letters_of(part.value), order), sort_of(part.value))
            part = replace(part, value=read)
        name = next((a.name for a in made if a.value == part), "")
        if not name:
            name = free_name(
                "_".join((part.function, *(x.replace("...", "all") for x in part.letters)))
            )
            made.append(Assignment(name, part))
        return Read(name, ordered(letters_of(part), order), sort_of(part))

    is_plain = isinstance(term, Reduce) and isinstance(term.value, Read)
    return term if is_plain else visit(term)


def _smooth(assignments: Iterable[Assignment]) -> list[Assignment]:
    """Return the assignments except extrema, which a test takes for numbers of any size."""
    return [
        a
        for a in assignments
        if not (isinstance(a.value, Reduce) and a.value.function in {"max", "min"})
    ]


@dataclass(slots=True)
class _Builder:
    """Makes a formula of a derivative, the cheapest of several."""

    formula: Formula
    forward: list[Assignment]
    made: list[Assignment]
    final: list[Assignment]
    free_name: FreeNames
    zeros: dict[Term, bool] = field(default_factory=dict)

    def cheapest(self) -> list[Assignment]:
        """Return the assignments that need the least work.

        A result of the forward operator may be an operand of the backward one, or be computed
        again. Whichever is shorter is taken; on a tie the one that keeps nothing.
        """
        read = uses_of([*self.made, *self.final])
        results = [r.name for r in self.formula.interface.results if read[r.name]]
        choices = [
            frozenset(kept)
            for count in range(len(results) + 1)
            for kept in combinations(results, count)
        ]
        made = [self._built(kept) for kept in choices[:16]]
        return min(made, key=self._cost) if made else []

    def _built(self, kept: frozenset[str]) -> list[Assignment]:
        gradients = frozenset(a.name for a in self.final)
        assignments = [a for a in self.forward if a.name not in kept]
        assignments = live([*assignments, *self.made, *self.final], gradients)
        assignments = inlined(assignments, frozenset(a.name for a in self.made))
        assignments = [
            Assignment(a.name, simplified(a.value)) if a.name in gradients else a
            for a in assignments
        ]
        assignments = self._without_zeros(assignments)
        assignments = self._absorbed(assignments, kept)
        names = FreeNames(set(self.free_name.taken))
        optional = {t.name for t in self.formula.interface.operands if t.optional}
        assignments = shared(
            assignments,
            order=self.formula.order,
            free_name=names,
            unread=gradients | optional,
        )
        return live(assignments, gradients)

    def _without_zeros(self, assignments: Sequence[Assignment]) -> list[Assignment]:
        """Return the assignments without sums that are always zero, as of `x - mean[c](x)`."""
        definitions = [*_smooth(self.forward), *self.made]

        def visit(term: Term) -> Term:
            if isinstance(term, Reduce) and term.function == "sum":
                if term not in self.zeros:
                    self.zeros[term] = vanishes(term, definitions)
                return ZERO if self.zeros[term] else term
            return mapped(term, visit)

        forward = {a.name for a in self.forward}
        changed = [(a, a.value if a.name in forward else visit(a.value)) for a in assignments]
        return [
            a if value == a.value else Assignment(a.name, simplified(value)) for a, value in changed
        ]

    def _absorbed(
        self, assignments: Sequence[Assignment], kept: frozenset[str]
    ) -> list[Assignment]:
        """Return the assignments with kept results in place of what they are the product of."""
        changed = list(assignments)
        for forward in self.forward:
            pattern = product_of(forward.value)
            if forward.name in kept and len(pattern.factors) > 1:
                tensor = self.formula.interface.tensor(forward.name)
                assert tensor is not None
                read = Read(tensor.name, tensor.letters, tensor.sort)
                changed = [Assignment(a.name, absorbed(a.value, pattern, read)) for a in changed]
        return changed

    def _cost(self, assignments: Sequence[Assignment]) -> int:
        assigned = {a.name for a in assignments}
        operands = {name for name in uses_of(assignments) if name not in assigned}
        return sum(cost(a.value) for a in assignments) + _COST_OF_OPERAND * len(operands)
