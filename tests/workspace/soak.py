"""Run random histories: ``python -m tests.workspace.soak --steps N --seed S``."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.workspace.machine import BrokenPromiseError, Machine

STEPS_OF_A_HISTORY = 80


def history(seed: int, steps: int, totals: Counter[str]) -> None:
    """Run one history in a directory of its own and add what happened to ``totals``."""
    with tempfile.TemporaryDirectory() as place:
        machine = Machine(random.Random(seed), Path(place) / "generated")
        try:
            for _ in range(steps):
                machine.step()
            machine.build()
        except BrokenPromiseError as broken:
            totals[broken.kind] += 1
            sys.stdout.write(f"seed {seed}: {broken}\n")
        totals.update(vars(machine.counts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    totals: Counter[str] = Counter()
    seed = wanted.seed
    while totals["steps"] < wanted.steps:
        history(seed, min(STEPS_OF_A_HISTORY, wanted.steps - totals["steps"]), totals)
        seed += 1
    for name in ("steps", "builds", "clean", "conflicts", "lost", "moved", "doubled", "unstable"):
        sys.stdout.write(f"{name:10} {totals[name]:>10,}\n")
    return int(any(totals[name] for name in ("lost", "moved", "doubled", "unstable")))


if __name__ == "__main__":
    sys.exit(main())
