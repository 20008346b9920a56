"""Line ends of new files, as the project's own files say."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath
from opgen.workspace import ActionKind, Choice, Conventions, resolve, restore
from opgen.workspace.store import Store
from tests.workspace.support import Op, Project, assembled, one, owned, with_ops

PATH = RelPath("kernels/zoo/relu/relu.cc")
STUB = '  return opgen_not_written("relu", __LINE__);'


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


@pytest.fixture
def windows(project: Project) -> Project:
    (project.root.parent / ".editorconfig").write_text("[*.cc]\nend_of_line = crlf\n")
    project.line_end = Conventions(project.root).line_end
    return project


def test_new_file_has_the_line_ends_of_its_project(windows: Project) -> None:
    built = windows.build(one("relu"), owned())
    assert built.codes == []
    assert windows.load(PATH) == crlf(one("relu").text)
    assert windows.read(owned().path) == owned().text
    assert windows.read(f".opgen/base/{PATH}") == one("relu").text
    assert windows.build(one("relu"), owned()).plan.is_clean


def test_file_that_is_there_keeps_its_own(windows: Project) -> None:
    windows.build(one("relu"))
    windows.save(PATH, one("relu").text.encode())
    signed = one(Op("relu", ("alpha",)))
    assert windows.build(signed).codes == []
    assert windows.load(PATH) == signed.text.encode()


def test_what_was_made_so_counts_as_unedited(windows: Project) -> None:
    windows.build(one("relu"), owned())
    signed = one(Op("relu", ("alpha",)))
    assert windows.build(signed, owned()).kinds[PATH] is ActionKind.UPDATE
    assert windows.load(PATH) == crlf(signed.text)
    assert windows.build(owned()).kinds[PATH] is ActionKind.DELETE
    assert windows.attic() == {}


def test_but_what_was_edited_is_kept(windows: Project) -> None:
    windows.build(one("relu"), owned())
    windows.edit(PATH, STUB, "  mine();")
    assert windows.build(owned()).kinds[PATH] is ActionKind.ATTIC


def test_line_ends_that_somebody_changed_are_kept_when_it_goes(project: Project) -> None:
    project.build(one("relu"), owned())
    project.save(PATH, crlf(one("relu").text))
    assert project.build(owned()).kinds[PATH] is ActionKind.ATTIC


def test_text_that_moves_takes_the_line_ends_of_the_new_file(windows: Project) -> None:
    hooks = assembled("a.cpp", with_ops("add relu"))
    windows.build(hooks)
    windows.edit("a.cpp", STUB, "  mine();")
    later = assembled("a.cpp", with_ops("add")), assembled("b.cc", with_ops("relu"))
    assert windows.build(*later).codes == []
    assert windows.load("a.cpp") == later[0].text.encode()
    assert windows.load("b.cc") == crlf(later[1].text.replace(STUB, "  mine();"))


def test_restored_file_has_them_too(windows: Project) -> None:
    windows.build(one("relu"))
    windows.place(PATH).unlink()
    end = windows.line_end
    assert restore(windows.root, PATH, [one("relu")], diagnostics=Diagnostics(), line_end=end)
    assert windows.load(PATH) == crlf(one("relu").text)
    assert Store.read(windows.files()).manifest.entries[PATH].eol == "crlf"


def test_rendering_that_takes_the_place_of_a_file_keeps_its_line_ends(project: Project) -> None:
    project.save(PATH, b"int mine;\r\n")
    assert project.build(one("relu")).codes == ["OPG0505"]
    assert resolve(project.root, PATH, Choice.THEIRS, diagnostics=Diagnostics())
    assert project.load(PATH) == crlf(one("relu").text)
    assert project.build(one("relu")).plan.is_clean


GIT = [
    ("*.cc eol=crlf", b"\r\n"),
    ("*.cc text eol=crlf", b"\r\n"),
    ("*.py eol=crlf", b"\n"),
    ("*.cc eol=crlf\n*.cc eol=lf", b"\n"),
    ("*.cc eol=crlf\n*.cc -text", b"\n"),
    ("*.cc eol=crlf\n*.cc binary", b"\n"),
    ("*.cc eol=crlf\n*.cc !eol", b"\n"),
    ("# *.cc eol=crlf", b"\n"),
    ("/generated/** eol=crlf", b"\r\n"),
    ("generated/kernels/**/relu.cc eol=crlf", b"\r\n"),
    ("kernels/** eol=crlf", b"\n"),
]


@pytest.mark.parametrize(("said", "expected"), GIT)
def test_git_attributes(tmp_path: Path, said: str, expected: bytes) -> None:
    (tmp_path / ".gitattributes").write_text(f"{said}\n")
    assert Conventions(tmp_path / "generated").line_end(PATH) == expected


EDITOR = [
    ("[*]\nend_of_line = crlf", b"\r\n"),
    ("[*]\nend_of_line = CRLF\n[*.cc]\nend_of_line = lf", b"\n"),
    ("[*]\nend_of_line = cr", b"\r"),
    ("[*]\nend_of_line = crlf\n[*.cc]\nend_of_line = unset", b"\n"),
    ("[*.{h,cc}]\nend_of_line = crlf", b"\r\n"),
    ("[*.{h,hh}]\nend_of_line = crlf", b"\n"),
    ("[generated/**.cc]\nend_of_line = crlf", b"\r\n"),
    ("[generated/*.cc]\nend_of_line = crlf", b"\n"),
    ("[/generated/kernels/**/relu.cc]\nend_of_line = crlf", b"\r\n"),
    ("[relu.[cx][cx]]\nend_of_line = crlf", b"\r\n"),
    ("[relu.[!c]*]\nend_of_line = crlf", b"\n"),
    ("[?elu.cc]\nend_of_line = crlf", b"\r\n"),
    ("; end_of_line\n[*]\n# end_of_line = crlf", b"\n"),
    ("end_of_line = crlf", b"\n"),
    ("[*]\nend_of_line = sometimes", b"\n"),
]


@pytest.mark.parametrize(("said", "expected"), EDITOR)
def test_editor_configuration(tmp_path: Path, said: str, expected: bytes) -> None:
    (tmp_path / ".editorconfig").write_text(f"{said}\n")
    assert Conventions(tmp_path / "generated").line_end(PATH) == expected


def test_numbers_in_a_pattern(tmp_path: Path) -> None:
    (tmp_path / ".editorconfig").write_text("[op{3..12}.cc]\nend_of_line = crlf\n")
    ends = Conventions(tmp_path)
    found = [number for number in range(20) if ends.line_end(RelPath(f"op{number}.cc")) != b"\n"]
    assert found == list(range(3, 13))


def test_nearer_files_and_git_come_first(tmp_path: Path) -> None:
    root = tmp_path / "generated"
    (root / "kernels").mkdir(parents=True)
    (tmp_path / ".editorconfig").write_text("[*]\nend_of_line = crlf\n")
    assert Conventions(root).line_end(PATH) == b"\r\n"
    (root / "kernels" / ".editorconfig").write_text("[*.cc]\nend_of_line = lf\n")
    assert Conventions(root).line_end(PATH) == b"\n"
    assert Conventions(root).line_end(RelPath("kernels/a.h")) == b"\r\n"
    (root / ".editorconfig").write_text("root = true\n")
    assert Conventions(root).line_end(RelPath("kernels/a.h")) == b"\n"
    (tmp_path / ".gitattributes").write_text("*.cc eol=crlf\n")
    assert Conventions(root).line_end(PATH) == b"\r\n"


def test_git_of_another_repository_says_nothing(tmp_path: Path) -> None:
    (tmp_path / ".gitattributes").write_text("* eol=crlf\n")
    (tmp_path / "inner" / ".git").mkdir(parents=True)
    assert Conventions(tmp_path / "inner" / "generated").line_end(PATH) == b"\n"


PIECES = ["*", "**", "?", "/", "a", "b", "[ab]", "[!a]", ".cc", "a/", "**/", "/**"]
PATHS = [RelPath(path) for path in ("a.cc", "b.cc", "a/a.cc", "a/b.cc", "b/a.cc", "a/b/a.cc", "ab")]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_patterns_are_those_of_git(tmp_path: Path) -> None:
    """What git itself says of random patterns is what is found."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    rng = random.Random(4)
    for _ in range(60):
        lines = []
        for _ in range(3):
            pattern = "".join(rng.choices(PIECES, k=rng.randrange(1, 5)))
            lines.append(f"{pattern} {rng.choice(['eol=crlf', 'eol=lf', '-text', 'text', '!eol'])}")
        (tmp_path / ".gitattributes").write_text("\n".join(lines) + "\n")
        asked = ["git", "-C", str(tmp_path), "check-attr", "eol", "text", "--", *PATHS]
        said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        values = dict(line.rsplit(": ", 1) for line in said.splitlines())
        ends = Conventions(tmp_path)
        for path in PATHS:
            is_crlf = values[f"{path}: eol"] == "crlf" and values[f"{path}: text"] != "unset"
            assert (ends.line_end(path) == b"\r\n") == is_crlf, (lines, path)
