"""How a formula over tensors of different shapes is cut into phases, each a nest of loops.

A phase computes one result, or several with the same loops. Its outer indices are work for blocks;
a block goes through inner ones, and along one letter it computes with vectors. What has no part in
vectors is a single number. Knows no code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.formulas.steps import Step, steps_of
from opgen.ops.formulas.terms import BATCH, Formula, Read, Tensor, walk
from opgen.targets.ascend.vector_terms import UnknownTermError

NOTHING: Final = ""
"""Stands for the letter of a phase that has no vectors."""
ANY: Final = "*"
"""Stands for the letter of vectors where the call decides: the innermost dimension of all."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Some results and the loops that they are computed in.

    Attributes:
        results: Their steps.
        tensors: The operands that are read and the results, in order.
        kept: The letters of outer indices.
        inner: The letters of inner indices.
        vector: The letter that vectors lie along.
        is_kept: Whether each element along vectors is one of the results, none is summed up.
        is_split: Whether parts of vectors may be work for different blocks.
        is_joined: Whether dimensions around vectors may become part of them.
        like: The result whose own ``...`` is kept of the whole one; else empty.
    """

    results: tuple[Step, ...]
    tensors: tuple[str, ...]
    kept: tuple[str, ...]
    inner: tuple[str, ...]
    vector: str
    is_kept: bool
    is_split: bool
    is_joined: bool
    like: str

    @property
    def loops(self) -> tuple[object, ...]:
        """What makes the loops; phases that have it in common can be one."""
        return (
            self.kept,
            self.inner,
            self.vector,
            self.is_kept,
            self.is_split,
            self.is_joined,
            self.like,
        )


@dataclass(frozen=True, slots=True)
class Needs:
    """What a step reads on its way: other steps and operands, in order."""

    steps: tuple[Step, ...]
    operands: tuple[str, ...]


class Planner:
    """Finds the phases of a formula."""

    def __init__(self, formula: Formula) -> None:
        """Take note of the steps."""
        self.formula = formula
        self.steps = steps_of(formula)
        self.by_name: Mapping[str, Step] = {step.name: step for step in self.steps}
        self.order = {letter: at for at, letter in enumerate(formula.order)}

    def phases(self) -> list[Phase]:
        """Return the phases, in the order of the results.

        Raises:
            UnknownTermError: There is a result that no nest of loops can compute.
        """
        found: list[Phase] = []
        for step in self.steps:
            if step.result is None:
                continue
            phase = self._phase(step)
            if found and found[-1].loops == phase.loops and not phase.like:
                found[-1] = self._joined(found[-1], phase)
            else:
                found.append(phase)
        return found

    def _joined(self, one: Phase, other: Phase) -> Phase:
        tensors = tuple(dict.fromkeys((*one.tensors, *other.tensors)))
        results = (*one.results, *other.results)
        loops = (one.kept, one.inner, one.vector, one.is_kept, one.is_split, one.is_joined)
        return Phase(results, tensors, *loops, one.like)

    def needs(self, step: Step) -> Needs:
        """Return what ``step`` reads on its way."""
        names: dict[str, None] = {}
        todo = [step]
        while todo:
            for part in walk(todo.pop().value):
                if isinstance(part, Read) and part.name not in names:
                    names[part.name] = None
                    if part.name in self.by_name:
                        todo.append(self.by_name[part.name])
        steps = tuple(s for s in self.steps if s.name in names and s is not step)
        operands = tuple(t.name for t in self.formula.interface.operands if t.name in names)
        return Needs(steps, operands)

    def _phase(self, step: Step) -> Phase:
        needs = self.needs(step)
        tensors = (*needs.operands, step.name)
        interface = [self.formula.interface.tensor(name) for name in tensors]
        axes = self.formula.interface.axes
        letters = list(self._candidates())
        for letter in sorted(letters, key=lambda x: not all(_is_last(x, t) for t in interface)):
            phase = _Plan(step, needs, letter, self.order, axes).phase(tensors)
            if phase is not None:
                return phase
        message = f"the loops of {step.name}"
        raise UnknownTermError(message)

    def _candidates(self) -> Iterator[str]:
        """Yield the letters that vectors may lie along, good ones first."""
        letters = [letter for letter in self.formula.order if letter != BATCH]
        if self.formula.interface.axes:
            yield ANY
        yield from reversed(letters)
        if BATCH in self.formula.order:
            yield BATCH
        yield NOTHING


def _is_last(letter: str, tensor: Tensor | None) -> bool:
    """Whether vectors along a letter lie in one piece."""
    return tensor is None or letter not in tensor.letters or tensor.letters[-1] == letter


@dataclass(frozen=True, slots=True)
class _Plan:
    """The attempt to compute a result in loops with vectors along one letter."""

    step: Step
    needs: Needs
    vector: str
    order: Mapping[str, int]
    axes: str

    @property
    def _reductions(self) -> list[Step]:
        return [step for step in self.needs.steps if step.reduction]

    def phase(self, tensors: tuple[str, ...]) -> Phase | None:
        """Return the phase, or ``None`` where vectors can't lie along this letter."""
        letters, vector = frozenset(self.step.letters), self.vector
        if any(step.is_summed_to_operand for step in self.needs.steps):
            return None
        if vector == ANY:
            return self._any(tensors)
        if self._is_reduced():
            return self._reduced(tensors)
        if any(vector in step.letters for step in self._reductions):
            return self._of_sums(tensors)
        kept = letters - {vector}
        inner: frozenset[str] = frozenset()
        if self._reductions:
            kept = frozenset.intersection(*(frozenset(s.letters) for s in self._reductions))
            reduced = frozenset[str]().union(*(s.reduced for s in self._reductions))
            inner = (letters | reduced) - kept - self._alone
        fits = kept <= letters and vector not in kept and self._fits(kept, inner)
        fits = fits and letters & inner in (inner, frozenset())
        if not fits or not self._has_vectors(letters):
            return None
        is_kept = not self._reductions and not inner
        return self._made(tensors, kept, inner, is_kept=is_kept)

    @property
    def _alone(self) -> frozenset[str]:
        """The letter of vectors, unless it stands for several dimensions of which one is that."""
        return frozenset({self.vector}) - {self.axes}

    def _any(self, tensors: tuple[str, ...]) -> Phase | None:
        """Return the phase in which vectors lie along the innermost dimension, whichever it is."""
        if self._reductions:
            return None
        kept, inner = frozenset(self.step.letters), frozenset(self.step.reduced)
        return self._made(tensors, kept, inner, is_kept=not inner)

    def _of_sums(self, tensors: tuple[str, ...]) -> Phase | None:
        """Return the phase in which vectors add up over the same inner indices, for one result."""
        letters = frozenset(self.step.letters)
        sums = [step for step in self._reductions if self.vector in step.letters]
        others = [step for step in self._reductions if self.vector not in step.letters]
        kept, inner = letters - {self.vector}, frozenset(sums[0].reduced)
        alike = all(set(s.reduced) == inner and set(s.letters) <= letters for s in sums)
        inside = all(
            set(s.letters) <= kept | inner and set(s.reduced) == {self.vector} for s in others
        )
        if not alike or not inside or letters & inner or self.vector in inner:
            return None
        return self._made(tensors, kept, inner, is_kept=True)

    def _is_reduced(self) -> bool:
        return bool(self.step.reduction) or self.step.is_summed_to_operand

    def _has_vectors(self, letters: frozenset[str]) -> bool:
        """Whether vectors have a part in it; without them any phase would do, but slowly."""
        spaces = [letters | set(self.step.reduced), *(step.space for step in self.needs.steps)]
        return self.vector == NOTHING or any(self.vector in space for space in spaces)

    def _reduced(self, tensors: tuple[str, ...]) -> Phase | None:
        letters, reduced = frozenset(self.step.letters), frozenset(self.step.reduced)
        kept, inner = letters - {self.vector}, reduced - self._alone
        like = self.step.name if self.step.is_summed_to_operand else ""
        if like:
            # Vectors lie along one of the dimensions of `...`, if at all; others may be inner ones.
            inner |= {BATCH}
        own = kept - {BATCH} if like else kept
        if not self._has_vectors(letters):
            return None
        for step in self._reductions:
            outside = self._is_outside(step, own, inner)
            inside = set(step.letters) <= kept | inner and set(step.reduced) == {self.vector}
            if not outside and not inside:
                return None
        if like and self.vector == BATCH and self._reductions:
            return None
        return self._made(tensors, kept, inner, is_kept=self.vector in letters, like=like)

    def _is_outside(self, step: Step, kept: frozenset[str], inner: frozenset[str]) -> bool:
        """Whether a reduction is the same at all inner indices."""
        rest = set(step.reduced) - {self.vector}
        return set(step.letters) <= kept and rest in (set(), set(inner))

    def _fits(self, kept: frozenset[str], inner: frozenset[str]) -> bool:
        return all(
            self._is_outside(step, kept, inner)
            or (set(step.letters) <= kept | inner and set(step.reduced) == {self.vector})
            for step in self._reductions
        )

    def _made(
        self,
        tensors: tuple[str, ...],
        kept: frozenset[str],
        inner: frozenset[str],
        *,
        is_kept: bool,
        like: str = "",
    ) -> Phase:
        whole = all(set(step.reduced) == inner | {self.vector} for step in self._reductions)
        return Phase(
            (self.step,),
            tensors,
            tuple(sorted(kept, key=self._at)),
            tuple(sorted(inner, key=self._at)),
            self.vector,
            is_kept,
            is_split=not any(self.vector in s.reduced for s in self._reductions),
            is_joined=whole,
            like=like,
        )

    def _at(self, letter: str) -> int:
        return self.order[letter]
