"""What building one edited operator costs, by ``opgen watch`` and by an ``opgen build`` each time.

Usage: python benchmarks/watch.py [PROJECT | --specs N] [--rounds N]

Copies the specs of PROJECT, or makes N specs of one operator with a formula each, builds them, and
starts a watch. In each round the text of one operator
is edited twice: once with ``opgen build`` run as a process of its own, the watch stopped, and once
with the watch going on. Prints CPU time (user and system) and wall time from the edit to the last
line, the smallest and the median of each. The wall time of the watch holds the pause between two
looks at the files, 0.1 s, and the one after an edit, 0.02 s; its CPU time those looks.
"""

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

OPGEN = [sys.executable, "-c", "from opgen._entry import main; main()"]
SPEC = "specs/zoo/activation.td"
MARK = 'let summary = "'
MADE = """\
include "opgen/OpBase.td"

def Many : Library<"many">;

let library = Many in {{
def Op{number}Op : Op<"op_{number}", [Pure, Elementwise]> {{
  let summary = "Operator number {number}.";
  let input = (ins Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$z);
  let attrs = (ins DefaultValuedAttr<F64Attr, "{number}.5">:$alpha);
  let shape = SameAs<"x">;
  let expr = "z = {number} * x * y + alpha * exp(x)";
}}
}}
"""
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """What one build took, in milliseconds."""

    cpu: float
    wall: float


class Watch:
    """A running ``opgen watch``; its lines are read one by one."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*OPGEN, "watch"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        self.next_line()

    def next_line(self) -> str:
        """Wait for the next line and return it."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def cpu(self) -> float:
        """Return the CPU time so far, in milliseconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / TICKS


def edit(folder: Path, number: int) -> None:
    """Change the text of the first operator in the spec, in one step."""
    path = folder / SPEC
    before, mark, after = path.read_text().partition(MARK)
    words = after.partition(" (")[2].partition(") ")[2] if after.startswith("Edit") else after
    beside = path.with_suffix(".new")
    beside.write_text(f"{before}{mark}Edit ({number}) {words}")
    beside.replace(path)


def built(folder: Path, number: int) -> Cost:
    """Edit, and build by a process."""
    edit(folder, number)
    started = time.perf_counter()
    process = subprocess.Popen([*OPGEN, "build"], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if status:
        sys.exit("opgen build failed")
    return Cost(1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall)


def watched(watch: Watch, folder: Path, number: int) -> Cost:
    """Edit, and wait for the watch to have built."""
    before, started = watch.cpu(), time.perf_counter()
    edit(folder, number)
    line = watch.next_line()
    wall = time.perf_counter() - started
    if "update" not in line:
        sys.exit(f"the watch said: {line}")
    time.sleep(0.05)
    return Cost(watch.cpu() - before, 1000 * wall)


def make(folder: Path, count: int) -> None:
    """Write specs of one operator each; its gradients are derived."""
    (folder / "pyproject.toml").write_text('[tool.opgen]\nspecs = ["specs"]\n')
    first = folder / SPEC
    first.parent.mkdir(parents=True)
    for number in range(count):
        path = folder / "specs" / f"op_{number}.td" if number else first
        path.write_text(MADE.format(number=number))


def report(name: str, costs: list[Cost]) -> None:
    cpu, wall = [cost.cpu for cost in costs], [cost.wall for cost in costs]
    print(
        f"{name:<12} CPU min {min(cpu):6.1f} ms  median {statistics.median(cpu):6.1f} ms"
        f"   wall min {min(wall):6.1f} ms  median {statistics.median(wall):6.1f} ms"
    )


def measure(folder: Path, rounds: int) -> None:
    watch = Watch(folder)
    try:
        for number in range(3):
            watched(watch, folder, number)
        costs = []
        for number in range(1, rounds + 1):
            watch.process.send_signal(signal.SIGSTOP)
            apart = built(folder, 10 * number)
            watch.process.send_signal(signal.SIGCONT)
            watch.next_line()
            costs.append((apart, watched(watch, folder, 10 * number + 1)))
    finally:
        watch.process.kill()
    report("opgen build", [apart for apart, _ in costs])
    report("opgen watch", [beside for _, beside in costs])
    ratio = statistics.median(apart.cpu / max(beside.cpu, 1) for apart, beside in costs)
    print(f"ratio of CPU time {ratio:.1f} (median of pairs)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", nargs="?", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--specs", type=int, default=0, help="make so many, of one operator each")
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.specs:
            make(folder, options.specs)
        else:
            shutil.copytree(options.project / "specs", folder / "specs")
            shutil.copy(options.project / "pyproject.toml", folder)
        subprocess.run([*OPGEN, "build", "-q"], cwd=folder, check=True)
        measure(folder, options.rounds)


if __name__ == "__main__":
    main()
