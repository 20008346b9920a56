"""Random calls of the operators in ``shape_ops.td``, and what NumPy or PyTorch says of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Shape = tuple[int, ...]
Shapes = Shape | list[Shape] | None

REFUSALS = (ValueError, IndexError, RuntimeError, TypeError, ZeroDivisionError)


@dataclass
class Case:
    """A call: shapes by operand, attributes by name, and the independent reference."""

    op: str
    shapes: dict[str, Shapes]
    attributes: dict[str, Any]
    reference: Callable[..., list[Shape]]

    def expected(self) -> list[Shape] | None:
        """The shapes of the results, ``None`` where the call is refused."""
        try:
            return [tuple(map(int, s)) for s in self.reference(self.shapes, self.attributes)]
        except REFUSALS:
            return None


def _shape(rng: random.Random, least: int = 0, most: int = 4) -> Shape:
    return tuple(rng.choice((0, 1, 2, 2, 3, 4)) for _ in range(rng.randint(least, most)))


def _like(rng: random.Random, shape: Shape, chance: float = 0.25) -> Shape:
    """Return ``shape``, now and then with a mistake."""
    if rng.random() > chance:
        return shape
    if rng.random() < 0.3:
        return _shape(rng)
    changed = [size if rng.random() < 0.7 else rng.randint(0, 3) for size in shape]
    return tuple(changed)


def _np(shape: Shape) -> Any:
    return np.broadcast_to(np.float64(0), shape)


def _meta(shape: Shapes) -> Any:
    import torch  # noqa: PLC0415 - only some tests need it

    return None if shape is None else torch.empty(shape, device="meta")


def _add_same(rng: random.Random) -> Case:
    x = _shape(rng)

    def reference(s: Any, _: Any) -> list[Shape]:
        if s["x"] != s["z"]:
            raise ValueError
        return [s["x"]]

    return Case("add_same", {"x": x, "z": _like(rng, x)}, {}, reference)


def _broadcastable(rng: random.Random, full: Shape) -> Shape:
    part = full[rng.randint(0, len(full)) :]
    return _like(rng, tuple(rng.choice((1, size, size)) for size in part), 0.1)


def _where(rng: random.Random) -> Case:
    full = _shape(rng, 0, 5)
    shapes = {name: _broadcastable(rng, full) for name in ("c", "x", "z")}
    return Case("where", shapes, {}, lambda s, _: [np.broadcast_shapes(*s.values())])


def _reduce(rng: random.Random) -> Case:
    x = _shape(rng)
    count = rng.randint(0, 3)
    axes = tuple(
        rng.randint(-len(x) - (rng.random() < 0.1), max(len(x) - 1, 0)) for _ in range(count)
    )

    def reference(s: Any, a: Any) -> list[Shape]:
        if a["axes"] and not s["x"]:
            raise ValueError
        summed = np.sum(_np(s["x"]), axis=a["axes"] or None, keepdims=a["keepdim"])
        return [np.shape(summed)]

    return Case("reduce_sum", {"x": x}, {"axes": axes, "keepdim": rng.random() < 0.5}, reference)


def _arg_max(rng: random.Random) -> Case:
    x = _shape(rng)

    def reference(s: Any, a: Any) -> list[Shape]:
        # NumPy and PyTorch let a scalar have an axis 0 in some functions; a rule never does.
        if not s["x"]:
            raise ValueError
        return [np.sum(_np(s["x"]), axis=a["axis"]).shape, s["x"]]

    return Case("arg_max", {"x": x}, {"axis": rng.randint(-5, 5)}, reference)


def _matmul(rng: random.Random) -> Case:
    m, k, n = (rng.randint(0, 3) for _ in range(3))
    full = _shape(rng, 0, 3)
    turned = [rng.random() < 0.5 for _ in range(2)]
    a = (*_broadcastable(rng, full), *((k, m) if turned[0] else (m, k)))
    b = (*_broadcastable(rng, full), *((n, k) if turned[1] else (k, n)))

    def reference(s: Any, at: Any) -> list[Shape]:
        x, y = _np(s["a"]), _np(s["b"])
        if min(x.ndim, y.ndim) < 2:
            raise ValueError
        x = x.swapaxes(-1, -2) if at["transpose_a"] else x
        return [np.matmul(x, y.swapaxes(-1, -2) if at["transpose_b"] else y).shape]

    return Case(
        "matmul",
        {"a": _like(rng, a, 0.15), "b": _like(rng, b, 0.15)},
        {"transpose_a": turned[0], "transpose_b": turned[1]},
        reference,
    )


def _one_hot(rng: random.Random) -> Case:
    def reference(s: Any, a: Any) -> list[Shape]:
        return [np.empty((*s["x"], a["depth"])).shape]

    return Case("one_hot", {"x": _shape(rng)}, {"depth": rng.randint(-1, 4)}, reference)


def _join(rng: random.Random) -> Case:
    model = _shape(rng)
    axis = rng.randint(-len(model) - 1, len(model))
    xs = []
    for _ in range(rng.randint(0, 4)):
        sizes = list(model)
        if sizes:
            sizes[axis % len(sizes)] = rng.randint(0, 3)
        xs.append(_like(rng, tuple(sizes), 0.1))
    return Case(
        "join",
        {"xs": xs},
        {"axis": axis},
        lambda s, a: [np.concatenate([_np(x) for x in s["xs"]], axis=a["axis"]).shape],
    )


def _join_two(rng: random.Random) -> Case:
    x = _shape(rng)
    z = _like(rng, x) if rng.random() < 0.8 else None

    def reference(s: Any, a: Any) -> list[Shape]:
        arrays = [_np(shape) for shape in s.values() if shape is not None]
        return [np.concatenate(arrays, axis=a["axis"]).shape]

    return Case("join_two", {"x": x, "z": z}, {"axis": rng.randint(-3, 3)}, reference)


def _stack(rng: random.Random) -> Case:
    model = _shape(rng)
    xs = [_like(rng, model, 0.1) for _ in range(rng.randint(0, 2))]
    return Case(
        "stack",
        {"xs": xs},
        {"axis": rng.randint(-len(model) - 2, len(model) + 1)},
        lambda s, a: [np.stack([_np(x) for x in s["xs"]], axis=a["axis"]).shape],
    )


def _total(rng: random.Random) -> Case:
    def reference(s: Any, a: Any) -> list[Shape]:
        return [(sum(x[a["axis"]] for x in s["xs"]), *s["xs"][0])]

    xs = [_shape(rng, 1) for _ in range(rng.randint(0, 3))]
    return Case("total", {"xs": xs}, {"axis": rng.randint(-2, 2)}, reference)


def _gather(rng: random.Random) -> Case:
    x = _shape(rng, 1)
    axis = rng.randint(-len(x) - 1, len(x))
    index = [size if rng.random() < 0.8 else rng.randint(0, 4) for size in x]
    index[axis % len(x)] = rng.randint(1, 5)

    def reference(s: Any, a: Any) -> list[Shape]:
        import torch  # noqa: PLC0415 - only some tests need it

        taken = _meta(s["index"]).long()
        if 0 in s["index"] or not s["index"]:  # PyTorch checks little then
            raise_unless_within(s["index"], s["x"], a["axis"])
        return [torch.gather(_meta(s["x"]), a["axis"], taken).shape]

    return Case(
        "gather", {"x": x, "index": _like(rng, tuple(index), 0.1)}, {"axis": axis}, reference
    )


def raise_unless_within(index: Shape, x: Shape, axis: int) -> None:
    if len(index) != len(x):
        raise ValueError
    for at, (size, limit) in enumerate(zip(index, x, strict=True)):
        if at != axis % len(x) and size > limit:
            raise ValueError


def _embedding(rng: random.Random) -> Case:
    def reference(s: Any, _: Any) -> list[Shape]:
        if len(s["table"]) != 2:
            raise ValueError
        return [(*s["index"], s["table"][1])]

    return Case("embedding", {"index": _shape(rng), "table": _shape(rng, 1, 3)}, {}, reference)


def _softmax(rng: random.Random) -> Case:
    def reference(s: Any, a: Any) -> list[Shape]:
        largest = np.sum(_np(s["x"]), axis=a["axis"], keepdims=True)
        return [(_np(s["x"]) - largest).shape]

    return Case("softmax", {"x": _shape(rng, 1)}, {"axis": rng.randint(-5, 5)}, reference)


def _layer_norm(rng: random.Random) -> Case:
    x = _shape(rng)
    normalized = _like(rng, x[rng.randint(0, len(x)) :], 0.15)
    weight = _like(rng, normalized, 0.15) if rng.random() < 0.7 else None

    def reference(s: Any, a: Any) -> list[Shape]:
        import torch  # noqa: PLC0415 - only some tests need it

        scale = _meta(s["weight"])
        return [torch.layer_norm(_meta(s["x"]), a["normalized"], scale).shape]

    return Case("layer_norm", {"x": x, "weight": weight}, {"normalized": normalized}, reference)


def _topk(rng: random.Random) -> Case:
    def reference(s: Any, a: Any) -> list[Shape]:
        import torch  # noqa: PLC0415 - only some tests need it

        values, indices = torch.topk(_meta(s["x"]), a["k"], dim=a["axis"])
        return [values.shape, indices.shape]

    attributes = {"k": rng.randint(-1, 4), "axis": rng.randint(-5, 5)}
    return Case("topk", {"x": _shape(rng, 1)}, attributes, reference)


def _pair(rng: random.Random, least: int, most: int) -> tuple[int, int]:
    return rng.randint(least, most), rng.randint(least, most)


def _image(rng: random.Random, channels: int) -> Shape:
    return rng.randint(0, 2), channels, *_pair(rng, 1, 8)


def _conv2d(rng: random.Random) -> Case:
    import torch  # noqa: PLC0415 - only some tests need it

    groups = rng.randint(1, 3)
    channels = groups * rng.randint(1, 2)
    x = _image(rng, channels)
    w = (groups * rng.randint(1, 2), channels // groups, *_pair(rng, 1, 4))
    if rng.random() < 0.2:
        w = (rng.randint(1, 6), rng.randint(1, 3), *w[2:])
    bias = None if rng.random() < 0.5 else _like(rng, w[:1], 0.1)

    def reference(s: Any, a: Any) -> list[Shape]:
        # Only its kernels check the channels, its meta functions don't.
        tensors = [shape if shape is None else torch.zeros(shape) for shape in s.values()]
        values = (a["stride"], a["padding"], a["dilation"], a["groups"])
        return [torch.conv2d(*tensors, *values).shape]

    attributes = {
        "stride": _pair(rng, rng.randint(0, 1), 3),
        "padding": _pair(rng, 0, 2),
        "dilation": _pair(rng, 1, 2),
        "groups": groups,
    }
    x = x if rng.random() < 0.9 else _shape(rng, 2)
    # Without a batch PyTorch takes three dimensions as well.
    x = x if len(x) != 3 else (*x, 5)
    return Case("conv2d", {"x": x, "w": w, "bias": bias}, attributes, reference)


def _conv_transpose2d(rng: random.Random) -> Case:
    import torch  # noqa: PLC0415 - only some tests need it

    groups = rng.randint(1, 3)
    channels = groups * rng.randint(1, 2)
    w = (channels, rng.randint(1, 2), *_pair(rng, 1, 4))
    if rng.random() < 0.2:
        w = (rng.randint(1, 6), *w[1:])
    stride, dilation = _pair(rng, 1, 3), _pair(rng, 1, 2)
    extra = tuple(rng.randrange(max(pair)) for pair in zip(stride, dilation, strict=True))

    def reference(s: Any, a: Any) -> list[Shape]:
        values = (a["stride"], a["padding"], a["extra"], a["groups"], a["dilation"])
        tensors = torch.zeros(s["x"]), torch.zeros(s["w"])
        made = torch.conv_transpose2d(*tensors, None, *values).shape
        if 0 in made:  # which some of its algorithms refuse and others don't
            raise ValueError
        return [made]

    attributes = {
        "stride": stride,
        "padding": _pair(rng, 0, 2),
        "dilation": dilation,
        "extra": extra,
        "groups": groups,
    }
    # Without an image PyTorch checks little.
    x = (rng.randint(1, 2), *_image(rng, channels)[1:])
    return Case("conv_transpose2d", {"x": x, "w": w}, attributes, reference)


def _pool(rng: random.Random, op: str) -> Case:
    import torch.nn.functional as F  # noqa: N812, PLC0415 - its usual name

    attributes: dict[str, Any] = {
        "window": _pair(rng, rng.randint(0, 1), 4),
        "stride": _pair(rng, 1, 3) if rng.random() < 0.8 else (),
        "padding": _pair(rng, 0, 2),
        "ceil_mode": rng.random() < 0.5,
    }
    if op == "max_pool2d":
        attributes["dilation"] = _pair(rng, 1, 2)

    def reference(s: Any, a: Any) -> list[Shape]:
        if not all(a["window"]) or 0 in s["x"][1:]:
            raise ValueError
        names = {"ceil_mode": a["ceil_mode"]} | (
            {"dilation": a["dilation"]} if "dilation" in a else {}
        )
        given = (a["window"], a["stride"] or None, a["padding"])
        return [getattr(F, op)(_meta(s["x"]), *given, **names).shape]

    return Case(op, {"x": _image(rng, rng.randint(1, 2))}, attributes, reference)


def _split(rng: random.Random) -> Case:
    import torch  # noqa: PLC0415 - only some tests need it

    x = _shape(rng, 1)
    axis = rng.randint(-len(x) - 1, len(x))
    size = x[axis % len(x)]
    cuts = sorted(rng.randint(0, size) for _ in range(2))
    sizes = (cuts[0], cuts[1] - cuts[0], size - cuts[1] + (rng.random() < 0.2))

    def reference(s: Any, a: Any) -> list[Shape]:
        return [part.shape for part in torch.split(_meta(s["x"]), a["sizes"], a["axis"])]

    return Case("split", {"x": x}, {"sizes": sizes, "axis": axis}, reference)


def _divide(rng: random.Random) -> Case:
    attributes = {"p": rng.randint(-9, 9), "q": rng.randint(-4, 4)}

    def reference(s: Any, a: Any) -> list[Shape]:
        if a["q"] == 0:
            raise ValueError
        number = s["x"][0] - a["p"]
        return [(1000 + int(np.floor(number / a["q"])), 1000 + int(np.mod(number, a["q"])))]

    return Case("divide", {"x": (rng.randint(0, 9),)}, attributes, reference)


def _lazy(rng: random.Random) -> Case:
    z = _shape(rng, 0, 2) if rng.random() < 0.6 else None
    big = rng.choice((0, 1, 2**62, 2**63 - 1))

    def reference(s: Any, a: Any) -> list[Shape]:
        x = s["x"]
        n = x[1] if len(x) > 1 else 7 if s["z"] is None else s["z"][0]
        last = int(np.prod(x, dtype=object)) * a["big"]
        if last >= 2**63:
            raise ValueError
        return [(n, min(x[0] if x else 3, 4), last)]

    return Case("lazy", {"x": _shape(rng, 0, 3), "z": z}, {"big": big}, reference)


def _first_columns(rng: random.Random) -> Case:
    x = _like(rng, _shape(rng, 2, 2))
    scale = _like(rng, x[:1])

    def reference(s: Any, a: Any) -> list[Shape]:
        rows, columns = s["x"]
        if s["scale"] != (rows,) or a["k"] not in range(columns + 1):
            raise ValueError
        return [_np(s["x"])[:, : a["k"]].shape]

    return Case("first_columns", {"x": x, "scale": scale}, {"k": rng.randint(-1, 4)}, reference)


MAKERS = [
    _add_same,
    _where,
    _reduce,
    _arg_max,
    _matmul,
    _one_hot,
    _join,
    _join_two,
    _stack,
    _total,
    _gather,
    _embedding,
    _softmax,
    _layer_norm,
    _topk,
    _conv2d,
    _conv_transpose2d,
    lambda rng: _pool(rng, "max_pool2d"),
    lambda rng: _pool(rng, "avg_pool2d"),
    _split,
    _divide,
    _lazy,
    _first_columns,
]


def cases(seed: int, count: int) -> Iterator[Case]:
    """Yield ``count`` cases of each operator."""
    rng = random.Random(seed)
    for make in MAKERS:
        yield from (make(rng) for _ in range(count))
