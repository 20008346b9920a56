"""Declarations that somebody laid out anew, or that no longer are what the spec gives."""

from __future__ import annotations

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath, RenderedFile
from opgen.workspace import Choice, Row, State, resolve, status
from tests.workspace.support import Op, Project, assembled, cpp_stub, one, with_ops

PATH = RelPath("kernels/zoo/relu/relu.cc")
ALL = RelPath("kernels/zoo/all.cc")
STUB = '  return opgen_not_written("relu", __LINE__);\n'
MINE = "  return mine();\n"
HEAD = "template <typename T>\nStatus relu(View<const T> x, View<T> y) {\n"
SIGNED = one(Op("relu", ("alpha",)))


def filled(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)


def rows(project: Project, file: RenderedFile) -> tuple[Row, ...]:
    return status([file], root=project.root, diagnostics=Diagnostics()).rows


@pytest.mark.parametrize(
    "head",
    [
        "template <typename T> Status relu(View<const T> x, View<T> y) {\n",
        "template<typename T>\nStatus\nrelu( View< const T > x,\n      View<T> y )\n{\n",
    ],
)
@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
def test_layout_alone_gives_way_to_a_new_declaration(
    project: Project, head: str, eol: bytes
) -> None:
    filled(project)
    project.edit(PATH, HEAD, head)
    project.save(PATH, project.load(PATH).replace(b"\n", eol))
    assert project.build(SIGNED).codes == []
    expected = SIGNED.text.replace(STUB, MINE).encode().replace(b"\n", eol)
    assert project.load(PATH) == expected
    assert project.build(SIGNED).plan.is_clean


def test_layout_alone_stays_while_the_declaration_does(project: Project) -> None:
    filled(project)
    project.edit(PATH, HEAD, HEAD.replace("x, View", "x,\n    View"))
    before = project.read(PATH)
    changed = one("relu", stub=lambda op: cpp_stub(op).replace("one output", "an output"))
    assert project.build(changed).codes == []
    assert project.read(PATH) == before.replace("one output", "an output")


def test_a_rename_takes_the_layout_of_the_new_declaration(project: Project) -> None:
    filled(project)
    project.edit(PATH, HEAD, HEAD.replace("x, View", "x,\n    View"))
    renamed = one(Op("rectify", was="relu"))
    assert project.build(renamed).codes == []
    text = project.read("kernels/zoo/rectify/rectify.cc")
    assert text == renamed.text.replace(STUB.replace("relu", "rectify"), MINE)


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("View<T> y", "View<T> out"),
        HEAD.replace("View<T> y", "View<T> /* the result */ y"),
        HEAD.replace("View<T> y", "View<T>  // the result\n    y"),
    ],
)
def test_more_than_layout_is_a_conflict(project: Project, head: str) -> None:
    filled(project)
    project.edit(PATH, HEAD, head)
    assert project.build(SIGNED).codes == ["OPG0501"]
    assert head.splitlines()[1] in project.read(PATH)


def test_ones_own_declaration_is_noted(project: Project) -> None:
    filled(project)
    assert [(row.state, row.note) for row in rows(project, one("relu"))] == [(State.EDITED, "")]
    project.edit(PATH, HEAD, HEAD.replace("View<T> y", "View<T> out"))
    assert project.build(SIGNED).codes == ["OPG0501"]
    assert resolve(project.root, PATH, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(SIGNED).plan.is_clean
    (row,) = rows(project, SIGNED)
    assert (row.state, row.key, row.note) == (
        State.EDITED,
        "zoo.relu/kernel",
        "declaration differs from the spec",
    )


def test_both_declarations_are_noted(project: Project) -> None:
    filled(project)
    project.edit(PATH, HEAD, HEAD.replace("View<T> y", "View<T> out"))
    project.build(SIGNED)
    assert resolve(project.root, PATH, Choice.BOTH, diagnostics=Diagnostics())
    (row,) = rows(project, SIGNED)
    assert (row.state, row.key) == (State.EDITED, "zoo.relu/kernel")
    assert row.note


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("\n" + cpp_stub(Op("relu")), "", "isn't in the file"),
        (cpp_stub(Op("relu")), cpp_stub(Op("relu")) * 2, "more than once"),
    ],
)
def test_regions_that_are_not_found_are_listed(
    project: Project, old: str, new: str, note: str
) -> None:
    file = assembled(ALL, with_ops("add relu"))
    project.build(file)
    project.edit(ALL, old, new)
    unfilled, edited = sorted(rows(project, file), key=lambda row: row.key)
    assert (unfilled.state, unfilled.note) == (State.UNFILLED, "")
    assert (edited.state, edited.key) == (State.EDITED, "zoo.relu/kernel")
    assert note in edited.note
