"""Kernels made of formulas, run on the stand-in for an AI core and compared with NumPy."""

from __future__ import annotations

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ascendc_tree, check, failures
from tests.targets.formula_tree import formula_model

SHAPES = (
    "fused_add_scale",
    "fused_add_scale_grad",
    "custom_linear",
    "norm",
    "norm_grad_grad",
    "spread",
)
"""Operators whose tensors differ in shape."""

pytestmark = needs("compiler", "numpy")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return ascendc_tree(tmp_path_factory.mktemp("cores"), formula_model(HERE / "ops.td"))


@pytest.mark.parametrize("op", ["leaky_relu_yzh", "pick", "mix"])
def test_a_kernel_computes_its_formula(tree, op):
    rows = check(tree, f"cores.{op}")
    assert failures(rows) == {}
    lengths = {name.split()[-1] for name in rows if "length" in name}
    assert lengths == {"1", "7", "31", "32", "33", "4096", "100003"}


@pytest.mark.parametrize(
    "op",
    [
        "fused_add_scale",
        "fused_add_scale_grad",
        "custom_linear",
        "norm",
        "norm_grad_grad",
        "spread",
    ],
)
def test_a_kernel_goes_through_tensors_of_different_shapes(tree, op):
    rows = check(tree, f"cores.{op}")
    assert failures(rows) == {}
    assert sum(outcome == "passed" for outcome, _ in rows.values()) >= 6


def test_a_wrong_kernel_is_found(tree):
    kernel = tree / "ascendc/cores/square/op_kernel/square.cpp"
    text = kernel.read_text(encoding="utf-8")
    kernel.write_text(text.replace("Mul(y, x, x, count);", ""), encoding="utf-8")
    rows = check(tree, "cores.square", "--quick")
    assert set(failures(rows)) == {
        f"values {t} {s}" for t in ("f16", "bf16", "f32") for s in ("sample 1", "length 33")
    }
