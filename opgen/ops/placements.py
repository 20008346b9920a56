"""How tensors lie on several devices: split, whole on each, or as terms of a sum.

Plain data of the operator model. What follows for a call from an operator's rule is derived in
:mod:`opgen.ops.sbp`. Knows no framework.
"""

from __future__ import annotations

from enum import Enum

from opgen.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Split:
    """Each device has a piece, cut along ``axis``; a negative one counts from the end."""

    axis: int

    def __str__(self) -> str:
        return f"S({self.axis})"


class Whole(Enum):
    """Each device has a tensor of the full shape."""

    BROADCAST = "B"
    """The same tensor."""
    PARTIAL_SUM = "P"
    """A term: the tensors of all devices add up to the one that is meant."""

    def __str__(self) -> str:
        return self.value


Placement = Split | Whole


@dataclass(frozen=True, slots=True)
class Signature:
    """Placements with which every device can run the operator on its own part.

    Attributes:
        operands: One for each tensor that is given, those of a variadic operand one by one.
        results: One for each result.
    """

    operands: tuple[Placement, ...]
    results: tuple[Placement, ...]

    def __str__(self) -> str:
        sides = (self.operands, self.results)
        return " -> ".join(" ".join(map(str, side)) for side in sides)


@dataclass(frozen=True, slots=True)
class SbpLine:
    """A signature as a spec writes it, by name.

    It holds where every operand that it names is given or may be absent, and none is given that
    it doesn't name. The placement of a variadic operand is that of each of its tensors.
    """

    operands: tuple[tuple[str, Placement], ...]
    results: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a spec says about running on several devices, beyond its shape rule.

    Attributes:
        linear: Operands of which the results are linear functions while the others stay as they
            are.
        no_split: Letters of ``dims`` whose axes have to be whole on each device.
        lines: Signatures written out.
    """

    linear: tuple[str, ...] = ()
    no_split: tuple[str, ...] = ()
    lines: tuple[SbpLine, ...] = ()
