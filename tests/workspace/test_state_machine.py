"""A bounded number of random histories; ``machine`` says what must hold after each build."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.workspace.machine import Machine

STEPS = 50


@pytest.mark.parametrize("seed", range(10))
def test_no_history_loses_moves_or_doubles_a_line(tmp_path: Path, seed: int) -> None:
    machine = Machine(random.Random(seed), tmp_path / "generated")
    for _ in range(STEPS):
        machine.step()
    machine.build()
    assert machine.tokens
    assert machine.counts.clean
