"""A build that is killed, at each of its calls, by a signal that nothing catches."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from opgen.workspace import publish, recover
from opgen.workspace.fs import Fs
from tests.workspace.support import Project
from tests.workspace.test_publish import NEXT, prepared

CALLS = ("stage", "write", "swap", "take", "remove", "discard", "sha", "read", "late_save", "undo")


def killed(project: Project, calls: int) -> bool:
    """Publish in a child that kills itself at its n-th call; False if it came to an end."""
    planned, diagnostics = project.plan(*NEXT)
    child = os.fork()
    if child == 0:
        left = [calls]

        def dying(name: str) -> Callable[..., Any]:
            real = getattr(Fs, name)

            def call(self: Fs, *arguments: Any, **more: Any) -> Any:
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(self, *arguments, **more)

            return call

        fs = type("DyingFs", (Fs,), {name: dying(name) for name in CALLS})
        try:
            publish(planned, diagnostics=diagnostics, fs=fs(project.root))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that can't be caught")
def test_killed_build_ends_in_before_or_after(tmp_path: Path) -> None:
    before = prepared(tmp_path / "before").tree()
    done = prepared(tmp_path / "done")
    done.build(*NEXT)
    expected = done.tree()
    outcomes = set()
    for calls in range(1, 1000):
        project = prepared(tmp_path / f"killed{calls}")
        if not killed(project, calls):
            break
        recover(project.root)
        outcomes.add(project.tree() == expected)
        assert project.tree() in (before, expected), calls
        project.build(*NEXT)
        assert project.tree() == expected, calls
    assert calls > 100
    assert outcomes == {True, False}
