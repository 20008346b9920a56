"""The order of loops in which a processor computes a formula.

Steps that share letters run in one loop over these, so that what one computes is still at hand
for the next; inside it there is a nest of loops for each reduction and each result. What a later
nest needs is kept in a scalar or, where there are letters left, in an array; what is cheap is
computed again instead. Knows no language of generated code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from opgen.dataclass import dataclass, field, replace
from opgen.ops.formulas.steps import Step, steps_of
from opgen.ops.formulas.terms import Formula, Read, Sort, Term, is_cheap, ordered, walk

_CHEAP_PARTS: Final = 9
"""So many parts of a term are computed again rather than stored, if their functions are cheap."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A step in a nest of loops.

    Attributes:
        step: What is computed.
        depth: How many of the nest's loops stand around its accumulator and, for a step that
            reduces nothing, around itself.
        across: The letter that an accumulating array runs over; empty for a scalar.
        kept: Letters of the array that keeps the value for later nests; ``None``: in a variable.
    """

    step: Step
    depth: int
    across: str = ""
    kept: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Nest:
    """Loops, outermost first, and the steps inside them in order."""

    loops: tuple[str, ...]
    steps: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Loops over letters that all nests inside have in common."""

    outer: tuple[str, ...]
    nests: tuple[Nest, ...]


@dataclass(slots=True)
class _Draft:
    """A group while steps join it."""

    outer: frozenset[str]
    steps: list[Step] = field(default_factory=list)


def schedule(formula: Formula) -> tuple[Group, ...]:
    """Return the loops that compute ``formula``, in order."""
    steps = steps_of(formula)
    anchors = _anchors(steps)
    drafts: list[_Draft] = []
    for step in steps:
        if step.name in anchors:
            _join(drafts, step)
    planner = _Planner(formula, {s.name: s for s in steps if s.name not in anchors})
    return planner.groups(drafts)


def _anchors(steps: Sequence[Step]) -> frozenset[str]:
    """Return the names of the steps that get a place of their own.

    Others are computed wherever they are used: where they are cheap, or used in one place only.
    """
    anchors = {s.name for s in steps if s.reduction or s.result is not None}
    users: dict[str, set[str]] = {}
    spaces = {s.name: s.space for s in steps}
    for step in reversed(steps):
        own = users.get(step.name, set())
        if step.name not in anchors and not _is_cheap(step.value):
            outside = any(step.space < spaces[user] for user in own)
            if (len(own) > 1 or outside) and step.sort is not Sort.BOOL:
                anchors.add(step.name)
        for name in step.reads():
            users.setdefault(name, set()).update({step.name} if step.name in anchors else own)
    return frozenset(anchors)


def _is_cheap(term: Term) -> bool:
    parts = list(walk(term))
    return all(map(is_cheap, parts)) and len(parts) <= _CHEAP_PARTS


def _join(drafts: list[_Draft], step: Step) -> None:
    """Put ``step`` into the last group if it shares letters with it, else into a new one."""
    letters = _parallel(step)
    if drafts and (drafts[-1].outer & letters or drafts[-1].outer == letters):
        drafts[-1].outer &= letters
        drafts[-1].steps.append(step)
    else:
        drafts.append(_Draft(letters, [step]))


def _parallel(step: Step) -> frozenset[str]:
    """Return the letters of which each index can be computed by itself."""
    if step.is_summed_to_operand:
        return frozenset()
    return frozenset(step.letters) - {_across(step)}


def _across(step: Step) -> str:
    """Return the letter that a reduction accumulates an array over, if it does better so.

    The innermost loop should walk through memory; where that letter isn't reduced, there is an
    accumulator for each of its indices.
    """
    if not step.reduction:
        return ""
    inner = _innermost(step)
    return inner if inner in step.letters else ""


def _innermost(step: Step) -> str:
    tensors = [part.letters for part in walk(step.value) if isinstance(part, Read)]
    if step.result is not None:
        tensors.append(step.result.letters)
    # The longest tensors count most: they take the most time to walk through.
    last: Counter[str] = Counter()
    for letters in tensors:
        if letters:
            last[letters[-1]] += len(letters)
    space = (*step.letters, *step.reduced)
    # On a tie a reduced letter wins, which needs no array.
    best = max(space, key=lambda letter: (last[letter], letter in step.reduced), default="")
    return best if last[best] else ""


@dataclass(frozen=True, slots=True)
class _Planner:
    formula: Formula
    floating: dict[str, Step]

    def groups(self, drafts: Sequence[_Draft]) -> tuple[Group, ...]:
        return tuple(self._group(draft, drafts) for draft in drafts)

    def _group(self, draft: _Draft, drafts: Sequence[_Draft]) -> Group:
        outer = ordered(draft.outer, self._order(draft.steps[-1]))
        nests = list(self._nests(draft))
        elsewhere = [s for other in drafts if other is not draft for s in other.steps]
        keeper = _Keeper(self, nests, draft, self.all_reads(elsewhere))
        done = [replace(nest, steps=tuple(map(keeper.kept, nest.steps))) for nest in nests]
        return Group(outer, tuple(done))

    def _order(self, step: Step) -> tuple[str, ...]:
        """Return all letters, those of ``step`` in its order first."""
        return tuple(dict.fromkeys((*step.letters, *self.formula.order)))

    def _nests(self, draft: _Draft) -> Iterator[Nest]:
        loops: tuple[str, ...] | None = None
        steps: list[Step] = []
        for step in draft.steps:
            own = self._loops(step, draft.outer)
            if own != loops or self.all_reads([step]) & {s.name for s in steps if s.reduction}:
                if loops is not None:
                    yield self._nest(loops, steps, draft.outer)
                loops, steps = own, []
            steps.append(step)
        if loops is not None:
            yield self._nest(loops, steps, draft.outer)

    def _loops(self, step: Step, outer: frozenset[str]) -> tuple[str, ...]:
        order = self._order(step)
        inner = _innermost(step)
        if step.reduction:
            last = [inner] if inner else []
            parallel = [x for x in ordered(_parallel(step), order) if x not in outer]
            rest = ordered(step.space - outer - {*parallel, inner}, order)
            return (*parallel, *rest, *last)
        return ordered(step.space - outer, order)

    def _nest(self, loops: tuple[str, ...], steps: Iterable[Step], outer: frozenset[str]) -> Nest:
        placed: list[Placed] = []
        for step in steps:
            for name in self._needed(step):
                if all(p.step.name != name for p in placed):
                    placed.append(Placed(self.floating[name], len(loops)))
            depth = len(loops)
            if step.is_summed_to_operand:
                depth = 0
            elif step.reduction:
                depth = len(_parallel(step) - outer)
            placed.append(Placed(step, depth, _across(step)))
        return Nest(loops, tuple(placed))

    def _needed(self, step: Step) -> list[str]:
        """Return the floating steps that ``step`` reads, each after those that it reads."""
        reads = self.all_reads([step])
        return [name for name in self.floating if name in reads]

    def all_reads(self, steps: Iterable[Step]) -> frozenset[str]:
        """Return the names of what the steps read, also by way of floating steps."""
        found: set[str] = set()
        waiting = [name for step in steps for name in step.reads()]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.floating[name].reads() if name in self.floating else ()
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Keeper:
    """Decides which values of a group are kept in arrays, for which letters."""

    planner: _Planner
    nests: Sequence[Nest]
    draft: _Draft
    read_elsewhere: frozenset[str]

    def kept(self, placed: Placed) -> Placed:
        """Return ``placed`` with the letters of its array."""
        step = placed.step
        if step.name in self.planner.floating or step.result is not None:
            return placed
        letters = frozenset(step.letters)
        if step.name not in self.read_elsewhere:
            own = next(nest for nest in self.nests if placed in nest.steps)
            others = [p.step for nest in self.nests if nest is not own for p in nest.steps]
            is_read = step.name in self.planner.all_reads(others)
            letters = letters - self.draft.outer if is_read or placed.across else frozenset()
        kept = ordered(letters, self.planner.formula.order)
        return replace(placed, kept=kept) if kept else placed


__all__ = ["Group", "Nest", "Placed", "schedule"]
