"""What holds of an operation if it holds of all of its operands. Knows no values."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from opgen.hints import Any, Final

CONCRETE: Final = attrgetter("is_concrete")
COMPLETE: Final = attrgetter("is_complete")


def is_transparent(operator: Any) -> bool | None:
    """Return None if an operation is as concrete as its operands, else that it isn't."""
    return None if operator.is_transparent else False


def holds_throughout(
    operation: Any, decide: Callable[[Any], bool | None], test: Callable[[Any], bool]
) -> bool:
    """Whether something holds of an operation, whatever number of others are in it.

    Args:
        operation: The operation.
        decide: What an operator says about that; None if it does where it does of the operands.
        test: Whether it holds of an operand that isn't an operation.
    """
    kind = type(operation)
    pending, seen = [operation], {operation}
    while pending:
        one = pending.pop()
        decided = decide(one.operator)
        if decided is False:
            return False
        for operand in one.operands if decided is None else ():
            if not isinstance(operand, kind):
                if not test(operand):
                    return False
            elif operand not in seen:
                seen.add(operand)
                pending.append(operand)
    return True
