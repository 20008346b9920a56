"""An operator's tensors as its formulas see them: their letters and the sorts of their elements."""

from __future__ import annotations

from collections.abc import Sequence

from opgen.ops.dtypes import AttributeKind, DType
from opgen.ops.formulas.terms import BATCH, Interface, Sort, Tensor
from opgen.ops.op import (
    Arity,
    Broadcast,
    Dims,
    Op,
    Operand,
    PerResult,
    Reduce,
    Result,
    SameAs,
    Trait,
)

Group = tuple[str, ...]

_SORTS = {
    AttributeKind.I64: Sort.INTEGER,
    AttributeKind.F64: Sort.REAL,
    AttributeKind.F32: Sort.REAL,
    AttributeKind.BOOL: Sort.BOOL,
    AttributeKind.STR: Sort.TEXT,
    AttributeKind.ENUM: Sort.TEXT,
}

AXES_KINDS = (AttributeKind.I64, AttributeKind.I64_ARRAY)
"""The kinds of the attributes that may name dimensions."""


def parameters_of(op: Op) -> dict[str, Sort]:
    """Return the sorts of the attributes that are scalars."""
    return {a.name: _SORTS[a.kind] for a in op.attributes if a.kind in _SORTS}


def words_of(op: Op) -> dict[str, tuple[str, ...]]:
    """Return the words of the attributes that are one of several."""
    return {a.name: a.choices for a in op.attributes if a.kind is AttributeKind.ENUM}


def unusable_names(op: Op) -> dict[str, str]:
    """Return the arguments that a formula can't read, and why."""
    variadic = [o.name for o in op.operands if o.arity is Arity.VARIADIC]
    others = [a.name for a in op.attributes if a.kind not in _SORTS]
    groups = operand_letters(op)
    unshaped = [o.name for o in op.operands if groups.get(o.name) is None]
    reason = "isn't in the shape rule, so that its shape isn't known"
    if isinstance(op.shape, SameAs):
        reason += "; the trait Elementwise says that all operands have one shape"
    return {
        **dict.fromkeys(unshaped, reason),
        **dict.fromkeys(variadic, "is variadic, and a formula reads single tensors"),
        **dict.fromkeys(others, "is no number, truth value or word that a formula could use"),
    }


def operand_letters(op: Op) -> dict[str, Group | None]:
    """Return the letters of each operand; ``None`` where the shape rule doesn't tell."""
    rule = op.shape
    names = [operand.name for operand in op.operands]
    if isinstance(rule, Dims):
        return dict(zip(names, rule.operands, strict=True))
    if isinstance(rule, PerResult) and rule.operands:
        return dict(zip(names, rule.operands, strict=True))
    if isinstance(rule, Broadcast):
        return {name: (BATCH,) if name in rule.operands else None for name in names}
    if isinstance(rule, Reduce):
        return {name: (BATCH, rule.axes) if name == rule.operand else None for name in names}
    if isinstance(rule, SameAs):
        alike = Trait.ELEMENTWISE in op.traits or len(names) == 1
        return {name: (BATCH,) if alike or name == rule.operand else None for name in names}
    return dict.fromkeys(names)


def interface_of(op: Op) -> Interface | None:
    """Return what formulas of ``op`` are about; ``None`` where the shape rule has no letters."""
    groups = operand_letters(op)
    results = _results(op, groups)
    if results is None:
        return None
    operands = tuple(
        Tensor(o.name, group, sort_of_tensor(op, o), optional=o.arity is Arity.OPTIONAL)
        for o in op.operands
        if o.arity is not Arity.VARIADIC and (group := groups[o.name]) is not None
    )
    batched = [tensor for tensor in operands if BATCH in tensor.letters]
    split = split_of(op)
    axes = split.axes if split else ""
    alike = isinstance(op.shape, SameAs) or bool(axes)
    return Interface(operands, results, exact=alike or len(batched) <= 1, axes=axes)


def split_of(op: Op) -> Reduce | None:
    """Return how an attribute names dimensions for the formula of ``op``, ``None`` if none does."""
    rule = op.shape.split if isinstance(op.shape, PerResult) else op.shape
    return rule if isinstance(rule, Reduce) else None


def _results(op: Op, groups: dict[str, Group | None]) -> tuple[Tensor, ...] | None:
    rule = op.shape
    rules: Sequence[object]
    if isinstance(rule, Dims):
        rules = rule.results
    elif isinstance(rule, PerResult):
        rules = rule.rules
    else:
        rules = [rule] * len(op.results)
    made = [_result(op, r, part, groups=groups) for r, part in zip(op.results, rules, strict=True)]
    return tuple(t for t in made if t is not None) if None not in made else None


def _result(
    op: Op, result: Result, rule: object, *, groups: dict[str, Group | None]
) -> Tensor | None:
    sort = sort_of_tensor(op, result)
    if isinstance(rule, SameAs):
        group = groups.get(rule.operand)
        like = rule.operand if isinstance(op.shape, PerResult) and not op.shape.split else ""
        return None if group is None else Tensor(result.name, group, sort, like=like)
    if isinstance(rule, Reduce):
        return Tensor(result.name, (BATCH,), sort)
    if isinstance(rule, Broadcast):
        return Tensor(result.name, (BATCH,), sort)
    return Tensor(result.name, rule, sort) if isinstance(rule, tuple) else None


def sort_of_tensor(op: Op, argument: Operand | Result) -> Sort:
    """Return the sort of an operand's or a result's elements."""
    dtypes = set(op.type_variable(argument.type_variable).dtypes)
    if dtypes == {DType.BOOL}:
        return Sort.BOOL
    if all(dtype.is_floating for dtype in dtypes):
        return Sort.REAL
    return Sort.NUMBER if any(dtype.is_floating for dtype in dtypes) else Sort.INTEGER
