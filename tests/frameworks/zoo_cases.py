"""Operators of the zoo beside PyTorch's own: how to call both alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.nn import functional

Arguments = Sequence[Any]


@dataclass(frozen=True)
class Case:
    """One operator with arguments, and what PyTorch has for it.

    Attributes:
        op: The mnemonic.
        shapes: Shapes of the floating operands.
        theirs: PyTorch's way, called with all tensors.
        extra: Makes further tensors: indices, masks.
        attributes: The attributes.
        positive: Operands whose values have to be positive.
        as_list: Whether the operands are the tensors of one list.
        name: Tells cases of one operator apart.
    """

    op: str
    shapes: Sequence[Sequence[int]]
    theirs: Callable[..., Any]
    extra: Callable[[torch.Generator], Arguments] = field(default=lambda _: ())
    attributes: dict[str, Any] = field(default_factory=dict)
    positive: frozenset[int] = frozenset()
    as_list: bool = False
    name: str = ""


def _indices(shape: Sequence[int], size: int) -> Callable[[torch.Generator], Arguments]:
    return lambda generator: (torch.randint(size, tuple(shape), generator=generator),)


def _condition(shape: Sequence[int]) -> Callable[[torch.Generator], Arguments]:
    return lambda generator: (torch.rand(tuple(shape), generator=generator) < 0.5,)


def _rotated(x: Any, cos: Any, sin: Any) -> Any:
    """Turn neighbours as complex numbers."""
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)))
    return torch.view_as_real(pairs * torch.complex(cos, sin)).flatten(-2)


def _rotated_halves(x: Any, cos: Any, sin: Any) -> Any:
    neighbours = x.unflatten(-1, (2, -1)).transpose(-1, -2).flatten(-2)
    return _rotated(neighbours, cos, sin).unflatten(-1, (-1, 2)).transpose(-1, -2).flatten(-2)


def _batch_norm(x: Any, weight: Any, bias: Any, mean: Any, var: Any) -> Any:
    mean, var = mean.detach().clone(), var.detach().clone()
    y = functional.batch_norm(x, mean, var, weight, bias, training=True, momentum=0.2, eps=1e-3)
    return y, mean, var


def _adamw(param: Any, grad: Any, exp_avg: Any, exp_avg_sq: Any) -> Any:
    state = {"step": torch.tensor(4.0), "exp_avg": exp_avg, "exp_avg_sq": exp_avg_sq}
    state = {name: tensor.detach().clone() for name, tensor in state.items()}
    trained = torch.nn.Parameter(param.detach().clone())
    trained.grad = grad.detach()
    optimizer = torch.optim.AdamW([trained], 0.1, (0.8, 0.95), 1e-6, 0.05)
    optimizer.state[trained] = state
    optimizer.step()
    return trained.detach(), state["exp_avg"], state["exp_avg_sq"]


def _batch_norm_inference(x: Any, weight: Any, bias: Any, mean: Any, var: Any) -> Any:
    return functional.batch_norm(x, mean.detach(), var.detach(), weight, bias)


def _max_pool(**options: Any) -> Callable[..., Any]:
    return lambda x: functional.max_pool2d(x, (2, 3), return_indices=True, **options)


_CONV = {"stride": [2, 1], "padding": [1, 2], "dilation": [1, 2], "groups": 2}
_DECONV = {**_CONV, "output_padding": [1, 0]}

CASES = [
    Case("relu", [[4, 6]], functional.relu),
    Case("gelu", [[4, 6]], functional.gelu),
    Case("silu", [[4, 6]], functional.silu),
    Case("mish", [[4, 6]], functional.mish),
    Case("hardswish", [[4, 6]], functional.hardswish),
    Case("softplus", [[4, 6]], lambda x: functional.softplus(x, 2.5), attributes={"beta": 2.5}),
    Case("elu", [[4, 6]], lambda x: functional.elu(x, 0.7), attributes={"alpha": 0.7}),
    Case("clamp", [[4, 6]], lambda x: x.clamp(-0.5, 0.8), attributes={"low": -0.5, "high": 0.8}),
    Case("clamp", [[4, 6]], lambda x: x.clamp(min=0), attributes={"low": 0.0}, name="low"),
    Case("clamp", [[4, 6]], lambda x: x.clamp(max=0.3), attributes={"high": 0.3}, name="high"),
    Case("add", [[4, 1, 3], [2, 3]], torch.add),
    Case("sub", [[4, 1, 3], [2, 3]], torch.sub),
    Case("mul", [[4, 1, 3], [2, 3]], torch.mul),
    Case("div", [[4, 1, 3], [2, 3]], torch.div, positive=frozenset({1})),
    Case("maximum", [[4, 1, 3], [2, 3]], torch.maximum),
    Case("less", [[4, 6], [6]], torch.lt),
    Case("equal", [[4, 6], [6]], torch.eq),
    Case(
        "where",
        [[4, 1], [6]],
        lambda x, y, condition: torch.where(condition, x, y),
        extra=_condition([4, 6]),
    ),
    Case("sum", [[2, 3, 4]], lambda x: x.sum((0, 2)), attributes={"axes": [0, -1]}),
    Case("sum", [[2, 3]], torch.sum, name="all"),
    Case("mean", [[2, 3, 4]], lambda x: x.mean(1, True), attributes={"axes": [1], "keepdim": True}),
    Case("max", [[2, 3, 4]], lambda x: x.amax((1, 2)), attributes={"axes": [1, 2]}),
    Case("variance", [[2, 3, 4]], lambda x: x.var((0, 2), False), attributes={"axes": [0, 2]}),
    Case("argmax", [[2, 3, 4]], lambda x: x.argmax(1), attributes={"axis": 1}),
    Case("logsumexp", [[2, 3, 4]], lambda x: x.logsumexp(-1)),
    Case("softmax", [[2, 3, 4]], lambda x: x.softmax(-1)),
    Case("log_softmax", [[2, 3, 4]], lambda x: x.log_softmax(-1)),
    Case("layer_norm", [[2, 3, 4], [4], [4]], lambda x, w, b: functional.layer_norm(x, (4,), w, b)),
    Case("rms_norm", [[2, 3, 4], [4]], lambda x, w: functional.rms_norm(x, (4,), w, 1e-6)),
    Case(
        "batch_norm",
        [[3, 2, 4, 5], [2], [2], [2], [2]],
        _batch_norm,
        attributes={"momentum": 0.2, "eps": 1e-3},
        positive=frozenset({4}),
    ),
    Case(
        "batch_norm_inference",
        [[3, 2, 4, 5], [2], [2], [2], [2]],
        _batch_norm_inference,
        positive=frozenset({4}),
    ),
    Case("linear", [[2, 3, 4], [5, 4], [5]], functional.linear),
    Case("bmm", [[3, 2, 4], [3, 4, 5]], torch.bmm),
    Case("matmul", [[2, 1, 3, 4], [3, 4, 2]], torch.matmul),
    Case(
        "matmul",
        [[2, 4, 3], [2, 4]],
        lambda a, b: a.mT @ b.mT,
        attributes={"transpose_a": True, "transpose_b": True},
        name="transposed",
    ),
    Case("conv2d", [[2, 3, 5, 4], [2, 3, 3, 2], [2]], functional.conv2d),
    Case(
        "conv2d",
        [[1, 4, 7, 6], [4, 2, 2, 3]],
        lambda x, w: functional.conv2d(x, w, **_CONV),
        attributes=_CONV,
        name="options",
    ),
    Case("conv_transpose2d", [[2, 3, 4, 3], [3, 2, 2, 3], [2]], functional.conv_transpose2d),
    Case(
        "conv_transpose2d",
        [[1, 4, 4, 5], [4, 2, 3, 2]],
        lambda x, w: functional.conv_transpose2d(x, w, **_DECONV),
        attributes=_DECONV,
        name="options",
    ),
    Case("max_pool2d", [[2, 2, 6, 7]], _max_pool(), attributes={"kernel": [2, 3]}),
    Case(
        "max_pool2d",
        [[2, 2, 7, 8]],
        _max_pool(stride=(2, 1), padding=1, dilation=2, ceil_mode=True),
        attributes={
            "kernel": [2, 3],
            "stride": [2, 1],
            "padding": [1, 1],
            "dilation": 2,
            "ceil_mode": True,
        },
        name="options",
    ),
    Case(
        "avg_pool2d",
        [[2, 2, 7, 8]],
        lambda x: functional.avg_pool2d(x, (2, 3), (2, 2), 1, ceil_mode=True),
        attributes={"kernel": [2, 3], "stride": [2, 2], "padding": [1, 1], "ceil_mode": True},
    ),
    Case(
        "avg_pool2d",
        [[2, 2, 6, 6]],
        lambda x: functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False),
        attributes={
            "kernel": [3, 3],
            "stride": [1, 1],
            "padding": [1, 1],
            "count_include_pad": False,
        },
        name="without padding",
    ),
    Case(
        "concat",
        [[2, 3], [2, 1], [2, 4]],
        lambda *xs: torch.cat(xs, 1),
        attributes={"axis": 1},
        as_list=True,
    ),
    Case(
        "stack",
        [[2, 3], [2, 3]],
        lambda *xs: torch.stack(xs, -1),
        attributes={"axis": -1},
        as_list=True,
    ),
    Case(
        "split",
        [[4, 6]],
        lambda x: x.chunk(3, 1),
        attributes={"sections": 3, "axis": 1},
    ),
    Case("gather", [[4, 6]], lambda x, i: x.gather(1, i), extra=_indices([3, 5], 6)),
    Case(
        "index_select",
        [[4, 3, 2]],
        lambda x, i: x.index_select(1, i),
        extra=_indices([5], 3),
        attributes={"axis": 1},
    ),
    Case("embedding", [[5, 3]], lambda w, i: functional.embedding(i, w), extra=_indices([2, 4], 5)),
    Case(
        "embedding",
        [[5, 3]],
        lambda w, i: functional.embedding(i, w, 2),
        extra=_indices([2, 4], 5),
        attributes={"padding_index": 2},
        name="padding",
    ),
    Case(
        "topk",
        [[4, 6]],
        lambda x: torch.topk(x, 3, 0),
        attributes={"k": 3, "axis": 0},
    ),
    Case(
        "topk",
        [[4, 6]],
        lambda x: torch.topk(x, 2, largest=False),
        attributes={"k": 2, "largest": False},
        name="least",
    ),
    Case("cross_entropy", [[6, 4]], functional.cross_entropy, extra=_indices([6], 4)),
    Case(
        "cross_entropy",
        [[6, 4]],
        lambda x, t: functional.cross_entropy(
            x, t, ignore_index=1, label_smoothing=0.2, reduction="sum"
        ),
        extra=_indices([6], 4),
        attributes={"ignored": 1, "label_smoothing": 0.2, "reduction": "sum"},
        name="options",
    ),
    Case(
        "cross_entropy",
        [[6, 4]],
        lambda x, t: functional.cross_entropy(x, t, reduction="none"),
        extra=_indices([6], 4),
        attributes={"reduction": "none"},
        name="each",
    ),
    Case("rope", [[2, 3, 4], [3, 2], [3, 2]], _rotated_halves),
    Case(
        "rope",
        [[2, 3, 4], [3, 2], [3, 2]],
        _rotated,
        attributes={"interleaved": True},
        name="interleaved",
    ),
    Case(
        "scaled_dot_product_attention",
        [[2, 3, 4, 5], [2, 3, 6, 5], [2, 3, 6, 2], [4, 6]],
        functional.scaled_dot_product_attention,
    ),
    Case(
        "scaled_dot_product_attention",
        [[2, 3, 4, 5], [2, 3, 4, 5], [2, 3, 4, 2]],
        lambda q, k, v: functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3),
        attributes={"is_causal": True, "scale": 0.3},
        name="causal",
    ),
    Case(
        "adamw_step",
        [[4, 6]] * 4,
        _adamw,
        attributes={
            "step": 5,
            "lr": 0.1,
            "beta1": 0.8,
            "beta2": 0.95,
            "eps": 1e-6,
            "weight_decay": 0.05,
        },
        positive=frozenset({3}),
    ),
]

IN_FRONT = {"where"}
"""Operators whose further tensors come before the floating ones."""

WITHOUT_PEER = {"dropout", "uniform", "scatter_add"}
"""Forward operators that tests of their own compare with PyTorch."""


def drawn(case: Case, dtype: torch.dtype) -> tuple[list[Any], list[Any]]:
    """Return the floating operands of a case and its further tensors."""
    generator = torch.Generator().manual_seed(len(case.op) + sum(map(math.prod, case.shapes)))
    tensors = []
    for number, shape in enumerate(case.shapes):
        tensor = torch.randn(tuple(shape), generator=generator, dtype=torch.float64)
        tensor = tensor.abs() + 0.1 if number in case.positive else tensor
        tensors.append(tensor.to(dtype))
    return tensors, list(case.extra(generator))


def ours(function: Callable[..., Any], case: Case, tensors: list[Any], extra: list[Any]) -> Any:
    """Call the generated function with the arguments of a case."""
    if case.as_list:
        return function(tensors, **case.attributes)
    ordered = [*extra, *tensors] if case.op in IN_FRONT else [*tensors, *extra]
    return function(*ordered, **case.attributes)
