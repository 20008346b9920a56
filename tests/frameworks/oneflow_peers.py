"""Generated operators beside OneFlow's own: a script for the interpreter that has OneFlow.

    python oneflow_peers.py GENERATED

Prints a JSON object for each operator and element type.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import oneflow as flow
from oneflow.nn import functional

sys.path.insert(0, sys.argv[1] + "/oneflow")
import custom_oneflow as custom
import zoo_oneflow as zoo

TOLERANCES = {flow.float32: 2e-5, flow.float64: 1e-10}
INDEX = flow.tensor([[0, 2, 1], [1, 1, 0]])
CONDITION = flow.tensor([[True, False, True], [False, False, True]])

Case = tuple[Callable[..., Any], Callable[..., Any], Sequence[Sequence[int]]]
CASES: dict[str, Case] = {
    "leaky_relu_yzh": (
        lambda x: custom.leaky_relu_yzh(x, alpha=0.2),
        lambda x: functional.leaky_relu(x, 0.2),
        [(4, 6)],
    ),
    "square": (custom.square, flow.square, [(4, 5)]),
    "fused_add_scale": (
        custom.fused_add_scale,
        lambda x, bias, scale: flow.mul(flow.add(x, bias), scale),
        [(4, 6), (6,), ()],
    ),
    "custom_linear": (custom.custom_linear, functional.linear, [(4, 3), (5, 3), (5,)]),
    "relu": (zoo.relu, flow.relu, [(3, 4)]),
    "silu": (zoo.silu, functional.silu, [(3, 4)]),
    "gelu": (zoo.gelu, functional.gelu, [(3, 4)]),
    "add": (zoo.add, flow.add, [(3, 4), (4,)]),
    "where": (
        lambda a, b: zoo.where(CONDITION, a, b),
        lambda a, b: flow.where(CONDITION, a, b),
        [(2, 3), (3,)],
    ),
    "matmul": (zoo.matmul, flow.matmul, [(2, 3, 4), (4, 5)]),
    "linear": (zoo.linear, functional.linear, [(4, 3), (5, 3), (5,)]),
    "concat": (
        lambda a, b: zoo.concat([a, b], 1),
        lambda a, b: flow.cat([a, b], 1),
        [(2, 3), (2, 4)],
    ),
    "sum": (lambda x: zoo.sum(x, [1]), lambda x: flow.sum(x, [1]), [(3, 4, 2)]),
    "layer_norm": (
        zoo.layer_norm,
        lambda x, w, b: functional.layer_norm(x, (6,), w, b),
        [(4, 6), (6,), (6,)],
    ),
    "gather": (
        lambda x: zoo.gather(x, INDEX, 1),
        lambda x: flow.gather(x, 1, INDEX),
        [(2, 3)],
    ),
    "embedding": (
        lambda weight: zoo.embedding(weight, INDEX),
        lambda weight: functional.embedding(INDEX, weight),
        [(3, 4)],
    ),
}
"""For each operator ours and theirs, and the shapes of the tensors that both are called with."""


def compared(case: Case, dtype: Any) -> str:
    """Return how results and gradients of ours differ from theirs; nothing where they don't."""
    ours, theirs, shapes = case
    generator = np.random.default_rng(7)
    drawn = [generator.uniform(-2, 2, shape) for shape in shapes]
    found = []
    for function in (ours, theirs):
        tensors = [flow.tensor(np.asarray(a)).to(dtype).requires_grad_() for a in drawn]
        result = function(*tensors)
        weights = np.random.default_rng(8).uniform(0.5, 1.5, tuple(result.shape))
        (result * flow.tensor(np.asarray(weights)).to(dtype)).sum().backward()
        found.append([result.numpy(), *(tensor.grad.numpy() for tensor in tensors)])
    for number, (mine, other) in enumerate(zip(*found)):  # noqa: B905 - ends with either
        if mine.shape != other.shape or mine.dtype != other.dtype:
            return f"{number}: {mine.dtype} {mine.shape}, expected {other.dtype} {other.shape}"
        error = np.max(np.abs(mine - other), initial=0.0) / np.max(np.abs(other), initial=1.0)
        if not error <= TOLERANCES[dtype]:
            return f"{number}: off by {error}"
    return ""


for name, case in CASES.items():
    for dtype in TOLERANCES:
        try:
            difference = compared(case, dtype)
        except Exception as error:  # noqa: BLE001 - any error is a difference
            difference = f"{type(error).__name__}: {error}"[-400:]
        sys.stdout.write(json.dumps([name, str(dtype), difference]) + "\n")
