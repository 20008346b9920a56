"""Shape rules evaluated on shapes: what samples are checked with.

The meaning of the rules is the one that every generated ``infer`` function has, and so is what is
said of shapes that don't fit, without the operator's name in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from opgen.dataclass import dataclass, field
from opgen.ops.dtypes import AttributeValue
from opgen.ops.op import (
    ELLIPSIS,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    NamedRule,
    Op,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ShapeFormulas,
    Trait,
)
from opgen.ops.shapes.evaluate import (
    Arguments,
    Shape,
    ShapeMismatchError,
    Shapes,
    evaluate,
    shape_text,
    shown,
)
from opgen.ops.shapes.terms import (
    ITEM,
    Assignment,
    ShapeCheck,
    Term,
    depends_on_sizes,
    uses_locals,
)

__all__ = ["Shape", "ShapeMismatchError", "Shapes", "broadcast", "checks_of", "infer_shapes"]


def infer_shapes(
    op: Op,
    shapes: Mapping[str, Shapes],
    attributes: Mapping[str, AttributeValue] | None = None,
) -> list[Shape]:
    """Return the shape of each result, with -1 for sizes that are unknown.

    Args:
        op: An operator with a shape rule.
        shapes: The shape of each operand, ``None`` for an absent one, a list for a variadic one.
        attributes: The attributes whose value isn't the default.

    Raises:
        ShapeMismatchError: The operands do not fit.
    """
    call = _Call(op, arguments_of(op, shapes, attributes))
    call.check(late=False)
    if isinstance(op.shape, ShapeFormulas):
        call.locals(op.shape)
        call.check(late=True)
        return call.formulas(op.shape)
    inferred = call.infer()
    call.check(late=True)
    return inferred


def checks_of(op: Op, *, late: bool) -> list[ShapeCheck]:
    """Return the checks that are made before the shape rule, or the late ones.

    A formula for shapes comes after what is asked of its operands, but for what its statements
    are needed for. Other rules say themselves which sizes fit; so what asks for sizes comes after
    them, and finds the operands with the axes that it reads.
    """
    needs = uses_locals if isinstance(op.shape, ShapeFormulas) else depends_on_sizes
    return [check for check in op.checks if any(map(needs, check.terms)) is late]


def arguments_of(
    op: Op,
    shapes: Mapping[str, Shapes],
    attributes: Mapping[str, AttributeValue] | None = None,
) -> Arguments:
    """Return what formulas are evaluated with: shapes, and attributes with their defaults."""
    values = {a.name: a.default for a in op.attributes if a.default is not None}
    return Arguments(shapes, values | dict(attributes or {}))


def broadcast(shape: Shape, other: Shape, name: str) -> Shape:
    """Return the shape that both broadcast to, by NumPy's rules; 1 against 0 gives 0.

    Raises:
        ShapeMismatchError: They do not broadcast.
    """
    batch = _Batch()
    batch.add("the others", shape, 0)
    batch.add(name, other, 0)
    return batch.shape()


@dataclass(frozen=True, slots=True)
class _Call:
    op: Op
    arguments: Arguments

    def check(self, *, late: bool) -> None:
        for check in checks_of(self.op, late=late):
            if evaluate(check.condition, self.arguments) is False:
                raise ShapeMismatchError("".join(map(self._part, check.message)))

    def _part(self, part: str | Term) -> str:
        return part if isinstance(part, str) else shown(evaluate(part, self.arguments))

    def infer(self) -> list[Shape]:
        rule = self.op.shape
        assert rule is not None
        assert not isinstance(rule, ShapeFormulas)
        if isinstance(rule, Dims):
            return self._dims(rule)
        if isinstance(rule, DimsChoice):
            holding = (c.dims for c in rule.cases if evaluate(c.condition, self.arguments))
            return self._dims(next(holding, rule.otherwise))
        if isinstance(rule, PerResult):
            if rule.split is not None:
                self._split(rule, rule.split)
            elif rule.operands:
                self._dims(Dims(rule.operands, ()))
            return [self._named(part) for part in rule.rules]
        return [self._named(rule)] * len(self.op.results)

    def locals(self, rule: ShapeFormulas) -> None:
        results = {result.name for result in self.op.results}
        for assignment in rule.assignments:
            if assignment.name not in results:
                value = evaluate(assignment.term, self.arguments)
                self.arguments.locals[assignment.name] = value

    def formulas(self, rule: ShapeFormulas) -> list[Shape]:
        found: dict[str, Shape] = {}
        results = {result.name: result for result in self.op.results}
        for assignment in rule.assignments:
            if assignment.name in results:
                shapes = list(self._shapes(assignment, results[assignment.name]))
                found[assignment.name] = shapes[0] if shapes else ()
        return [found[result.name] for result in self.op.results]

    def _shapes(self, assignment: Assignment, result: Result) -> Iterator[Shape]:
        """Yield the shape of a result, or of each of its tensors."""
        for item in range(self._count(result)):
            self.arguments.locals[ITEM] = item
            value = evaluate(assignment.term, self.arguments)
            assert isinstance(value, list)
            yield _result(result.name, value)

    def _count(self, result: Result) -> int:
        """Return how many tensors a result has."""
        if not result.is_variadic:
            return 1
        tensors = self.arguments.shapes.get(result.count)
        if isinstance(tensors, list):
            return len(tensors)
        value = self.arguments.attributes[result.count]
        return len(value) if isinstance(value, tuple) else int(value)

    def _named(self, rule: NamedRule) -> Shape:
        if isinstance(rule, SameAs):
            return self._same_as(rule)
        if isinstance(rule, Broadcast):
            batch = _Batch()
            for name in rule.operands:
                for label, shape in self._tensors(name):
                    batch.add(label, shape, 0)
            return batch.shape()
        if isinstance(rule, Reduce):
            return self._reduced(rule)
        if isinstance(rule, Concat):
            return self._concatenated(rule)
        assert_never(rule)

    def _tensors(self, name: str) -> Iterator[tuple[str, Shape]]:
        """Yield label and shape of each tensor of an operand that is there."""
        shapes = self.arguments.shapes[name]
        if isinstance(shapes, list):
            yield from ((f"{name}[{at}]", shape) for at, shape in enumerate(shapes))
        elif shapes is not None:
            yield name, shapes

    def _first(self, name: str) -> Shape:
        shape = next((shape for _, shape in self._tensors(name)), None)
        if shape is None:
            raise ShapeMismatchError(f"{name}: missing, but a result has its shape")
        return shape

    def _same_as(self, rule: SameAs) -> Shape:
        if Trait.ELEMENTWISE in self.op.traits and any(self._tensors(rule.operand)):
            expected = self._first(rule.operand)
            for operand in self.op.operands:
                for label, shape in self._tensors(operand.name):
                    if not _agree(shape, expected):
                        raise ShapeMismatchError(
                            f"{label}: shape {shape_text(shape)}, expected "
                            f"{shape_text(expected)} (from {rule.operand})"
                        )
        is_each = any(result.count == rule.operand for result in self.op.results)
        if is_each and not any(self._tensors(rule.operand)):
            return ()  # of none of them
        return self._first(rule.operand)

    def _axis(self, attribute: str, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            message = f"{attribute}: axis {axis} is out of range for rank {rank}"
            raise ShapeMismatchError(message)
        return axis % rank

    def _reduced(self, rule: Reduce) -> Shape:
        shape = self._first(rule.operand)
        given = self.arguments.attributes[rule.axes]
        axes = [int(axis) for axis in (given if isinstance(given, tuple) else (given,))]  # type: ignore[arg-type]
        gone: set[int] = set()
        for axis in axes:
            at = self._axis(rule.axes, axis, len(shape))
            if at in gone:
                raise ShapeMismatchError(f"{rule.axes}: axis {at} is given twice")
            gone.add(at)
        gone |= set() if axes else set(range(len(shape)))
        if rule.keepdim and self.arguments.attributes[rule.keepdim]:
            return tuple(1 if axis in gone else size for axis, size in enumerate(shape))
        return tuple(size for axis, size in enumerate(shape) if axis not in gone)

    def _split(self, rule: PerResult, split: Reduce) -> None:
        """Check that operands have the shape of the rule's operand, or that of its reduction."""
        whole, reduced = self._first(split.operand), self._reduced(split)
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            is_whole = split.axes in group
            expected = whole if is_whole else reduced
            origin = split.operand if is_whole else f"{split.operand} without {split.axes}"
            for label, shape in self._tensors(operand.name):
                if not _agree(shape, expected):
                    raise ShapeMismatchError(
                        f"{label}: shape {shape_text(shape)}, expected {shape_text(expected)} "
                        f"(from {origin})"
                    )

    def _concatenated(self, rule: Concat) -> Shape:
        tensors = []
        for name in rule.operands:
            if self.arguments.shapes[name] == []:
                raise ShapeMismatchError(f"{name}: at least one tensor is needed")
            tensors += list(self._tensors(name))
        (first, joined), *others = tensors
        given = self.arguments.attributes[rule.axis]
        assert isinstance(given, int)
        along = self._axis(rule.axis, given, len(joined))
        sizes = [(size, first) for size in joined]
        for label, shape in others:
            if len(shape) != len(sizes):
                raise ShapeMismatchError(
                    f"{label}: shape {shape_text(shape)}, expected {len(sizes)} dimensions "
                    f"(as {first})"
                )
            for axis, size in enumerate(shape):
                known, origin = sizes[axis]
                if axis == along:
                    sizes[axis] = (-1 if -1 in (size, known) else known + size, origin)
                else:
                    sizes[axis] = _merged(f"{label}: dim {axis}", (size, label), sizes[axis])
        return tuple(size for size, _ in sizes)

    def _dims(self, rule: Dims) -> list[Shape]:
        sizes: dict[str, tuple[int, str]] = {}
        for name in rule.sizes:
            size = self.arguments.attributes[name]
            assert isinstance(size, int)
            if size < 0:
                raise ShapeMismatchError(f"{name}: expected a size, got {size}")
            sizes[name] = (size, name)
        batch = _Batch()
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            for label, shape in self._tensors(operand.name):
                _match_group(label, group, shape, sizes=sizes, batch=batch)
        return [_filled(group, sizes, batch) for group in rule.results]


def _result(name: str, sizes: Sequence[int | None]) -> Shape:
    for axis, size in enumerate(sizes):
        if size is not None and size < 0:
            raise ShapeMismatchError(f"{name}: dim {axis} is negative: {size}")
    return tuple(-1 if size is None else size for size in sizes)


def _agree(shape: Shape, expected: Shape) -> bool:
    return len(shape) == len(expected) and all(
        a == b or -1 in (a, b) for a, b in zip(shape, expected, strict=True)
    )


def _merged(what: str, given: tuple[int, str], known: tuple[int, str]) -> tuple[int, str]:
    """Return what is known of a size after one more tensor has it; who said it goes along."""
    if known[0] < 0:
        return given
    if given[0] >= 0 and given[0] != known[0]:
        raise ShapeMismatchError(f"{what} is {given[0]}, expected {known[0]} (from {known[1]})")
    return known


@dataclass(slots=True)
class _Batch:
    """The dimensions that ``...`` stands for, from the right; 1 gives way to anything."""

    sizes: list[tuple[int, str]] = field(default_factory=list)

    def add(self, label: str, shape: Shape, offset: int) -> None:
        for axis in range(len(shape)):
            at = len(shape) - 1 - axis
            while len(self.sizes) <= at:
                self.sizes.append((1, label))
            size, (known, origin) = shape[axis], self.sizes[at]
            if size in (1, known) or (size < 0 and known != 1):
                continue
            if known != 1 and known >= 0:
                raise ShapeMismatchError(
                    f"{label}: dim {offset + axis} is {size}, expected 1 or {known} (from {origin})"
                )
            self.sizes[at] = (size, label)

    def shape(self) -> Shape:
        return tuple(size for size, _ in reversed(self.sizes))


def _match_group(
    label: str,
    group: tuple[str, ...],
    shape: Shape,
    *,
    sizes: dict[str, tuple[int, str]],
    batch: _Batch,
) -> None:
    extra = len(shape) - len(group) + (ELLIPSIS in group)
    if extra < 0 or (extra and ELLIPSIS not in group):
        message = f"{label}: shape {shape_text(shape)} doesn't have the dimensions \""
        raise ShapeMismatchError(message + " ".join(group) + '"')
    at = 0
    for item in group:
        if item == ELLIPSIS:
            batch.add(label, shape[at : at + extra], at)
            at += extra
            continue
        given = (shape[at], label)
        sizes[item] = _merged(f"{label}: dim {item}", given, sizes.get(item, given))
        at += 1


def _filled(group: tuple[str, ...], sizes: Mapping[str, tuple[int, str]], batch: _Batch) -> Shape:
    shape: list[int] = []
    for item in group:
        if item == ELLIPSIS:
            shape.extend(batch.shape())
        elif item in sizes:
            shape.append(sizes[item][0])
        else:
            raise ShapeMismatchError(
                f"the size of {item} is unknown: no operand that has it was given"
            )
    return tuple(shape)
