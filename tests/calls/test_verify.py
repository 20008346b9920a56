"""Operators that are called in all ways there are pass every check, in NumPy and in PyTorch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from opgen.runners import verify
from tests.calls.bodies import BODIES
from tests.requirements import needs
from tests.targets.kernel_tree import STRICT

pytestmark = needs("compiler")
RUNNERS = Path(verify.__file__).parent

# Beside what every operator has to pass, these are the checks that its spec asks for.
ASKED = {
    "clipped": ["in place sample 1", "in place read-only"],
    "dropout": ["seed"],
    "marked": ["values f64 sample 2", "values f64 without optionals"],
    "momentum_step": ["in place transposed"],
    "noisy": ["seed", "vjp sample 1"],
    "padded": ["vjp sample 2", "refused error 1"],
    "quotient": ["promotion"],
    "reversed": ["in place sample 2"],
    "scaled_each": ["vjp sample 1"],
    "steepened": ["vjp sample 1", "vjp sample 2", "vjp without optionals"],
    "standardized": ["vjp sample 2"],
    "summed": ["promotion", "in place size one"],
    "total": ["vjp sample 1", "vjp sample 3"],
}
IN_TORCH = {
    "clipped": ["in place compiled", "in place gradient", "in place opcheck"],
    "converted": ["values i32/i64 sample 2"],
    "dropout": ["seed", "seed compiled", "gradcheck sample 2"],
    "filled": ["compile aot_eager dynamic sample 1", "opcheck sample 1"],
    "loss": ["values f32 sample 2", "refused error 1"],
    "marked": ["values f64 sample 2", "values f64 without optionals", "opcheck sample 1"],
    "momentum_step": ["in place compiled"],
    "noisy": ["seed compiled", "gradgradcheck sample 1"],
    "padded": ["gradcheck sample 2", "compile aot_eager dynamic sample 1", "refused error 1"],
    "quotient": ["promotion"],
    "scaled_each": ["gradgradcheck sample 1", "export"],
    "standardized": ["gradcheck sample 2"],
    "steepened": ["gradgradcheck without optionals", "func.grad", "vmap of grad"],
    "summed": ["promotion gradient", "in place sample 1"],
    "total": ["gradgradcheck sample 1", "compile aot_eager dynamic sample 1"],
}


def outcomes(script: str, tree: Path, op: str, *options: str) -> dict[str, tuple[str, str]]:
    done = subprocess.run(
        [sys.executable, str(RUNNERS / script), str(tree), "calls", op, *options],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "CXXFLAGS": STRICT, "HOME": str(tree)},
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows, done.stderr
    return {row["check"]: (row["outcome"], row["detail"]) for row in rows}


@needs("numpy")
@pytest.mark.parametrize("op", sorted(BODIES))
def test_numpy(tree: Path, op: str) -> None:
    rows = outcomes("numpy_checks.py", tree, op)
    assert {name: row for name, row in rows.items() if row[0] == "failed"} == {}
    assert any(name.startswith("values") and row[0] == "passed" for name, row in rows.items())
    assert {rows[name][0] for name in ASKED.get(op, [])} <= {"passed"}


@needs("pytorch")
@pytest.mark.parametrize("op", sorted(IN_TORCH))
def test_pytorch(tree: Path, op: str) -> None:
    rows = outcomes("torch_checks.py", tree, op, "--quick")
    assert {name: row for name, row in rows.items() if row[0] == "failed"} == {}
    assert {rows[name][0] for name in IN_TORCH[op]} == {"passed"}


WRONG = {
    # A kernel that reads what it has written over already.
    "momentum_step": (
        "    new_param[i] = param[i] + change[i];\n",
        (
            "  }\n  for (int64_t i = 0; i < change.numel(); ++i) {\n"
            "    new_velocity[i] = static_cast<T>(momentum) * velocity[i] + gradient[i];\n"
            "    new_param[i] = param[i] + change[i];\n"
        ),
        "in place sample 1",
    ),
    "dropout": ("random.uniform(i)", "random.uniform(i + 1)", "values f32 bool sample 1"),
    "noisy": ("opgen::Random random(seed)", "opgen::Random random(1)", "seed"),
    "marked": ("* std::ldexp(1.0, at)", "* 0.0", "values f64 sample 2"),
    "steepened": ("has_factor ?", "factor != 0 ?", "values f64 sample 2"),
    "scaled_each": ("* xs[at][i]", "* xs[0][0]", "vjp sample 1"),
}


@needs("numpy")
@pytest.mark.parametrize("op", sorted(WRONG))
def test_a_wrong_kernel_is_found(tree: Path, op: str) -> None:
    right, wrong, check = WRONG[op]
    kernel = tree / "kernels" / "calls" / op / f"{op}_cpu.cc"
    text = kernel.read_text()
    assert text.count(right) == 1
    try:
        kernel.write_text(text.replace(right, wrong))
        rows = outcomes("numpy_checks.py", tree, op)
    finally:
        kernel.write_text(text)
    assert rows[check][0] == "failed"
