"""What somebody wrote in an operator comes back with it, or under its new name."""

from __future__ import annotations

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath
from opgen.workspace import ActionKind, Choice, adopt, resolve, restore
from tests.workspace.support import (
    Op,
    Project,
    assembled,
    cpp_stub,
    once,
    one,
    owned,
    py_stub,
    with_ops,
)

OLD = RelPath("kernels/zoo/relu/relu.cc")
NEW = RelPath("kernels/zoo/rectify/rectify.cc")
STUB = '  return opgen_not_written("relu", __LINE__);\n'
NEW_STUB = STUB.replace("relu", "rectify")
BODY = "".join(f"  y[{n}] = x[{n}] > 0 ? x[{n}] : 0;\n" for n in range(40)) + "  return ok;\n"
RENAMED = one(Op("rectify", was="relu"))


def filled(project: Project) -> None:
    project.build(one("relu"), owned())
    project.edit(OLD, STUB, BODY)


def removed(project: Project) -> None:
    filled(project)
    assert project.build(owned()).codes == ["OPG0504"]


def test_a_well_filled_kernel_is_known_again_under_a_new_name(project: Project) -> None:
    filled(project)
    built = project.build(one("rectify"), owned())
    assert built.codes == ["OPG0504"]
    assert [(each.code, each.path) for each in built.diagnostics if not each.is_error] == [
        ("OPG0509", f"generated/{NEW}")
    ]


def test_what_is_not_alike_is_no_rename(project: Project) -> None:
    filled(project)
    other = one(
        "matmul", head="", stub=lambda op: f"int {op.name}(int a, int b) {{\n  return a;\n}}\n"
    )
    assert project.build(other, owned()).notes == []


def test_the_likest_of_several_is_meant(project: Project) -> None:
    filled(project)
    other = one("matmul", stub=lambda op: cpp_stub(op).replace("View<T> y", "View<T> y, int k"))
    built = project.build(other, one("rectify"), owned())
    assert [each.path for each in built.diagnostics if each.code == "OPG0509"] == [
        f"generated/{NEW}"
    ]


def test_rename_said_after_the_hint_brings_the_edits_over(project: Project) -> None:
    filled(project)
    project.build(one("rectify"), owned())
    built = project.build(RENAMED, owned())
    assert built.codes == []
    assert built.notes == ["OPG0519"]
    assert built.kinds[NEW] is ActionKind.RETURN
    assert project.read(NEW) == RENAMED.text.replace(NEW_STUB, BODY)
    assert project.build(RENAMED, owned()).plan.is_clean
    assert project.build(RENAMED, owned()).notes == []


def test_rename_said_after_the_removal_brings_the_edits_over(project: Project) -> None:
    removed(project)
    assert project.build(RENAMED, owned()).codes == []
    assert project.read(NEW) == RENAMED.text.replace(NEW_STUB, BODY)
    assert project.build(RENAMED, owned()).plan.is_clean


def test_rename_said_late_merges_with_a_new_signature(project: Project) -> None:
    filled(project)
    project.build(one("rectify"), owned())
    changed = one(Op("rectify", ("alpha",), was="relu"))
    assert project.build(changed, owned()).codes == []
    assert project.read(NEW) == changed.text.replace(NEW_STUB, BODY)
    assert project.build(changed, owned()).plan.is_clean


def test_rename_said_late_keeps_what_was_written_under_the_new_name(project: Project) -> None:
    filled(project)
    project.build(one("rectify"), owned())
    project.edit(NEW, "namespace zoo {\n", "namespace zoo {\n\nstatic int later = 1;\n")
    assert project.build(RENAMED, owned()).codes == []
    text = project.read(NEW)
    assert text.count("static int later = 1;\n") == 1
    assert text.count(BODY) == 1
    assert NEW_STUB not in text
    assert project.build(RENAMED, owned()).plan.is_clean


def test_rename_said_late_marks_what_was_written_twice(project: Project) -> None:
    filled(project)
    project.build(one("rectify"), owned())
    project.edit(NEW, NEW_STUB, "  return second();\n")
    built = project.build(RENAMED, owned())
    assert built.codes == ["OPG0501"]
    text = project.read(NEW)
    assert BODY in text
    assert "  return second();\n" in text
    assert resolve(project.root, NEW, Choice.OURS, diagnostics=Diagnostics())
    assert project.read(NEW) == RENAMED.text.replace(NEW_STUB, BODY)
    assert project.build(RENAMED, owned()).plan.is_clean


def test_returning_operator_has_its_edits(project: Project) -> None:
    removed(project)
    assert project.check(one("relu"), owned()) == ["OPG0508"]
    built = project.build(one("relu"), owned())
    assert (built.codes, built.notes) == ([], ["OPG0519"])
    assert project.read(OLD) == one("relu").text.replace(STUB, BODY)
    assert project.build(one("relu"), owned()).plan.is_clean
    assert len(project.attic()) == 1
    assert not [path for path in project.tree() if path.startswith(".opgen/base/.attic/")]


def test_returning_operator_has_its_edits_under_its_new_signature(project: Project) -> None:
    removed(project)
    changed = one(Op("relu", ("alpha",)))
    assert project.build(changed, owned()).codes == []
    assert project.read(OLD) == changed.text.replace(STUB, BODY)
    again = one(Op("relu", ("alpha", "beta")))
    assert project.build(again, owned()).codes == []
    assert project.read(OLD) == again.text.replace(STUB, BODY)


def test_returning_operator_may_conflict(project: Project) -> None:
    removed(project)
    changed = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    assert project.build(changed, owned()).codes == ["OPG0501"]
    assert BODY in project.read(OLD)
    assert resolve(project.root, OLD, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(changed, owned()).plan.is_clean


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
def test_returning_operator_keeps_its_line_ends(project: Project, eol: bytes) -> None:
    filled(project)
    project.save(OLD, project.load(OLD).replace(b"\n", eol))
    before = project.load(OLD)
    project.build(owned())
    project.build(one("relu"), owned())
    assert project.load(OLD) == before


def test_returning_twice(project: Project) -> None:
    removed(project)
    project.build(one("relu"), owned())
    project.edit(OLD, "  return ok;\n", "  return better;\n")
    assert project.build(owned()).codes == ["OPG0504"]
    assert project.build(one("relu"), owned()).codes == []
    assert "  return better;\n" in project.read(OLD)


def test_text_put_back_by_hand_is_merged_like_any(project: Project) -> None:
    removed(project)
    (kept,) = project.attic()
    project.save(OLD, project.load(kept))
    changed = one(Op("relu", ("alpha",)))
    assert project.build(changed, owned()).codes == []
    assert project.read(OLD) == changed.text.replace(STUB, BODY)
    assert project.build(changed, owned()).plan.is_clean


def test_settled_text_is_offered_when_its_operator_returns(project: Project) -> None:
    removed(project)
    assert resolve(project.root, OLD, Choice.OURS, diagnostics=Diagnostics())
    assert project.build(owned()).plan.is_clean
    built = project.build(one("relu"), owned())
    assert (built.codes, built.notes) == ([], ["OPG0519"])
    assert project.read(OLD) == one("relu").text
    assert project.build(one("relu"), owned()).notes == []


def test_file_to_start_from_returns_as_it_was(project: Project) -> None:
    project.build(once(), owned())
    project.write(once().path, "mine()\n")
    assert project.build(owned()).codes == ["OPG0504"]
    assert project.build(once(text="setup(2)\n"), owned()).codes == []
    assert project.read(once().path) == "mine()\n"
    assert project.build(once(text="setup(2)\n"), owned()).plan.is_clean


def test_text_whose_base_is_lost_stays_in_the_attic_and_listed(project: Project) -> None:
    removed(project)
    (base,) = (path for path in project.tree() if path.startswith(".opgen/base/.attic/"))
    project.place(base).unlink()
    assert project.build(one("relu"), owned()).codes == ["OPG0504"]
    assert project.read(OLD) == one("relu").text
    assert len(project.attic()) == 1


@pytest.mark.parametrize("is_late", [False, True])
def test_files_of_users_that_stay_behind_are_reported(project: Project, is_late: bool) -> None:
    filled(project)
    helper = "kernels/zoo/relu/deep/helper.h"
    project.write(helper, "int helper();\n")
    if is_late:
        project.build(one("rectify"), owned())
    built = project.build(RENAMED, owned())
    assert [(each.code, each.path) for each in built.diagnostics if each.code == "OPG0521"] == [
        ("OPG0521", f"generated/{helper}")
    ]
    assert built.codes == []
    assert project.read(helper) == "int helper();\n"
    assert project.build(RENAMED, owned()).notes == []


def test_a_rename_that_leaves_nothing_says_nothing(project: Project) -> None:
    filled(project)
    assert project.build(RENAMED, owned()).diagnostics == []


def test_restore_says_where_the_replaced_text_is(project: Project) -> None:
    filled(project)
    diagnostics = Diagnostics()
    assert restore(project.root, OLD, [one("relu")], diagnostics=diagnostics)
    (path,) = project.attic()
    (found,) = diagnostics.items
    assert (found.code, found.path, found.is_error) == ("OPG0519", f"generated/{OLD}", False)
    assert f"`generated/{path}`" in found.message


# Regions of files that stay

HOOKS = "pytorch/zoo/hooks.py"
WITH, WITHOUT = (assembled(HOOKS, with_ops(names)) for names in ("add relu", "add"))
HOOK = "    raise NotWritten('relu')\n"
FILLED = "    return x  # mine\n"


def without_hook(project: Project) -> None:
    project.build(WITH)
    project.edit(HOOKS, HOOK, FILLED)
    assert project.build(WITHOUT).codes == ["OPG0504"]


def test_region_that_is_asked_for_again_has_its_edits(project: Project) -> None:
    without_hook(project)
    built = project.build(WITH)
    assert (built.codes, built.notes) == ([], ["OPG0519"])
    assert built.kinds[HOOKS] is ActionKind.RETURN
    assert project.read(HOOKS) == WITH.text.replace(HOOK, FILLED)
    assert project.build(WITH).plan.is_clean
    assert not [path for path in project.tree() if path.startswith(".opgen/base/.attic/")]


def test_region_that_returns_merges_with_what_changed(project: Project) -> None:
    without_hook(project)
    later = assembled(HOOKS, with_ops({"add": (), "relu": ("alpha",)}))
    assert project.build(later).codes == []
    assert project.read(HOOKS) == later.text.replace(HOOK, FILLED)
    again = assembled(HOOKS, with_ops({"add": (), "relu": ("alpha", "beta")}))
    assert project.build(again).codes == []
    assert project.read(HOOKS) == again.text.replace(HOOK, FILLED)


def test_region_that_returns_may_conflict(project: Project) -> None:
    without_hook(project)
    later = assembled(HOOKS, with_ops("add relu"), stub=lambda op: py_stub(op).replace("'", '"'))
    assert project.build(later).codes == ["OPG0501"]
    assert FILLED in project.read(HOOKS)
    assert resolve(project.root, RelPath(HOOKS), Choice.OURS, diagnostics=Diagnostics())
    assert project.build(later).plan.is_clean


def test_region_that_returns_leaves_other_edits_alone(project: Project) -> None:
    without_hook(project)
    project.edit(
        HOOKS, "    raise NotWritten('add')\n", "    return 1\n\n\ndef own():\n    return 2\n"
    )
    before = project.read(HOOKS)
    assert project.build(WITH).codes == []
    assert before in project.read(HOOKS)
    assert FILLED in project.read(HOOKS)
    assert project.build(WITH).plan.is_clean


def test_region_that_returns_in_another_file(project: Project) -> None:
    without_hook(project)
    other = assembled("pytorch/zoo/other.py", with_ops("relu"))
    assert project.build(WITHOUT, other).codes == []
    assert project.read(other.path) == other.text.replace(HOOK, FILLED)
    assert project.build(WITHOUT, other).plan.is_clean


def test_region_that_returns_under_a_new_name(project: Project) -> None:
    without_hook(project)
    later = assembled(HOOKS, [Op("add"), Op("rectify", was="relu")])
    assert project.build(later).codes == []
    assert project.read(HOOKS) == later.text.replace(HOOK.replace("relu", "rectify"), FILLED)
    assert project.build(later).plan.is_clean


def test_region_comes_and_goes(project: Project) -> None:
    without_hook(project)
    for _ in range(2):
        assert project.build(WITH).codes == []
        assert FILLED in project.read(HOOKS)
        assert project.build(WITHOUT).codes == ["OPG0504"]
        assert FILLED not in project.read(HOOKS)
    assert len(project.attic()) == 1


def test_region_returns_beside_one_that_is_declared_twice(project: Project) -> None:
    without_hook(project)
    stub = py_stub(Op("add"))
    project.edit(HOOKS, stub, stub + stub)
    later = assembled(HOOKS, with_ops({"add": ("alpha",), "relu": ()}))
    assert project.build(later).codes == ["OPG0513"]
    assert FILLED in project.read(HOOKS)
    before = project.tree()
    assert project.build(later).codes == ["OPG0513"]
    assert project.tree() == before


def test_settled_region_stays_in_the_attic(project: Project) -> None:
    without_hook(project)
    assert resolve(project.root, RelPath(HOOKS), Choice.OURS, diagnostics=Diagnostics())
    assert project.build(WITHOUT).plan.is_clean
    built = project.build(WITH)
    assert (built.codes, built.notes) == ([], ["OPG0519"])
    assert project.read(HOOKS) == WITH.text
    assert project.build(WITH).notes == []
    assert list(project.attic().values()) == [py_stub(Op("relu")).replace(HOOK, FILLED)]


def test_region_whose_base_was_tampered_with_stays_in_the_attic(project: Project) -> None:
    without_hook(project)
    (base,) = (path for path in project.tree() if path.startswith(".opgen/base/.attic/"))
    project.write(base, "def relu(x):\n    pass\n")
    assert project.build(WITH).codes == ["OPG0504"]
    assert project.read(HOOKS) == WITH.text
    assert len(project.attic()) == 1


# Files that opgen alone writes

OWNED = "int mine = 1;\n"


@pytest.mark.parametrize("is_adopted", [True, False])
def test_owned_file_returns_as_it_stood(project: Project, is_adopted: bool) -> None:
    header, other = owned("kernels/zoo/relu/relu.h"), owned()
    project.build(header, other)
    project.write(header.path, OWNED)
    if is_adopted:
        assert adopt(project.root, header.path, [header], diagnostics=Diagnostics())
    expected = project.build(header, other).codes
    assert expected == ([] if is_adopted else ["OPG0502"])
    assert project.build(other).codes == ["OPG0504"]
    built = project.build(header, other)
    assert (built.codes, built.notes) == (expected, ["OPG0519"])
    assert project.read(header.path) == OWNED
    assert project.build(header, other).codes == expected
    assert project.build(header, other).plan.writes == ()


def test_adopted_file_that_returns_otherwise_asks_again(project: Project) -> None:
    header, other = owned("kernels/zoo/relu/relu.h"), owned()
    project.build(header, other)
    project.write(header.path, OWNED)
    assert adopt(project.root, header.path, [header], diagnostics=Diagnostics())
    project.build(other)
    changed = owned(header.path, "int count = 2;\n")
    assert project.build(changed, other).codes == ["OPG0502"]
    assert project.read(header.path) == OWNED
    assert project.build(changed, other).codes == ["OPG0502"]
    assert adopt(project.root, header.path, [changed], diagnostics=Diagnostics())
    assert project.build(changed, other).plan.is_clean


def test_owned_file_that_returns_as_it_was_edited_needs_nothing(project: Project) -> None:
    header, other = owned("kernels/zoo/relu/relu.h"), owned()
    project.build(header, other)
    project.write(header.path, OWNED)
    project.build(other)
    assert project.build(owned(header.path, OWNED), other).codes == []
    assert project.build(owned(header.path, OWNED), other).plan.is_clean
