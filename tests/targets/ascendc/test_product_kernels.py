"""Kernels that multiply matrices: vectors beyond a tile, turned factors, batches that broadcast."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.requirements import needs
from tests.targets.ascendc.kernels import compiled

pytestmark = needs("compiler", "numpy")

PRODUCTS = {
    "long rows of the result": ((2, 3), (3, 2500), False, False),
    "deep": ((3, 2, 3000), (3000, 5), False, False),
    "deep and transposed": ((2, 2300), (4, 3, 2300), False, True),
    "both transposed": ((1, 1100, 3), (2, 7, 1100), True, True),
    "the first transposed": ((70, 6), (3, 70, 40), True, False),
    "many short rows": ((2, 5000), (5000, 1), False, False),
    "nothing to add": ((3, 0), (0, 4), False, False),
}
"""Shapes of the factors and whether they are transposed."""

ATTENTION = {
    "keys of two tiles": ((2, 3, 4), (2, 1500, 4), (2, 1500, 5), False),
    "long rows": ((3, 1, 2, 1100), (2, 6, 1100), (3, 1, 6, 1200), False),
    "rows of two tiles": ((1100, 3), (2, 2, 3), (2, 2, 4), False),
    "causal": ((2, 5, 3), (7, 3), (2, 7, 2), True),
    "causal with more rows": ((9, 3), (4, 3), (4, 2), True),
}
"""Shapes of q, k and v, and whether rows see the keys before them only."""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """Return what compiles the kernel of an operator, once."""
    return functools.cache(lambda op: compiled(tmp_path_factory.mktemp(op), f"zoo.{op}"))


def drawn(shape, seed):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


@pytest.mark.parametrize("case", PRODUCTS)
def test_products_and_their_gradients(case, kernels):
    first, second, transpose_a, transpose_b = PRODUCTS[case]
    attributes = {"transpose_a": transpose_a, "transpose_b": transpose_b}
    depth = max(first[-2] if transpose_a else first[-1], 1)
    inputs = {"a": drawn(first, 1) / depth**0.5, "b": drawn(second, 2)}
    kernels("matmul").check(inputs, attributes, tolerance=2e-5)
    product = kernels("matmul").reference(**inputs, **attributes)
    inputs = {"dy": drawn(product.shape, 3) / 8} | inputs
    kernels("matmul_grad").check(inputs, attributes, tolerance=2e-4)


def masked(q, k):
    """Return a mask that hides some keys, among them all but the last of one row."""
    mask = drawn((q[-2], k[-2]), 5)
    mask[:, ::7] = -np.inf
    mask[-1, : k[-2] - 1] = -np.inf
    return mask


@pytest.mark.parametrize("case", ATTENTION)
def test_attention_and_its_gradients(case, kernels):
    q, k, v, is_causal = ATTENTION[case]
    hidden = None if is_causal else masked(q, k)
    inputs = {"q": drawn(q, 1), "k": drawn(k, 2), "v": drawn(v, 3), "mask": hidden}
    attributes = {"is_causal": is_causal, "scale": 0.0}
    forward = kernels("scaled_dot_product_attention")
    forward.check(inputs, attributes, tolerance=2e-5)
    halved = {n: a if a is None else a.astype(np.float16).astype(float) for n, a in inputs.items()}
    y, lse = forward.reference(**halved, **attributes)
    given = halved | {"y": y, "lse": lse, "dy": drawn(y.shape, 4)}
    kernels("scaled_dot_product_attention_grad").check(given, attributes, tolerance=2e-4)


def test_a_row_that_sees_nothing_has_no_mean(kernels):
    q, k, v = (drawn((3, 2), seed) for seed in (1, 2, 3))
    mask = np.zeros((3, 3))
    mask[1] = -np.inf
    made = kernels("scaled_dot_product_attention").results(
        {"q": q, "k": k, "v": v, "mask": mask}, [(3, 2), (3,)], {"is_causal": False, "scale": 0.0}
    )
    assert np.isnan(made[0][1]).all()
    assert np.isnan(made[1][1])
    assert np.isfinite(made[0][[0, 2]]).all()
