"""The kernels of this repository's own operators, which are filled in by hand."""

from __future__ import annotations

import re

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import ROOT, check, failures

GENERATED = ROOT / "generated"

pytestmark = needs("compiler", "numpy")


@pytest.mark.parametrize("library", ["custom", "zoo"])
def test_no_kernel_is_left_to_write(library):
    kernels = sorted(GENERATED.glob(f"ascendc/{library}/*/op_kernel/*.cpp"))
    samples = sorted(GENERATED.glob(f"samples/{library}/*.json"))
    assert [path.parents[1].name for path in kernels] == [path.stem for path in samples]
    stubs = [path.name for path in kernels if re.search("is not written yet", path.read_text())]
    assert stubs == []


@pytest.mark.parametrize(
    "op", ["leaky_relu_yzh", "square", "fused_add_scale", "fused_add_scale_grad", "custom_linear"]
)
def test_a_kernel_computes_what_the_spec_says(op):
    rows = check(GENERATED, f"custom.{op}")
    assert failures(rows) == {}
    assert {name.split()[-1] for name in rows if "length" in name} == {
        *("1", "7", "31", "32", "33", "4096", "100003")
    }


@pytest.mark.parametrize("op", ["stack", "stack_grad", "split", "uniform"])
def test_a_kernel_for_lists_or_without_operands_computes_what_the_spec_says(op):
    rows = check(GENERATED, f"zoo.{op}", "--quick")
    assert failures(rows) == {}
    assert any("length 33" in name and row[0] == "passed" for name, row in rows.items())
