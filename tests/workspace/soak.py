"""Run random histories: ``python -m tests.workspace.soak --steps N --seed S``."""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from tests.workspace.machine import BrokenPromiseError, Machine

STEPS_OF_A_HISTORY = 80
HISTORIES_OF_A_TASK = 25
BROKEN = ("lost", "moved", "doubled", "unstable", "unseen")
SHOWN = (
    *("steps", "histories", "builds", "clean", "conflicts", "crashes", "judged", "carried"),
    *("aside", "unread", *BROKEN),
)


@dataclass(frozen=True)
class Task:
    """Some histories: the seed of the first, and how many steps they have in all."""

    seed: int
    steps: int
    on_disk: bool


def tasks(seed: int, steps: int, *, on_disk: bool) -> Iterator[Task]:
    """Cut a run into tasks; the same run gives the same histories, however many work on it."""
    size = STEPS_OF_A_HISTORY * HISTORIES_OF_A_TASK
    for done in range(0, steps, size):
        yield Task(seed + done // STEPS_OF_A_HISTORY, min(size, steps - done), on_disk)


def carried_out(task: Task) -> Counter[str]:
    # Looking for cycles takes a tenth of the time, and there are few.
    gc.disable()
    totals: Counter[str] = Counter()
    for done in range(0, task.steps, STEPS_OF_A_HISTORY):
        seed = task.seed + done // STEPS_OF_A_HISTORY
        steps = min(STEPS_OF_A_HISTORY, task.steps - done)
        history(seed, steps, totals, on_disk=task.on_disk)
        totals["histories"] += 1
    gc.collect()
    return totals


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
            sys.stdout.flush()
        totals.update(vars(machine.counts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--disk", action="store_true", help="work on real files, not in memory")
    parser.add_argument("--progress", action="store_true", help="say on stderr how far it is")
    wanted = parser.parse_args()
    totals: Counter[str] = Counter()
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for each in pool.map(carried_out, tasks(wanted.seed, wanted.steps, on_disk=wanted.disk)):
            totals.update(each)
            if wanted.progress:
                sys.stderr.write(" ".join(f"{name} {totals[name]:,}" for name in SHOWN) + "\n")
    for name in SHOWN:
        sys.stdout.write(f"{name:10} {totals[name]:>10,}\n")
    return int(any(totals[name] for name in BROKEN))


if __name__ == "__main__":
    sys.exit(main())
