"""An output that is as it was seen isn't read; whatever else happened to it is found."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath, RenderedFile
from opgen.workspace import Choice, Sightings, adopt, resolve
from opgen.workspace.actions import Action, ActionKind
from opgen.workspace.fs import Fs
from opgen.workspace.manifest import base_path
from opgen.workspace.sightings import SIGHTINGS
from tests.workspace.machine import BrokenPromiseError
from tests.workspace.support import Op, Project, assembled, once, one, owned
from tests.workspace.test_state_machine import run

KERNEL = one("relu")
OTHER = one("gelu")
REGISTRY = owned()
MACRO = assembled("kernels/zoo/exp/exp.cc", [Op("exp")], head="EXP;\n", needs=("EXP",))
FILES = (KERNEL, OTHER, REGISTRY, once(), MACRO)
STEP = 30_000_000
"""Nanoseconds that are more than what the clock of a file system may take for one time."""


@pytest.fixture
def seen(project: Project) -> Project:
    """Return a project in which each output was seen as it is."""
    project.build(*FILES)
    unread(project, *FILES)
    assert unread(project, *FILES) == {file.path for file in FILES}
    return project


def a_step_later(project: Project) -> None:
    """Wait until files get another time than those that were written last."""
    moment = project.clock()
    while project.clock() == moment:
        pass


def unread(project: Project, *files: RenderedFile) -> set[RelPath]:
    """Plan by sight and by reading, see that it comes to the same, and return what wasn't read."""
    a_step_later(project)
    planned, diagnostics = project.plan_by_sight(*files)
    whole, said = project.plan(*files)
    idle = {each.path for each in planned.actions if each == Action(each.path, each.kind)}
    idle = {path for path in idle if project.has(path)}
    for each, other in zip(planned.actions, whole.actions, strict=True):
        expected = replace(other, old=None, new=None) if each.path in idle else other
        assert each == expected
    told, expected_told = (
        [(item.code, item.message, item.notes) for item in found.sorted()]
        for found in (diagnostics, said)
    )
    assert told == expected_told
    return idle


def edited_with_its_old_time(project: Project) -> None:
    place = project.place(KERNEL.path)
    was = place.stat()
    data = place.read_bytes()
    place.write_bytes(data.replace(b"one", b"two", 1))
    os.utime(place, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert place.stat().st_size == was.st_size


def replaced_by_a_copy(project: Project) -> None:
    project.save("copy", project.load(KERNEL.path))
    project.move("copy", KERNEL.path)


def replaced_by_a_link(project: Project) -> None:
    project.move(KERNEL.path, "mine.cc")
    project.link(KERNEL.path, "mine.cc")


def in_a_folder_that_is_a_link_now(project: Project) -> None:
    """The file itself is as it was, and yet it lies outside the output root."""
    outside = project.root.parent / "elsewhere"
    folder = project.place(KERNEL.path).parent
    folder.rename(outside)
    folder.symlink_to(outside)


def replaced_by_a_folder(project: Project) -> None:
    project.place(KERNEL.path).unlink()
    project.place(KERNEL.path).mkdir()


def deleted(project: Project) -> None:
    project.place(KERNEL.path).unlink()


def no_longer_writable(project: Project) -> None:
    project.chmod(KERNEL.path, 0o444)


def its_base_deleted(project: Project) -> None:
    project.place(base_path(KERNEL.path)).unlink()


def its_base_damaged(project: Project) -> None:
    project.edit(base_path(KERNEL.path), "one output", "an output")


def its_manifest_changed(project: Project) -> None:
    shard = ".opgen/manifest/kernels/op.zoo.relu.json"
    project.edit(shard, "specs/zoo.td", "specs/zoos.td")


def its_manifest_deleted(project: Project) -> None:
    project.place(".opgen/manifest/kernels/op.zoo.relu.json").unlink()


def its_manifest_mixed(project: Project) -> None:
    shard = ".opgen/manifest/kernels/op.zoo.relu.json"
    text = project.read(shard)
    project.write(shard, text + text.replace("specs/zoo.td", "specs/zoos.td"))


CHANGES = (
    edited_with_its_old_time,
    replaced_by_a_copy,
    replaced_by_a_link,
    in_a_folder_that_is_a_link_now,
    replaced_by_a_folder,
    deleted,
    no_longer_writable,
    its_base_deleted,
    its_base_damaged,
    its_manifest_changed,
    its_manifest_deleted,
    its_manifest_mixed,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_changed_is_read_and_nothing_else(
    seen: Project, change: Callable[[Project], None]
) -> None:
    change(seen)
    others = {file.path for file in FILES} - {KERNEL.path}
    assert unread(seen, *FILES) == others


def test_another_rendering_is_read_for(seen: Project) -> None:
    later = (one(Op("relu", ("alpha",))), *FILES[1:])
    assert KERNEL.path not in unread(seen, *later)
    assert seen.build(*later).kinds[KERNEL.path] is ActionKind.UPDATE


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "specs/other.td"},
        {"needs": ("RELU",)},
        {"formatter": "another"},
        {"ops": ()},
        {"renamed_from": RelPath("kernels/zoo/rectify.cc")},
        {"regions": (replace(KERNEL.regions[0], anchor="Status relu("),)},
    ],
    ids=str,
)
def test_whatever_changes_of_a_rendering_it_is_read_for(
    seen: Project, change: dict[str, object]
) -> None:
    assert KERNEL.path not in unread(seen, replace(KERNEL, **change), *FILES[1:])  # type: ignore[arg-type]


def test_an_edit_is_merged_as_ever(seen: Project) -> None:
    seen.edit(KERNEL.path, 'return opgen_not_written("relu", __LINE__);', "return mine(x, y);")
    assert unread(seen, *FILES) == {file.path for file in FILES} - {KERNEL.path}
    assert KERNEL.path in unread(seen, *FILES), "it was seen with the edit"
    later = (one(Op("relu", ("alpha",))), *FILES[1:])
    planned, _ = seen.plan_by_sight(*later)
    (action,) = (each for each in planned.actions if each.path == KERNEL.path)
    assert action.kind is ActionKind.MERGE
    assert b"return mine(x, y);" in (action.new or b"")
    assert b"double alpha" in (action.new or b"")


def test_an_edited_owned_file_is_refused_each_time(seen: Project) -> None:
    seen.write(REGISTRY.path, "int count = mine;\n")
    for _ in range(3):
        planned, diagnostics = seen.plan_by_sight(*FILES)
        assert [item.code for item in diagnostics.items] == ["OPG0502"]
        assert REGISTRY.path not in unread(seen, *FILES)
    adopt(seen.root, REGISTRY.path, FILES, diagnostics=Diagnostics())
    unread(seen, *FILES)
    assert REGISTRY.path in unread(seen, *FILES)
    assert all(not action.writes for action in planned.actions)


def test_a_file_with_a_conflict_is_read_until_it_is_settled(seen: Project) -> None:
    seen.edit(KERNEL.path, "// relu: one output", "// relu: my output")
    later = (replace(one("relu"), text=one("relu").text.replace("one", "its")), *FILES[1:])
    assert seen.build(*later).kinds[KERNEL.path] is ActionKind.CONFLICT
    for _ in range(3):
        assert KERNEL.path not in unread(seen, *later)
    resolve(seen.root, KERNEL.path, Choice.OURS, diagnostics=Diagnostics())
    unread(seen, *later)
    assert KERNEL.path in unread(seen, *later)


def test_a_file_that_lacks_its_macro_is_read_whatever_lies_beside_it(seen: Project) -> None:
    seen.edit(MACRO.path, "EXP;\n", "")
    seen.write("kernels/zoo/exp/mine.cc", "EXP;\n")
    for _ in range(2):
        assert MACRO.path not in unread(seen, *FILES)
    seen.place("kernels/zoo/exp/mine.cc").unlink()
    unread(seen, *FILES)
    _, diagnostics = seen.plan_by_sight(*FILES)
    assert [item.code for item in diagnostics.items] == ["OPG0524"]


def test_a_region_that_moves_takes_its_text_along(seen: Project) -> None:
    seen.edit(KERNEL.path, 'return opgen_not_written("relu", __LINE__);', "return mine(x, y);")
    unread(seen, *FILES)
    both = assembled(OTHER.path, [Op("gelu"), Op("relu")])
    later = (both, *FILES[2:])
    unread(seen, *later)
    seen.build(*later)
    assert "return mine(x, y);" in seen.read(OTHER.path)


def test_what_was_changed_just_now_is_not_trusted(project: Project) -> None:
    """It may change again without getting another time."""
    project.build(KERNEL)
    place = project.place(KERNEL.path)
    for moment in (place.stat().st_ctime_ns, place.stat().st_mtime_ns):
        sightings = Sightings(moment, kept=project.seen)
        for _ in range(2):
            project.plan(KERNEL, sightings=sightings)
            assert not project.seen


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    place = tmp_path / "generated" / ".opgen" / "cache"
    place.mkdir(parents=True)
    return place


def kept(project: Project, cache: Path, *files: RenderedFile) -> set[str]:
    """Plan with what is kept in the cache, and return what was known before."""
    sightings = Sightings.read(project.root, cache)
    assert sightings is not None
    known = set(sightings.kept)
    project.plan(*files, sightings=sightings)
    return known


def aged(project: Project) -> None:
    """Wait until nothing is as young as the clock's step."""
    youngest = max(place.stat().st_ctime_ns for place in project.root.rglob("*"))
    while project.clock() < youngest + STEP:
        pass


def test_sightings_are_kept_from_build_to_build(tmp_path: Path, cache: Path) -> None:
    project = Project(tmp_path / "generated")
    project.build(*FILES)
    aged(project)
    assert kept(project, cache, *FILES) == set()
    assert kept(project, cache, *FILES) == {file.path for file in FILES}
    assert {place.name for place in cache.iterdir()} == {SIGHTINGS}
    assert kept(project, cache, *FILES[1:]) == {file.path for file in FILES}
    project.build(*FILES[1:])
    project.write(REGISTRY.path, "int count = mine;\n")
    kept(project, cache, *FILES[1:])
    assert kept(project, cache, *FILES[1:]) == {OTHER.path, once().path, MACRO.path}


def test_a_damaged_or_foreign_cache_counts_for_nothing(tmp_path: Path, cache: Path) -> None:
    project = Project(tmp_path / "generated")
    project.build(*FILES)
    aged(project)
    kept(project, cache, *FILES)
    place = cache / SIGHTINGS
    data = place.read_bytes()
    place.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert kept(project, cache, *FILES) == set()
    assert kept(project, cache, *FILES)
    copy = Project(tmp_path / "copy")
    shutil.copytree(project.root, copy.root)
    sightings = Sightings.read(copy.root, copy.root / ".opgen/cache")
    assert sightings is not None
    assert sightings.kept
    planned, _ = copy.plan(*FILES, sightings=sightings)
    assert all(action.new is not None for action in planned.actions)


def test_without_a_cache_all_is_read(project: Project) -> None:
    assert Sightings.read(project.root, None) is None
    project.build(KERNEL)
    cache = project.root / ".opgen" / "cache"
    cache.mkdir()
    if os.geteuid():
        cache.chmod(0o555)
        assert Sightings.read(project.root, cache) is None


def goes_unseen(seed: int, root: Path) -> bool:
    try:
        run(seed, root, on_disk=True)
    except BrokenPromiseError as fault:
        return fault.kind == "unseen"
    return False


@pytest.mark.parametrize("blind", ["stamps", "print"])
def test_the_machine_can_tell_what_goes_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blind: str
) -> None:
    if blind == "stamps":
        monkeypatch.setattr(Fs, "stamp", lambda fs, path: (0, 0, 0, 0))
    else:
        monkeypatch.setattr("opgen.workspace.sightings._print", lambda file, entry: b"")
    assert any(goes_unseen(seed, tmp_path / f"{seed}" / "generated") for seed in range(20))
