"""What a build with nothing to do costs, against Python doing nothing.

Usage: python benchmarks/noop.py [PROJECT] [--pairs N]

Runs ``python -c pass`` and a no-op ``opgen build`` in turn, so that both see the same machine,
and prints the CPU time (user and system) and the wall time of each, the smallest and the median
of all pairs. The budget is bare Python plus 15 ms of CPU.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

BARE = [sys.executable, "-c", "pass"]
NOOP = [sys.executable, "-c", "from opgen._entry import main; main()", "build"]
BUDGET = 15.0


class Cost(NamedTuple):
    """What one process took, in milliseconds."""

    cpu: float
    wall: float


def run(command: list[str], folder: Path) -> Cost:
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if status:
        sys.exit(f"{' '.join(command)} failed in {folder}")
    return Cost(1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall)


def report(name: str, costs: list[Cost]) -> None:
    cpu, wall = [cost.cpu for cost in costs], [cost.wall for cost in costs]
    print(
        f"{name:<12} CPU min {min(cpu):6.1f} ms  median {statistics.median(cpu):6.1f} ms"
        f"   wall min {min(wall):6.1f} ms  median {statistics.median(wall):6.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", nargs="?", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--pairs", type=int, default=20)
    options = parser.parse_args()
    for _ in range(2):
        run(NOOP, options.project)
    pairs = [(run(BARE, options.project), run(NOOP, options.project)) for _ in range(options.pairs)]
    bare, noop = ([pair[side] for pair in pairs] for side in (0, 1))
    report("bare Python", bare)
    report("no-op build", noop)
    extra = min(cost.cpu for cost in noop) - min(cost.cpu for cost in bare)
    ratio = statistics.median(second.cpu / first.cpu for first, second in pairs)
    print(f"ratio {ratio:.2f} (median of pairs), {extra:+.1f} ms CPU; the budget is +{BUDGET} ms")


if __name__ == "__main__":
    main()
