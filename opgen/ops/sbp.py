"""On which placements each device can compute its own part: derived from the shape rule.

Every letter of ``dims`` is an axis along which operands and results can be cut alike; a letter
that the operator sums over gives partial sums. Works on actual shapes, since ``...`` stands for
as many letters as there are leading dimensions. Pure; knows no framework.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from opgen.ops.formulas.splits import is_jointly_linear, linear_operands, whole_letters
from opgen.ops.op import (
    ELLIPSIS,
    Broadcast,
    Dims,
    Op,
    PerResult,
    SameAs,
    Trait,
)
from opgen.ops.placements import Distribution, Placement, SbpLine, Signature, Split, Whole
from opgen.ops.sample import Sample
from opgen.ops.shape_inference import Shape, ShapeMismatchError, broadcast

Letters = tuple[str, ...]
"""What each axis of a tensor is; empty for an axis of size 1 that broadcasts."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The letters of every tensor of a call.

    Attributes:
        operands: Of the tensors that are given, those of a variadic operand one by one.
        results: Of the results.
    """

    operands: tuple[Letters, ...]
    results: tuple[Letters, ...]


@dataclass(frozen=True, slots=True)
class GivenTensor:
    """A tensor of a call: the operand that it is, or is one of, and its shape."""

    operand: str
    shape: Shape


def signatures(op: Op, tensors: Sequence[GivenTensor]) -> list[Signature]:
    """Return the placements on which ``op`` can run on several devices, for a call.

    All operands whole on each device is always one, and left out.

    Args:
        op: The operator.
        tensors: What is given, in the order of the operands.
    """
    distribution = distribution_of(op)
    groups = letters_of(op, tensors)
    found: list[Signature] = []
    if groups is not None:
        found += derive(groups, no_split=_numbered(distribution.no_split, groups))
    found += _linear(distribution.linear, tensors, len(op.results))
    ranks = [len(group) for group in groups.results] if groups else [None] * len(op.results)
    lines = _Lines(tensors, ranks)
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
    return signatures(op, tensors)


def derive(groups: Groups, *, no_split: Collection[str] = ()) -> list[Signature]:
    """Return one signature for each letter that operands and results can be cut along.

    Args:
        groups: The letters of the tensors.
        no_split: Letters whose axes stay whole.
    """
    everything = (*groups.operands, *groups.results)
    found = []
    for letter in dict.fromkeys(item for group in groups.operands for item in group if item):
        if letter in no_split or any(group.count(letter) > 1 for group in everything):
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
    rule = op.shape
    if not isinstance(rule, Dims) or distribution.linear or op.formula is not None:
        return ()
    settled = {*distribution.no_split, *(item for group in rule.results for item in group)}
    letters = dict.fromkeys(item for group in rule.operands for item in group)
    return tuple(letter for letter in letters if letter not in settled)


def letters_of(op: Op, tensors: Sequence[GivenTensor]) -> Groups | None:
    """Return what the axes of a call's tensors are, by the shape rule.

    Returns:
        The letters, or ``None`` where the rule says too little or the shapes don't fit it.
    """
    rule = letter_rule(op)
    if rule is None:
        return None
    group_of = dict(zip((operand.name for operand in op.operands), rule.operands, strict=True))
    given = [(group_of[tensor.operand], tensor) for tensor in tensors]
    if any(len(tensor.shape) < len(group) - (ELLIPSIS in group) for group, tensor in given):
        return None
    leading = {tensor.operand: _leading(group, tensor.shape) for group, tensor in given}
    batch: Shape = ()
    try:
        for group, tensor in given:
            batch = broadcast(batch, _leading(group, tensor.shape), tensor.operand)
    except ShapeMismatchError:
        return None
    if any(like and like not in leading for like in rule.likes):
        return None
    return Groups(
        tuple(_expanded(group, _leading(group, tensor.shape), batch) for group, tensor in given),
        tuple(
            _expanded(group, leading[like] if like else batch, batch)
            for group, like in zip(rule.results, rule.likes, strict=True)
        ),
    )


@dataclass(frozen=True, slots=True)
class LetterRule:
    """A shape rule as letters.

    Attributes:
        operands: The letters of each operand.
        results: The letters of each result.
        likes: For each result the operand whose own leading dimensions it has; empty where it
            has those that all operands broadcast to.
    """

    operands: tuple[Letters, ...]
    results: tuple[Letters, ...]
    likes: tuple[str, ...]


def letter_rule(op: Op) -> LetterRule | None:
    """Return the shape rule as letters; a named one says so much of an elementwise op only."""
    rule = op.shape
    if isinstance(rule, Dims):
        return LetterRule(rule.operands, rule.results, ("",) * len(op.results))
    if isinstance(rule, PerResult) and rule.operands:
        return _rule_by_result(op, rule)
    if not isinstance(rule, SameAs | Broadcast | PerResult) or Trait.ELEMENTWISE not in op.traits:
        return None
    operands = {operand.name for operand in op.operands}
    parts = rule.rules if isinstance(rule, PerResult) else (rule,)
    for part in parts:
        if not isinstance(part, SameAs) and not (
            isinstance(part, Broadcast) and {*part.operands} == operands
        ):
            return None
    group = (ELLIPSIS,)
    return LetterRule(
        (group,) * len(op.operands), (group,) * len(op.results), ("",) * len(op.results)
    )


def _rule_by_result(op: Op, rule: PerResult) -> LetterRule | None:
    """Return the rule of results that have the dimensions of operands, as gradients do."""
    groups = dict(zip((operand.name for operand in op.operands), rule.operands, strict=True))
    likes = [part.operand for part in rule.rules if isinstance(part, SameAs)]
    if len(likes) < len(rule.rules):
        return None
    return LetterRule(rule.operands, tuple(groups[like] for like in likes), tuple(likes))


def _leading(group: Letters, shape: Shape) -> Shape:
    """Return the sizes that ``...`` stands for."""
    if ELLIPSIS not in group:
        return ()
    at = group.index(ELLIPSIS)
    return shape[at : at + len(shape) - len(group) + 1]


def _expanded(group: Letters, leading: Shape, batch: Shape) -> Letters:
    """Return ``group`` with a letter for each dimension that ``...`` stands for."""
    expanded: list[str] = []
    for item in group:
        if item == ELLIPSIS:
            sizes = batch[len(batch) - len(leading) :]
            expanded += [
                "" if own == 1 != size else f"{ELLIPSIS}{len(leading) - 1 - axis}"
                for axis, (own, size) in enumerate(zip(leading, sizes, strict=True))
            ]
        else:
            expanded.append(item)
    return tuple(expanded)


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
