"""One process checks many operators, each in a fork: what one does is no matter to the others."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opgen.runners.server import CheckServer
from tests.build.project import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks are used on Linux only")

SCRIPT = f"""
import importlib.util, os, signal, sys, time

path = {str(ROOT / "opgen" / "runners" / "numpy_suite" / "serving.py")!r}
spec = importlib.util.spec_from_file_location("serving", path)
serving = importlib.util.module_from_spec(spec)
spec.loader.exec_module(serving)
known = []


def check(library, op):
    known.append(op)
    print(library, op, len(known))
    sys.stdout.flush()
    if op == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if op == "hang":
        time.sleep(60)
    if op == "raise":
        raise ValueError("of no use")
    return 3 if op == "fail" else 0


serving.serve(check, seconds=1)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[CheckServer]:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    server = CheckServer([sys.executable, str(script)])
    yield server
    server.close()


def test_each_is_checked_by_itself(server: CheckServer) -> None:
    statuses = {}
    for op in ("good", "fail", "crash", "hang", "raise", "good"):
        done = server.check("zoo", op)
        assert done.output == (f"zoo {op} 1\n",)
        assert done.is_timeout is (op == "hang")
        assert ("of no use" in done.said) is (op == "raise")
        statuses[op] = done.status
    crash, hang = -signal.SIGSEGV, -signal.SIGALRM
    assert statuses == {"good": 0, "fail": 3, "crash": crash, "hang": hang, "raise": 1}


def test_a_process_that_ends_is_started_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys; print(sys.stdin.readline(), end=''); sys.exit(4)")
    server = CheckServer([sys.executable, str(script)])
    for op in ("one", "two"):
        done = server.check("zoo", op)
        assert (done.status, op in done.output[0]) == (4, True)
