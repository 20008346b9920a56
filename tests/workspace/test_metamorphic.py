"""What must hold whatever the texts are."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from opgen.outputs import RenderedFile
from opgen.workspace import ActionKind
from tests.workspace.support import Op, Project, assembled, one, owned

SEEDS = range(25)
ALL = "kernels/zoo/all.cc"
NAMES = ["abs", "add", "cos", "div", "exp", "log", "max", "min", "mul", "neg"]
NOISE = ("  mine();\n", "\t tabs\n", "// caf\udce9\n", "/* \x0c */\n", "\n", "\r\n", "int own();\n")


def files(rng: random.Random) -> list[RenderedFile]:
    names = rng.sample(NAMES, rng.randrange(1, 6))
    ops = [Op(name, ("alpha",) * rng.randrange(2)) for name in names]
    return [assembled(ALL, ops), *(one(op) for op in ops), owned(text=f"int count = {len(ops)};\n")]


def scribble(rng: random.Random, project: Project) -> None:
    """Put lines anywhere into editable files, brackets and all else left whole."""
    for path in project.tree(store=False):
        if path.endswith(".cc") and rng.random() < 0.7:
            lines = project.read(path).splitlines(keepends=True)
            for _ in range(rng.randrange(1, 4)):
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(NOISE))
            project.write(path, "".join(lines))


@pytest.mark.parametrize("seed", SEEDS)
def test_build_without_change_writes_nothing(project: Project, seed: int) -> None:
    rng = random.Random(seed)
    rendered = files(rng)
    project.build(*rendered)
    scribble(rng, project)
    before = project.tree(), project.stamps()
    built = project.build(*rendered)
    assert built.codes == []
    assert (project.tree(), project.stamps()) == before
    assert built.plan.is_clean


@pytest.mark.parametrize("seed", SEEDS)
def test_second_build_changes_nothing(project: Project, seed: int) -> None:
    rng = random.Random(seed)
    project.build(*files(rng))
    scribble(rng, project)
    later = files(rng)
    first = project.build(*later)
    before = project.tree(), project.stamps()
    second = project.build(*later)
    assert (project.tree(), project.stamps()) == before
    assert first.exit_code == second.exit_code


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_files_does_not_matter(project: Project, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    first, later = files(rng), files(rng)
    project.build(*first)
    scribble(rng, project)
    other = Project(tmp_path / "other")
    shutil.copytree(project.root, other.root)
    one_way = project.build(*later)
    other_way = other.build(*reversed(later))
    assert project.tree() == other.tree()
    assert one_way.codes == other_way.codes


@pytest.mark.parametrize("seed", SEEDS)
def test_unedited_tree_is_the_rendering(project: Project, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    project.build(*files(rng))
    later = files(rng)
    assert project.build(*later).codes == []
    fresh = Project(tmp_path / "fresh")
    fresh.build(*later)
    assert project.tree() == fresh.tree()


@pytest.mark.parametrize("seed", SEEDS)
def test_user_who_wrote_the_rendering_first(project: Project, seed: int) -> None:
    rng = random.Random(seed)
    project.build(*files(rng))
    later = files(rng)
    for file in later:
        project.write(file.path, file.text)
    before = project.tree(store=False)
    built = project.build(*later)
    assert built.codes == []
    kinds = {built.kinds[file.path] for file in later}
    assert kinds <= {ActionKind.ADOPT, ActionKind.UNCHANGED}
    assert {file.path: project.read(file.path).encode() for file in later}.items() <= before.items()
