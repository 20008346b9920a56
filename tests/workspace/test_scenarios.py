"""What happens to a developer's lines when a spec changes: one test for each promise."""

from __future__ import annotations

import pytest

from opgen.workspace import ActionKind
from tests.workspace.support import (
    CPP_HEAD,
    Op,
    Project,
    assembled,
    cpp_stub,
    once,
    one,
    owned,
    owner_in_cpp,
    with_ops,
)

PATH = "kernels/zoo/relu/relu.cc"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
BODY = "  for (auto i : range(y)) {\n    y[i] = x[i] > 0 ? x[i] : 0;\n  }\n  return kOk;\n"


def fill(project: Project) -> None:
    project.edit(PATH, STUB, BODY)


def test_creates_and_then_touches_nothing(project: Project) -> None:
    first = project.build(one("relu"), owned())
    before = project.stamps()
    second = project.build(one("relu"), owned())
    assert set(first.kinds.values()) == {ActionKind.CREATE}
    assert set(second.kinds.values()) == {ActionKind.UNCHANGED}
    assert second.plan.is_clean
    assert project.stamps() == before
    assert project.read(PATH) == one("relu").text


def test_untouched_file_follows_its_spec(project: Project) -> None:
    project.build(one("relu"))
    changed = one(Op("relu", ("alpha",)))
    built = project.build(changed)
    assert built.one().kind is ActionKind.UPDATE
    assert project.read(PATH) == changed.text


def test_edit_alone_is_no_change(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    before = project.stamps()
    built = project.build(one("relu"))
    assert built.one().kind is ActionKind.UNCHANGED
    assert built.plan.is_clean
    assert project.stamps() == before


def test_added_attribute_changes_the_signature_above_an_edited_body(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.one().kind is ActionKind.MERGE
    assert built.codes == []
    expected = one(Op("relu", ("alpha",))).text.replace(STUB, BODY)
    assert project.read(PATH) == expected
    assert project.build(one(Op("relu", ("alpha",)))).plan.is_clean


def test_operator_added_between_two(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add mul")))
    project.edit(path, 'opgen_not_written("add", __LINE__)', "plus(x, y)")
    project.edit(path, 'opgen_not_written("mul", __LINE__)', "times(x, y)")
    built = project.build(assembled(path, with_ops("add max mul")))
    assert built.codes == []
    text = project.read(path)
    assert owner_in_cpp(text, "plus(x, y)") == "add"
    assert owner_in_cpp(text, "times(x, y)") == "mul"
    assert owner_in_cpp(text, 'opgen_not_written("max"') == "max"
    expected = assembled(path, with_ops("add max mul")).text
    expected = expected.replace('opgen_not_written("add", __LINE__)', "plus(x, y)")
    assert text == expected.replace('opgen_not_written("mul", __LINE__)', "times(x, y)")


def test_rename_moves_the_file_with_its_edits(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    renamed = one(Op("rectify", was="relu"))
    built = project.build(renamed)
    assert built.codes == []
    assert built.one().kind is ActionKind.RENAME
    assert not project.place(PATH).exists()
    text = project.read("kernels/zoo/rectify/rectify.cc")
    assert text == renamed.text.replace(STUB.replace("relu", "rectify"), BODY)
    assert project.build(renamed).plan.is_clean
    assert not [path for path in project.tree() if "relu" in path]


def test_rename_that_lays_out_the_stub_anew(project: Project) -> None:
    def wrapped(op: Op) -> str:
        at = "(" if len(op.name) < 6 else "(\n      "
        return cpp_stub(op).replace("opgen_not_written(", f"opgen_not_written{at}")

    project.build(one("relu", stub=wrapped))
    fill(project)
    renamed = one(Op("rectify", ("alpha",), was="relu"), stub=wrapped)
    assert project.build(renamed).codes == []
    text = project.read("kernels/zoo/rectify/rectify.cc")
    assert f"Status rectify(View<const T> x, double alpha, View<T> y) {{\n{BODY}}}\n" in text


def test_rename_of_a_region_keeps_its_edits(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add relu mul")))
    project.edit(path, STUB, BODY)
    ops = [Op("add"), Op("rectify", was="relu"), Op("mul")]
    built = project.build(assembled(path, ops))
    assert built.codes == []
    assert owner_in_cpp(project.read(path), "y[i] = x[i] > 0") == "rectify"
    assert "relu(" not in project.read(path)


def test_rename_of_an_edited_declaration_is_a_conflict(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, "Status relu(View<const T> x", "Status relu(  View<const T> in")
    built = project.build(one(Op("rectify", was="relu")))
    assert built.codes == ["OPG0501"]
    text = project.read("kernels/zoo/rectify/rectify.cc")
    assert "Status relu(  View<const T> in" in text
    assert "Status rectify(View<const T> x" in text


def test_rename_without_saying_so_is_a_hint_and_no_action(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, "// relu: one", "// mine\n// relu: one")
    built = project.build(one("rectify"))
    assert built.kinds[PATH] is ActionKind.ATTIC
    assert built.notes == ["OPG0509"]
    assert built.codes == ["OPG0504"]


def test_removed_operator_that_nobody_edited_is_deleted(project: Project) -> None:
    project.build(one("relu"), one("add"))
    built = project.build(one("add"))
    assert built.kinds[PATH] is ActionKind.DELETE
    assert built.exit_code == 0
    assert not project.place("kernels/zoo/relu").exists()
    assert not [path for path in project.tree() if "relu" in path]


def test_removed_operator_that_was_edited_goes_to_the_attic_until_settled(project: Project) -> None:
    project.build(one("relu"), one("add"))
    fill(project)
    built = project.build(one("add"))
    assert built.kinds[PATH] is ActionKind.ATTIC
    assert built.codes == ["OPG0504"]
    assert not project.place(PATH).exists()
    again = project.build(one("add"))
    assert again.codes == ["OPG0504"]
    assert list(project.attic().values()) == [one("relu").text.replace(STUB, BODY)]


def test_removed_operator_after_a_merge_still_counts_as_edited(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    project.build(one(Op("relu", ("alpha",))))
    built = project.build()
    assert built.one().kind is ActionKind.ATTIC
    assert BODY in next(iter(project.attic().values()))


def test_region_of_a_removed_operator_goes_to_the_attic(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add relu mul")))
    project.edit(path, STUB, BODY)
    own = "\n// My own helper.\nstatic int helper() { return 1; }\n"
    project.edit(path, BODY + "}\n", BODY + "}\n" + own)
    built = project.build(assembled(path, with_ops("add mul")))
    assert built.codes == ["OPG0504"]
    assert "y[i] = x[i] > 0" not in project.read(path)
    (kept,) = project.attic().values()
    assert kept == cpp_stub(Op("relu")).replace(STUB, BODY)
    text = project.read(path)
    assert text.index("Status add(") < text.index(own.strip()) < text.index("Status mul(")
    assert project.build(assembled(path, with_ops("add mul"))).codes == ["OPG0504"]


def test_comment_above_an_operator_is_that_operators(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add relu mul")))
    project.edit(path, "// mul: one", "// written about mul\n// mul: one")
    built = project.build(assembled(path, with_ops("add mul")))
    assert built.codes == []
    assert owner_in_cpp(project.read(path), "written about mul") == "mul"


def test_own_functions_stay_where_they_are(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add mul")))
    first = "static int first() { return 1; }\n\n"
    middle = "\nstatic int middle() { return 2; }\n"
    last = "\nstatic int last() { return 3; }\n"
    project.edit(path, "// add: one", first + "// add: one")
    project.edit(path, '"add", __LINE__);\n}\n', '"add", __LINE__);\n}\n' + middle)
    project.edit(path, '"mul", __LINE__);\n}\n', '"mul", __LINE__);\n}\n' + last)
    edited = project.read(path)
    assert project.build(assembled(path, with_ops("add mul"))).plan.is_clean
    assert project.read(path) == edited
    ops = with_ops({"add": ("alpha",), "mul": ("beta",)})
    assert project.build(assembled(path, ops)).codes == []
    plain = assembled(path, ops).text
    expected = plain.replace("// add: one", first + "// add: one")
    expected = expected.replace('"add", __LINE__);\n}\n', '"add", __LINE__);\n}\n' + middle)
    expected = expected.replace('"mul", __LINE__);\n}\n', '"mul", __LINE__);\n}\n' + last)
    assert project.read(path) == expected


def test_own_include_survives_a_changed_include_list(project: Project) -> None:
    project.build(one("relu"))
    project.edit(
        PATH, '#include "opgen_kernel.h"\n', '#include "opgen_kernel.h"\n#include <cmath>\n'
    )
    head = CPP_HEAD.replace("// Kernels", "// All kernels")
    project.build(one("relu", head=head))
    assert "#include <cmath>\n" in project.read(PATH)
    assert project.read(PATH).startswith("// All kernels")


def test_deleted_file_stays_deleted(project: Project) -> None:
    project.build(one("relu"), owned())
    project.place(PATH).unlink()
    built = project.build(one("relu"), owned())
    assert built.kinds[PATH] is ActionKind.KEEP_DELETED
    assert (built.exit_code, built.notes) == (0, ["OPG0507"])
    assert project.check(one("relu"), owned()) == ["OPG0511"]
    changed = project.build(one(Op("relu", ("alpha",))), owned())
    assert changed.codes == ["OPG0507"]
    assert not project.place(PATH).exists()
    assert list(project.attic().values()) == [one(Op("relu", ("alpha",))).text]
    assert project.build(one(Op("relu", ("alpha",))), owned()).codes == ["OPG0507"]


def test_deleted_owned_file_stays_deleted(project: Project) -> None:
    project.build(owned())
    project.place(owned().path).unlink()
    built = project.build(owned(text="int count = 2;\n"))
    assert (built.exit_code, built.notes) == (0, ["OPG0507"])
    assert not project.place(owned().path).exists()


def test_deleted_region_stays_deleted(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add relu mul")))
    project.edit(path, cpp_stub(Op("relu")) + "\n", "")
    edited = project.read(path)
    assert project.build(assembled(path, with_ops("add relu mul"))).plan.is_clean
    ops = [Op("add"), Op("relu", ("alpha",)), Op("mul")]
    built = project.build(assembled(path, ops))
    assert built.codes == ["OPG0507"]
    assert project.read(path) == edited
    assert list(project.attic().values()) == [cpp_stub(Op("relu", ("alpha",)))]
    assert project.build(assembled(path, ops)).codes == ["OPG0507"]


def test_doubled_region_is_not_merged(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add mul")))
    project.edit(path, cpp_stub(Op("add")), cpp_stub(Op("add")) + "\n" + cpp_stub(Op("add")))
    edited = project.read(path)
    assert project.build(assembled(path, with_ops("add mul"))).plan.is_clean
    built = project.build(assembled(path, with_ops({"add": ("alpha",), "mul": ()})))
    assert built.codes == ["OPG0513"]
    assert project.read(path) == edited


def test_line_added_to_a_stub_whose_body_was_replaced_merges(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    project.build(one("relu", stub=lambda op: cpp_stub(op).replace("return", "(void)x;\n  return")))
    assert project.read(PATH) == one("relu").text.replace(STUB, "  (void)x;\n" + BODY)


def test_stub_changed_below_a_replaced_body_is_a_conflict(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    changed = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    built = project.build(changed)
    assert built.codes == ["OPG0501"]
    text = project.read(PATH)
    assert BODY.splitlines()[1] in text
    assert "||||||| before (zoo.relu/kernel)\n" in text
    assert ">>>>>>> specs/zoo.td:3 (zoo.relu/kernel)\n" in text
    again = project.build(changed)
    assert (again.one().kind, again.codes) == (ActionKind.REFUSE, ["OPG0503"])
    assert project.read(PATH) == text


def test_conflict_in_one_file_leaves_the_others_to_go_on(project: Project) -> None:
    project.build(one("relu"), one("add"), owned())
    fill(project)
    changed = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    built = project.build(changed, one(Op("add", ("alpha",))), owned(text="int count = 2;\n"))
    assert built.codes == ["OPG0501"]
    assert "double alpha" in project.read("kernels/zoo/add/add.cc")
    assert project.read(owned().path) == "int count = 2;\n"


def test_conflict_that_was_edited_out_counts_as_settled(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    changed = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    project.build(changed)
    project.write(
        PATH, changed.text.replace('  throw opgen_not_written("relu", __LINE__);\n', BODY)
    )
    built = project.build(changed)
    assert built.codes == []
    assert project.build(changed).plan.is_clean


def test_owned_file_that_was_edited_is_refused(project: Project) -> None:
    project.build(owned())
    project.edit(owned().path, "1", "1 + 1")
    built = project.build(owned(text="int count = 2;\n"))
    assert (built.one().kind, built.codes) == (ActionKind.REFUSE, ["OPG0502"])
    assert project.read(owned().path) == "int count = 1 + 1;\n"


def test_owned_file_that_became_the_new_rendering_is_adopted(project: Project) -> None:
    project.build(owned())
    project.edit(owned().path, "1", "2")
    built = project.build(owned(text="int count = 2;\n"))
    assert (built.one().kind, built.codes) == (ActionKind.ADOPT, [])
    assert project.build(owned(text="int count = 3;\n")).one().kind is ActionKind.UPDATE


def test_once_file_is_the_users_from_then_on(project: Project) -> None:
    project.build(once())
    project.edit(once().path, "setup()", "setup(mine)")
    built = project.build(once(text="setup(new)\n"))
    assert built.codes == []
    assert project.read(once().path) == "setup(mine)\n"


@pytest.mark.parametrize("file", [one("relu"), owned(PATH)], ids=["editable", "owned"])
def test_unknown_file_in_the_way_is_never_overwritten(project: Project, file: object) -> None:
    project.write(PATH, "// mine, generated by opgen\n")
    built = project.build(file)  # type: ignore[arg-type]
    assert built.codes == ["OPG0505"]
    assert project.read(PATH) == "// mine, generated by opgen\n"
    assert project.read(f"{PATH}.opgen-new") == file.text  # type: ignore[attr-defined]


def test_unknown_file_that_equals_the_rendering_is_adopted(project: Project) -> None:
    project.write(PATH, one("relu").text)
    built = project.build(one("relu"))
    assert (built.one().kind, built.codes) == (ActionKind.ADOPT, [])
    assert project.build(one(Op("relu", ("alpha",)))).one().kind is ActionKind.UPDATE


def test_side_file_goes_when_the_conflict_is_gone(project: Project) -> None:
    project.write(PATH, "// mine\n")
    project.build(one("relu"))
    project.write(PATH, one("relu").text)
    assert project.build(one("relu")).codes == []
    assert not project.place(f"{PATH}.opgen-new").exists()
    assert project.build(one("relu")).plan.is_clean


def test_side_file_that_somebody_edited_is_kept(project: Project) -> None:
    project.write(PATH, "// mine\n")
    project.build(one("relu"))
    project.write(f"{PATH}.opgen-new", "// notes\n")
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == ["OPG0505"]
    assert project.read(f"{PATH}.opgen-new") == "// notes\n"
    assert one(Op("relu", ("alpha",))).text.encode() in project.tree().values()


def test_base_that_does_not_match_its_hash_is_never_used(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    edited = project.read(PATH)
    project.write(f".opgen/base/{PATH}", "// something else\n")
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == ["OPG0505"]
    assert project.read(PATH) == edited


def test_lost_base_is_healed_while_the_spec_is_as_it_was(project: Project) -> None:
    project.build(one("relu"))
    fill(project)
    project.place(f".opgen/base/{PATH}").unlink()
    assert project.build(one("relu")).codes == []
    assert project.build(one(Op("relu", ("alpha",)))).one().kind is ActionKind.MERGE


def test_what_a_build_does_not_cover_is_not_removed(project: Project) -> None:
    project.build(one("relu"), one("add", origin="specs/other.td"), one("mul", target="numpy"))
    project.covers = lambda origin: origin == "specs/other.td"
    built = project.build(one("add", origin="specs/other.td"))
    assert built.kinds == {"kernels/zoo/add/add.cc": ActionKind.UNCHANGED}
    project.covers = lambda origin: True
    built = project.build(one("add", origin="specs/other.td"))
    assert built.kinds[PATH] is ActionKind.DELETE
    assert "kernels/zoo/mul/mul.cc" not in built.kinds


def test_ownership_changes_from_owned_to_editable(project: Project) -> None:
    project.build(owned(PATH, one("relu").text))
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == []
    fill(project)
    built = project.build(one(Op("relu", ("alpha", "beta"))))
    assert built.one().kind is ActionKind.MERGE


def test_operator_that_the_user_wrote_first(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add")))
    mine = "template <typename T>\nStatus mul(View<const T> a) {\n  return mine();\n}\n"
    project.edit(path, "\n}  // namespace zoo\n", "\n" + mine + "\n}  // namespace zoo\n")
    built = project.build(assembled(path, with_ops("add mul")))
    assert built.codes == ["OPG0501"]
    assert "return mine();" in project.read(path)
    assert project.attic() == {}


def test_python_hooks_follow_their_spec_under_an_edited_body(project: Project) -> None:
    path = "pytorch/zoo/relu/hooks.py"
    project.build(assembled(path, with_ops("relu")))
    project.edit(path, "    raise NotWritten('relu')\n", "    # mine\n    return x\n")
    project.edit(path, "def relu(x)", "@decorated\ndef relu(x)")
    project.edit(path, "import math\n", "import math\nimport own\n")
    built = project.build(assembled(path, with_ops({"relu": ("alpha",)})))
    assert built.codes == []
    assert "@decorated\ndef relu(x, alpha):\n    # mine\n    return x\n" in project.read(path)
    assert "import own\n" in project.read(path)
