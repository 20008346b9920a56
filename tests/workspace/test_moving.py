"""A region that is generated into another file takes along what somebody wrote in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RenderedFile
from opgen.workspace import ActionKind, Choice, formatted, publish, recover, resolve
from opgen.workspace.formatting import Formatter
from tests.workspace.support import Op, Project, assembled, cpp_stub, one, owned, with_ops
from tests.workspace.test_publish import FailingFs, PowerFailure

ALL, MORE = "kernels/zoo/all.cc", "kernels/zoo/more.cc"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
BODY = "  fill(x, y);  // mine\n  return ok;\n"
RELU = cpp_stub(Op("relu"))
MINE = RELU.replace(STUB, BODY)

Files = tuple[RenderedFile, ...]


def files(here: str, there: str, **more: object) -> Files:
    return (
        assembled(ALL, with_ops(here), **more),
        assembled(MORE, with_ops(there), **more),
        owned(),
    )


BEFORE = files("add relu", "mul")
AFTER = files("add", "mul relu")


def throwing(name: str) -> Callable[[Op], str]:
    """Return a template that was changed for one operator."""
    return lambda op: cpp_stub(op).replace("return", "throw" if op.name == name else "return")


def filled(project: Project) -> None:
    project.build(*BEFORE)
    project.edit(ALL, STUB, BODY)


def settled(project: Project, path: str, choice: Choice = Choice.OURS) -> bool:
    return resolve(project.root, path, choice, diagnostics=Diagnostics())  # type: ignore[arg-type]


def test_edits_go_along(project: Project) -> None:
    filled(project)
    built = project.build(*AFTER)
    assert (built.codes, built.notes) == ([], [])
    assert project.read(ALL) == AFTER[0].text
    assert project.read(MORE) == AFTER[1].text.replace(RELU, MINE)
    assert built.kinds[MORE] is ActionKind.MERGE
    assert project.attic() == {}
    assert project.build(*AFTER).plan.is_clean


def test_unedited_region_is_only_generated_elsewhere(project: Project) -> None:
    project.build(*BEFORE)
    assert project.build(*AFTER).codes == []
    assert project.read(MORE) == AFTER[1].text
    assert project.attic() == {}


def test_there_and_back(project: Project) -> None:
    filled(project)
    before = project.tree()
    project.build(*AFTER)
    assert project.build(*BEFORE).codes == []
    assert project.tree() == before


def test_comment_above_goes_along_and_function_below_stays(project: Project) -> None:
    filled(project)
    project.edit(ALL, "// relu: one", "// about relu, by me\n// relu: one")
    project.edit(ALL, BODY + "}\n", BODY + "}\n\nstatic int own() { return 1; }\n")
    assert project.build(*AFTER).codes == []
    assert "static int own() { return 1; }\n" in project.read(ALL)
    assert f"// about relu, by me\n{MINE}" in project.read(MORE)
    assert project.build(*AFTER).plan.is_clean


def test_new_signature_meets_the_edits_in_the_new_place(project: Project) -> None:
    filled(project)
    later = (
        assembled(ALL, with_ops("add")),
        assembled(MORE, with_ops({"mul": (), "relu": ("alpha",)})),
    )
    assert project.build(*later).codes == []
    assert project.read(MORE) == later[1].text.replace(STUB, BODY)
    assert project.build(*later).plan.is_clean


def test_renamed_operator_moves_too(project: Project) -> None:
    filled(project)
    rectify = Op("rectify", was="relu")
    later = assembled(ALL, with_ops("add")), assembled(MORE, [Op("mul"), rectify])
    assert project.build(*later).codes == []
    assert project.read(MORE) == later[1].text.replace(STUB.replace("relu", "rectify"), BODY)
    assert project.build(*later).plan.is_clean


def test_change_of_the_same_lines_is_a_conflict_in_the_new_place(project: Project) -> None:
    filled(project)
    later = files("add", "mul relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    built = project.build(*later)
    assert built.codes == ["OPG0501"]
    (found,) = [each for each in built.diagnostics if each.is_error]
    assert found.path == f"generated/{MORE}"
    assert project.read(ALL) == later[0].text
    assert BODY in project.read(MORE)
    assert settled(project, MORE)
    assert project.read(MORE) == later[1].text.replace(STUB.replace("return", "throw"), BODY)
    assert project.build(*later).plan.is_clean


def test_line_ends_are_those_of_the_new_place(project: Project) -> None:
    filled(project)
    project.save(MORE, project.load(MORE).replace(b"\n", b"\r\n"))
    project.build(*AFTER)
    expected = AFTER[1].text.replace(RELU, MINE).replace("\n", "\r\n")
    assert project.read(MORE) == expected
    assert project.build(*AFTER).plan.is_clean


def test_two_regions_change_places(project: Project) -> None:
    filled(project)
    stub = STUB.replace("relu", "mul")
    project.edit(MORE, stub, "  return mine();\n")
    later = files("add mul", "relu")
    assert project.build(*later).codes == []
    assert project.read(ALL) == later[0].text.replace(stub, "  return mine();\n")
    assert project.read(MORE) == later[1].text.replace(STUB, BODY)
    assert project.build(*later).plan.is_clean


def test_region_moves_to_a_new_file(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu")))
    project.edit(ALL, STUB, BODY)
    later = assembled(ALL, with_ops("add")), one("relu")
    built = project.build(*later)
    assert built.codes == []
    assert project.read(one("relu").path) == one("relu").text.replace(STUB, BODY)
    assert project.build(*later).plan.is_clean


def test_deleted_region_stays_deleted(project: Project) -> None:
    project.build(*BEFORE)
    project.edit(ALL, RELU, "")
    assert project.build(*AFTER).codes == []
    assert "relu" not in project.read(MORE)
    assert project.build(*AFTER).plan.is_clean


def test_deleted_region_that_changes_is_asked_about(project: Project) -> None:
    project.build(*BEFORE)
    project.edit(ALL, RELU, "")
    later = files("add", "mul relu", stub=lambda op: cpp_stub(op).replace("return", "throw"))
    assert project.build(*later).codes == ["OPG0507"]
    assert "relu" not in project.read(MORE)
    assert settled(project, MORE)
    assert project.build(*later).plan.is_clean


def test_region_that_is_declared_twice_is_asked_about(project: Project) -> None:
    filled(project)
    project.edit(ALL, MINE, f"{MINE}\n{RELU}")
    built = project.build(*AFTER)
    assert built.codes == ["OPG0513"]
    assert project.read(ALL).count("Status relu(") == 2
    assert project.read(MORE) == AFTER[1].text
    assert project.build(*AFTER).codes == ["OPG0513"]
    assert settled(project, MORE)
    assert project.build(*AFTER).plan.is_clean


# Whole files


@pytest.fixture
def alone(project: Project) -> Project:
    project.build(one("relu"), owned())
    project.edit(one("relu").path, STUB, BODY)
    project.edit(one("relu").path, "namespace zoo {\n", "namespace zoo {\n\nstatic int own = 1;\n")
    return project


def test_layout_that_changes_takes_the_whole_file_along(alone: Project) -> None:
    before = alone.read(one("relu").path)
    later = assembled("flat/relu.cc", with_ops("relu"))
    built = alone.build(later, owned())
    assert (built.codes, built.notes) == ([], [])
    assert built.kinds["flat/relu.cc"] is ActionKind.RENAME
    assert alone.read("flat/relu.cc") == before
    assert not alone.has(one("relu").path)
    assert alone.build(later, owned()).plan.is_clean


def test_layout_that_puts_files_together_takes_regions_along(alone: Project) -> None:
    alone.build(one("relu"), assembled(ALL, with_ops("add")))
    later = assembled(ALL, with_ops("add relu"))
    built = alone.build(later)
    assert built.codes == ["OPG0504"]
    assert alone.read(ALL) == later.text.replace(RELU, MINE)
    assert not alone.has(one("relu").path)
    (kept,) = alone.attic().values()
    assert "static int own = 1;\n" in kept
    assert BODY not in kept
    assert settled(alone, one("relu").path)
    assert alone.build(later).plan.is_clean


def test_nothing_outside_the_regions_leaves_nothing_behind(project: Project) -> None:
    project.build(one("relu"), assembled(ALL, with_ops("add")))
    project.edit(one("relu").path, STUB, BODY)
    later = assembled(ALL, with_ops("add relu"))
    assert project.build(later).codes == []
    assert project.read(ALL) == later.text.replace(RELU, MINE)
    assert project.attic() == {}
    assert not [path for path in project.tree() if path.startswith(".opgen/base/.attic")]


def test_file_that_is_taken_apart(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu")))
    project.edit(ALL, STUB, BODY)
    stub = STUB.replace("relu", "add")
    project.edit(ALL, stub, "  return mine();\n")
    later = one("add"), one("relu")
    assert project.build(*later).codes == []
    assert project.read(later[0].path) == later[0].text.replace(stub, "  return mine();\n")
    assert project.read(later[1].path) == later[1].text.replace(STUB, BODY)
    assert not project.has(ALL)
    assert project.build(*later).plan.is_clean


def test_rest_of_a_file_comes_back_with_it(alone: Project) -> None:
    before = alone.read(one("relu").path)
    together = assembled(ALL, with_ops("add relu"))
    alone.build(one("relu"), assembled(ALL, with_ops("add")))
    alone.build(together)
    built = alone.build(one("relu"), assembled(ALL, with_ops("add")))
    assert built.codes == []
    assert alone.read(one("relu").path) == before
    assert alone.read(ALL) == assembled(ALL, with_ops("add")).text


def test_whole_file_brings_back_what_else_waits_for_it_in_the_same_build(alone: Project) -> None:
    path = one("relu").path
    alone.build(one("relu"), assembled(ALL, with_ops("add")))
    alone.build(assembled(ALL, with_ops("add relu")))
    alone.edit(ALL, STUB.replace("relu", "add"), "  return mine();\n")
    alone.build(assembled(ALL, with_ops("relu")))
    assert len(alone.attic()) == 2
    built = alone.build(one("relu"))
    assert built.codes == ["OPG0504"]
    assert "static int own = 1;\n" in alone.read(path)
    assert BODY in alone.read(path)
    before = alone.tree()
    assert alone.build(one("relu")).codes == ["OPG0504"]
    assert alone.tree() == before


def test_another_suffix_of_the_same_language_makes_no_difference(project: Project) -> None:
    project.build(one("relu"))
    project.edit(one("relu").path, STUB, BODY)
    later = one("relu", ".cpp")
    assert project.build(later).codes == []
    assert BODY in project.read(later.path)


def test_text_does_not_go_to_another_device(project: Project) -> None:
    project.build(one("relu"))
    project.edit(one("relu").path, STUB, BODY)
    later = one("relu", ".cu")
    assert project.build(later).codes == ["OPG0504"]
    assert project.read(later.path) == later.text
    other = one("relu", ".cc")
    assert project.build(later, other).codes == []
    assert BODY in project.read(other.path)


def test_files_of_one_key_are_told_apart_by_their_suffix(project: Project) -> None:
    project.build(one("relu"), one("relu", ".cu"))
    project.edit(one("relu").path, STUB, BODY)
    project.edit(one("relu", ".cu").path, STUB, "  return on_device();\n")
    later = [assembled(f"flat/relu{suffix}", with_ops("relu")) for suffix in (".cc", ".cu")]
    assert project.build(*later).codes == []
    assert BODY in project.read("flat/relu.cc")
    assert "  return on_device();\n" in project.read("flat/relu.cu")


def test_files_that_can_not_be_told_apart_are_not_guessed_at(project: Project) -> None:
    project.build(assembled("a.cc", with_ops("relu")), assembled("b.cc", with_ops("relu")))
    project.edit("a.cc", STUB, BODY)
    later = assembled("c.cc", with_ops("relu")), assembled("d.cc", with_ops("relu"))
    assert project.build(*later).codes == ["OPG0504"]
    assert any(BODY in text for text in project.attic().values())


# What keeps a text from moving


def test_open_conflict_in_the_new_place_holds_both_back(project: Project) -> None:
    filled(project)
    project.edit(MORE, STUB.replace("relu", "mul"), "  return mine();\n")
    changed = files("add relu", "mul", stub=throwing("mul"))
    later = files("add", "mul relu", stub=throwing("mul"))
    assert project.build(*changed).codes == ["OPG0501"]
    before = project.tree()
    built = project.build(*later)
    assert sorted(built.codes) == ["OPG0503", "OPG0522"]
    (held,) = [each for each in built.diagnostics if each.code == "OPG0522"]
    assert (held.path, held.span) == (f"generated/{ALL}", None)
    assert f"goes between it and `generated/{MORE}`" in held.message
    assert project.tree() == before
    assert settled(project, MORE)
    assert project.build(*later).codes == []
    assert MINE in project.read(MORE)
    assert project.read(ALL) == later[0].text


def test_open_conflict_in_the_old_place_holds_both_back(project: Project) -> None:
    filled(project)
    project.edit(ALL, STUB.replace("relu", "add"), "  return mine();\n")
    changed = files("add relu", "mul", stub=throwing("add"))
    later = files("add", "mul relu", stub=throwing("add"))
    assert project.build(*changed).codes == ["OPG0501"]
    before = project.tree()
    assert sorted(project.build(*later).codes) == ["OPG0503", "OPG0522"]
    assert project.tree() == before
    assert settled(project, ALL)
    project.build(*later)
    assert MINE in project.read(MORE)


def test_file_that_nobody_knows_in_the_new_place_keeps_it_in_the_attic(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu")))
    project.edit(ALL, STUB, BODY)
    project.write(MORE, "int somebody = 1;\n")
    later = assembled(ALL, with_ops("add")), assembled(MORE, with_ops("relu"))
    assert sorted(project.build(*later).codes) == ["OPG0504", "OPG0505"]
    assert sorted(project.build(*later).codes) == ["OPG0504", "OPG0505"]
    assert list(project.attic().values()) == [MINE]
    assert settled(project, MORE, Choice.THEIRS)
    assert project.build(*later).codes == []
    assert project.read(MORE) == later[1].text.replace(RELU, MINE)
    assert project.build(*later).plan.is_clean


def test_read_only_file_holds_it_back(project: Project) -> None:
    filled(project)
    project.chmod(MORE, 0o444)
    assert sorted(project.build(*AFTER).codes) == ["OPG0510", "OPG0522"]
    assert MINE in project.read(ALL)
    project.chmod(MORE, 0o644)
    assert project.build(*AFTER).codes == []
    assert MINE in project.read(MORE)


def test_deleted_file_takes_nothing(project: Project) -> None:
    filled(project)
    project.place(MORE).unlink()
    built = project.build(*AFTER)
    assert "OPG0504" in built.codes
    assert list(project.attic().values()).count(MINE) == 1
    assert not project.has(MORE)


def test_function_of_that_name_in_the_new_place_keeps_it_in_the_attic(project: Project) -> None:
    filled(project)
    project.edit(
        MORE, "namespace zoo {\n", "namespace zoo {\n\n" + RELU.replace(STUB, "  own();\n")
    )
    built = project.build(*AFTER)
    assert sorted(built.codes) == ["OPG0501", "OPG0504"]
    assert list(project.attic().values()) == [MINE]
    assert settled_markers(project)
    assert project.build(*AFTER).codes == ["OPG0501"]
    assert BODY in project.read(MORE)


def settled_markers(project: Project) -> bool:
    """Take the markers out by hand: the own function stays."""
    lines = project.read(MORE).splitlines(keepends=True)
    kept, inside = [], False
    for line in lines:
        if line.startswith("<<<<<<<"):
            continue
        if line.startswith("|||||||"):
            inside = True
        elif line.startswith(">>>>>>>"):
            inside = False
        elif not inside:
            kept.append(line)
    project.write(MORE, "".join(kept))
    return len(kept) < len(lines)


def test_what_a_build_does_not_cover_keeps_its_regions(project: Project) -> None:
    project.build(assembled(ALL, with_ops("add relu"), origin="specs/a.td"))
    project.edit(ALL, STUB, BODY)
    before = project.read(ALL)
    partial = Project(project.root, covers=lambda origin: origin == "specs/b.td")
    other = assembled(MORE, with_ops("relu"), origin="specs/b.td")
    assert partial.build(other).codes == []
    assert project.read(ALL) == before
    assert project.read(MORE) == other.text


# All or nothing


WAYS = {
    "from one file to another": (BEFORE, AFTER),
    "into a file of its own": (BEFORE, (*files("add", "mul"), one("relu"))),
    "apart": ((assembled(ALL, with_ops("add relu")),), (one("add"), one("relu"))),
    "together": ((one("add"), one("relu")), (assembled(ALL, with_ops("add relu")),)),
    "whole": ((one("relu"),), (assembled("flat/relu.cc", with_ops("relu")),)),
}


@pytest.mark.parametrize("after", [False, True], ids=["before-call", "after-call"])
@pytest.mark.parametrize(("before", "later"), WAYS.values(), ids=WAYS)
def test_crash_at_every_call_leaves_the_text_in_one_place(
    tmp_path: Path, *, before: Files, later: Files, after: bool
) -> None:
    outcomes = set()
    for calls in range(1, 100):
        project = Project(tmp_path / f"crash{calls}")
        project.build(*before)
        path = next(file.path for file in before if STUB in file.text)
        project.edit(path, STUB, BODY)
        if not crashed(project, later, calls, after=after):
            break
        recover(project.root)
        outputs = project.tree(store=False)
        assert sum(data.decode().count(BODY) for data in outputs.values()) == 1
        outcomes.add(path in outputs and BODY in project.read(path))
        assert project.build(*later).codes == []
        for file in later:
            assert project.read(file.path) == file.text.replace(STUB, BODY)
    assert calls > 12
    assert outcomes == {True, False}


def crashed(project: Project, later: Files, calls: int, *, after: bool) -> bool:
    planned, diagnostics = project.plan(*later)
    fs = FailingFs(project.root, calls, after=after)
    try:
        publish(planned, diagnostics=diagnostics, fs=fs)
    except PowerFailure:
        return True
    return False


@pytest.mark.parametrize("path", [ALL, MORE])
def test_save_at_any_call_leaves_both_files_alone(tmp_path: Path, path: str) -> None:
    outcomes = set()
    for calls in range(1, 100):
        project = Project(tmp_path / f"save{calls}")
        filled(project)
        planned, diagnostics = project.plan(*AFTER)
        saved = project.read(path).replace("// Kernels", "// saved\n// Kernels")
        fs = SavingAt(project, calls, lambda p=project, s=saved: p.write(path, s))  # type: ignore[misc]
        report = publish(planned, diagnostics=diagnostics, fs=fs)
        if fs.left > 0:
            break
        outcomes.add(len(report.failed))
        together = project.read(ALL) + project.read(MORE) + "".join(project.attic().values())
        assert BODY in together
        assert len(report.failed) in {0, 2}
        if len(report.failed) == 2:
            assert project.read(path) == saved
            assert project.read(ALL).count(BODY) == 1
            assert project.read(MORE).count(BODY) == 0
    assert outcomes == {0, 2}


class SavingAt(FailingFs):
    """A file system on which somebody saves at the n-th call."""

    __slots__ = ("save",)

    def __init__(self, project: Project, calls: int, save: Callable[[], None]) -> None:
        super().__init__(project.root, calls, after=False)
        self.save = save

    def _counted(self, name: str, *arguments: object, **more: object) -> object:
        # Once it discards what it no longer needs, it has come to its end.
        self.left -= name != "discard"
        if self.left == 0:
            self.save()
        call: Callable[..., object] = getattr(super(FailingFs, self), name)
        return call(*arguments, **more)


# With other things that happen at once


class Wide:
    """A formatter that puts the parameters of each declaration on a line of their own."""

    id = "wide"

    def of(self, path: str) -> Formatter:
        del path
        return self  # type: ignore[return-value]

    def format(self, path: str, data: bytes) -> bytes:
        del path
        return data.replace(b"(View<const T> x", b"(\n    View<const T> x")


def test_new_formatter_is_no_edit(project: Project) -> None:
    filled(project)
    project.formats = Wide()  # type: ignore[assignment]
    later = formatted(AFTER, project.formats, diagnostics=Diagnostics(), display="")
    assert project.build(*later).codes == []
    assert BODY in project.read(MORE)
    assert "mul(\n    View<const T> x" in project.read(MORE)
    assert project.build(*later).plan.is_clean
