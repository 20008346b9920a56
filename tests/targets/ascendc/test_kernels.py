"""Kernels made of formulas, run on the stand-in for an AI core and compared with NumPy."""

from __future__ import annotations

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ascendc_tree, check, failures
from tests.targets.formula_tree import formula_model

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
