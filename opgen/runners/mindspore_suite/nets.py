"""Cells around the operator under test, which MindSpore compiles into graphs."""

from __future__ import annotations

from typing import Any

import mindspore as ms
from mindspore import nn, ops

from .subject import Arguments


class Net(nn.Cell):  # type: ignore[misc]  # MindSpore has no types
    """An operator as a function of all its tensors in a row."""

    def __init__(self, cell: Any, arguments: Arguments) -> None:
        super().__init__()
        self.cell = cell
        self.counts = arguments.counts
        self.lists = arguments.lists
        self.total = sum(arguments.counts)

    def construct(self, *tensors: Any) -> Any:
        """Call it with its operands."""
        return self.cell(*self.operands(tensors), *tensors[self.total :])

    def operands(self, tensors: Any) -> Any:
        """Return what each operand gets."""
        given: Any = ()
        at = 0
        for place in range(len(self.counts)):
            count = self.counts[place]
            if self.lists[place]:
                given = (*given, tensors[at : at + count])
            elif count == 0:
                given = (*given, None)
            else:
                given = (*given, tensors[at])
            at = at + count
        return given


def flat(output: Any) -> Any:
    """Return results as a flat tuple, also in a graph."""
    made: Any = ()
    if isinstance(output, (tuple, list)):
        for part in output:
            if isinstance(part, (tuple, list)):
                for tensor in part:
                    made = (*made, tensor)
            else:
                made = (*made, part)
    else:
        made = (output,)
    return made


class Weighted(nn.Cell):  # type: ignore[misc]
    """The sum of the floating results of a net, each element with a weight of its own."""

    def __init__(self, net: Any, weights: tuple[Any, ...], chosen: tuple[int, ...]) -> None:
        super().__init__()
        self.net = net
        self.weights = weights
        self.chosen = chosen

    def construct(self, *tensors: Any) -> Any:
        """Return the sum in double precision."""
        made = flat(self.net(*tensors))
        total = ops.cast(0.0, ms.float64)
        for at in range(len(self.chosen)):
            part = ops.cast(made[self.chosen[at]], ms.float64)
            total = total + (part * self.weights[at]).sum()
        return total


class Slopes(nn.Cell):  # type: ignore[misc]
    """The gradients of a net as a net."""

    def __init__(self, net: Any, positions: tuple[int, ...]) -> None:
        super().__init__()
        self.net = net
        self.gradient = ms.grad(net, positions)

    def construct(self, *tensors: Any) -> Any:
        """Return the gradients."""
        return self.gradient(*tensors)
