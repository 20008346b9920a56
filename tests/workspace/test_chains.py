"""Renames that meet each other: whose text is whose can't be told, so nothing is done."""

from __future__ import annotations

from tests.workspace.support import Op, Project, assembled, cpp_stub, one

ALL = "kernels/zoo/all.cc"


def fill(project: Project, *names: str) -> None:
    for name in names:
        path = f"kernels/zoo/{name}/{name}.cc"
        project.edit(path, f'opgen_not_written("{name}", __LINE__)', f"mine_{name}()")


def test_swapped_names(project: Project) -> None:
    project.build(one("relu"), one("gelu"))
    fill(project, "relu", "gelu")
    before = project.tree()
    built = project.build(one(Op("relu", was="gelu")), one(Op("gelu", was="relu")))
    assert built.codes == ["OPG0518", "OPG0518"]
    assert project.tree() == before


def test_chain_of_names(project: Project) -> None:
    project.build(one("a"), one("b"))
    fill(project, "a", "b")
    before = project.tree()
    built = project.build(one(Op("b", was="a")), one(Op("c", was="b")))
    assert set(built.codes) == {"OPG0518"}
    assert project.tree() == before


def test_former_name_that_is_taken_at_once(project: Project) -> None:
    project.build(one("a"))
    fill(project, "a")
    built = project.build(one("a"), one(Op("b", was="a")))
    assert built.codes == ["OPG0518"]
    assert "mine_a()" in project.read("kernels/zoo/a/a.cc")


def test_swapped_regions(project: Project) -> None:
    project.build(assembled(ALL, [Op("a"), Op("b")]))
    project.edit(ALL, 'opgen_not_written("a", __LINE__)', "mine_a()")
    before = project.read(ALL)
    built = project.build(assembled(ALL, [Op("b", was="a"), Op("a", was="b")]))
    assert built.codes == ["OPG0518"]
    assert project.read(ALL) == before


def test_one_after_the_other(project: Project) -> None:
    project.build(one("a"), one("b"))
    fill(project, "a", "b")
    assert project.build(one("a"), one(Op("c", was="b"))).codes == []
    assert project.build(one(Op("b", was="a")), one("c")).codes == []
    assert project.build(one("b"), one(Op("a", was="c"))).codes == []
    assert "mine_a()" in project.read("kernels/zoo/b/b.cc")
    assert "mine_b()" in project.read("kernels/zoo/a/a.cc")


def test_rename_that_stays_in_the_spec_is_no_chain(project: Project) -> None:
    project.build(one("a"))
    fill(project, "a")
    for _ in range(3):
        assert project.build(one(Op("b", was="a"))).codes == []
    assert "mine_a()" in project.read("kernels/zoo/b/b.cc")
    stub = cpp_stub(Op("b"))
    assert stub.splitlines()[2] in project.read("kernels/zoo/b/b.cc")
