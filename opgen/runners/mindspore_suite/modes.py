"""Checking an operator in both of MindSpore's modes: a process for each. Imports no MindSpore."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from numpy_suite.serving import in_fork

MODES: Final = ("pynative", "graph")
SECONDS: Final = 1500
ENVIRONMENT: Final = {"GLOG_v": "4"}
"""The level of MindSpore's log, unless it is given: what goes wrong is in the rows."""


def in_both_modes(arguments: Sequence[str]) -> int:
    """Run the checks of both modes, each in a process of its own.

    Returns 1 if any failed, or what a process ended with.
    """
    return max(_in_mode(arguments, mode) for mode in MODES)


def _in_mode(arguments: Sequence[str], mode: str) -> int:
    """Run the checks of one mode in a process and a directory of its own; pass its rows on."""
    generated = str(Path(arguments[0]).resolve())
    script = str(Path(sys.argv[0]).resolve())
    command = [sys.executable, script, generated, *arguments[1:], "--mode", mode]
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            command,
            cwd=scratch,
            env={**ENVIRONMENT, **os.environ},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
        )
    sys.stdout.write(done.stdout)
    if done.returncode not in {0, 1} or not done.stdout.strip():
        _report_end(mode, done.returncode, done.stderr)
    # Minus a signal would count less than the 0 of the other mode.
    return abs(done.returncode)


def in_forks(check: Callable[[str], int], seconds: int) -> int:
    """Run the checks of both modes, each in a fork and a directory of its own.

    Returns 1 if any failed, or what the process ended with. A mode that ends otherwise than by
    its last check has a row about that.

    Args:
        check: Checks the operator in a mode.
        seconds: After this long a fork is ended.
    """
    return max(_in_fork(check, mode, seconds) for mode in MODES)


def _in_fork(check: Callable[[str], int], mode: str, seconds: int) -> int:
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryFile() as log:

        def action() -> int:
            os.chdir(scratch)
            return check(mode)

        status: int = in_fork(action, seconds, log)
        if status not in {0, 1}:
            log.seek(0)
            _report_end(mode, status, log.read().decode("utf-8", "replace"))
    return abs(status)


def _report_end(mode: str, status: int, said: str) -> None:
    """Print a row about a process that ended before its checks did."""
    last = said.strip().rpartition("\n")[2]
    detail = f"the process ended with {status}: {last}"
    row = {"check": f"{mode} run", "outcome": "failed", "detail": detail}
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()
