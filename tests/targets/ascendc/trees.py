"""Generated trees of the target ``ascendc``, and the runs of its checks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.render import Renderer
from opgen.targets import every_output, load_target
from tests.targets.kernel_tree import render, write

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
CHECKS = ROOT / "opgen" / "runners" / "ascendc_checks.py"


def ascendc_tree(root: Path, model: OpSet) -> Path:
    """Write what the checks of ``ascendc`` need."""
    return write(root, render(model, ("samples", "kernels", "ascendc")))


def described_tree(root: Path, model: OpSet) -> Path:
    """Write headers of kernels and descriptions, whatever the target reports of the model."""
    diagnostics = Diagnostics()
    outputs = [
        (name, output)
        for name in ("kernels", "ascendc")
        for output in every_output(load_target(name), model, diagnostics)
    ]
    files = Renderer().render(outputs, diagnostics)
    return write(root, {file.path: file for file in files})


def check(root: Path, name: str, *more: str) -> dict[str, tuple[str, str]]:
    """Return outcome and detail of each check of ``<library>.<op>``."""
    library, op = name.split(".")
    done = subprocess.run(
        [sys.executable, str(CHECKS), str(root), library, op, *more],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CXXFLAGS": "-O0 -Werror"},
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows, done.stderr
    return {row["check"]: (row["outcome"], row["detail"] or done.stderr) for row in rows}


def failures(rows: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return why checks failed."""
    return {name: detail for name, (outcome, detail) in rows.items() if outcome == "failed"}
