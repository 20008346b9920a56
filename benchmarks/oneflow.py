"""What OneFlow's registration costs: 661 operators to two files, against ``llvm-tblgen``.

Usage: python benchmarks/oneflow.py CHECKOUT [--rounds N]

CHECKOUT is OneFlow's repository at version 0.9.0. In each round every way runs once, so that all
see the same machine; the smallest CPU time (user and system) of whole processes is shown: an opgen
build into an empty folder, one after an edit of one operator, one with nothing to do, and
``llvm-tblgen`` that dumps the same records as JSON. OneFlow's own generator, which needs LLVM 15 to
be built, takes about 0.3 times what that takes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GROUP = re.compile(r"#ifdef (GET_ONEFLOW_(?!BASE_)\w+_OP_DEFINITIONS)")
ONLY = "REMOVE_ONEFLOW_MLIR_ONLY_OP_DEFINITIONS"
OPGEN = [sys.executable, "-c", "from opgen._entry import main; main()", "build", "OneFlowOps.td"]
WAYS = ("llvm-tblgen", "cold", "edited", "no-op")
STAND_INS = Path(__file__).parents[1] / "opgen" / "include"


def cpu_of(command: list[str], folder: Path) -> float:
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def measure(include: Path, rounds: int) -> dict[str, list[float]]:
    specs = include / "OneFlow"
    users = specs / "OneFlowUserOps.td"
    original = users.read_text()
    defines = [f"-D{name}" for name in (*sorted(set(GROUP.findall(original))), ONLY)]
    build = [*OPGEN, *defines, "-I", "..", "--target", "oneflow.schema", "-o", "../../out"]
    peer = ["llvm-tblgen-22", "--dump-json", "--no-warn-on-unused-template-args", *defines]
    peer += ["-I..", f"-I{STAND_INS}", "OneFlowOps.td"]
    costs: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(rounds):
        shutil.rmtree(include.parent / "out", ignore_errors=True)
        if shutil.which(peer[0]):
            costs["llvm-tblgen"].append(cpu_of(peer, specs))
        costs["cold"].append(cpu_of(build, specs))
        for step in range(2):  # the first edit after a cold build fills the cache
            edit = original.replace('<F32Attr, "0.9">', f'<F32Attr, "0.9{number}{step}">', 1)
            users.write_text(edit)
            cost = cpu_of(build, specs)
        costs["edited"].append(cost)
        cpu_of(build, specs)
        costs["no-op"].append(cpu_of(build, specs))
        users.write_text(original)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        include = Path(folder, "include")
        shutil.copytree(options.checkout / "oneflow" / "ir" / "include", include)
        costs = measure(include, options.rounds)
    bare = min(cpu_of([sys.executable, "-c", "pass"], Path()) for _ in range(options.rounds))
    print(f"{'bare Python':<12}{bare:>8.0f} ms")
    peer = min(costs["llvm-tblgen"], default=0.0)
    for way, found in costs.items():
        if found:
            ratio = f"  {min(found) / peer:.2f} x llvm-tblgen" if peer else ""
            print(f"{way:<12}{min(found):>8.0f} ms{ratio}")


if __name__ == "__main__":
    main()
