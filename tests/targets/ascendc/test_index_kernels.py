"""Kernels that go by indices: sizes beyond a tile and beyond local memory, wrong indices."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from opgen.runners.ascendc_suite.call import FaultError
from tests.requirements import needs
from tests.targets.ascendc.kernels import compiled

pytestmark = needs("compiler", "numpy")

ELEMENTS = {
    "lines in local memory": ((3, 300), (2, 5000), 1),
    "lines beyond local memory": ((2, 60000), (2, 70), 1),
    "lanes in local memory": ((50, 700), (9, 650), 0),
    "lanes with a shorter index": ((3, 4, 5, 6), (2, 7, 5, 3), 1),
    "more rows than one copy takes": ((5000, 9), (70, 8), 0),
    "an axis of one element": ((2, 1, 3), (2, 4, 3), 1),
}
"""Shapes of what is indexed and of the index tensor, and the axis."""

ROWS = {
    "a line": ((7,), 3000, 0),
    "lines": ((3, 40), 100, -1),
    "short rows": ((500, 3), 4200, 0),
    "long rows": ((4, 9001), 5, 0),
    "rows between": ((3, 6, 20), 50, 1),
}
"""The shape of what is indexed, the number of indices, and the axis."""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """Return what compiles the kernel of an operator, once."""
    return functools.cache(lambda op: compiled(tmp_path_factory.mktemp(op), f"zoo.{op}"))


def drawn(shape, seed):
    return np.random.default_rng(seed).uniform(-2, 2, shape)


def indices(shape, size):
    return np.random.default_rng(7).integers(0, size, shape)


@pytest.mark.parametrize("op", ["gather", "scatter_add"])
def test_elements(op, kernels):
    kernel = kernels(op)
    for shape, index, axis in ELEMENTS.values():
        inputs = {"x": drawn(shape, 1), "index": indices(index, shape[axis])}
        if op == "scatter_add":
            inputs["src"] = drawn(index, 2) / 8
        kernel.check(inputs, {"axis": axis}, tolerance=2e-5)


@pytest.mark.parametrize("op", ["index_select", "index_select_grad"])
def test_slices(op, kernels):
    kernel = kernels(op)
    for shape, count, axis in ROWS.values():
        inputs = {"index": indices(count, shape[axis]), "x": drawn(shape, 1)}
        if op == "index_select_grad":
            selected = np.take(inputs["x"], inputs["index"], axis).shape
            inputs = {"dy": drawn(selected, 2) / 8} | inputs
        kernel.check(inputs, {"axis": axis}, tolerance=2e-4)


def test_rows_of_the_padding_index_are_left_out(kernels):
    kernel = kernels("embedding_grad")
    index = indices((40, 50), 3000)
    index[3] = 17
    inputs = {"dy": drawn((40, 50, 33), 1) / 8, "index": index, "weight": drawn((3000, 33), 2)}
    kernel.check(inputs, {"padding_index": 17}, tolerance=2e-5)


@pytest.mark.parametrize(
    ("op", "shapes"),
    [
        ("gather", [((4, 6), (4, 3)), ((4, 60000), (4, 3))]),
        ("scatter_add", [((4, 6), (4, 3))]),
        ("index_select", [((6, 6), (3,)), ((6,), (3,))]),
        ("index_select_grad", [((6, 6), (3,))]),
    ],
)
def test_an_index_out_of_range_stops_the_kernel(op, shapes, kernels):
    kernel = kernels(op)
    axis = 0 if "select" in op else 1
    for shape, indexed in shapes:
        for wrong in (-1, 60000, 2**31, 2**32 + 1):
            index = np.zeros(indexed, np.int64)
            index.flat[2] = wrong
            made = (3, *shape[1:]) if "select" in op else indexed
            inputs = {"x": drawn(shape, 1), "index": index}
            inputs |= {name: drawn(made, 2) for name in ("src", "dy")}
            result = shape if op in {"scatter_add", "index_select_grad"} else made
            taken = {tensor["name"] for tensor in kernel.kernel.project.document["input_desc"]}
            given = {name: array for name, array in inputs.items() if name in taken}
            with pytest.raises(FaultError, match="an index is out of range"):
                kernel.results(given, [result], {"axis": axis})
