"""The workspace works where neither the grammar's nor the templates' package is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
sys.modules["lark"] = sys.modules["jinja2"] = sys.modules["yaml"] = sys.modules["click"] = None
import opgen.workspace
loaded = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None}
print(sorted(loaded & {"lark", "jinja2", "yaml", "click"}))
print(sorted(name for name in sys.modules if name.startswith("opgen.") and name.count(".") == 1))
"""


def test_imports_neither_lark_nor_jinja() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded, packages = done.stdout.splitlines()
    assert loaded == "[]"
    own = [
        "accelerators",
        "cachefile",
        "dataclass",
        "diagnostics",
        "hints",
        "namedtuple",
        "outputs",
        "source",
        "workspace",
    ]
    assert packages == str([f"opgen.{name}" for name in own])
