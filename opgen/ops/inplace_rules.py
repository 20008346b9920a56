"""Whether a result can be written over an operand, as far as types and shape rules tell.

Where they leave it open, the variant in place checks at the call.
"""

from __future__ import annotations

from opgen.ops.op import (
    Arity,
    Broadcast,
    Concat,
    Dims,
    Op,
    Operand,
    PerResult,
    Reduce,
    Result,
    SameAs,
    Trait,
)


def misfit_in_place(op: Op, operand: Operand, result: Result) -> str:
    """Return why ``result`` is never, or not always, like ``operand``; empty if nothing is known.

    Args:
        op: The operator.
        operand: What is written over.
        result: What is written.
    """
    if operand.arity is not Arity.SINGLE or result.is_variadic:
        return "both have to be one tensor that is always there"
    if operand.type_variable != result.type_variable:
        return f"it has the dtype {result.type_variable}, the operand {operand.type_variable}"
    return _misfit_of_shapes(op, operand, result)


def _misfit_of_shapes(op: Op, operand: Operand, result: Result) -> str:
    rule = op.shape
    index = op.results.index(result)
    if isinstance(rule, PerResult):
        rule = rule.rules[index]
    if isinstance(rule, Dims):
        groups = rule.operands[op.operands.index(operand)], rule.results[index]
        shown = [" ".join(group) or "no dimensions" for group in groups]
        return "" if groups[0] == groups[1] else f"its dims are {shown[1]}, not {shown[0]}"
    if isinstance(rule, SameAs) and Trait.ELEMENTWISE not in op.traits:
        return "" if rule.operand == operand.name else f"it has the shape of {rule.operand}"
    if isinstance(rule, Broadcast) and operand.name not in rule.operands:
        return f"its shape is what {' and '.join(rule.operands)} broadcast to"
    if isinstance(rule, Reduce | Concat):
        return "it is smaller" if isinstance(rule, Reduce) else "it is larger"
    return ""
