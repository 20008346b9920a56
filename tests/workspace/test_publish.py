"""Writing: nothing outside the root, nothing over a save, nothing half done after a crash."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from opgen.diagnostics import Diagnostics, OpgenError
from opgen.outputs import RelPath
from opgen.workspace import ActionKind, publish, recover
from opgen.workspace.fs import Fs, Swap
from opgen.workspace.lock import locked
from tests.workspace.support import Op, Project, one, owned

PATH = "kernels/zoo/relu/relu.cc"


class PowerFailure(BaseException):
    """What no handler for ordinary errors catches."""


class FailingFs(Fs):
    """A file system that stops at its n-th call, before or after carrying it out."""

    __slots__ = ("after", "left")

    def __init__(self, root: Path, calls: int, *, after: bool) -> None:
        super().__init__(root)
        self.left = calls
        self.after = after

    def _counted(self, name: str, *arguments: Any, **more: Any) -> Any:
        call: Callable[..., Any] = getattr(super(), name)
        self.left -= 1
        if self.left == 0 and not self.after:
            raise PowerFailure
        result = call(*arguments, **more)
        if self.left == 0:
            raise PowerFailure
        return result

    def write(self, path: RelPath, data: bytes, *, sync: bool = False) -> None:
        self._counted("write", path, data, sync=sync)

    def stage(self, path: RelPath, data: bytes) -> None:
        self._counted("stage", path, data)

    def take(self, staged: RelPath, path: RelPath) -> bool:
        return self._counted("take", staged, path)

    def swap(self, swap: Swap) -> bool:
        return self._counted("swap", swap)

    def remove(self, swap: Swap) -> bool:
        return self._counted("remove", swap)

    def undo(self, swap: Swap) -> None:
        self._counted("undo", swap)

    def discard(self, path: RelPath) -> bool:
        return self._counted("discard", path)


def prepared(root: Path) -> Project:
    """Return a tree in which the next build merges, renames, removes and keeps in the attic."""
    project = Project(root)
    project.build(one("relu"), one("gone"), one("lost"), one("old"), owned())
    project.edit(PATH, '  return opgen_not_written("relu", __LINE__);\n', "  mine();\n")
    project.edit("kernels/zoo/lost/lost.cc", '"lost", __LINE__', "mine")
    project.edit(
        "kernels/zoo/old/old.cc",
        '  return opgen_not_written("old", __LINE__);\n',
        "  old_mine();\n",
    )
    return project


NEXT = (
    one(Op("relu", ("alpha",))),
    one(Op("fresh", was="old")),
    one("made"),
    owned(text="int count = 2;\n"),
)


def crashed(project: Project, calls: int, *, after: bool) -> bool:
    planned, diagnostics = project.plan(*NEXT)
    try:
        publish(planned, diagnostics=diagnostics, fs=FailingFs(project.root, calls, after=after))
    except PowerFailure:
        return True
    return False


@pytest.mark.parametrize("after", [False, True], ids=["before-call", "after-call"])
def test_crash_at_every_call_ends_in_before_or_after(tmp_path: Path, *, after: bool) -> None:
    before = prepared(tmp_path / "before").tree()
    done = prepared(tmp_path / "done")
    done.build(*NEXT)
    expected = done.tree()
    outcomes = set()
    for calls in range(1, 200):
        project = prepared(tmp_path / f"crash{calls}")
        if not crashed(project, calls, after=after):
            break
        recover(project.root)
        tree = project.tree()
        outcomes.add(tree == expected)
        assert tree in (before, expected), calls
        project.build(*NEXT)
        assert project.tree() == expected
        assert not project.place(".opgen/txn").exists()
    assert calls > 30
    assert outcomes == {True, False}


def test_recovery_leaves_alone_what_was_saved_after_the_crash(tmp_path: Path) -> None:
    for calls in range(1, 60):
        project = prepared(tmp_path / f"crash{calls}")
        if not crashed(project, calls, after=False):
            break
        project.write(PATH, "// saved since\n")
        recover(project.root)
        assert project.read(PATH) == "// saved since\n"
        project.build(*NEXT)
        assert "// saved since\n" in project.read(PATH)


class SavingFs(Fs):
    """A file system on which somebody saves a file at the n-th write."""

    __slots__ = ("left",)

    def __init__(self, root: Path, calls: int) -> None:
        super().__init__(root)
        self.left = calls

    def _save(self) -> None:
        self.left -= 1
        if self.left == 0:
            (self.root / PATH).write_text("// saved meanwhile\n")

    def stage(self, path: RelPath, data: bytes) -> None:
        self._save()
        super().stage(path, data)

    def write(self, path: RelPath, data: bytes, *, sync: bool = False) -> None:
        self._save()
        super().write(path, data, sync=sync)

    def swap(self, swap: Swap) -> bool:
        self._save()
        return super().swap(swap)


def test_save_between_plan_and_publish_is_never_overwritten(tmp_path: Path) -> None:
    for calls in range(1, 40):
        project = prepared(tmp_path / f"save{calls}")
        planned, diagnostics = project.plan(*NEXT)
        report = publish(planned, diagnostics=diagnostics, fs=SavingFs(project.root, calls))
        if project.read(PATH) != "// saved meanwhile\n":
            break
        if PATH in report.failed:
            assert "OPG0514" in [each.code for each in diagnostics.items]
            entry = [each for each in planned.store.manifest.entries.values() if each.path == PATH]
            again, _ = project.plan(*NEXT)
            assert again.store.manifest.entries[RelPath(PATH)] == entry[0]
        assert project.read(owned().path) == "int count = 2;\n"
    assert calls > 15


def test_second_opgen_is_told_to_wait(project: Project) -> None:
    planned, diagnostics = project.plan(one("relu"))
    with locked(project.root / ".opgen/lock"), pytest.raises(OpgenError):
        publish(planned, diagnostics=diagnostics)
    assert not project.place(PATH).exists()


def test_failure_in_one_file_leaves_the_others_to_go_on(project: Project) -> None:
    project.write("kernels/zoo/relu", "a file where a directory should be\n")
    built = project.build(one("relu"), one("add"))
    assert built.codes == ["OPG0510"]
    assert project.read("kernels/zoo/add/add.cc") == one("add").text
    assert project.read("kernels/zoo/relu") == "a file where a directory should be\n"


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../out.cc", "a/../../b.cc", ".opgen/base/a", "a//b", "C:/x"]
)
def test_path_outside_the_root_is_refused(project: Project, path: str) -> None:
    built = project.build(owned(path))
    assert built.codes == ["OPG0506"]
    assert project.tree() == {}


def test_manifest_is_not_trusted(project: Project, tmp_path: Path) -> None:
    (tmp_path / "outside.cc").write_text("x")
    project.build(owned())
    place = project.place(".opgen/manifest/kernels/library.zoo.json")
    for path in ("../outside.cc", str(tmp_path / "outside.cc"), ".opgen/lock"):
        place.write_text(place.read_text().replace("kernels/zoo/registry.h", path))
        project.build()
        assert (tmp_path / "outside.cc").exists()
    place.write_text('[\n{\n1\nnull\n{}\n{"path": 3}\n')
    assert project.build().codes == []


def test_link_out_of_the_root_is_never_followed(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "relu.cc").write_text("theirs\n")
    project.place("kernels/zoo").mkdir(parents=True)
    project.place("kernels/zoo/relu").symlink_to(outside)
    built = project.build(one("relu"))
    assert built.codes == ["OPG0506"]
    assert (outside / "relu.cc").read_text() == "theirs\n"
    assert list(outside.iterdir()) == [outside / "relu.cc"]


def test_store_that_is_a_link_out_of_the_root(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    project.root.mkdir()
    project.place(".opgen").symlink_to(outside)
    built_codes = project.check(one("relu"))
    assert "OPG0510" in built_codes
    assert list(outside.iterdir()) == []


def test_dangling_link_is_refused(project: Project) -> None:
    project.place("kernels/zoo/relu").mkdir(parents=True)
    project.place(PATH).symlink_to("nowhere.cc")
    assert project.build(one("relu")).codes == ["OPG0506"]
    assert project.place(PATH).is_symlink()


def test_link_inside_the_root_stays_a_link(project: Project) -> None:
    project.build(one("relu"))
    project.place("mine").mkdir()
    project.place(PATH).rename(project.place("mine/relu.cc"))
    project.place(PATH).symlink_to(project.place("mine/relu.cc"))
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == []
    assert project.place(PATH).is_symlink()
    assert project.read("mine/relu.cc") == one(Op("relu", ("alpha",))).text


def test_read_only_file_is_left_alone(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).chmod(0o444)
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == ["OPG0510"]
    assert project.read(PATH) == one("relu").text
    project.place(PATH).chmod(0o644)


def test_mode_of_a_file_stays(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).chmod(0o755)
    project.build(one(Op("relu", ("alpha",))))
    assert project.place(PATH).stat().st_mode & 0o777 == 0o755


def test_mode_of_a_file_moves_with_it(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).chmod(0o755)
    project.build(one(Op("rectify", was="relu")))
    assert project.place("kernels/zoo/rectify/rectify.cc").stat().st_mode & 0o777 == 0o755


def test_directory_in_the_way_is_reported(project: Project) -> None:
    project.place(PATH).mkdir(parents=True)
    assert project.build(one("relu")).codes == ["OPG0510"]


def test_root_that_is_a_file_does_not_crash_the_plan(project: Project) -> None:
    project.root.write_text("not a directory")
    planned, _ = project.plan(one("relu"))
    assert planned.actions[0].kind is ActionKind.CREATE
    with pytest.raises(OpgenError):
        publish(planned, diagnostics=Diagnostics())
    assert project.root.read_text() == "not a directory"


def test_two_outputs_with_one_path_are_an_error_before_writing(project: Project) -> None:
    built = project.build(owned("a/X.h"), owned("a/x.h", "other\n"))
    assert built.codes == ["OPG0402"]


def test_foreign_files_are_never_touched(project: Project) -> None:
    project.write("kernels/zoo/relu/notes.txt", "mine\n")
    project.build(one("relu"))
    project.build()
    assert project.read("kernels/zoo/relu/notes.txt") == "mine\n"


def test_unchanged_outputs_are_not_rewritten(project: Project) -> None:
    project.build(one("relu"), one("add"))
    before = project.stamps()
    project.build(one(Op("relu", ("alpha",))), one("add"))
    changed = {path for path, stamp in project.stamps().items() if before.get(path) != stamp}
    assert changed == {
        PATH,
        f".opgen/base/{PATH}",
        ".opgen/manifest/kernels/op.zoo.relu.json",
    }


def test_store_tells_git_what_to_keep(project: Project) -> None:
    project.build(one("relu"))
    ignored = project.read(".opgen/.gitignore").split()
    assert {"/cache/", "/txn/", "/lock"} <= set(ignored)
    assert "base/** linguist-generated -diff" in project.read(".opgen/.gitattributes")


def test_no_trace_of_the_machine_or_the_time(project: Project, tmp_path: Path) -> None:
    project.build(one("relu"), owned())
    again = Project(tmp_path / "other")
    again.build(owned(), one("relu"))
    assert again.tree() == project.tree()
    assert os.fsencode(str(tmp_path)) not in b"".join(project.tree().values())
