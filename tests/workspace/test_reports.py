"""What a plan, a check, a diff and the status tell people; each code at its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from opgen.diagnostics import CODES, Diagnostic, Diagnostics
from opgen.outputs import RegionKey, RenderedFile
from opgen.workspace import (
    ActionKind,
    Commands,
    State,
    check,
    diff_from_base,
    diff_to_new,
    formatted,
    status,
    unified_diff,
)
from tests.workspace.support import (
    Built,
    Op,
    Project,
    assembled,
    cpp_stub,
    once,
    one,
    owned,
    with_ops,
)

PATH = "kernels/zoo/relu/relu.cc"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
SIGNED = one(Op("relu", ("alpha",)))
THROWING = one("relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))


def _conflict(project: Project) -> Built:
    project.build(one("relu"))
    project.edit(PATH, STUB, "  mine();\n")
    return project.build(THROWING)


def _unresolved(project: Project) -> Built:
    _conflict(project)
    return project.build(THROWING)


def _edited_owned(project: Project) -> Built:
    project.build(owned())
    project.write(owned().path, "mine\n")
    return project.build(owned())


def _orphan(project: Project) -> Built:
    project.build(one("relu"))
    project.edit(PATH, STUB, "  mine();\n")
    return project.build()


def _no_base(project: Project) -> Built:
    project.write(PATH, "mine\n")
    return project.build(one("relu"))


def _outside(project: Project) -> Built:
    return project.build(owned("../registry.h"))


def _deleted(project: Project) -> Built:
    project.build(one("relu"))
    project.place(PATH).unlink()
    return project.build(SIGNED)


def _unreadable(project: Project) -> Built:
    project.place(PATH).mkdir(parents=True)
    return project.build(one("relu"))


def _unfindable(project: Project) -> Built:
    return project.build(
        one("relu", stub=lambda op: cpp_stub(op).replace("Status relu(", "int relu2("))
    )


def _doubled(project: Project) -> Built:
    path = "kernels/zoo/all.cc"
    project.build(assembled(path, with_ops("add mul")))
    project.edit(path, cpp_stub(Op("add")), cpp_stub(Op("add")) * 2)
    return project.build(assembled(path, with_ops({"add": ("alpha",), "mul": ()})))


def _hint(project: Project) -> Built:
    project.build(one("relu"))
    project.edit(PATH, "// Kernels", "// My kernels")
    return project.build(one("rectify"))


def _chained(project: Project) -> Built:
    project.build(one("relu"), one("gelu"))
    return project.build(one(Op("relu", was="gelu")), one(Op("gelu", was="relu")))


def _linked(project: Project) -> Built:
    project.build(one("relu"))
    project.place("second.cc").hardlink_to(project.place(PATH))
    return project.build(SIGNED)


def _unformatted(project: Project) -> Built:
    formats = Commands.of_table(
        (("*.cc", ("no-such-formatter",)),), root=project.root, project=project.root
    )
    found = Diagnostics()
    files = formatted([one("relu")], formats, diagnostics=found, display="generated")
    built = project.build(*files)
    built.diagnostics += found.items
    return built


def _uncompiled(project: Project) -> Built:
    project.build(one("relu"))
    return project.build(one("relu", needs=("RELU_INSTANTIATE",)))


CASES: dict[str, tuple[Callable[[Project], Built], str]] = {
    "OPG0501": (_conflict, f"generated/{PATH}:9:1"),
    "OPG0502": (_edited_owned, "generated/kernels/zoo/registry.h:1:1"),
    "OPG0503": (_unresolved, f"generated/{PATH}:9:1"),
    "OPG0504": (_orphan, f"generated/{PATH}"),
    "OPG0505": (_no_base, f"generated/{PATH}"),
    "OPG0506": (_outside, "generated/../registry.h"),
    "OPG0507": (_deleted, f"generated/{PATH}"),
    "OPG0509": (_hint, "generated/kernels/zoo/rectify/rectify.cc"),
    "OPG0510": (_unreadable, f"generated/{PATH}"),
    "OPG0512": (_unfindable, f"generated/{PATH}"),
    "OPG0513": (_doubled, "generated/kernels/zoo/all.cc"),
    "OPG0516": (_unformatted, f"generated/{PATH}"),
    "OPG0517": (_linked, f"generated/{PATH}"),
    "OPG0518": (_chained, f"generated/{PATH}"),
    "OPG0524": (_uncompiled, f"generated/{PATH}:12:1"),
}


def place(each: Diagnostic) -> str:
    return str(each.span) if each.span else each.path


@pytest.mark.parametrize(("code", "expected"), CASES.items(), ids=CASES)
def test_code_and_place(
    project: Project, code: str, expected: tuple[Callable[[Project], Built], str]
) -> None:
    make, where = expected
    built = make(project)
    found = {each.code: each for each in built.diagnostics}
    assert code in CODES
    assert place(found[code]) == where
    assert found[code].help
    assert found[code].message[0] in "`ar"
    assert not found[code].message.endswith(".")


def test_check_of_a_tree_that_is_as_it_should_be(project: Project) -> None:
    files = one("relu"), owned(), once()
    project.build(*files)
    project.edit(PATH, STUB, "  mine();\n")
    project.write(once().path, "mine\n")
    assert project.check(*files) == []


def test_check_names_what_is_missing_stale_extra_edited_and_unresolved(project: Project) -> None:
    project.build(one("relu"), one("gone"), owned(), one("add"))
    assert project.check(one("relu"), one("gone"), owned(), one("add"), one("new")) == ["OPG0511"]
    assert project.check(SIGNED, one("gone"), owned(), one("add")) == ["OPG0508"]
    assert project.check(one("relu"), owned(), one("add")) == ["OPG0504"]
    project.write(owned().path, "mine\n")
    assert project.check(one("relu"), one("gone"), owned(), one("add")) == ["OPG0502"]
    project.write(owned().path, owned().text)
    project.edit(PATH, STUB, "  mine();\n")
    assert project.check(THROWING, one("gone"), owned(), one("add")) == ["OPG0508", "OPG0501"]
    project.build(THROWING, one("gone"), owned(), one("add"))
    assert project.check(THROWING, one("gone"), owned(), one("add")) == ["OPG0503"]


@pytest.mark.parametrize(
    ("file", "code", "where"),
    [
        (SIGNED, "OPG0508", f"generated/{PATH}"),
        (one("new"), "OPG0511", "generated/kernels/zoo/new/new.cc"),
    ],
)
def test_check_names_the_place(project: Project, file: RenderedFile, code: str, where: str) -> None:
    project.build(one("relu"))
    planned, diagnostics = project.plan(file)
    check(planned, diagnostics)
    assert where in [place(each) for each in diagnostics.items if each.code == code]


def test_check_writes_nothing(project: Project) -> None:
    project.build(one("relu"))
    before = project.tree(), project.stamps()
    project.check(SIGNED, owned())
    assert (project.tree(), project.stamps()) == before


def test_records_that_are_out_of_date_are_stale(project: Project) -> None:
    project.build(one("relu"))
    assert project.check(one("relu", origin="specs/moved.td")) == ["OPG0508"]
    built = project.build(one("relu", origin="specs/moved.td"))
    assert built.one().kind is ActionKind.ADOPT
    assert project.check(one("relu", origin="specs/moved.td")) == []


def test_diff(project: Project) -> None:
    project.build(owned(), one("relu"), owned("kernels/zoo/old.h", "old\n"))
    later = owned(text="int count = 2;"), one("relu"), owned("kernels/zoo/new.h", "new\n")
    planned, _ = project.plan(*later)
    assert "".join(unified_diff(planned)) == (
        "--- /dev/null\n+++ b/kernels/zoo/new.h\n@@ -0,0 +1 @@\n+new\n"
        "--- a/kernels/zoo/old.h\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"
        "--- a/kernels/zoo/registry.h\n+++ b/kernels/zoo/registry.h\n@@ -1 +1 @@\n"
        "-int count = 1;\n+int count = 2;\n\\ No newline at end of file\n"
    )


def test_diff_of_a_rename(project: Project) -> None:
    project.build(one("relu"))
    planned, _ = project.plan(one(Op("rectify", was="relu")))
    text = "".join(unified_diff(planned))
    assert text.startswith(
        f"rename from {PATH}\nrename to kernels/zoo/rectify/rectify.cc\n--- a/{PATH}\n"
    )
    assert "-Status relu(View<const T> x, View<T> y) {\n" in text


def test_diff_of_one_output_from_its_base_and_to_its_rendering(project: Project) -> None:
    project.build(one("relu"), owned())
    project.edit(PATH, STUB, "  mine();\n")
    found = Diagnostics()
    more = {"diagnostics": found, "display": "generated"}
    path = one("relu").path
    mine = diff_from_base(project.root, path, **more)
    assert mine is not None
    assert mine.startswith(f"--- base/{PATH}\n+++ yours/{PATH}\n")
    assert f"-{STUB}+  mine();\n" in mine
    new = diff_to_new(project.root, path, [SIGNED], **more)
    assert new is not None
    assert {"-  mine();", f"+{STUB.rstrip()}"} <= set(new.splitlines())
    assert "double alpha" in new
    assert not found.items
    assert diff_from_base(project.root, owned().path, **more) is None
    assert diff_to_new(project.root, owned().path, [SIGNED], **more) is None
    assert [place(each) for each in found.items] == [f"generated/{owned().path}"] * 2
    assert {each.code for each in found.items} == {"OPG0515"}


def test_diff_of_one_output_whose_base_was_tampered_with(project: Project) -> None:
    project.build(one("relu"))
    project.write(f".opgen/base/{PATH}", "something else\n")
    found = Diagnostics()
    more = {"diagnostics": found, "display": "generated"}
    assert diff_from_base(project.root, one("relu").path, **more) is None


def test_moved_file_is_reported_and_not_made_again(project: Project) -> None:
    project.build(one("relu"), one("add"))
    project.edit(PATH, STUB, "  mine();\n")
    project.move(PATH, "mine/relu.cc")
    before = project.tree()
    built = project.build(one("relu"), one("add"))
    (note,) = [each for each in built.diagnostics if each.code == "OPG0507"]
    assert "generated/mine/relu.cc" in note.notes[0].text
    assert project.tree() == before
    built = project.build(SIGNED, one("add"))
    (error,) = [each for each in built.diagnostics if each.code == "OPG0507"]
    assert error.is_error
    assert "generated/mine/relu.cc" in error.notes[-1].text
    assert project.tree()["mine/relu.cc"] == before["mine/relu.cc"]


def rows(project: Project, *files: object) -> list[tuple[State, str, str, int]]:
    report = status(files, root=project.root, diagnostics=Diagnostics())  # type: ignore[arg-type]
    return [(row.state, row.path, row.key, row.line) for row in report.rows]


def test_status_of_stubs_and_edits(project: Project) -> None:
    path = "kernels/zoo/all.cc"
    file = assembled(path, with_ops("add mul"))
    project.build(file)
    project.edit(path, "// add: one", "// mine\n// add: one")
    assert rows(project, file) == [
        (State.EDITED, path, "zoo.add/kernel", 9),
        (State.UNFILLED, path, "zoo.mul/kernel", 15),
    ]


def test_status_of_what_is_generated_whole_is_empty(project: Project) -> None:
    file = one("relu", stubs=frozenset())
    project.build(file, owned())
    assert rows(project, file, owned()) == []


def test_status_of_drift_conflict_and_orphan(project: Project) -> None:
    project.build(one("relu"), one("gone"), owned())
    project.write(owned().path, "mine\n")
    project.edit("kernels/zoo/gone/gone.cc", '"gone", __LINE__', "mine")
    project.edit(PATH, STUB, "  mine();\n")
    project.build(THROWING, owned())
    found = rows(project, THROWING, owned())
    assert (State.DRIFTED, owned().path, "", 1) in found
    assert (State.CONFLICTED, PATH, "zoo.relu/kernel", 9) in found
    assert (State.ORPHANED, "kernels/zoo/gone/gone.cc", "", 1) in found


def test_status_report_by_state(project: Project) -> None:
    project.build(one("relu"))
    report = status([one("relu")], root=project.root, diagnostics=Diagnostics())
    assert [row.key for row in report.of(State.UNFILLED)] == [RegionKey("zoo.relu/kernel")]
    assert report.of(State.EDITED) == ()
