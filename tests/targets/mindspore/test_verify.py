"""``opgen verify`` of committed operators in MindSpore: users' own and a choice of the zoo."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from opgen.runners import Outcome, Row, Runner
from tests.build.project import ROOT
from tests.requirements import needs

pytestmark = [needs("mindspore"), needs("compiler")]

OPS = ["leaky_relu_yzh", "square", "fused_add_scale", "fused_add_scale_grad", "custom_linear"]
OWN = "gradient of MindSpore's own"
"""A check of references that are expressions of MindSpore's operators, too."""

ZOO = [
    *("add", "where", "clamp", "gelu", "sum", "argmax", "softmax", "layer_norm"),
    *("concat", "split", "topk", "gather", "embedding", "dropout", "cross_entropy"),
    "scaled_dot_product_attention",
]
"""Broadcasting, promotion, attributes of each kind, also absent ones, reductions, results of other
types and of many tensors, optional and variadic operands, seeds, results that are kept."""


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is generated for MindSpore, beside the committed kernels and what is built of them."""
    root = tmp_path_factory.mktemp("committed") / "generated"
    specs = [str(ROOT / "specs")]
    command = [sys.executable, "-m", "opgen", "build", *specs, "-t", "mindspore", "-o", str(root)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(root / "kernels")
    (root / "kernels").symlink_to(ROOT / "generated" / "kernels")
    return root


def verified(root: Path, ops: list[str], *, timed: bool = False) -> list[Row]:
    jobs = os.cpu_count() or 1
    runner = Runner(root, {"mindspore": sys.executable}, jobs=jobs, quick=True, timed=timed)
    return list(runner.verify(ops, ["mindspore"]))


@pytest.mark.parametrize("library", ["custom", "zoo"])
def test_every_check_passes_in_both_modes(committed: Path, library: str) -> None:
    ops = [f"{library}.{op}" for op in (OPS if library == "custom" else ZOO)]
    rows = verified(committed, ops)
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    for mode in ("pynative", "graph"):
        passed = {row.op for row in rows if row.outcome is Outcome.PASSED and mode in row.check}
        assert passed == set(ops)
    if library == "custom":
        own = {row.op for row in rows if row.outcome is Outcome.PASSED and OWN in row.check}
        assert own == set(ops)


def test_operators_are_measured(committed: Path) -> None:
    rows = verified(committed, ["custom.square"], timed=True)
    assert {row.check for row in rows} == {
        f"{mode} {what}"
        for mode in ("pynative", "graph")
        for what in ("time forward", "time forward and backward")
    }
    assert all(" us for " in row.detail for row in rows)
