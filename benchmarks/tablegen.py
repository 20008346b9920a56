"""What evaluating TableGen costs, against ``llvm-tblgen --null-backend``, side by side.

Usage: python benchmarks/tablegen.py --headers DIR [--oneflow DIR] [--rounds N]

DIR is the include folder of LLVM's and MLIR's headers (``.ci/llvm-headers FOLDER`` unpacks them
and prints it), and a checkout of OneFlow. In each round every program runs once in each way, so
that all see the same machine; the smallest CPU time (user and system) of each is shown, of whole
processes: ``llvm-tblgen``, ``opgen`` without a cache, with one, and after an edit of the root.
The two rates are of the work alone, without the start of Python: all text to syntax trees with
their places, and to records.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from opgen.diagnostics import Diagnostics
from opgen.tablegen import load
from opgen.tablegen.trees import Trees

DIALECTS = (
    "mlir/Dialect/SPIRV/IR/SPIRVOps.td",
    "mlir/Dialect/LLVMIR/NVVMOps.td",
    "mlir/Dialect/LLVMIR/LLVMOps.td",
    "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td",
    "mlir/Dialect/X86/X86.td",
)
GROUP = re.compile(r"#ifdef (GET_ONEFLOW_(?!BASE_)\w+_OP_DEFINITIONS)")
WAYS = ("llvm-tblgen", "cold", "cached", "edited")


class Program(NamedTuple):
    """A root and how it is read."""

    name: str
    root: Path
    include_dirs: tuple[Path, ...]
    defines: tuple[str, ...] = ()


def cpu_of(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def options_of(program: Program) -> list[str]:
    return [*(f"-I{d}" for d in program.include_dirs), *(f"-D{name}" for name in program.defines)]


def evaluate(program: Program, root: str, cache: str) -> None:
    """Evaluate ``root`` in this process and print sizes and times as JSON."""
    parsing = [0.0]
    plain = Trees.parse

    def timed(*args: object, **kwargs: object) -> object:
        begun = time.process_time()
        result = plain(*args, **kwargs)  # type: ignore[arg-type]
        parsing[0] += time.process_time() - begun
        return result

    Trees.parse = timed  # type: ignore[method-assign,assignment]
    found = Diagnostics()
    begun = time.process_time()
    keeper = load(
        Path(root),
        include_dirs=program.include_dirs,
        defines=program.defines,
        diagnostics=found,
        cache=Path(cache) if cache else None,
    )
    whole = time.process_time() - begun
    if found.has_errors:
        sys.exit(f"{root}: {found.items[0].message}")
    size = sum(path.stat().st_size for path in keeper.files)
    print(json.dumps([size, len(keeper.defs), parsing[0], whole]))


def opgen(program: Program, root: Path, cache: str) -> list[str]:
    spelled = json.dumps([*map(str, program[:2]), [*map(str, program[2])], program.defines])
    return [sys.executable, __file__, "--evaluate", spelled, str(root), cache]


def rates(program: Program, rounds: int) -> tuple[float, int, float, float]:
    """Return the size in MB, the records, and MB/s to trees and to records."""
    best: list[float] = []
    for _ in range(rounds):
        done = subprocess.run(
            opgen(program, program.root, ""), capture_output=True, check=True, text=True
        )
        size, records, *times = json.loads(done.stdout)
        best = [min(pair) for pair in zip(best, times, strict=True)] if best else times
    return size / 1e6, records, size / 1e6 / best[0], size / 1e6 / best[1]


def measure(program: Program, rounds: int, folder: Path) -> dict[str, float]:
    edited = folder / program.root.name
    original = program.root.read_bytes()
    cache = str(folder / "cache")
    costs: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(rounds):
        edited.write_bytes(original)
        cpu_of(opgen(program, edited, cache))
        tblgen = ["llvm-tblgen-22", "--null-backend", "--no-warn-on-unused-template-args"]
        costs["llvm-tblgen"].append(cpu_of([*tblgen, *options_of(program), str(program.root)]))
        costs["cold"].append(cpu_of(opgen(program, program.root, "")))
        costs["cached"].append(cpu_of(opgen(program, edited, cache)))
        edited.write_bytes(original + f"\ndef Edit{number};\n".encode())
        costs["edited"].append(cpu_of(opgen(program, edited, cache)))
    return {way: min(found) for way, found in costs.items()}


def programs(headers: Path, oneflow: Path | None) -> list[Program]:
    found = [
        Program(Path(name).stem, headers / name, (headers,))
        for name in DIALECTS
        if (headers / name).exists()
    ]
    if oneflow is not None:
        own = oneflow / "oneflow" / "ir" / "include"
        text = (own / "OneFlow" / "OneFlowUserOps.td").read_text()
        text += (own / "OneFlow" / "OneFlowBase.td").read_text()
        groups = tuple(sorted(set(GROUP.findall(text))))
        root = own / "OneFlow" / "OneFlowOpGetGen.td"
        found.append(Program(root.stem, root, (own, headers), groups))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headers", type=Path)
    parser.add_argument("--oneflow", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--evaluate", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.evaluate:
        spelled, root, cache = options.evaluate
        name, path, folders, defines = json.loads(spelled)
        evaluate(Program(name, Path(path), tuple(map(Path, folders)), tuple(defines)), root, cache)
        return
    if options.headers is None:
        parser.error("--headers is needed")
    print(f"bare Python {min(cpu_of([sys.executable, '-c', 'pass']) for _ in range(5)):.0f} ms")
    print(f"{'':<22}{'MB':>5} {'records':>7}" + "".join(f"{way:>13}" for way in WAYS), end="")
    print(f"{'trees':>10}{'records':>10}")
    for program in programs(options.headers, options.oneflow):
        with tempfile.TemporaryDirectory() as folder:
            costs = measure(program, options.rounds, Path(folder))
        size, records, to_trees, to_records = rates(program, options.rounds)
        shown = "".join(f"{costs[way]:>10.0f} ms" for way in WAYS)
        print(f"{program.name:<22}{size:>5.2f} {records:>7}{shown}", end="")
        print(f"{to_trees:>5.1f} MB/s{to_records:>5.1f} MB/s", flush=True)


if __name__ == "__main__":
    main()
