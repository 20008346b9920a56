"""What scripts find out about an installed framework, as one JSON document each.

The scripts run in the framework's own Python and never import opgen.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from opgen.diagnostics import OpgenError

SECONDS: Final = 3600
"""After this long a script counts as hung; it may build a library first."""


def audit_torch_npu(python: str, root: Path) -> dict[str, Any]:
    """Return how the copies of signatures in the installed torch_npu differ.

    Args:
        python: The Python that has torch_npu.
        root: The output root, for what is built.
    """
    return _report(python, "npu_audit.py", [str(root)])


def examine_torch_npu(python: str, root: Path, libraries: Sequence[str]) -> dict[str, Any]:
    """Return what there is of generated operators inside torch_npu, and what isn't.

    Args:
        python: The Python that has torch_npu.
        root: The output root.
        libraries: The libraries.
    """
    return _report(python, "npu_doctor.py", [str(root), *libraries])


def _report(python: str, script: str, arguments: Sequence[str]) -> dict[str, Any]:
    path = Path(__file__).with_name(script)
    try:
        done = subprocess.run(
            [python, str(path), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OpgenError(f"{python} can't be run: {error}") from error
    for line in reversed(done.stdout.splitlines()):
        if line.startswith("{"):
            found: dict[str, Any] = json.loads(line)
            return found
    last = done.stderr.strip().rpartition("\n")[2]
    raise OpgenError(f"{python} can't tell about torch_npu: {last}")
