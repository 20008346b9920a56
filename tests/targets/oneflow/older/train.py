"""A step of training in a graph of OneFlow 0.8: a script.

    python train.py LIBRARY

Prints the loss and the parameter after it.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import oneflow as flow

ctypes.CDLL(sys.argv[1])
flow._oneflow_internal.CheckAndClearRegistryFlag()
builder = flow._oneflow_internal.one.OpBuilder("leaky_relu_yzh")
for method, *arguments in (
    ("input", "x", 1),
    ("output", "y", 1),
    ("attr", "alpha", "at_float: 0.25"),
):
    getattr(builder, method)(*arguments)
op = builder.build()


class Layer(flow.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = flow.nn.Parameter(flow.tensor([-1.0, 2.0, 3.0]))

    def forward(self, scale: Any) -> Any:
        # Any function that calls an operator with one operand and one result.
        return (flow._C.dispatch_ofrecord_bytes_decoder(op, self.weight, "") * scale).sum()


class Graph(flow.nn.Graph):
    def __init__(self, layer: Layer) -> None:
        super().__init__()
        self.layer = layer
        self.add_optimizer(flow.optim.SGD(layer.parameters(), lr=1.0))

    def build(self, scale: Any) -> Any:
        loss = self.layer(scale)
        loss.backward()
        return loss


layer = Layer()
loss = Graph(layer)(flow.tensor([1.0, 2.0, 4.0]))
sys.stdout.write(f"{loss.numpy()} {layer.weight.numpy().tolist()}\n")
