"""What the axes of a call's tensors are, by the shape rule of the operator: letters.

Axes with one letter are cut alike when an operator runs on several devices. ``...`` stands for as
many letters as there are leading dimensions, so that letters are found for actual shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from opgen.dataclass import dataclass
from opgen.ops.dtypes import AttributeKind, AttributeValue
from opgen.ops.formulas.interface import split_of
from opgen.ops.formulas.splits import whole_letters
from opgen.ops.op import (
    ELLIPSIS,
    Arity,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    Op,
    PerResult,
    Reduce,
    SameAs,
    Trait,
)
from opgen.ops.shape_inference import Shape, ShapeMismatchError, Shapes, broadcast
from opgen.ops.shapes.evaluate import Arguments, evaluate

Letters = tuple[str, ...]
"""What each axis of a tensor is; empty for an axis of size 1 that broadcasts."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The letters of every tensor of a call.

    Attributes:
        operands: Of the tensors that are given, those of a variadic operand one by one.
        results: Of the results.
        whole: Letters of axes that can't be cut.
    """

    operands: tuple[Letters, ...]
    results: tuple[Letters, ...]
    whole: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GivenTensor:
    """A tensor of a call: the operand that it is, or is one of, and its shape."""

    operand: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class GivenCall:
    """The tensors of a call, in the order of the operands, and its attributes.

    Attributes:
        op: The operator that is called.
        tensors: What is given.
        attributes: The attributes whose value isn't the default.
    """

    op: Op
    tensors: tuple[GivenTensor, ...]
    attributes: Mapping[str, AttributeValue]

    def arguments(self) -> Arguments:
        """Return the call as formulas over sizes see it."""
        shapes: dict[str, Shapes] = {}
        for operand in self.op.operands:
            own = [t.shape for t in self.tensors if t.operand == operand.name]
            several = operand.arity is Arity.VARIADIC
            shapes[operand.name] = own if several else own[0] if own else None
        values = {a.name: a.default for a in self.op.attributes if a.default is not None}
        return Arguments(shapes, values | dict(self.attributes))


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


def letters_of(call: GivenCall) -> Groups | None:
    """Return what the axes of a call's tensors are.

    Returns:
        The letters, or ``None`` where the rule says too little or the shapes don't fit it.
    """
    if not can_be_cut(call.op):
        return None
    try:
        split = split_of(call.op)
        if split is not None:
            return _reduced(call, split)
        if isinstance(call.op.shape, Concat):
            return _concatenated(call, call.op.shape)
        rule = letter_rule(call.op)
        if isinstance(call.op.shape, DimsChoice):
            rule = _chosen(call, call.op.shape)
        return None if rule is None else _matched(call, rule)
    except ShapeMismatchError:
        return None


def _chosen(call: GivenCall, rule: DimsChoice) -> LetterRule:
    arguments = call.arguments()
    holding = (case.dims for case in rule.cases if evaluate(case.condition, arguments))
    return _of_dims(next(holding, rule.otherwise))


def _matched(call: GivenCall, rule: LetterRule) -> Groups | None:
    group_of = dict(zip((operand.name for operand in call.op.operands), rule.operands, strict=True))
    given = [(group_of[tensor.operand], tensor) for tensor in call.tensors]
    if any(len(tensor.shape) < len(group) - (ELLIPSIS in group) for group, tensor in given):
        return None
    leading = {tensor.operand: _leading(group, tensor.shape) for group, tensor in given}
    batch: Shape = ()
    for group, tensor in given:
        batch = broadcast(batch, _leading(group, tensor.shape), tensor.operand)
    if any(like and like not in leading for like in rule.likes):
        return None
    return Groups(
        tuple(_expanded(group, _leading(group, tensor.shape), batch) for group, tensor in given),
        tuple(
            _expanded(group, leading[like] if like else batch, batch)
            for group, like in zip(rule.results, rule.likes, strict=True)
        ),
    )


def _reduced(call: GivenCall, rule: Reduce) -> Groups | None:
    whole = whole_tensors(call.op)
    model = next((t for t in call.tensors if t.operand == rule.operand), None)
    if not whole or model is None:
        return None
    rank = len(model.shape)
    values = call.arguments().attributes
    given = values[rule.axes]
    axes = {axis % rank for axis in _list(given)} if rank else set()
    gone = axes if _list(given) else set(range(rank))
    letters = tuple(map(_letter, range(rank)))
    keeps = bool(rule.keepdim) and bool(values[rule.keepdim])
    left = tuple(
        "" if axis in gone else letter
        for axis, letter in enumerate(letters)
        if keeps or axis not in gone
    )
    return Groups(
        tuple(letters if t.operand in whole else left for t in call.tensors),
        tuple(letters if r.name in whole else left for r in call.op.results),
        _uncut(call.op, letters, gone),
    )


def whole_tensors(op: Op) -> frozenset[str]:
    """Return the tensors that aren't reduced; none where the rule says too little."""
    rule = op.shape
    if isinstance(rule, Reduce):
        return frozenset({rule.operand}) if len(op.operands) == 1 else frozenset()
    if not isinstance(rule, PerResult) or rule.split is None:
        return frozenset()
    axes = rule.split.axes
    grouped = zip(op.operands, rule.operands, strict=True)
    ruled = zip(op.results, rule.rules, strict=True)
    operands = [operand.name for operand, group in grouped if axes in group]
    return frozenset([*operands, *(r.name for r, part in ruled if isinstance(part, SameAs))])


def _uncut(op: Op, letters: Letters, gone: Collection[int]) -> frozenset[str]:
    """Return the letters along which a reduction can't be cut."""
    named = {letters[axis] for axis in gone}
    cuts_named, cuts_others = reduction_cuts(op)
    others = set(letters) - named
    return frozenset((set() if cuts_named else named) | (set() if cuts_others else others))


def reduction_cuts(op: Op) -> tuple[bool, bool]:
    """Return whether a reduction can be cut along the axes it names, and along the others."""
    if op.formula is None:
        # The rule doesn't say whether axes are summed over.
        return bool(op.distribution.linear), True
    whole = whole_letters(op.formula)
    return op.formula.interface.axes not in whole, ELLIPSIS not in whole


def _concatenated(call: GivenCall, rule: Concat) -> Groups | None:
    if {operand.name for operand in call.op.operands} != {*rule.operands} or not call.tensors:
        return None
    rank = len(call.tensors[0].shape)
    (axis,) = _list(call.arguments().attributes[rule.axis])
    letters = tuple(map(_letter, range(rank)))
    whole = frozenset({letters[axis % rank]})
    return Groups((letters,) * len(call.tensors), (letters,) * len(call.op.results), whole)


def _list(value: AttributeValue) -> Sequence[int]:
    items = value if isinstance(value, tuple) else (value,)
    return [item for item in items if isinstance(item, int)]


def _letter(axis: int) -> str:
    return f"axis {axis}"


def letter_rule(op: Op) -> LetterRule | None:
    """Return the shape rule as letters, if it is one without cases.

    A named rule says so much of an elementwise op only.
    """
    rule = op.shape
    if not can_be_cut(op) or split_of(op) is not None:
        return None
    if isinstance(rule, Dims):
        return _of_dims(rule)
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


def can_be_cut(op: Op) -> bool:
    """Whether parts of a call can make the whole.

    What a part draws at random isn't what the whole would, and how many results there are may be
    another number for a part.
    """
    draws = any(attribute.kind is AttributeKind.SEED for attribute in op.attributes)
    return not draws and not any(result.is_variadic for result in op.results)


def _of_dims(dims: Dims) -> LetterRule:
    return LetterRule(dims.operands, dims.results, ("",) * len(dims.results))


def _rule_by_result(op: Op, rule: PerResult) -> LetterRule | None:
    """Return the rule of results that have the dimensions of operands, as gradients do."""
    groups = dict(zip((operand.name for operand in op.operands), rule.operands, strict=True))
    likes = [part.operand for part in rule.rules if isinstance(part, SameAs)]
    if len(likes) < len(rule.rules):
        return None
    return LetterRule(rule.operands, tuple(groups[like] for like in likes), tuple(likes))


def rules_of(op: Op) -> tuple[LetterRule, ...]:
    """Return the shape rule as letters, all its cases."""
    if isinstance(op.shape, DimsChoice):
        choices = (*(case.dims for case in op.shape.cases), op.shape.otherwise)
        return tuple(map(_of_dims, choices))
    rule = letter_rule(op)
    return () if rule is None else (rule,)


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
