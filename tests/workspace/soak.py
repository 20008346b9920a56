"""Run random histories: ``python -m tests.workspace.soak --steps N --seed S``."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from tests.workspace.machine import BrokenPromiseError, Machine

STEPS_OF_A_HISTORY = 80
BROKEN = ("lost", "moved", "doubled", "unstable")
SHOWN = ("steps", "histories", "builds", "clean", "conflicts", "crashes", "judged", *BROKEN)


def history(seed: int, steps: int, totals: Counter[str], *, on_disk: bool) -> None:
    """Run one history in a tree of its own and add what happened to ``totals``."""
    with tempfile.TemporaryDirectory() if on_disk else nullcontext("memory") as place:
        machine = Machine(random.Random(seed), Path(place) / "generated", on_disk=on_disk)
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
    parser.add_argument("--disk", action="store_true", help="work on real files, not in memory")
    wanted = parser.parse_args()
    totals: Counter[str] = Counter(histories=0)
    seed = wanted.seed
    while totals["steps"] < wanted.steps:
        steps = min(STEPS_OF_A_HISTORY, wanted.steps - totals["steps"])
        history(seed, steps, totals, on_disk=wanted.disk)
        totals["histories"] += 1
        seed += 1
    for name in SHOWN:
        sys.stdout.write(f"{name:10} {totals[name]:>10,}\n")
    return int(any(totals[name] for name in BROKEN))


if __name__ == "__main__":
    sys.exit(main())
