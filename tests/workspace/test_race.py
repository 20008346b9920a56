"""Somebody saves a file while opgen is at work: what they saved stays, whenever they did it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath
from opgen.workspace import exchange as exchanging
from opgen.workspace import fs as filing
from opgen.workspace import publish, recover
from opgen.workspace.fs import Fs, Swap
from opgen.workspace.text import digest
from tests.workspace.support import Project, owned
from tests.workspace.test_publish import NEXT, PATH, prepared

SAVED = "// saved meanwhile\n"
CALLS = ("stage", "write", "swap", "take", "remove", "discard", "sha", "read", "late_save", "undo")
LOST, OLD = "kernels/zoo/lost/lost.cc", "kernels/zoo/old/old.cc"


def in_place(place: Path) -> None:
    with place.open("w") as stream:
        stream.write(SAVED)


def by_rename(place: Path) -> None:
    fresh = place.with_name("fresh~")
    fresh.write_text(SAVED)
    fresh.replace(place)


STYLES = {"in place": in_place, "by rename": by_rename}


def saving_fs(save: Callable[[Path], None], place: Path, left: list[int]) -> type[Fs]:
    """Return a file system on which somebody saves before its n-th call, if they can then."""

    def saving(name: str) -> Callable[..., Any]:
        real = getattr(Fs, name)

        def call(self: Fs, *arguments: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] == 0 and place.parent.exists():
                save(place)
                left.append(0)
            return real(self, *arguments, **more)

        return call

    return type("SavingFs", (Fs,), {name: saving(name) for name in CALLS})


def saved_at(project: Project, path: str) -> bool:
    return project.has(path) and project.read(path) == SAVED


def everything(project: Project) -> str:
    return "".join(data.decode() for data in project.tree().values())


@pytest.mark.parametrize("path", [PATH, LOST, OLD], ids=["merged", "removed", "renamed"])
@pytest.mark.parametrize("save", STYLES.values(), ids=STYLES)
def test_save_at_any_call_stays(tmp_path: Path, save: Callable[[Path], None], path: str) -> None:
    outcomes = set()
    saved = 0
    for calls in range(1, 400):
        project = prepared(tmp_path / f"save{calls}")
        planned, diagnostics = project.plan(*NEXT)
        left = [calls]
        fs = saving_fs(save, project.place(path), left)(project.root)
        report = publish(planned, diagnostics=diagnostics, fs=fs)
        if left[0] > 0:
            break
        if len(left) == 1:
            # Its directory was gone by then.
            continue
        saved += 1
        outcomes.add(bool(report.failed))
        assert saved_at(project, path) or SAVED in project.attic().values(), calls
        if report.failed:
            assert "OPG0514" in [each.code for each in diagnostics.items]
        assert project.read(owned().path) == "int count = 2;\n"
        project.build(*NEXT)
        assert SAVED in everything(project), calls
    assert calls > 100
    assert saved > 15
    assert True in outcomes


@pytest.fixture
def saving_exchange(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Save at the very moment of an exchange: before it, and again before it's taken back."""
    real = exchanging.exchange

    def arrange(*saves: Callable[[Path], None]) -> None:
        todo = list(saves)

        def call(source: str, place: str) -> None:
            if todo and place.endswith(PATH):
                todo.pop(0)(Path(place))
            real(source, place)

        monkeypatch.setattr(filing, "exchange", call)

    return arrange


def saying(text: str) -> Callable[[Path], None]:
    return lambda place: place.write_text(text)


@pytest.mark.parametrize("atomic", [True, False], ids=["renameat2", "hard links"])
def test_save_between_the_check_and_the_exchange(
    tmp_path: Path,
    saving_exchange: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    *,
    atomic: bool,
) -> None:
    if not atomic:
        monkeypatch.setattr(exchanging, "_renameat2", lambda: None)
    project = prepared(tmp_path / "once")
    saving_exchange(saying("first\n"))
    report = publish(project.plan(*NEXT)[0], diagnostics=Diagnostics())
    assert PATH in report.failed
    assert project.read(PATH) == "first\n"
    assert not project.has(".opgen/txn")


def test_second_save_while_the_first_is_put_back(
    tmp_path: Path, saving_exchange: Callable[..., None]
) -> None:
    project = prepared(tmp_path / "twice")
    saving_exchange(saying("first\n"), saying("second\n"))
    report = publish(project.plan(*NEXT)[0], diagnostics=Diagnostics())
    assert PATH in report.failed
    assert project.read(PATH) == "second\n"
    assert "first\n" in project.attic().values()


def test_editor_that_had_the_file_open_keeps_its_save(tmp_path: Path) -> None:
    project = prepared(tmp_path / "open")
    planned, diagnostics = project.plan(*NEXT)
    with project.place(PATH).open("r+") as editor:

        class LateFs(Fs):
            __slots__ = ()

            def swap(self, swap: Swap) -> bool:
                done = super().swap(swap)
                if swap.path == PATH:
                    editor.write("// late\n")
                    editor.truncate()
                    editor.flush()
                return done

        report = publish(planned, diagnostics=diagnostics, fs=LateFs(project.root))
    assert PATH in report.failed
    assert project.read(PATH) == "// late\n"


def test_crash_after_the_exchange_gives_a_save_back(tmp_path: Path) -> None:
    project = prepared(tmp_path / "crash")

    class DyingFs(Fs):
        __slots__ = ()

        def swap(self, swap: Swap) -> bool:
            done = super().swap(swap)
            if swap.path == PATH:
                self.root.joinpath(swap.staged).write_text(SAVED)
                raise KeyboardInterrupt
            return done

    with pytest.raises(KeyboardInterrupt):
        publish(project.plan(*NEXT)[0], diagnostics=Diagnostics(), fs=DyingFs(project.root))
    recover(project.root)
    assert project.read(PATH) == SAVED
    assert not project.has(".opgen/txn")


# The exchange itself


@pytest.fixture(params=["system", "hard links", "neither"])
def without(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Take away what the system has, step by step."""
    if request.param != "system":
        monkeypatch.setattr(exchanging, "_renameat2", lambda: None)
    if request.param == "neither":

        def no_links(*_: object) -> None:
            raise OSError(95, "not supported")

        monkeypatch.setattr(os, "link", no_links)
    return str(request.param)


@pytest.mark.usefixtures("without")
def test_exchange(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    two.write_text("2")
    exchanging.exchange(str(one), str(two))
    assert (one.read_text(), two.read_text()) == ("2", "1")
    with pytest.raises(FileNotFoundError):
        exchanging.exchange(str(one), str(tmp_path / "nothing"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


@pytest.mark.usefixtures("without")
def test_move_to_where_nothing_is(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    assert exchanging.move_new(str(one), str(two))
    assert two.read_text() == "1"
    assert not one.exists()
    one.write_text("3")
    assert not exchanging.move_new(str(one), str(two))
    assert (one.read_text(), two.read_text()) == ("3", "1")
    with pytest.raises(FileNotFoundError):
        exchanging.move_new(str(tmp_path / "nothing"), str(tmp_path / "there"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone has the call")
def test_linux_exchanges_at_one_instant() -> None:
    assert exchanging._renameat2() is not None


def test_interrupted_exchange_by_links_is_finished(tmp_path: Path) -> None:
    (tmp_path / "0").write_text("ours")
    (tmp_path / "0").replace(tmp_path / "place")
    (tmp_path / "0.old").write_text("theirs, saved late")
    swap = Swap(RelPath("place"), RelPath("0"), digest(b"before"), digest(b"ours"))
    assert Fs(tmp_path).late_save(swap)
    assert (tmp_path / "place").read_text() == "theirs, saved late"


def test_mode_is_kept_through_an_exchange(tmp_path: Path) -> None:
    project = prepared(tmp_path / "mode")
    project.chmod(PATH, 0o750)
    publish(project.plan(*NEXT)[0], diagnostics=Diagnostics())
    assert stat.S_IMODE(project.place(PATH).stat().st_mode) == 0o750
