"""Generated operators inside torch_npu: all checks pass, and wrong copies are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.runners import Outcome
from tests.requirements import needs

pytestmark = [needs("torch_npu", "compiler")]

# What stands in a generated file, what a hand might have made of it, and the checks that notice.
FAULTS = {
    "a default of a converter": (
        "leaky_relu_yzh/converter.py",
        "alpha=0.01, meta",
        "alpha=0.5, meta",
        {"graph npu::npu_leaky_relu_yzh defaults", "graph custom::leaky_relu_yzh defaults"},
    ),
    "the kind of an attribute": (
        "custom_linear/converter.py",
        "attr.Bool(",
        "attr.Int(",
        {"graph npu::npu_custom_linear sample 2"},
    ),
    "the order of inputs": (
        "fused_add_scale/converter.py",
        '"x": x, "bias": bias,',
        '"bias": bias, "x": x,',
        {"graph npu::npu_fused_add_scale sample 1"},
    ),
    "what a fake function returns": (
        "custom_linear/__init__.py",
        "return _fake(x, weight, None, use_bias)",
        "return _fake(x, weight, None, use_bias).t()",
        {
            "meta npu::npu_custom_linear sample 2",
            "opcheck npu::npu_custom_linear",
            "tests test_npu_custom_linear_sample_2",
        },
    ),
    "which arguments have a gradient": (
        "custom_linear/__init__.py",
        '"npu_custom_linear", (True, True, False, True)',
        '"npu_custom_linear", (True, False, True, True)',
        {
            "gradient npu::npu_custom_linear sample 2",
            "tests test_npu_custom_linear_sample_2_backward",
        },
    ),
    "what a function computes with": (
        "leaky_relu_yzh/__init__.py",
        "_npu_leaky_relu_yzh, x, alpha)",
        "_npu_leaky_relu_yzh, x, 2 * alpha)",
        {"values npu::npu_leaky_relu_yzh sample 1", "tests test_npu_leaky_relu_yzh_sample_1"},
    ),
}


def test_every_check_of_every_operator_passes(npu_tree: Path, verified):
    rows = verified(npu_tree)
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    passed = {row.check for row in rows if row.outcome is Outcome.PASSED}
    assert "tests test_npu_custom_linear_with_bias_sample_1_backward" in passed
    assert {row.op for row in rows} == {
        f"custom.{name}{grad}"
        for name, grads in {
            "custom_linear": ("", "_grad", "_grad_grad"),
            "fused_add_scale": ("", "_grad", "_grad_grad"),
            "leaky_relu_yzh": ("", "_grad"),
            "square": ("", "_grad"),
        }.items()
        for grad in grads
    }
    assert "graph npu::npu_custom_linear sample 2" in passed
    assert "graph npu::npu_custom_linear_with_bias defaults" in passed


def test_every_check_of_lists_and_draws_passes(zoo_tree: Path, verified):
    ops = ("concat", "concat_grad", "split", "dropout", "uniform")
    rows = verified(zoo_tree, *ops)
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    assert {row.op for row in rows} == {f"zoo.{op}" for op in ops}
    passed = {row.check for row in rows if row.outcome is Outcome.PASSED}
    assert "graph npu::npu_zoo_concat_grad defaults" in passed
    assert "automatic converter npu::npu_zoo_dropout" in passed
    skipped = {row.check: row.detail for row in rows if row.outcome is Outcome.SKIPPED}
    assert "a seed can't be an attribute" in skipped["converter"]


@pytest.fixture(scope="module")
def failures(npu_tree: Path, verified):
    """The checks that fail of a tree with all faults at once, which is put right again."""
    package = npu_tree / "torch_npu" / "custom_npu"
    before = {path: (package / path).read_text("utf-8") for path, *_ in FAULTS.values()}
    try:
        for path, text, other, _ in FAULTS.values():
            found = (package / path).read_text("utf-8")
            assert text in found, path
            (package / path).write_text(found.replace(text, other), "utf-8")
        rows = verified(npu_tree, "leaky_relu_yzh", "custom_linear", "fused_add_scale")
    finally:
        for path, found in before.items():
            (package / path).write_text(found, "utf-8")
    return {row.check for row in rows if row.outcome is Outcome.FAILED}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_copy_that_differs_is_found(failures, fault):
    assert FAULTS[fault][3] <= failures
