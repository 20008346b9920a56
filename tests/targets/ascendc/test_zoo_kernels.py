"""Kernels of the zoo that are filled in by hand, on shapes that samples are too small for."""

from __future__ import annotations

import numpy as np
import pytest

from opgen.runners.ascendc_suite.call import FaultError
from tests.requirements import needs
from tests.targets.ascendc.kernels import compiled

pytestmark = needs("compiler", "numpy")

BLOCKS = (1, 8)


@pytest.fixture
def build(tmp_path):
    """Return what compiles the kernel of an operator."""
    return lambda op: compiled(tmp_path, f"zoo.{op}").kernel


def column_of(kernel, operand, kind):
    return next(at for at, types in enumerate(kernel.project.columns) if types[operand] == kind)


JOINED = {
    "rows shorter than a block": ((5000, 3), (1, 2, 7)),
    "rows longer than a tile": ((2, 40000), (30000, 1, 0)),
    "more rows than a copy takes": ((9000, 1), (1, 3)),
    "one row": ((1, 70000), (50000, 20000)),
    "dimensions before and behind": ((3, 5, 4, 7), (5, 9)),
}
"""Some shape, with the sizes of the parts along axis 1 in its place there."""


@pytest.mark.parametrize("kind", ["int64", "bool"])
def test_parts_are_joined_and_cut_whatever_their_rows_are_like(build, kind):
    concat, apart = build("concat"), build("concat_grad")
    column = column_of(concat, "xs", kind)
    dtype = {"int64": np.int64, "bool": np.bool_}[kind]
    generator = np.random.default_rng(0)
    for name, (shape, sizes) in JOINED.items():
        shapes = [(shape[0], size, *shape[2:]) for size in sizes]
        parts = [generator.integers(0, 2, one).astype(dtype) for one in shapes]
        whole = np.concatenate(parts, 1)
        for blocks in BLOCKS:
            call = {"attributes": {"axis": 1}, "blocks": blocks}
            (joined,) = concat(column, {"xs": parts}, [whole.shape], **call)
            np.testing.assert_array_equal(joined, whole, name)
            (cut,) = apart(column, {"dy": whole, "xs": parts}, [shapes], **call)
            for found, part in zip(cut, parts, strict=True):
                np.testing.assert_array_equal(found, part, name)


CLASSES = {"a row in a tile": (37, 301), "a row of tiles": (5, 9001), "one class": (4, 1)}
"""Rows and classes."""


@pytest.mark.parametrize("op", ["cross_entropy", "cross_entropy_grad", "cross_entropy_grad_grad"])
def test_rows_of_logits_are_compared_with_their_classes(tmp_path, op):
    kernel = compiled(tmp_path, f"zoo.{op}")
    generator = np.random.default_rng(3)
    for shape in CLASSES.values():
        logits, change = generator.uniform(-6, 6, (2, *shape))
        target = generator.integers(0, shape[1], shape[0])
        target[1] = -1
        for reduction in ("none", "mean", "sum"):
            dloss = generator.uniform(-2, 2, shape[:1] if reduction == "none" else ())
            first = {"cross_entropy": {}, "cross_entropy_grad": {"dloss": dloss}}
            given = first.get(op, {"ddlogits": change, "dloss": dloss})
            for smoothing in (0.0, 0.25):
                attributes = {"ignored": -1, "label_smoothing": smoothing, "reduction": reduction}
                inputs = {**given, "logits": logits, "target": target}
                kernel.check(inputs, attributes, tolerance=2e-4)


@pytest.mark.parametrize("target", [-2, 5])
def test_a_class_that_there_is_not_ends_the_kernel(tmp_path, target):
    kernel = compiled(tmp_path, "zoo.cross_entropy")
    inputs = {"logits": np.zeros((2, 5)), "target": np.array([1, target])}
    attributes = {"ignored": -1, "label_smoothing": 0.0, "reduction": "sum"}
    with pytest.raises(FaultError, match="Trap ends the kernel"):
        kernel.results(inputs, [()], attributes)


def turned(x, cos, sin, *, neighbours):
    """Return pairs as complex numbers, times those of their angles."""
    half = x.shape[-1] // 2
    first, second = (x[..., 0::2], x[..., 1::2]) if neighbours else (x[..., :half], x[..., half:])
    product = (first + 1j * second) * (cos + 1j * sin)
    parts = (product.real, product.imag)
    return np.stack(parts, -1).reshape(x.shape) if neighbours else np.concatenate(parts, -1)


ROTATED = {
    "many short rows": (3, 1200, 5),
    "rows longer than a tile": (2, 3, 6007),
    "one pair": (2, 1, 1),
    "rows of whole blocks": (2, 129, 64),
}
"""Repetitions, places and pairs."""


@pytest.mark.parametrize(("kind", "tolerance"), [("float16", 2e-3), ("float", 1e-5)])
def test_pairs_are_turned_and_turned_back(build, kind, tolerance):
    rope, back = build("rope"), build("rope_grad")
    column = column_of(rope, "x", kind)
    dtype = np.float16 if kind == "float16" else np.float32
    generator = np.random.default_rng(1)
    for name, (repeats, places, pairs) in ROTATED.items():
        x = generator.uniform(-1, 1, (repeats, places, 2 * pairs)).astype(dtype)
        angle = generator.uniform(-3, 3, (places, pairs))
        cos, sin = np.cos(angle).astype(dtype), np.sin(angle).astype(dtype)
        for blocks, neighbours in ((b, n) for b in (1, 8) for n in (False, True)):
            call = {"attributes": {"interleaved": neighbours}, "blocks": blocks}
            angles = {"cos": cos, "sin": sin}
            wanted = turned(
                x.astype(np.float64), cos.astype(np.float64), sin, neighbours=neighbours
            )
            (y,) = rope(column, {"x": x, **angles}, [x.shape], **call)
            np.testing.assert_allclose(y, wanted, atol=tolerance, err_msg=name)
            wanted = turned(
                x.astype(np.float64), cos.astype(np.float64), -sin, neighbours=neighbours
            )
            (dx,) = back(column, {"dy": x, **angles}, [x.shape], **call)
            np.testing.assert_allclose(dx, wanted, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("p", [0.0, 0.25, 1.0])
def test_dropout_keeps_what_it_does_not_leave_out(build, p):
    dropout = build("dropout")
    x = np.full(50001, 3.0, np.float32)
    x[:3] = np.inf, -np.inf, np.nan
    found = []
    for blocks in BLOCKS:
        call = {"attributes": {"p": p, "seed": -5}, "blocks": blocks}
        y, mask = dropout(column_of(dropout, "x", "float"), {"x": x}, [x.shape] * 2, **call)
        np.testing.assert_array_equal(y, np.where(mask, x / np.float32(max(1 - p, 1e-30)), 0))
        assert abs(mask.mean() - (1 - p)) < 0.01
        found.append(mask)
    assert all((mask == found[0]).all() for mask in found)


SCATTERED = {
    "a row": ((7,), 0),
    "rows longer than a tile": ((2, 20011), 1),
    "many rows": ((5, 13, 3), 2),
    "rows side by side": ((3, 40, 301), 1),
    "the outermost axis": ((6, 5000), 0),
}
"""Shapes, and an axis."""


def drawn(shape, dtype):
    """Return numbers many of which are equal, and some that are none or infinite."""
    generator = np.random.default_rng(2)
    numbers = generator.integers(-40, 40, shape)
    if dtype.kind == "i":
        return numbers.astype(dtype)
    special = [np.nan, np.inf, -np.inf, -0.0]
    rare = generator.integers(0, 60, shape)
    return np.select([rare == at for at in range(4)], special, numbers / 4).astype(dtype)


@pytest.mark.parametrize("kind", ["float16", "float", "int32", "int64"])
def test_the_first_of_the_greatest_is_found(build, kind):
    argmax = build("argmax")
    column = column_of(argmax, "x", kind)
    dtype = np.dtype({"float": "float32"}.get(kind, kind))
    for name, (shape, axis) in SCATTERED.items():
        for x in (drawn(shape, dtype), np.full(shape, np.finfo("f2").min, dtype)):
            wanted = np.argmax(x, axis)
            call = {"attributes": {"axis": axis, "keepdim": False}, "blocks": 3}
            (index,) = argmax(column, {"x": x}, [wanted.shape], **call)
            np.testing.assert_array_equal(index, wanted, name)


def ordered(x, axis, *, largest):
    """Return where elements are in their order, what is no number as the greatest."""
    rank = np.where(np.isnan(x), np.inf, x.astype(np.float64))
    rank = -rank if largest else rank
    return np.lexsort((rank, np.isnan(x) != largest), axis)


@pytest.mark.parametrize(
    ("kind", "largest"), [("float16", True), ("float", False), ("float", True)]
)
def test_the_first_elements_of_an_order_are_taken(build, kind, largest):
    topk = build("topk")
    dtype = np.dtype({"float": "float32"}.get(kind, kind))
    for name, (shape, axis) in SCATTERED.items():
        x = drawn(shape, dtype)
        k = min(shape[axis], 40 if x.size < 1000 else 6)
        indices = np.take(ordered(x, axis, largest=largest), np.arange(k), axis)
        wanted = np.take_along_axis(x, indices, axis)
        call = {"attributes": {"k": k, "axis": axis, "largest": largest}, "blocks": 3}
        column = column_of(topk, "x", kind)
        values, places = topk(column, {"x": x}, [indices.shape] * 2, **call)
        np.testing.assert_array_equal(places, indices, name)
        np.testing.assert_array_equal(values, wanted, name)
        np.testing.assert_array_equal(np.signbit(values), np.signbit(wanted), name)
