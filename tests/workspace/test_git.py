"""Two branches that both regenerate, merged by git."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest

from tests.workspace.support import Op, Project, one, owned

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(project: Project, *arguments: str, check: bool = True) -> int:
    settings = [
        "-c",
        "user.name=Test",
        "-c",
        "user.email=test@example.org",
        "-c",
        "init.defaultBranch=main",
    ]
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=project.root.parent, capture_output=True, check=check
    )
    return done.returncode


def registry(names: str) -> object:
    lines = "".join(f"REGISTER({name})\n\n// next\n\n" for name in names.split())
    return owned(text=f"// Registry.\n\n{lines}")


def files(names: str) -> list[object]:
    return [registry(names), *(one(name) for name in names.split())]


def test_two_branches_that_add_operators(project: Project, tmp_path: object) -> None:
    base, ours, theirs, both = (
        "add mul sub",
        "add max mul sub",
        "add mul min sub",
        "add max mul min sub",
    )
    project.build(*files(base))  # type: ignore[arg-type]
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "base")
    git(project, "checkout", "-b", "other")
    project.build(*files(theirs))  # type: ignore[arg-type]
    project.edit("kernels/zoo/min/min.cc", '"min", __LINE__', "mine")
    git(project, "add", ".")
    git(project, "commit", "-m", "theirs")
    git(project, "checkout", "main")
    project.build(*files(ours))  # type: ignore[arg-type]
    git(project, "add", ".")
    git(project, "commit", "-m", "ours")
    assert git(project, "merge", "other", "--no-edit", check=False) == 0
    built = project.build(*files(both))  # type: ignore[arg-type]
    assert built.codes == []
    assert "mine" in project.read("kernels/zoo/min/min.cc")
    assert project.read(owned().path) == registry(both).text  # type: ignore[attr-defined]
    assert project.build(*files(both)).plan.is_clean  # type: ignore[arg-type]


def test_registry_with_gits_own_conflict_markers_is_generated_again(project: Project) -> None:
    project.build(registry("add"))  # type: ignore[arg-type]
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "base")
    git(project, "checkout", "-b", "other")
    project.build(registry("add min"))  # type: ignore[arg-type]
    git(project, "commit", "-am", "theirs")
    git(project, "checkout", "main")
    project.build(registry("add max"))  # type: ignore[arg-type]
    git(project, "commit", "-am", "ours")
    assert git(project, "merge", "other", "--no-edit", check=False) == 1
    assert "<<<<<<<" in project.read(owned().path)
    built = project.build(registry("add max min"))  # type: ignore[arg-type]
    assert built.codes == []
    assert project.read(owned().path) == registry("add max min").text  # type: ignore[attr-defined]


def test_edited_registry_is_refused_even_after_a_merge(project: Project) -> None:
    project.build(registry("add"))  # type: ignore[arg-type]
    shard = ".opgen/manifest/kernels/library.zoo.json"
    lines = project.read(shard).splitlines(keepends=True)
    twice = [*lines[:2], lines[1].replace('"sha256": "', '"sha256": "0'), *lines[2:]]
    project.write(shard, "".join(twice))
    project.write(owned().path, registry("add").text + "// mine\n")  # type: ignore[attr-defined]
    assert project.build(registry("add sub")).codes == ["OPG0502"]  # type: ignore[arg-type]


def test_signature_changed_on_one_branch_and_body_on_the_other(project: Project) -> None:
    path = "kernels/zoo/relu/relu.cc"
    project.build(one("relu"))
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "base")
    git(project, "checkout", "-b", "other")
    project.edit(path, "// relu: one", "// Mine.\n// relu: one")
    git(project, "commit", "-am", "theirs")
    git(project, "checkout", "main")
    project.build(one(Op("relu", ("alpha",))))
    git(project, "commit", "-am", "ours")
    assert git(project, "merge", "other", "--no-edit", check=False) == 0
    assert project.build(one(Op("relu", ("alpha",)))).plan.is_clean
    assert "// Mine.\n" in project.read(path)


def branch(project: Project, name: str, make: Callable[[], object]) -> None:
    """Make a commit on a branch of its own, and go back to the first one."""
    git(project, "checkout", "-q", "-b", name, "main")
    make()
    git(project, "add", ".")
    git(project, "commit", "-m", name)
    git(project, "checkout", "-q", "main")


def two_branches_change(project: Project, ours: Op, theirs: Op) -> int:
    """Let two branches regenerate one operator in different ways; say how git merged them."""
    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "base")
    git(project, "branch", "-M", "main")
    branch(project, "other", lambda: project.build(one(theirs)))
    project.build(one(ours))
    git(project, "commit", "-am", "ours")
    return git(project, "merge", "other", "--no-edit", check=False)


PATH = "kernels/zoo/relu/relu.cc"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
MINE = "  mine();\n"
LEFT, RIGHT, BOTH = (Op("relu", attrs) for attrs in (("left",), ("right",), ("left", "right")))


def test_signature_changed_on_both_branches(project: Project) -> None:
    assert two_branches_change(project, LEFT, RIGHT) == 1
    assert "<<<<<<<" in project.read(PATH)
    assert "<<<<<<<" in project.read(f".opgen/base/{PATH}")
    git(project, "checkout", "--ours", "--", f"generated/{PATH}")
    built = project.build(one(BOTH))
    assert built.codes in ([], ["OPG0501"])
    assert MINE in project.read(PATH)
    assert "double left, double right" in project.read(PATH)
    assert not project.has(f"{PATH}.opgen-new")


def test_file_with_gits_own_markers_is_not_merged_over(project: Project) -> None:
    two_branches_change(project, LEFT, RIGHT)
    before = project.read(PATH)
    built = project.build(one(BOTH))
    assert built.exit_code == 1
    assert MINE in project.read(PATH)
    kept = {line for line in before.splitlines() if "left" in line or "right" in line}
    assert kept <= set(project.read(PATH).splitlines())


def test_merge_that_is_committed_finds_what_the_branches_had_in_common(project: Project) -> None:
    two_branches_change(project, LEFT, RIGHT)
    project.write(PATH, one(BOTH).text.replace(STUB, MINE))
    git(project, "add", ".")
    git(project, "commit", "-m", "merged")
    assert project.build(one(BOTH)).codes == []
    assert project.read(PATH) == one(BOTH).text.replace(STUB, MINE)
    assert project.build(one(BOTH)).plan.is_clean
    later = Op("relu", ("left", "right", "more"))
    assert project.build(one(later)).codes == []
    assert project.read(PATH) == one(later).text.replace(STUB, MINE)


def test_base_that_was_mixed_is_not_used_without_a_repository(project: Project) -> None:
    two_branches_change(project, LEFT, RIGHT)
    shutil.rmtree(project.root.parent / ".git")
    project.write(PATH, one(LEFT).text.replace(STUB, MINE))
    built = project.build(one(BOTH))
    assert built.codes == ["OPG0505"]
    assert project.read(PATH) == one(LEFT).text.replace(STUB, MINE)


def test_ancestor_that_the_manifest_of_its_time_does_not_know_is_not_used(
    project: Project,
) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)
    project.write(f".opgen/base/{PATH}", "something else\n")
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "base")
    git(project, "branch", "-M", "main")
    branch(project, "other", lambda: project.write("note.txt", "theirs\n"))
    project.write("own.txt", "ours\n")
    git(project, "add", ".")
    git(project, "commit", "-m", "ours")
    assert git(project, "merge", "other", "--no-edit") == 0
    assert project.build(one(LEFT)).codes == ["OPG0505"]
    assert MINE in project.read(PATH)


def test_manifest_with_gits_markers_is_read(project: Project) -> None:
    project.build(one("relu"), one("add"))
    shard = ".opgen/manifest/kernels/op.zoo.relu.json"
    lines = project.read(shard).splitlines(keepends=True)
    marked = ["<<<<<<< HEAD\n", *lines, "=======\n", *lines, ">>>>>>> other\n"]
    project.write(shard, "".join(marked))
    assert project.build(one("relu"), one("add")).codes == []
