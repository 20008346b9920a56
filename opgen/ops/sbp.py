"""On which placements each device can compute its own part: derived from the shape rule.

Every letter of an axis is one along which operands and results can be cut alike; a letter that the
operator sums over gives partial sums. Pure; knows no framework.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from opgen.dataclass import dataclass, replace
from opgen.ops.formulas.splits import is_jointly_linear, linear_operands, whole_letters
from opgen.ops.letters import (
    GivenCall,
    GivenTensor,
    Groups,
    Letters,
    can_be_cut,
    letters_of,
    rules_of,
)
from opgen.ops.op import ELLIPSIS, Op
from opgen.ops.placements import Distribution, Placement, SbpLine, Signature, Split, Whole
from opgen.ops.sample import Sample


def signatures(call: GivenCall) -> list[Signature]:
    """Return the placements on which a call can run on several devices.

    All operands whole on each device is always one, and left out.
    """
    distribution = distribution_of(call.op)
    groups = letters_of(call)
    found: list[Signature] = []
    ranks: list[int | None] = [None] * len(call.op.results)
    if groups is not None:
        found += derive(groups, no_split=_numbered(distribution.no_split, groups))
        ranks = [len(group) for group in groups.results]
    found += _linear(distribution.linear, call.tensors, len(call.op.results))
    lines = _Lines(call.tensors, ranks)
    found += [s for line in distribution.lines if (s := lines.placed(line))]
    # The last one counts: what a spec writes out replaces what is derived.
    by_operands = {signature.operands: signature for signature in found}
    return [s for s in by_operands.values() if set(s.operands) - {Whole.BROADCAST}]


def sample_signatures(op: Op, sample: Sample) -> list[Signature]:
    """Return the signatures of the call that a sample describes."""
    tensors = []
    for name, given in sample.operands:
        parts = given if isinstance(given, tuple) else (given,)
        tensors += [GivenTensor(name, part.shape) for part in parts if part is not None]
    return signatures(GivenCall(op, tuple(tensors), dict(sample.attributes)))


def derive(groups: Groups, *, no_split: Collection[str] = ()) -> list[Signature]:
    """Return one signature for each letter that operands and results can be cut along.

    Args:
        groups: The letters of the tensors.
        no_split: Letters whose axes stay whole.
    """
    everything = (*groups.operands, *groups.results)
    found = []
    for letter in dict.fromkeys(item for group in groups.operands for item in group if item):
        repeated = any(group.count(letter) > 1 for group in everything)
        if repeated or letter in groups.whole or letter in no_split:
            continue
        having = sum(letter in group for group in groups.results)
        if having in {0, len(groups.results)}:
            operands = tuple(_cut(group, letter, Whole.BROADCAST) for group in groups.operands)
            results = tuple(_cut(group, letter, Whole.PARTIAL_SUM) for group in groups.results)
            found.append(Signature(operands, results))
    return found


def _cut(group: Letters, letter: str, otherwise: Whole) -> Placement:
    return Split(group.index(letter)) if letter in group else otherwise


def distribution_of(op: Op) -> Distribution:
    """Return what is known of ``op``: what its spec says, and what follows from its formula.

    Letters of which nobody knows whether the op sums over them are not split.
    """
    said = op.distribution
    if not can_be_cut(op):
        return Distribution()
    if op.formula is None:
        undecided = undecided_letters(op, said)
        return replace(said, no_split=tuple(dict.fromkeys((*said.no_split, *undecided))))
    whole = sorted(whole_letters(op.formula))
    lines = said.lines
    if len(op.operands) > 1 and is_jointly_linear(op.formula):
        terms = tuple((operand.name, Whole.PARTIAL_SUM) for operand in op.operands)
        lines = (SbpLine(terms, (Whole.PARTIAL_SUM,) * len(op.results)), *lines)
    return Distribution(
        said.linear or linear_operands(op.formula),
        tuple(dict.fromkeys((*said.no_split, *whole))),
        lines,
    )


def undecided_letters(op: Op, distribution: Distribution) -> tuple[str, ...]:
    """Return the letters that no result has and that nobody says are summed over.

    Cutting along one of them would be right for a sum, and wrong for a mean or a maximum.
    """
    if distribution.linear or op.formula is not None:
        return ()
    rules = rules_of(op)
    settled = {*distribution.no_split}
    settled |= {item for rule in rules for group in rule.results for item in group}
    letters = dict.fromkeys(i for rule in rules for group in rule.operands for i in group)
    return tuple(letter for letter in letters if letter not in settled)


def _numbered(letters: Collection[str], groups: Groups) -> set[str]:
    """Return ``letters`` with the numbered ones that ``...`` stands for."""
    every = {item for group in groups.operands for item in group}
    return {
        item
        for item in every
        if item in letters or (item.startswith(ELLIPSIS) and ELLIPSIS in letters)
    }


def _linear(names: Sequence[str], tensors: Sequence[GivenTensor], results: int) -> list[Signature]:
    given = {tensor.operand for tensor in tensors}
    return [
        Signature(
            tuple(
                Whole.PARTIAL_SUM if tensor.operand == name else Whole.BROADCAST
                for tensor in tensors
            ),
            (Whole.PARTIAL_SUM,) * results,
        )
        for name in names
        if name in given
    ]


@dataclass(frozen=True, slots=True)
class _Lines:
    """Turns written signatures into those of one call."""

    tensors: Sequence[GivenTensor]
    result_ranks: Sequence[int | None]

    def placed(self, line: SbpLine) -> Signature | None:
        """Return the signature, or ``None`` where the call has not what the line places."""
        named = dict(line.operands)
        if any(tensor.operand not in named for tensor in self.tensors):
            return None
        operands = [_counted(named[t.operand], len(t.shape)) for t in self.tensors]
        results = list(map(_counted, line.results, self.result_ranks))
        if None in operands or None in results:
            return None
        return Signature(tuple(filter(None, operands)), tuple(filter(None, results)))


def _counted(placement: Placement, rank: int | None) -> Placement | None:
    """Return the placement with its axis counted from the front; ``None`` out of range."""
    if not isinstance(placement, Split):
        return placement
    axis = placement.axis
    if rank is None:
        return placement
    return Split(axis % rank) if -rank <= axis < rank else None
