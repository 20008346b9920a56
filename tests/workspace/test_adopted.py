"""A file that only opgen writes and that somebody made their own is no frozen one."""

from __future__ import annotations

from opgen.diagnostics import Diagnostics
from opgen.workspace import ActionKind, State, adopt, restore, status
from tests.workspace.support import Project, owned

MINE = "int count = mine;\n"
NOW = owned()
LATER = owned(text="int count = 2;\n")
PATH = NOW.path


def adopted(project: Project) -> None:
    project.build(NOW)
    project.write(PATH, MINE)
    assert adopt(project.root, PATH, [NOW], diagnostics=Diagnostics())


def states(project: Project, *files: object) -> list[State]:
    report = status(files, root=project.root, diagnostics=Diagnostics())  # type: ignore[arg-type]
    return [row.state for row in report.rows]


def test_it_is_accepted_beside_the_rendering_of_then(project: Project) -> None:
    adopted(project)
    assert project.build(NOW).plan.is_clean
    assert project.check(NOW) == []
    assert states(project, NOW) == [State.ADOPTED]
    project.write(PATH, MINE + "int more;\n")
    assert project.check(NOW) == []


def test_a_new_rendering_asks_again_each_time(project: Project) -> None:
    adopted(project)
    for _ in range(2):
        built = project.build(LATER)
        assert built.one().kind is ActionKind.REFUSE
        (found,) = built.diagnostics
        assert (found.code, str(found.span)) == ("OPG0502", f"generated/{PATH}:1:1")
    assert project.check(LATER) == ["OPG0502"]
    assert project.read(PATH) == MINE
    assert states(project, LATER) == [State.DRIFTED]


def test_it_may_be_adopted_again(project: Project) -> None:
    adopted(project)
    project.build(LATER)
    assert adopt(project.root, PATH, [LATER], diagnostics=Diagnostics())
    assert project.build(LATER).plan.is_clean
    assert states(project, LATER) == [State.ADOPTED]
    assert project.build(NOW).codes == ["OPG0502"]


def test_it_may_be_given_up(project: Project) -> None:
    adopted(project)
    project.build(LATER)
    assert restore(project.root, PATH, [LATER], diagnostics=Diagnostics())
    assert project.read(PATH) == LATER.text
    assert project.build(NOW).codes == []
    assert project.read(PATH) == NOW.text


def test_what_was_refused_before_is_adopted_beside_the_rendering_of_now(project: Project) -> None:
    project.build(NOW)
    project.write(PATH, MINE)
    assert project.build(LATER).codes == ["OPG0502"]
    assert adopt(project.root, PATH, [LATER], diagnostics=Diagnostics())
    assert project.build(LATER).plan.is_clean
