"""Examples of MindSpore's users with generated operators: run as a script in one mode.

Prints what comes out as one JSON object. Each entry says as well how often our kernels ran.
"""

from __future__ import annotations

import importlib
import json
import sys
from functools import partial
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

sys.path.insert(0, sys.argv[1] + "/mindspore")
sys.path.insert(0, sys.argv[3])
ms.set_device("CPU")
ms.set_context(mode=ms.GRAPH_MODE if sys.argv[2] == "graph" else ms.PYNATIVE_MODE)

import custom_mindspore as custom  # noqa: E402 - after the path to it
import opgen_mindspore as runtime  # noqa: E402

X = Tensor(np.array([1.0, 4.0, 9.0], np.float32))


class Primitive(nn.Cell):
    """The primitive itself, with a gradient from the registry of forward and backward."""

    def __init__(self, qualified):
        super().__init__()
        self.op = runtime.primitive(qualified, (ms.float32,), (1,), (), ("real", False, "aot"))

    def construct(self, x):
        return self.op(x)


class Written(nn.Cell):
    """A primitive as a cell."""

    def __init__(self, op):
        super().__init__()
        self.op = op

    def construct(self, x):
        return self.op(x)


def native_add_scale(x, bias, scale):
    return (x + bias) * scale


def with_number(x, bias):
    return custom.fused_add_scale(x, bias, 2.5)


def native_with_number(x, bias):
    return native_add_scale(x, bias, 2.5)


def lists(values):
    return [np.asarray(value.asnumpy()).tolist() for value in values]


def counted(qualified, action):
    before = runtime.calls(qualified)
    result = action()
    return {"result": result, "ran": runtime.calls(qualified) - before}


def square():
    return lists([ms.grad(custom.square)(X)])[0]


def cell():
    net, at = runtime.bprop_cell("custom.square"), Tensor(3.0, ms.float32)
    return lists([net(at), ms.grad(net)(at)])


def primitive():
    return lists([ms.grad(Primitive("custom.square"))(Tensor(4.0, ms.float32))])[0]


def written(is_old):
    """A primitive from the text of one, with a gradient registered as in new or old releases."""
    name = f"square_{'old' if is_old else 'new'}"
    Path(f"{name}.py").write_text(runtime.primitive_text("custom.square", is_old=is_old))
    op = importlib.import_module(name).SquarePrimitive()
    return lists([ms.grad(Written(op))(Tensor(4.0, ms.float32))])[0]


def written_with_numbers():
    """Several gradients, and attributes: differences to the function's."""
    text = runtime.primitive_text("custom.leaky_relu_yzh", (0.25,))
    Path("leaky_relu.py").write_text(text)
    op = importlib.import_module("leaky_relu").LeakyReluYzhPrimitive()
    return lists([ms.grad(Written(op))(-X)])[0]


def cube():
    at = Tensor(2.0, ms.float32)
    return lists([ms.grad(custom.cube)(at), ms.grad(ops.pow)(at, 3)])


def all_positions():
    generator = np.random.default_rng(5)
    shapes = [(4, 6), (6,), (4, 1)]
    tensors = [Tensor(generator.normal(size=shape).astype(np.float32)) for shape in shapes]
    ours = ms.grad(custom.FusedAddScale(), (0, 1, 2))(*tensors)
    theirs = ms.grad(native_add_scale, (0, 1, 2))(*tensors)
    assert [o.shape for o in ours] == [t.shape for t in theirs]
    pairs = zip(lists(ours), lists(theirs), strict=True)
    return max(float(np.abs(np.subtract(ours, theirs)).max()) for ours, theirs in pairs)


def scalar_scale():
    bias = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
    ours, theirs = (
        ms.grad(with_number, (0, 1))(X, bias),
        ms.grad(native_with_number, (0, 1))(X, bias),
    )
    return lists(ours) == lists(theirs)


EXAMPLES = {
    "square": ("custom.square_grad", square),
    "cell": ("custom.square", cell),
    "primitive": ("custom.square_grad", primitive),
    "written": ("custom.square_grad", partial(written, False)),
    "written of old": ("custom.square_grad", partial(written, True)),
    "written with numbers": ("custom.leaky_relu_yzh_grad", written_with_numbers),
    "cube": ("custom.cube_grad", cube),
    "all positions": ("custom.fused_add_scale_grad", all_positions),
    "scalar scale": ("custom.fused_add_scale_grad", scalar_scale),
}

sys.stdout.write(json.dumps({name: counted(*example) for name, example in EXAMPLES.items()}) + "\n")
