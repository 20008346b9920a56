"""Two branches that both regenerate, merged by git."""

from __future__ import annotations

import shutil
import subprocess

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
