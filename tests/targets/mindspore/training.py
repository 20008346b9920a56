"""A small network of generated operators beside one of MindSpore's own: their losses."""

from __future__ import annotations

import json
import sys

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

sys.path.insert(0, sys.argv[1] + "/mindspore")
ms.set_device("CPU")
ms.set_context(mode=ms.GRAPH_MODE if sys.argv[2] == "graph" else ms.PYNATIVE_MODE)

import custom_mindspore as custom  # noqa: E402 - after the path to it

GENERATOR = np.random.default_rng(1)
WEIGHTS = [GENERATOR.normal(size=shape, scale=0.5) for shape in ((8, 3), (8,), (1, 8), (1,))]
X = Tensor(GENERATOR.normal(size=(32, 3)).astype(np.float32))
TARGET = ops.tanh(X.sum(1, keepdims=True))


class Net(nn.Cell):
    def __init__(self, is_ours):
        super().__init__()
        self.is_ours = is_ours
        names = ("w0", "b0", "w1", "b1")
        self.w0, self.b0, self.w1, self.b1 = (
            Parameter(Tensor(weight.astype(np.float32)), name=name)
            for name, weight in zip(names, WEIGHTS, strict=True)
        )
        self.activation = custom.LeakyReluYZH(0.1)
        self.linear = custom.CustomLinear()
        self.square = custom.Square()

    def construct(self, x, target):
        if self.is_ours:
            hidden = self.activation(self.linear(x, self.w0, self.b0))
            return self.square(self.linear(hidden, self.w1, self.b1) - target).mean()
        hidden = ops.leaky_relu(ops.matmul(x, self.w0.T) + self.b0, 0.1)
        return ops.pow(ops.matmul(hidden, self.w1.T) + self.b1 - target, 2).mean()


def losses(is_ours):
    net = Net(is_ours)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.value_and_grad(net, None, optimizer.parameters)
    found = []
    for _ in range(8):
        loss, gradients = step(X, TARGET)
        optimizer(gradients)
        found.append(float(loss.asnumpy()))
    return found


sys.stdout.write(json.dumps({"ours": losses(True), "theirs": losses(False)}) + "\n")
