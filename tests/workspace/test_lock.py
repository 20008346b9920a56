"""The lock, also as Windows has it: with a stand-in for its module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from opgen.diagnostics import OpgenError
from opgen.workspace import lock


def test_lock_is_held_and_given_back(tmp_path: Path) -> None:
    place = tmp_path / "lock"
    with lock.locked(place), pytest.raises(OpgenError, match="another opgen"), lock.locked(place):
        pass
    with lock.locked(place):
        pass


def test_lock_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(OpgenError, match="can't make the lock"),
        lock.locked(tmp_path / "file/lock"),
    ):
        pass


class Region:
    """``msvcrt.locking``: one holder for a byte of a file, whoever else asks fails."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []
        self.held = False

    def locking(self, _descriptor: int, mode: int, count: int) -> None:
        self.calls.append((mode, count))
        if self.held:
            raise PermissionError(13, "held")
        self.held = True


def on_windows(monkeypatch: pytest.MonkeyPatch, region: Region) -> ModuleType:
    monkeypatch.setattr(sys, "platform", "win32")
    namespace = SimpleNamespace(LK_NBLCK=region.LK_NBLCK, locking=region.locking)
    monkeypatch.setitem(sys.modules, "msvcrt", namespace)  # type: ignore[arg-type]
    spec = importlib.util.spec_from_file_location("lock_on_windows", str(lock.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_windows_locks_one_byte_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    region = Region()
    windows = on_windows(monkeypatch, region)
    with windows.locked(tmp_path / "lock"):
        assert region.calls == [(Region.LK_NBLCK, 1)]
        with pytest.raises(OpgenError, match="another opgen"), windows.locked(tmp_path / "lock"):
            pass
