"""Checking an operator in both of MindSpore's modes: a process for each. Imports no MindSpore."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

MODES: Final = ("pynative", "graph")
SECONDS: Final = 1500


def in_both_modes(arguments: Sequence[str]) -> int:
    """Run the checks of both modes; return 1 if any failed."""
    return max(_in_mode(arguments, mode) for mode in MODES)


def _in_mode(arguments: Sequence[str], mode: str) -> int:
    """Run the checks of one mode in a process and a directory of its own; pass its rows on."""
    generated = str(Path(arguments[0]).resolve())
    script = str(Path(sys.argv[0]).resolve())
    command = [sys.executable, script, generated, *arguments[1:], "--mode", mode]
    # The level of MindSpore's log: what goes wrong is in the rows.
    environment = {"GLOG_v": "4", **os.environ}
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            command,
            cwd=scratch,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
        )
    sys.stdout.write(done.stdout)
    if done.returncode not in {0, 1} or not done.stdout.strip():
        last = done.stderr.strip().rpartition("\n")[2]
        detail = f"the process ended with {done.returncode}: {last}"
        row = {"check": f"{mode} run", "outcome": "failed", "detail": detail}
        sys.stdout.write(json.dumps(row) + "\n")
    return done.returncode
