"""Scripts that run in MindSpore, in a process for each mode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MODES = ("pynative", "graph")


def started(
    script: str, place: Path, mode: str, *chosen: str, scratch: Path
) -> subprocess.CompletedProcess[str]:
    """Run a script in a process and a directory of its own."""
    path = Path(__file__).with_name(f"{script}.py")
    command = [sys.executable, str(path), str(place), mode, str(scratch), *chosen]
    environment = {"GLOG_v": "4", **os.environ}
    return subprocess.run(
        command, cwd=scratch, env=environment, capture_output=True, text=True, check=False
    )


def printed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the object that a script printed, which has to have come to its end."""
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def run(script: str, place: Path, mode: str, *, scratch: Path) -> dict[str, Any]:
    """Run a script; return what it prints."""
    return printed(started(script, place, mode, scratch=scratch))
