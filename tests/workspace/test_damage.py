"""What is in the way of opgen, or was damaged, hangs nothing and hides nothing."""

from __future__ import annotations

import os

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath
from opgen.workspace import ActionKind, Choice, resolve
from tests.workspace.support import Op, Project, assembled, cpp_stub, one, owned, with_ops

PATH = RelPath("kernels/zoo/relu/relu.cc")
LIST = ".opgen/conflicts.json"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
MINE = "  return mine();\n"
CHANGED = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))


def conflicted(project: Project) -> str:
    project.build(one("relu"), owned())
    project.edit(PATH, STUB, MINE)
    assert project.build(CHANGED, owned()).codes == ["OPG0501"]
    return project.read(PATH)


@pytest.mark.parametrize("later", [one("relu"), CHANGED])
def test_a_pipe_in_place_of_an_output_is_reported(project: Project, later: object) -> None:
    project.build(one("relu"), owned())
    project.place(PATH).unlink()
    os.mkfifo(project.place(PATH))
    built = project.build(later, owned(text="int count = 2;\n"))  # type: ignore[arg-type]
    assert [(each.code, each.path) for each in built.diagnostics] == [
        ("OPG0510", f"generated/{PATH}")
    ]
    assert project.read(owned().path) == "int count = 2;\n"
    assert project.place(PATH).is_fifo()


def test_a_pipe_in_place_of_a_new_output_is_reported(project: Project) -> None:
    project.place(PATH).parent.mkdir(parents=True)
    os.mkfifo(project.place(PATH))
    assert project.build(one("relu")).codes == ["OPG0510"]


@pytest.mark.parametrize("path", [LIST, ".opgen/manifest/kernels/target.json"])
def test_a_pipe_in_the_store_is_reported(project: Project, path: str) -> None:
    project.place(path).parent.mkdir(parents=True)
    os.mkfifo(project.place(path))
    assert project.build(one("relu")).codes == ["OPG0510"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "1:1"),
        (b"\x00\xff garbage", "1:1"),
        (b"[\nnot a record\n]\n", "2:1"),
        (b'[\n{"path": "../out.cc", "matter": "markers"}\n]\n', "2:1"),
        (b"[\n", "1:1"),
    ],
)
def test_a_damaged_list_is_reported_and_marked_conflicts_are_found_again(
    project: Project, data: bytes, place: str
) -> None:
    text = conflicted(project)
    project.save(LIST, data)
    built = project.build(CHANGED, owned())
    assert [(each.code, str(each.span)) for each in built.diagnostics] == [
        ("OPG0520", f"generated/{LIST}:{place}"),
        ("OPG0503", f"generated/{PATH}:{text[: text.index('<<<<<<<')].count(chr(10)) + 1}:1"),
    ]
    assert project.read(PATH) == text
    assert project.build(CHANGED, owned()).codes == ["OPG0503"]
    assert resolve(project.root, PATH, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(CHANGED, owned()).plan.is_clean
    assert data.decode("utf-8", "surrogateescape") in {
        project.read(path) for path in project.tree() if "/attic/" in path
    } | {""}


def test_a_lost_list_hides_no_marked_conflict(project: Project) -> None:
    text = conflicted(project)
    project.place(LIST).unlink()
    for _ in range(2):
        assert project.build(CHANGED, owned()).codes == ["OPG0503"]
    assert project.read(PATH) == text


def test_a_list_that_git_merged_is_not_damaged(project: Project) -> None:
    conflicted(project)
    lines = project.read(LIST)
    project.write(LIST, f"<<<<<<< HEAD\n{lines}=======\n{lines}>>>>>>> other\n")
    assert project.build(CHANGED, owned()).codes == ["OPG0503"]


def test_an_unfinished_conflict_that_returns_from_the_attic_still_waits(project: Project) -> None:
    text = conflicted(project)
    assert project.build(owned()).codes == ["OPG0504"]
    built = project.build(CHANGED, owned())
    assert built.kinds[PATH] is ActionKind.RETURN
    assert project.read(PATH) == text
    assert project.build(CHANGED, owned()).codes == ["OPG0503"]


def test_two_regions_with_unlisted_conflicts(project: Project) -> None:
    path = RelPath("kernels/zoo/all.cc")
    project.build(assembled(path, with_ops("add relu")))
    for name in ("add", "relu"):
        project.edit(path, STUB.replace("relu", name), MINE)
    changed = assembled(
        path, with_ops("add relu"), stub=lambda op: cpp_stub(op).replace("return", "throw")
    )
    project.build(changed)
    project.place(LIST).unlink()
    assert project.build(changed).codes == ["OPG0503", "OPG0503"]


SIGNED = one(Op("relu", ("alpha",)))
LOOSE = "  if (slow) {\n    return mine();\n"


def test_loose_brackets_in_the_one_region_of_a_file_are_no_matter(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, LOOSE)
    assert project.build(SIGNED).codes == []
    assert project.read(PATH) == SIGNED.text.replace(STUB, LOOSE)


def test_but_not_where_another_operator_is_left_in_it(project: Project) -> None:
    """What stands where the region was is then no edit of it."""
    project.build(one("relu"))
    left = cpp_stub(Op("add")).replace('  return opgen_not_written("add", __LINE__);\n', LOOSE)
    project.edit(PATH, cpp_stub(Op("relu")), left)
    before = project.read(PATH)
    assert project.build(SIGNED).codes == ["OPG0505"]
    assert project.read(PATH) == before
