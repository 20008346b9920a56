"""What ``opgen resolve``, ``adopt`` and ``restore`` do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath, RenderedFile
from opgen.workspace import ActionKind, Choice, adopt, resolve, restore
from tests.workspace.support import Op, Project, assembled, cpp_stub, one, owned, with_ops

PATH = RelPath("kernels/zoo/relu/relu.cc")
ALL = RelPath("kernels/zoo/all.cc")
STUB = '  return opgen_not_written("relu", __LINE__);\n'
MINE = "  return mine();\n"
CHANGED = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
THEIRS = STUB.replace("return", "throw")


def conflicted(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)
    assert project.build(CHANGED).codes == ["OPG0501"]


@pytest.mark.parametrize(
    ("choice", "body"),
    [(Choice.OURS, MINE), (Choice.THEIRS, THEIRS), (Choice.BOTH, MINE + THEIRS)],
)
def test_resolve_markers(project: Project, choice: Choice, body: str) -> None:
    conflicted(project)
    diagnostics = Diagnostics()
    assert resolve(project.root, PATH, choice, diagnostics=diagnostics)
    assert project.read(PATH) == CHANGED.text.replace(THEIRS, body)
    assert project.build(CHANGED).plan.is_clean
    assert bool(diagnostics.items) == bool(project.attic()) == (choice is Choice.THEIRS)


def test_resolve_by_taking_theirs_keeps_ones_own_in_the_attic_and_says_where(
    project: Project,
) -> None:
    conflicted(project)
    before = project.read(PATH)
    diagnostics = Diagnostics()
    assert resolve(project.root, PATH, Choice.THEIRS, diagnostics=diagnostics)
    ((stored, kept),) = project.attic().items()
    assert kept == before
    assert MINE in kept
    (told,) = diagnostics.items
    assert (told.code, told.path) == ("OPG0519", f"generated/{PATH}")
    assert f"`generated/{stored}`" in told.message


@pytest.mark.parametrize("choice", [Choice.OURS, Choice.BOTH])
@pytest.mark.parametrize("mark", ["||||||| before (zoo.relu/kernel)\n", "=======\n"])
def test_resolve_keeps_what_was_written_into_the_sides_that_it_drops(
    project: Project, choice: Choice, mark: str
) -> None:
    conflicted(project)
    project.edit(PATH, mark, f"{mark}  // a word of mine\n")
    assert resolve(project.root, PATH, choice, diagnostics=Diagnostics())
    texts = [project.read(PATH), *project.attic().values()]
    assert any("  // a word of mine\n" in text for text in texts)


def test_resolve_by_taking_theirs_where_lines_were_only_deleted_drops_nothing(
    project: Project,
) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, "")
    assert project.build(CHANGED).codes == ["OPG0501"]
    assert resolve(project.root, PATH, Choice.THEIRS, diagnostics=Diagnostics())
    assert project.attic() == {}
    assert project.read(PATH) == CHANGED.text


def test_resolve_keeps_what_only_looks_like_a_marker(project: Project) -> None:
    conflicted(project)
    project.edit(PATH, MINE, MINE + "=======\n>>>>>>> HEAD\n")
    assert resolve(project.root, PATH, Choice.OURS, diagnostics=Diagnostics())
    assert f"{MINE}=======\n>>>>>>> HEAD\n}}\n" in project.read(PATH)


def test_resolve_damaged_markers_changes_nothing(project: Project) -> None:
    conflicted(project)
    project.edit(PATH, "||||||| before (zoo.relu/kernel)\n", "")
    before = project.tree()
    diagnostics = Diagnostics()
    assert not resolve(project.root, PATH, Choice.OURS, diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0515"]
    assert project.tree() == before
    assert project.build(CHANGED).codes == ["OPG0503"]


def test_resolve_without_a_conflict_says_so(project: Project) -> None:
    project.build(one("relu"))
    diagnostics = Diagnostics()
    assert not resolve(project.root, PATH, Choice.OURS, diagnostics=diagnostics)
    assert [(each.code, each.path) for each in diagnostics.items] == [
        ("OPG0515", f"generated/{PATH}")
    ]


def test_resolve_a_side_file_by_keeping_ones_own(project: Project) -> None:
    project.write(PATH, one("relu").text.replace(STUB, MINE))
    project.build(one("relu"))
    assert resolve(project.root, PATH, Choice.OURS, diagnostics=Diagnostics())
    assert project.read(PATH) == one("relu").text.replace(STUB, MINE)
    assert not project.place(f"{PATH}.opgen-new").exists()
    assert project.build(one("relu")).plan.is_clean
    signed = one(Op("relu", ("alpha",)))
    assert project.build(signed).codes == []
    assert project.read(PATH) == signed.text.replace(STUB, MINE)


def test_resolve_a_side_file_by_taking_it_keeps_ones_own_in_the_attic(project: Project) -> None:
    project.write(PATH, "// mine\n")
    project.build(one("relu"))
    assert resolve(project.root, PATH, Choice.THEIRS, diagnostics=Diagnostics())
    assert project.read(PATH) == one("relu").text
    assert list(project.attic().values()) == ["// mine\n"]
    assert project.build(one("relu")).plan.is_clean


def test_resolve_an_orphan_leaves_it_in_the_attic(project: Project) -> None:
    project.build(one("relu"), owned())
    project.edit(PATH, STUB, MINE)
    project.build(owned())
    assert resolve(project.root, PATH, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(owned()).plan.is_clean
    assert len(project.attic()) == 1


def test_resolve_a_deleted_file_by_taking_it_back(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).unlink()
    signed = one(Op("relu", ("alpha",)))
    project.build(signed)
    assert resolve(project.root, PATH, Choice.THEIRS, diagnostics=Diagnostics())
    assert project.read(PATH) == signed.text
    assert project.build(signed).plan.is_clean


def test_resolve_a_deleted_region_by_leaving_it_out(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu")))
    project.edit(ALL, "\n" + cpp_stub(Op("relu")), "")
    changed = assembled(ALL, with_ops({"add": (), "relu": ("alpha",)}))
    assert project.build(changed).codes == ["OPG0507"]
    diagnostics = Diagnostics()
    assert not resolve(project.root, ALL, Choice.THEIRS, diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0515"]
    assert resolve(project.root, ALL, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(changed).plan.is_clean


def test_adopted_file_is_no_longer_written(project: Project) -> None:
    project.build(owned())
    project.write(owned().path, "int count = mine;\n")
    assert project.build(owned()).codes == ["OPG0502"]
    assert adopt(project.root, owned().path, diagnostics=Diagnostics())
    assert project.check(owned()) == []
    later = owned(text="int count = 2;\n")
    assert project.build(later).codes == ["OPG0502"]
    assert project.read(owned().path) == "int count = mine;\n"


def test_adopted_deletion_is_no_longer_reported(project: Project) -> None:
    project.build(one("relu"), owned())
    project.place(PATH).unlink()
    assert adopt(project.root, PATH, diagnostics=Diagnostics())
    assert project.check(one("relu"), owned()) == []
    assert project.check(one(Op("relu", ("alpha",))), owned()) == []
    assert project.build(one("relu"), owned()).plan.is_clean


@pytest.mark.parametrize("path", [PATH, "kernels/zoo/unknown.h"])
def test_adopt_what_is_ones_own_already_says_so(project: Project, path: str) -> None:
    project.build(one("relu"))
    diagnostics = Diagnostics()
    assert not adopt(project.root, RelPath(path), diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0515"]


@pytest.mark.parametrize("adopted", [False, True])
def test_restore_an_edited_owned_file(project: Project, *, adopted: bool) -> None:
    project.build(owned())
    project.write(owned().path, "int count = mine;\n")
    if adopted:
        adopt(project.root, owned().path, diagnostics=Diagnostics())
    assert restore(project.root, owned().path, [owned()], diagnostics=Diagnostics())
    assert project.read(owned().path) == owned().text
    assert list(project.attic().values()) == ["int count = mine;\n"]
    assert project.build(owned(text="int count = 2;\n")).one().kind is ActionKind.UPDATE


def test_restore_a_deleted_file(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).unlink()
    signed = one(Op("relu", ("alpha",)))
    project.build(signed)
    assert restore(project.root, PATH, [signed], diagnostics=Diagnostics())
    assert project.read(PATH) == signed.text
    assert project.build(signed).plan.is_clean


def test_restore_a_deleted_region_keeps_the_other_edits(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu mul")))
    project.edit(ALL, "\n" + cpp_stub(Op("relu")), "")
    project.edit(ALL, '"mul", __LINE__', "mine")
    file = assembled(ALL, with_ops("add relu mul"))
    assert restore(project.root, ALL, [file], diagnostics=Diagnostics())
    assert project.read(ALL) == file.text.replace('"mul", __LINE__', "mine")
    assert project.attic() == {}
    assert project.build(file).plan.is_clean


def test_restore_an_edited_file_keeps_ones_own_in_the_attic(project: Project) -> None:
    conflicted(project)
    before = project.read(PATH)
    assert restore(project.root, PATH, [CHANGED], diagnostics=Diagnostics())
    assert project.read(PATH) == CHANGED.text
    assert list(project.attic().values()) == [before]
    assert project.build(CHANGED).plan.is_clean


def test_restore_what_no_operator_generates_says_so(project: Project) -> None:
    diagnostics = Diagnostics()
    assert not restore(project.root, PATH, [owned()], diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0515"]


@pytest.mark.parametrize("settle", [adopt, lambda *a, **k: resolve(*a, Choice.OURS, **k)])
def test_store_that_leads_out_of_the_root_is_reported(
    project: Project, tmp_path: Path, settle: Callable[..., bool]
) -> None:
    project.root.mkdir()
    (tmp_path / "outside").mkdir()
    project.place(".opgen").symlink_to(tmp_path / "outside")
    diagnostics = Diagnostics()
    assert not settle(project.root, PATH, diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0510"]


def test_directory_in_the_way_is_reported(project: Project) -> None:
    project.build(owned())
    project.place(owned().path).unlink()
    project.place(owned().path).mkdir()
    diagnostics = Diagnostics()
    assert not restore(project.root, owned().path, [owned()], diagnostics=diagnostics)
    assert [each.code for each in diagnostics.items] == ["OPG0510"]


@pytest.mark.parametrize("path", ["../outside.h", "/etc/passwd", ".opgen/conflicts.json"])
def test_nothing_outside_is_adopted_or_resolved(project: Project, path: str) -> None:
    project.build(owned())
    for settle in (adopt, lambda *a, **k: resolve(*a, Choice.THEIRS, **k)):
        diagnostics = Diagnostics()
        assert not settle(project.root, RelPath(path), diagnostics=diagnostics)
        assert [each.code for each in diagnostics.items] == ["OPG0515"]


def test_a_waiting_conflict_is_named_as_it_was_at_first(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu")))
    for name in ("add", "relu"):
        project.edit(ALL, STUB.replace("relu", name), MINE.replace("mine", name))
    changed = assembled(
        ALL, with_ops("add relu"), stub=lambda op: cpp_stub(op).replace("return", "throw")
    )
    first, second = project.build(changed).diagnostics, project.build(changed).diagnostics
    assert {each.code for each in first} == {"OPG0501"}
    assert {each.code for each in second} == {"OPG0503"}
    assert [(str(each.span), each.notes) for each in first] == [
        (str(each.span), each.notes) for each in second
    ]
    for key in ("zoo.add/kernel", "zoo.relu/kernel"):
        assert sum(f"region `{key}`" in each.message for each in (*first, *second)) == 2


def test_conflict_that_was_edited_out_and_comes_again_is_told(project: Project) -> None:
    def changed(word: str) -> RenderedFile:
        return one("relu", stub=lambda op: cpp_stub(op).replace("return", word))

    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)
    assert project.build(changed("throw")).codes == ["OPG0501"]
    project.write(PATH, one("relu").text.replace(STUB, MINE))
    assert project.build(changed("raise")).codes == ["OPG0501"]
    assert project.build(changed("raise")).codes == ["OPG0503"]
