"""The script that checks generated NumPy operators: it passes what is right, and only that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from opgen.ops import OpSet
from opgen.runners import numpy_checks
from tests.requirements import needs
from tests.targets.kernel_bodies import BODIES
from tests.targets.kernel_tree import STRICT, build, fill, render, write
from tests.targets.ops_by_hand import changed, complete, square_ops

pytestmark = [needs("compiler"), needs("numpy")]

Rows = dict[str, tuple[str, str]]


def _rows(root: Path, op: str, *options: str) -> list[dict[str, str]]:
    done = subprocess.run(
        [sys.executable, numpy_checks.__file__, str(root), "custom", op, *options],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "CXXFLAGS": STRICT},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(root: Path, op: str, *options: str) -> Rows:
    rows = _rows(root, op, *options)
    return {row["check"]: (row["outcome"], row["detail"]) for row in rows}


def _failed(rows: Rows) -> Rows:
    return {name: row for name, row in rows.items() if row[0] == "failed"}


@pytest.fixture(scope="module")
def built(kernel_tree: Path) -> Path:
    build(kernel_tree, CXXFLAGS=STRICT)
    return kernel_tree


@pytest.mark.parametrize("op", sorted(BODIES))
def test_operators_of_the_specs_pass(built: Path, model: OpSet, op: str) -> None:
    rows = check(built, op)
    assert _failed(rows) == {}
    passed = [name for name, (outcome, _) in rows.items() if outcome == "passed"]
    assert any(name.startswith("values f32") for name in passed)
    assert any(name.startswith("values f64") for name in passed)
    differentiable = model.by_id[f"custom.{op}"].is_differentiable
    assert any(name.startswith("vjp") for name in passed) == differentiable
    assert "error wrong dtype" in passed


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    ops = [complete(op) for op in square_ops()]
    return write(tmp_path, render(OpSet(tuple(ops)), ["samples", "kernels", "numpy"]))


def test_stubs_fail_as_unfilled(small_tree: Path) -> None:
    rows = check(small_tree, "square", "--quick")
    outcome, detail = rows["values f32 basic"]
    assert outcome == "failed"
    assert detail.startswith("unfilled: square: kernel not written (kernels/custom/square/")
    assert rows["error wrong dtype"] == ("passed", "")


def test_a_wrong_value_is_found(small_tree: Path) -> None:
    fill(small_tree, {**BODIES, "square": BODIES["square"].replace("x[i] * x[i]", "x[i]")})
    rows = _failed(check(small_tree, "square", "--quick"))
    assert {"values f32 basic", "values f64 basic", "vjp basic"} == set(rows)
    assert rows["values f64 basic"][1].startswith("y[")


def test_a_wrong_gradient_is_found(small_tree: Path) -> None:
    fill(small_tree, {**BODIES, "square_grad": BODIES["square_grad"].replace("2 * ", "")})
    rows = _failed(check(small_tree, "square", "--quick"))
    assert set(rows) == {"vjp basic"}
    assert rows["vjp basic"][1].startswith("gradient of x[")


def test_a_kernel_that_writes_to_its_operand_is_found(small_tree: Path) -> None:
    spoiling = BODIES["square"].replace("  return", "  const_cast<T*>(x.data)[0] = 7;\n  return")
    fill(small_tree, {**BODIES, "square": spoiling})
    rows = _failed(check(small_tree, "square", "--quick"))
    assert rows["values f64 basic"] == ("failed", "operand x was changed")


def test_an_inference_without_its_dtype_checks_is_found(small_tree: Path) -> None:
    fill(small_tree, BODIES)
    file = small_tree / "kernels/custom/square_grad/square_grad_infer.cc"
    file.write_text(file.read_text().replace('T.operand("dy", dy);', ""))
    rows = _failed(check(small_tree, "square_grad", "--quick"))
    assert set(rows) == {"error wrong dtype", "error mixed dtypes"}


FAILING = """
def scaled(a):
    return a @ np.ones((7, 3))

return scaled(
    x
)
"""


def _reference(small_tree: Path, body: str) -> Path:
    op, *others = map(complete, square_ops())
    model = OpSet((changed(op, reference=body), *others))
    return write(small_tree, render(model, ["samples"]))


def test_a_reference_that_raises_is_shown_with_its_line_and_its_arguments(
    small_tree: Path,
) -> None:
    fill(small_tree, BODIES)
    rows = _rows(_reference(small_tree, FAILING), "square", "--quick")
    (row,) = (row for row in rows if row["check"] == "values f32 basic")
    start = "the reference raised ValueError: matmul: "
    end = ", in its line 2, `return a @ np.ones((7, 3))`, of x float64[2, 3]"
    assert (row["outcome"], row["reference_line"]) == ("failed", "2")
    assert row["detail"].startswith(start)
    assert row["detail"].endswith(end)
    assert {row["outcome"] for row in rows if row["check"] == "values empty"} == {"skipped"}


def test_a_reference_that_is_wrong_for_all_arguments_fails_of_each(small_tree: Path) -> None:
    fill(small_tree, BODIES)
    rows = check(_reference(small_tree, "return no_such_name(x)"), "square")
    failed = [name for name in _failed(rows) if name.startswith("values ")]
    assert len(failed) == len([name for name in rows if name.startswith("values ")]) > 2
    assert "NameError" in rows["values f64 empty"][1]
