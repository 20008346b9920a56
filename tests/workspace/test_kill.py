"""A build that is killed, not merely interrupted: the next one finishes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from opgen.workspace import recover
from tests.workspace.test_publish import NEXT, prepared

CHILD = """
import os, signal, sys
from pathlib import Path
from opgen.workspace import publish
from opgen.workspace.fs import Fs
from tests.workspace.support import Project
from tests.workspace.test_publish import NEXT

root, calls = Path(sys.argv[1]), int(sys.argv[2])

def dying(call):
    def counted(*arguments, **more):
        global calls
        calls -= 1
        if calls == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **more)
    return counted

for name in ("stage", "write", "swap", "take", "remove", "discard"):
    setattr(Fs, name, dying(getattr(Fs, name)))
planned, diagnostics = Project(root).plan(*NEXT)
publish(planned, diagnostics=diagnostics)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that can't be caught")
@pytest.mark.parametrize("calls", range(2, 32, 5))
def test_killed_build_ends_in_before_or_after(tmp_path: Path, calls: int) -> None:
    before = prepared(tmp_path / "before").tree()
    done = prepared(tmp_path / "done")
    done.build(*NEXT)
    project = prepared(tmp_path / "killed")
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(project.root), str(calls)],
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert child.returncode == -9
    recover(project.root)
    assert project.tree() in (before, done.tree())
    project.build(*NEXT)
    assert project.tree() == done.tree()
