"""A bounded number of random histories; ``machine`` says what must hold after each build.

``python -m tests.workspace.soak`` runs as many as wished.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.outputs import RegionKey
from opgen.workspace import carrying, decide, grafting
from opgen.workspace.actions import Action
from opgen.workspace.keyed import Graft, Merged, _Weave
from opgen.workspace.manifest import Entry
from opgen.workspace.regions import Rendering, Scanner
from opgen.workspace.text import Text
from tests.workspace.machine import BrokenPromiseError, Machine

STEPS = 50


def run(seed: int, root: Path, *, on_disk: bool) -> Machine:
    machine = Machine(random.Random(seed), root, on_disk=on_disk)
    for _ in range(STEPS):
        machine.step()
    machine.build()
    return machine


@pytest.mark.parametrize("seed", range(10))
def test_no_history_loses_moves_or_doubles_a_line(tmp_path: Path, seed: int) -> None:
    machine = run(seed, tmp_path / "generated", on_disk=True)
    assert machine.tokens
    assert machine.counts.judged


def test_no_history_in_memory_does(tmp_path: Path) -> None:
    runs = [run(seed, tmp_path / "generated", on_disk=False) for seed in range(100, 130)]
    assert sum(machine.counts.clean for machine in runs) > 150
    assert sum(machine.counts.crashes for machine in runs) > 5


def test_memory_and_disk_agree(tmp_path: Path) -> None:
    """Crashes are tried in memory alone, so that a history without them is the same on both."""
    for seed in range(3):
        disk, memory = (
            Machine(random.Random(seed), tmp_path / f"{seed}-{on_disk}", on_disk=on_disk)
            for on_disk in (True, False)
        )
        for machine in (disk, memory):
            machine.crash = lambda: None  # type: ignore[method-assign]
            for _ in range(STEPS):
                machine.step()
        assert disk.project.tree() == memory.project.tree()


def broken(tmp_path: Path, kinds: set[str]) -> bool:
    """Whether a history is found that breaks a promise in one of these ways."""
    for seed in range(200):
        try:
            run(seed, tmp_path / "generated", on_disk=False)
        except BrokenPromiseError as fault:
            if fault.kind in kinds:
                return True
    return False


def test_the_machine_can_tell_a_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The package's name for it is the function.
    planning = sys.modules["opgen.workspace.plan"]
    real: Callable[..., Action] = planning.decide_removed

    def careless(entry: Entry, user: bytes | None, *more: object) -> Action:
        return replace(real(entry, user, *more), extras=())

    monkeypatch.setattr(planning, "decide_removed", careless)
    assert broken(tmp_path, {"lost"})


def test_the_machine_can_tell_a_text_that_does_not_arrive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "transplanted", lambda known, action, graft: action)
    assert broken(tmp_path, {"lost"})


def test_the_machine_can_tell_a_text_that_arrives_in_another_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = grafting.grafted

    def astray(present: Text, new: Rendering, graft: Graft, *, scan: Scanner) -> Merged | None:
        others = [each.key for each in new.regions if each.key != graft.key]
        return real(present, new, replace(graft, key=(others or [graft.key])[0]), scan=scan)

    monkeypatch.setattr(grafting, "grafted", astray)
    assert broken(tmp_path, {"moved"})


def test_the_machine_can_tell_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole_files(
        base: Rendering,
        user: Text,
        new: Rendering,
        *,
        scan: Scanner,
        renamed: dict[RegionKey, RegionKey] | None = None,
    ) -> Merged:
        weave = _Weave(user, new, {})
        weave.whole(base)
        return weave.result()

    monkeypatch.setattr(decide, "merge_keyed", whole_files)
    assert broken(tmp_path, {"moved", "doubled"})
