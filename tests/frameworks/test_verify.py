"""The committed operators run in their frameworks: every check of every operator of `custom`.

Those of the zoo are many: here they run in NumPy, `opgen verify` runs them in PyTorch as well, and
`test_zoo.py` compares them with PyTorch's own.
"""

import os
import sys

import pytest

from opgen.runners import Outcome, Runner
from tests.build.project import ROOT, ProjectCopy
from tests.requirements import needs

OPS = sorted(f"custom.{path.stem}" for path in ROOT.glob("generated/samples/custom/*.json"))
ZOO = sorted(f"zoo.{path.stem}" for path in ROOT.glob("generated/samples/zoo/*.json"))


def test_the_committed_tree_has_the_operators_of_the_specs() -> None:
    assert len(OPS) == 10


@pytest.mark.parametrize(
    "target",
    [
        pytest.param("numpy", marks=needs("numpy", "compiler")),
        pytest.param("pytorch", marks=needs("pytorch", "compiler")),
    ],
)
def test_every_check_of_every_operator_passes(target: str) -> None:
    runner = Runner(
        ROOT / "generated", {target: sys.executable}, jobs=os.cpu_count() or 1, quick=True
    )
    rows = list(runner.verify(OPS, [target]))
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    assert {row.op for row in rows if row.outcome is Outcome.PASSED} == set(OPS)


@needs("numpy", "compiler")
def test_every_check_of_the_zoo_passes_in_numpy() -> None:
    runner = Runner(ROOT / "generated", {"numpy": sys.executable}, jobs=os.cpu_count() or 1)
    rows = list(runner.verify(ZOO, ["numpy"]))
    assert [row for row in rows if row.outcome is Outcome.FAILED] == []
    assert {row.op for row in rows if row.outcome is Outcome.PASSED} == set(ZOO)


@needs("numpy", "compiler")
def test_a_wrong_kernel_is_found(project: ProjectCopy) -> None:
    kernel = "generated/kernels/custom/square/square_cpu.cc"
    project.edit(kernel, "x[i] * x[i]", "x[i] + x[i]")
    runner = Runner(project.generated, {"numpy": sys.executable})
    rows = list(runner.verify(["square"], ["numpy"]))
    failed = {row.check.split()[0] for row in rows if row.outcome is Outcome.FAILED}
    assert {"values", "vjp"} <= failed


@needs("numpy", "compiler")
def test_a_crash_is_a_row(project: ProjectCopy) -> None:
    kernel = "generated/kernels/custom/square/square_cpu.cc"
    project.edit(kernel, "y[i] = x[i] * x[i];", "__builtin_trap();")
    runner = Runner(project.generated, {"numpy": sys.executable})
    rows = list(runner.verify(["square", "square_grad"], ["numpy"]))
    assert [row.op for row in rows if row.check == "run"] == ["custom.square"]
    assert any(row.op == "custom.square_grad" and row.outcome is Outcome.PASSED for row in rows)


def test_a_framework_that_is_not_there_is_skipped_not_passed(project: ProjectCopy) -> None:
    runner = Runner(project.generated, {"pytorch": str(project.root / "no-python")})
    (row,) = runner.verify([], ["pytorch"])
    assert row.outcome is Outcome.SKIPPED
    assert "no-python" in row.detail
