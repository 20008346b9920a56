"""Custom operators in MindSpore as its documents show them: what scripts for one mode share.

Knows MindSpore, NumPy and the libraries made of `plain/` alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.ops import CustomRegOp, DataType

LIBRARIES = Path(sys.argv[1])
IS_GRAPH = sys.argv[2] == "graph"
SCRATCH = Path(sys.argv[3])
ms.set_device("CPU")
ms.set_context(mode=ms.GRAPH_MODE if IS_GRAPH else ms.PYNATIVE_MODE)

KERNELS = LIBRARIES / "kernels.so"
X = Tensor(np.array([1.5, 2.0, 3.0], np.float32))
W = Tensor(np.array([4.0, 5.0, 6.0], np.float32))
FINE = Tensor(np.array([1 + 2.0**-40]))
"""A number that single precision doesn't have."""

F32 = (DataType.F32_Default,) * 2
F64 = (DataType.F64_Default,) * 2


def said(action):
    """Return what an action gives, or the first line of the error that it raises."""
    try:
        made = action()
        return [shown(value) for value in made] if isinstance(made, tuple) else shown(made)
    except (AttributeError, IndexError, RuntimeError, TypeError, ValueError) as error:
        lines = [line for line in str(error).splitlines() if line.strip(" -")]
        return f"{type(error).__name__}: {' '.join(lines[:3])}"


def shown(value):
    return value.asnumpy().tolist() if isinstance(value, Tensor) else value


def kind(value):
    return str(value.dtype) if isinstance(value, Tensor) else type(value).__name__


class Net(nn.Cell):
    """An operator as a cell, of which a graph is made."""

    def __init__(self, op):
        super().__init__()
        self.op = op

    def construct(self, *tensors):
        return self.op(*tensors)


class OneNet(nn.Cell):
    """The same, of one operand: what returns a number or takes unknown sizes has to be."""

    def __init__(self, op):
        super().__init__()
        self.op = op

    def construct(self, x):
        return self.op(x)


def like_first(x, *others):
    return x


def made(symbol, info=None, shape=like_first, dtype=like_first, bprop=None):
    return ops.Custom(f"{KERNELS}:{symbol}", shape, dtype, "aot", bprop, info)


def registered(name, *rows, attributes=(), target="CPU"):
    info = CustomRegOp(name).input(0, "x", "required").output(0, "y", "required")
    for attribute, value_type, options in attributes:
        info = info.attr(attribute, "required", value_type, **options)
    for row in rows:
        info = info.dtype_format(*row)
    return info.target(target).get_op_info()
