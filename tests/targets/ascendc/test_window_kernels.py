"""Kernels whose windows move over images: rows beyond a tile, long windows, wide strides."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.requirements import needs
from tests.targets.ascendc.kernels import compiled

pytestmark = needs("compiler", "numpy")

CONVOLUTIONS = {
    "rows of three tiles": ((1, 2, 3, 2500), (2, 1, 2, 3), ([1, 1], [1, 2], [1, 3], 2)),
    "a stride and padding": ((2, 2, 5, 1300), (1, 2, 3, 2), ([2, 3], [2, 1], [1, 1], 1)),
    "more taps than fit at once": ((1, 1, 1, 25000), (1, 1, 1, 1500), ([1, 1], [0, 0], [1, 16], 1)),
    "a stride beyond a tile": ((1, 1, 2, 9000), (1, 1, 1, 2), ([1, 60], [0, 3], [1, 7], 1)),
    "padding on both sides alone": ((1, 1, 2, 3), (1, 1, 1, 1), ([1, 1], [0, 40], [1, 1], 1)),
}
"""Shapes of image and window; stride, padding, dilation and groups."""

POOLS = {
    "rows of three tiles": ((2, 3, 2100), [2, 5], [1, 1], [1, 2], False),
    "windows over the end": ((1, 5, 1500), [3, 2], [2, 5], [0, 1], True),
    "one wide window": ((2, 2, 1999), [1, 1999], [1, 1], [0, 0], False),
}
"""The shape of images; kernel, stride, padding and whether sizes are rounded up."""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """Return what compiles the kernel of an operator, once."""
    return functools.cache(lambda op: compiled(tmp_path_factory.mktemp(op), f"zoo.{op}"))


def drawn(shape, seed):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def pooled(shape, kernel, stride, padding, ceil):
    """Return the shape that pooling gives."""
    sizes = []
    for axis in (0, 1):
        room = shape[axis - 2] + 2 * padding[axis] - kernel[axis]
        count = (room + (stride[axis] - 1 if ceil else 0)) // stride[axis] + 1
        behind = (count - 1) * stride[axis] >= shape[axis - 2] + padding[axis]
        sizes.append(count - (ceil and behind))
    return (*shape[:-2], *sizes)


def convolved(shape, window, stride, padding, dilation):
    """Return the shape that a convolution gives."""
    reach = [dilation[i] * (window[2 + i] - 1) for i in (0, 1)]
    sizes = [(shape[2 + i] + 2 * padding[i] - reach[i] - 1) // stride[i] + 1 for i in (0, 1)]
    return (shape[0], window[0], *sizes)


@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolutions(case, kernels):
    shape, window, (stride, padding, dilation, groups) = CONVOLUTIONS[case]
    steps = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    inputs = {"x": drawn(shape, 1), "weight": drawn(window, 2), "bias": drawn(window[0], 3)}
    kernels("conv2d").check(inputs, steps, tolerance=2e-4)
    dy = drawn(convolved(shape, window, stride, padding, dilation), 4)
    inputs = {"dy": dy, "x": inputs["x"], "weight": inputs["weight"]}
    kernels("conv2d_grad").check(inputs, steps, tolerance=2e-3)


@pytest.mark.parametrize(("stride", "dilation"), [([1, 1], [1, 1]), ([2, 3], [1, 2])])
def test_transposed_convolutions(stride, dilation, kernels):
    shape, window = (1, 2, 2, 700), (2, 2, 2, 3)
    steps = {"stride": stride, "padding": [1, 1], "output_padding": [0, 0], "dilation": dilation}
    inputs = {"x": drawn(shape, 1), "weight": drawn(window, 2), "bias": None}
    kernels("conv_transpose2d").check(inputs, steps | {"groups": 1}, tolerance=2e-4)


@pytest.mark.parametrize("order", ["grad", "grad_grad"])
@pytest.mark.parametrize("op", ["conv2d", "conv_transpose2d"])
def test_gradients_of_any_width(op, order, kernels):
    """Images and results are of one size, so that `opgen verify` can't stretch one alone."""
    steps = {"stride": [1, 1], "padding": [0, 1], "dilation": [1, 1], "groups": 1}
    if op == "conv_transpose2d":
        steps["output_padding"] = [0, 0]
    for width in (1, 7, 31, 32, 33, 4096):
        image, window = (1, 2, 2, width), (2, 2, 1, 3)
        inputs = {"dy": drawn(image, 1), "x": drawn(image, 2), "weight": drawn(window, 3)}
        if order == "grad_grad":
            seconds = {"ddx": drawn(image, 4), "ddweight": drawn(window, 5), "ddbias": drawn(2, 6)}
            inputs = seconds | inputs
        kernels(f"{op}_{order}").check(inputs, steps, tolerance=1e-3)


@pytest.mark.parametrize("op", ["avg_pool2d", "avg_pool2d_grad"])
@pytest.mark.parametrize("counts", [True, False])
def test_means_of_windows(op, counts, kernels):
    for shape, kernel, stride, padding, ceil in POOLS.values():
        steps = {"kernel": kernel, "stride": stride, "padding": padding, "ceil_mode": ceil}
        inputs = {"x": drawn(shape, 1)}
        if op == "avg_pool2d_grad":
            inputs = {"dy": drawn(pooled(shape, kernel, stride, padding, ceil), 2)} | inputs
        kernels(op).check(inputs, steps | {"count_include_pad": counts}, tolerance=2e-5)


@pytest.mark.parametrize("width", [1, 7, 31, 32, 33, 4096, 100003])
def test_gradients_of_means_of_any_width(width, kernels):
    """Images and results are of one size, so that `opgen verify` can't stretch one alone."""
    steps = {"kernel": [1, 3], "stride": [1, 1], "padding": [0, 1], "ceil_mode": False}
    inputs = {"dy": drawn((1, 1, 1, width), 1), "x": drawn((1, 1, 1, width), 2)}
    kernels("avg_pool2d_grad").check(inputs, steps | {"count_include_pad": True}, tolerance=2e-5)


def test_greatest_elements(kernels):
    for shape, kernel, stride, padding, ceil in POOLS.values():
        steps = {"kernel": kernel, "stride": stride, "padding": padding, "ceil_mode": ceil}
        x = np.round(drawn(shape, 1) * 4)
        x[..., 40:70] = -np.inf
        x[..., [3, 5, 90]] = np.nan
        kernels("max_pool2d").check({"x": x}, steps | {"dilation": 1}, tolerance=0)
