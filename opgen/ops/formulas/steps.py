"""A formula as steps: each computes one tensor at every index, or reduces letters of one term.

This is the form that code is made of. A step's value holds no reduction inside; what was one is a
step of its own before it. Knows no language of generated code.
"""

from __future__ import annotations

from collections.abc import Iterator

from opgen.dataclass import dataclass, field, replace
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    BATCH,
    Apply,
    Formula,
    Read,
    Reduce,
    Sort,
    Tensor,
    Term,
    is_cheap,
    letters_of,
    mapped,
    ordered,
    walk,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One tensor and how it is computed.

    Attributes:
        name: A result, or a temporary.
        letters: What it is computed over, in order; of a result, the result's own order.
        value: What is computed, or what is reduced; holds no reduction.
        reduction: ``sum``, ``mean``, ``max``, ``min``; empty if nothing is reduced.
        reduced: The letters that are reduced.
        sort: The sort of the values.
        result: The result that it is, ``None`` for a temporary.
    """

    name: str
    letters: tuple[str, ...]
    value: Term
    reduction: str
    reduced: tuple[str, ...]
    sort: Sort
    result: Tensor | None

    @property
    def is_summed_to_operand(self) -> bool:
        """Whether values over the whole ``...`` add up in a result that has less of it."""
        return self.result is not None and bool(self.result.like) and BATCH in self.letters

    @property
    def space(self) -> frozenset[str]:
        """All letters that computing it runs over."""
        return frozenset((*self.letters, *self.reduced))

    def reads(self) -> frozenset[str]:
        """Return the names of the tensors that its value reads."""
        return frozenset(part.name for part in walk(self.value) if isinstance(part, Read))


def steps_of(formula: Formula) -> tuple[Step, ...]:
    """Return the steps of ``formula``, each after those that it reads."""
    return tuple(_Stepper(formula).steps())


@dataclass(slots=True)
class _Stepper:
    formula: Formula
    made: list[Step] = field(default_factory=list)
    known: dict[Reduce, Read] = field(default_factory=dict)
    renamed: dict[str, Term] = field(default_factory=dict)
    invariants: dict[Term, Read] = field(default_factory=dict)

    def steps(self) -> Iterator[Step]:
        for assignment in self.formula.assignments:
            result = self.formula.interface.tensor(assignment.name)
            value = self._replaced(assignment.value)
            if isinstance(value, Reduce):
                value = Reduce(value.function, value.letters, self._hoisted(value.value))
                if value in self.known and result is None:
                    self.renamed[assignment.name] = self.known[value]
                    continue
                self.known.setdefault(value, self._read(assignment.name, value, result))
            else:
                value = self._hoisted(value)
            self._add(self._step(assignment.name, value, result))
        yield from self.made

    def _add(self, step: Step) -> None:
        """Add a step, after steps for what doesn't change in its inner loops."""
        value = self._without_invariants(step.value, step.space)
        self.made.append(replace(step, value=value))

    def _without_invariants(self, term: Term, space: frozenset[str]) -> Term:
        own = letters_of(term)
        if own < space and own and _is_expensive(term):
            if term not in self.invariants:
                name = self._free(_name_of(term))
                self.invariants[term] = self._read(name, term, None)
                self.made.append(self._step(name, term, None))
            return self.invariants[term]
        return mapped(term, lambda part: self._without_invariants(part, space))

    def _step(self, name: str, value: Term, result: Tensor | None) -> Step:
        letters = ordered(letters_of(value), self.formula.order)
        sort = sort_of(value)
        if result is not None:
            letters, sort = result.letters, result.sort
        if isinstance(value, Reduce):
            reduced = (value.function, value.letters)
            return Step(name, letters, value.value, *reduced, sort, result)
        return Step(name, letters, value, "", (), sort, result)

    def _replaced(self, term: Term) -> Term:
        if isinstance(term, Read) and term.name in self.renamed:
            return self.renamed[term.name]
        return mapped(term, self._replaced)

    def _hoisted(self, term: Term) -> Term:
        """Return ``term`` with steps in place of the reductions inside it."""
        term = mapped(term, self._hoisted)
        if not isinstance(term, Reduce):
            return term
        if term not in self.known:
            name = self._free("_".join((term.function, *map(_word, term.letters))))
            self.known[term] = self._read(name, term, None)
            self._add(self._step(name, term, None))
        return self.known[term]

    def _read(self, name: str, value: Term, result: Tensor | None) -> Read:
        letters = letters_of(value) if result is None else frozenset(result.letters)
        sort = sort_of(value) if result is None else result.sort
        return Read(name, ordered(letters, self.formula.order), sort)

    def _free(self, wanted: str) -> str:
        interface = self.formula.interface
        taken = {t.name for t in (*interface.operands, *interface.results)}
        taken |= {a.name for a in self.formula.assignments} | self.formula.reads()
        taken |= {step.name for step in self.made}
        number = 2
        name = wanted
        while name in taken:
            name = f"{wanted}_{number}"
            number += 1
        return name


def _is_expensive(term: Term) -> bool:
    """Whether ``term`` calls a function that takes much longer than arithmetic."""
    parts = [part for part in walk(term) if isinstance(part, Apply)]
    conditional = any(part.function == "where" for part in parts)
    return not conditional and not all(map(is_cheap, parts))


def _name_of(term: Term) -> str:
    function = term.function if isinstance(term, Apply) else ""
    return f"{function}_value" if function.isalnum() else "invariant"


def _word(letter: str) -> str:
    return "all" if letter == BATCH else letter
