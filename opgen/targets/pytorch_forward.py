"""Forward mode of an operator whose gradient has a gradient.

A backward op is linear in its cotangents. Its own gradient for a cotangent is therefore the product
of the Jacobian and whatever comes in for the gradients of operands: with their tangents, the
tangent of a result. Knows the model and what rules pass; how that is spelt is the gradient's.
"""

from __future__ import annotations

from collections.abc import Iterator

from opgen.dataclass import dataclass, replace
from opgen.ops import Arity, BoundArgument, GradientRule, Op, OpSet, ValueKind
from opgen.ops.optional_attributes import as_given


@dataclass(frozen=True, slots=True)
class Tangent:
    """The tangent of an operand, as an argument.

    Attributes:
        operand: The operand of the forward op.
        is_zero: Whether zeros are meant that look like it.
    """

    operand: str
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class TangentCall:
    """A call of the gradient of a backward op.

    Attributes:
        op: What is called.
        arguments: What it is given, in terms of the forward op. The gradient of a result stands
            for a value of the cotangent, on which the outcome doesn't depend.
        results: For each of its results, the result of the forward op to whose tangent it adds.
    """

    op: Op
    arguments: tuple[BoundArgument | Tangent, ...]
    results: tuple[str | None, ...]


def tangent_calls(op: Op, family: OpSet) -> tuple[TangentCall, ...] | None:
    """Return the calls that add up to the tangents of results; ``None`` if they can't be had so.

    They can't where operands may be absent or lists, where a backward op has no gradient for a
    cotangent, and where that takes a result of the backward op that is no operand's gradient.
    """
    if any(operand.arity is not Arity.SINGLE for operand in op.operands):
        return None
    if any(result.is_variadic for result in op.results):
        return None
    calls: list[TangentCall] = []
    for rule in op.gradient:
        found = list(_calls_of(rule, op, family))
        if not found or None in found:
            return None
        calls += [call for call in found if call is not None]
    return tuple(calls)


def _calls_of(rule: GradientRule, op: Op, family: OpSet) -> Iterator[TangentCall | None]:
    """Yield the calls for one rule, and ``None`` for what can't be had."""
    backward = family.backward_op(op, rule)
    bound = {argument.parameter: argument for argument in rule.arguments}
    cotangents = {
        name: argument.name
        for name, argument in bound.items()
        if argument.kind is ValueKind.RESULT_GRADIENT
    }
    if not cotangents.keys() <= backward.differentiated:
        yield None
    targets = dict(zip((result.name for result in backward.results), rule.targets, strict=True))
    for further in backward.gradient:
        results = tuple(None if t is None else cotangents.get(t) for t in further.targets)
        if any(results):
            arguments = [
                _passed(argument, bound, targets) for argument in as_given(further.arguments)
            ]
            known = tuple(argument for argument in arguments if argument is not None)
            called = family.backward_op(backward, further)
            yield TangentCall(called, known, results) if len(known) == len(arguments) else None


def _passed(
    argument: BoundArgument,
    bound: dict[str, BoundArgument],
    targets: dict[str, str | None],
) -> BoundArgument | Tangent | None:
    """Return an argument of the backward op's gradient in terms of the forward op."""
    match argument.kind:
        case ValueKind.RESULT_GRADIENT:
            target = targets[argument.name]
            return None if target is None else Tangent(target)
        case ValueKind.OPERAND | ValueKind.ATTRIBUTE:
            return replace(bound[argument.name], parameter=argument.parameter)
        case ValueKind.RESULT:
            # Cotangents are zeros, as the outcome doesn't depend on them; so are gradients then.
            target = targets[argument.name]
            return None if target is None else Tangent(target, is_zero=True)
        case _:
            return argument
