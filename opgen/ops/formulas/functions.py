"""The functions and operators of formulas: how many arguments they take, of which sort.

What they mean is the printers' and the derivative's to know.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.formulas.terms import Sort


class Yields(Enum):
    """The sort of a function's value."""

    REAL = "real arguments to a real"
    SAME = "numbers to the largest sort among them"
    TRUTH = "numbers to a truth value"
    CHOICE = "a condition and two values to one of these"
    STOP = "anything to itself"


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function is called; ``most`` is ``None`` where any number of arguments will do."""

    yields: Yields
    least: int
    most: int | None


def _each(
    names: str, yields: Yields, *, least: int = 1, most: int | None = 1
) -> dict[str, Signature]:
    return dict.fromkeys(names.split(), Signature(yields, least, most))


FUNCTIONS: Final[dict[str, Signature]] = {
    **_each("exp expm1 log log1p log2 sqrt rsqrt sin cos tan asin acos atan", Yields.REAL),
    **_each("sinh cosh tanh erf sigmoid softplus floor ceil round real", Yields.REAL),
    **_each("relu abs sign step square", Yields.SAME),
    **_each("min max", Yields.SAME, least=2, most=None),
    **_each("clamp", Yields.SAME, least=3, most=3),
    **_each("pow", Yields.SAME, least=2, most=2),
    **_each("isnan isinf isfinite", Yields.TRUTH),
    **_each("where", Yields.CHOICE, least=3, most=3),
    **_each("stop", Yields.STOP),
}
"""What a formula may call; beside them ``size(letter)`` and ``given(operand)``."""

REDUCTIONS: Final = ("sum", "mean", "max", "min")
"""What may stand in front of ``[letters](value)``."""

COMPARISONS: Final = frozenset({"==", "!=", "<", "<=", ">", ">="})
LOGIC: Final = frozenset({"and", "or", "not"})
NAMED_CONSTANTS: Final = {"pi": math.pi, "inf": math.inf}


_SORTS: Final[dict[Yields, Callable[[tuple[Sort, ...]], Sort]]] = {
    Yields.REAL: lambda _: Sort.REAL,
    Yields.SAME: lambda sorts: max(Sort.INTEGER, *sorts),
    Yields.TRUTH: lambda _: Sort.BOOL,
    Yields.CHOICE: lambda sorts: max(sorts[1:]),
    Yields.STOP: lambda sorts: sorts[0],
}


def sort_of_call(function: str, sorts: tuple[Sort, ...]) -> Sort:
    """Return the sort of a function's or an operator's value; the arguments have been checked."""
    if function in COMPARISONS or function in LOGIC:
        return Sort.BOOL
    if function in {"+", "-", "*", "//", "%", "neg"}:
        return max(Sort.INTEGER, *sorts)
    signature = FUNCTIONS.get(function)
    sort = _SORTS[signature.yields if signature else Yields.REAL]
    return sort(sorts)
