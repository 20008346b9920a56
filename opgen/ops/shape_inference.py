"""Shape rules evaluated on known sizes: what samples are checked with.

The meaning of the rules is the one that every generated ``infer`` function has.
"""

from __future__ import annotations

from collections.abc import Mapping

from opgen.ops.op import (
    ELLIPSIS,
    Broadcast,
    Dims,
    Op,
    PerResult,
    SameAs,
    Trait,
)

Shape = tuple[int, ...]


class ShapeMismatchError(Exception):
    """The shapes do not fit the rule; the text says why."""


def infer_shapes(op: Op, shapes: Mapping[str, Shape | None]) -> list[Shape]:
    """Return the shape of each result.

    Args:
        op: An operator with a shape rule and no variadic operand.
        shapes: The shape of each operand, ``None`` for an absent one.

    Raises:
        ShapeMismatchError: The operands do not fit.
    """
    rule = op.shape
    if isinstance(rule, Dims):
        return _infer_dims(op, rule, shapes)
    if isinstance(rule, PerResult):
        return [_infer_named(op, part, shapes) for part in rule.rules]
    assert rule is not None
    return [_infer_named(op, rule, shapes)] * len(op.results)


def _infer_named(op: Op, rule: SameAs | Broadcast, shapes: Mapping[str, Shape | None]) -> Shape:
    if isinstance(rule, Broadcast):
        shape: Shape = ()
        for name in rule.operands:
            shape = broadcast(shape, shapes[name] or (), name)
        return shape
    shape = shapes[rule.operand] or ()
    if Trait.ELEMENTWISE in op.traits:
        for name, other in shapes.items():
            if other is not None and other != shape:
                message = (
                    f"{name} has shape {list(other)}, expected {list(shape)} as {rule.operand}"
                )
                raise ShapeMismatchError(message)
    return shape


def broadcast(shape: Shape, other: Shape, name: str) -> Shape:
    """Return the shape that both broadcast to, by NumPy's rules; 1 against 0 gives 0.

    Raises:
        ShapeMismatchError: They do not broadcast.
    """
    rank = max(len(shape), len(other))
    left = (1,) * (rank - len(shape)) + shape
    right = (1,) * (rank - len(other)) + other
    for a, b in zip(left, right, strict=True):
        if a != b and 1 not in (a, b):
            raise ShapeMismatchError(f"{name}: {list(other)} does not broadcast with {list(shape)}")
    return tuple(b if a == 1 else a for a, b in zip(left, right, strict=True))


def _infer_dims(op: Op, rule: Dims, shapes: Mapping[str, Shape | None]) -> list[Shape]:
    sizes: dict[str, int] = {}
    batch: Shape = ()
    for operand, group in zip(op.operands, rule.operands, strict=True):
        shape = shapes[operand.name]
        if shape is None:
            continue
        leading = _match_group(operand.name, group, shape, sizes=sizes)
        batch = broadcast(batch, leading, operand.name)
    return [
        tuple(
            size
            for item in group
            for size in (batch if item == ELLIPSIS else (sizes.get(item, 0),))
        )
        for group in rule.results
    ]


def _match_group(
    name: str, group: tuple[str, ...], shape: Shape, *, sizes: dict[str, int]
) -> Shape:
    extra = len(shape) - len(group) + (ELLIPSIS in group)
    if extra < 0 or (extra and ELLIPSIS not in group):
        expected = " ".join(group) or "no dimensions"
        raise ShapeMismatchError(f"{name} has shape {list(shape)}, expected {expected}")
    at = 0
    leading: Shape = ()
    for item in group:
        if item == ELLIPSIS:
            leading = shape[at : at + extra]
            at += extra
            continue
        expected_size = sizes.setdefault(item, shape[at])
        if expected_size != shape[at]:
            raise ShapeMismatchError(f"{name}: dim {item} is {shape[at]}, expected {expected_size}")
        at += 1
    return leading
