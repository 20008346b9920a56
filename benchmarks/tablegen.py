"""What evaluating TableGen costs, against ``llvm-tblgen --null-backend``, side by side.

Usage: python benchmarks/tablegen.py --headers DIR [--oneflow DIR] [--rounds N]

DIR is the include folder of LLVM's and MLIR's headers (``.ci/llvm-headers FOLDER`` unpacks them
and prints it), and a checkout of OneFlow. In each round every program runs once in each way, so
that all see the same machine; the smallest CPU time (user and system) of each is shown, of whole
processes: ``llvm-tblgen``, ``opgen`` without a cache, with one, and after an edit of one operator.
Python's compiled files are there, as they are where opgen is installed, and the processes import
nothing but what they measure; like the command, they look for garbage seldom, and not once more
when they end. The two rates are of the work alone, without the start of Python: all text to syntax
trees with their places, and to records.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

DIALECTS = {
    "mlir/Dialect/SPIRV/IR/SPIRVOps.td": "mlir/Dialect/SPIRV/IR/SPIRVGLOps.td",
    "mlir/Dialect/LLVMIR/NVVMOps.td": "mlir/Dialect/LLVMIR/NVVMOps.td",
    "mlir/Dialect/LLVMIR/LLVMOps.td": "mlir/Dialect/LLVMIR/LLVMOps.td",
    "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td": (
        "mlir/Dialect/Linalg/IR/LinalgNamedStructuredOps.yamlgen.td"
    ),
}
"""MLIR's largest dialects, and for each the file in which an operator is edited."""
DEF = re.compile(r"^def [^;{}]*\{$", re.MULTILINE)
GROUP = re.compile(r"#ifdef (GET_ONEFLOW_(?!BASE_)\w+_OP_DEFINITIONS)")
WAYS = ("llvm-tblgen", "cold", "cached", "edited")
LOAD = """
import gc
gc.set_threshold(50_000)
import sys
from opgen.tablegen import load
root, cache, folders, names = sys.argv[1:]
keeper = load(root, folders.split(), names.split(), cache=cache or None)
if keeper.diagnostics.has_errors:
    sys.exit(keeper.diagnostics.items[0].message)
gc.freeze()
"""
TIMED = f"""
from time import process_time
from opgen.tablegen import load
from opgen.tablegen.trees import Trees
parsing, plain = 0.0, Trees.parse
def timed(*args, **kwargs):
    global parsing
    begun = process_time()
    result = plain(*args, **kwargs)
    parsing += process_time() - begun
    return result
Trees.parse = timed
begun = process_time()
{LOAD}
whole = process_time() - begun
print(sum(path.stat().st_size for path in keeper.files), len(keeper.defs), parsing, whole)
"""


class Program(NamedTuple):
    """A root and how it is read."""

    name: str
    root: Path
    edited: str
    include_dirs: tuple[Path, ...]
    defines: tuple[str, ...] = ()


def cpu_of(command: list[str], environment: dict[str, str] | None = None) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def with_compiled_files(folder: str) -> dict[str, str]:
    """Return an environment in which Python keeps its compiled files in ``folder``."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, "PYTHONPYCACHEPREFIX": folder}


def options_of(program: Program) -> list[str]:
    return [*(f"-I{d}" for d in program.include_dirs), *(f"-D{name}" for name in program.defines)]


def opgen(program: Program, root: Path, cache: str, *, code: str = LOAD) -> list[str]:
    folders, names = " ".join(map(str, program.include_dirs)), " ".join(program.defines)
    return [sys.executable, "-c", code, str(root), cache, folders, names]


def rates(
    program: Program, rounds: int, environment: dict[str, str]
) -> tuple[float, int, float, float]:
    """Return the size in MB, the records, and MB/s to trees and to records."""
    command = opgen(program, program.root, "", code=TIMED)
    best: list[float] = []
    for _ in range(rounds):
        done = subprocess.run(command, capture_output=True, check=True, text=True, env=environment)
        size, records, *times = map(float, done.stdout.split())
        best = [min(pair) for pair in zip(best, times, strict=True)] if best else times
    return size / 1e6, int(records), size / 1e6 / best[0], size / 1e6 / best[1]


def edited(program: Program, folder: Path) -> tuple[Program, Path, tuple[str, str]]:
    """Return the program with a copy of the file that is edited, that, and its text in two parts.

    They are what is before and behind the first line of the first def in its second half.
    """
    original = program.include_dirs[0] / program.edited
    place = folder / "include" / program.edited
    place.parent.mkdir(parents=True)
    whole = original.read_text(encoding="latin-1")
    match = DEF.search(whole, len(whole) // 2)
    assert match is not None
    root = place if original == program.root else program.root
    own = program._replace(root=root, include_dirs=(folder / "include", *program.include_dirs))
    return own, place, (whole[: match.end()], whole[match.end() :])


def measure(
    program: Program, rounds: int, folder: Path, *, environment: dict[str, str]
) -> dict[str, float]:
    own, place, around = edited(program, folder)
    cache = str(folder / "cache")
    costs: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(rounds):
        place.write_text("".join(around), encoding="latin-1")
        cpu_of(opgen(own, own.root, cache), environment)
        tblgen = ["llvm-tblgen-22", "--null-backend", "--no-warn-on-unused-template-args"]
        costs["llvm-tblgen"].append(cpu_of([*tblgen, *options_of(program), str(program.root)]))
        costs["cold"].append(cpu_of(opgen(program, program.root, ""), environment))
        costs["cached"].append(cpu_of(opgen(own, own.root, cache), environment))
        place.write_text(f"\n  int edited = {number};\n".join(around), encoding="latin-1")
        costs["edited"].append(cpu_of(opgen(own, own.root, cache), environment))
    return {way: min(found) for way, found in costs.items()}


def programs(headers: Path, oneflow: Path | None) -> list[Program]:
    found = [
        Program(Path(name).stem, headers / name, edited, (headers,))
        for name, edited in DIALECTS.items()
    ]
    if oneflow is not None:
        own = oneflow / "oneflow" / "ir" / "include"
        text = (own / "OneFlow" / "OneFlowUserOps.td").read_text()
        text += (own / "OneFlow" / "OneFlowBase.td").read_text()
        groups = tuple(sorted(set(GROUP.findall(text))))
        root = own / "OneFlow" / "OneFlowOpGetGen.td"
        found.append(Program(root.stem, root, "OneFlow/OneFlowUserOps.td", (own, headers), groups))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headers", type=Path)
    parser.add_argument("--oneflow", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.headers is None:
        parser.error("--headers is needed")
    print(f"bare Python {min(cpu_of([sys.executable, '-c', 'pass']) for _ in range(5)):.0f} ms")
    print(f"{'':<22}{'MB':>5} {'records':>7}" + "".join(f"{way:>13}" for way in WAYS), end="")
    print(f"{'trees':>10}{'records':>10}")
    for program in programs(options.headers, options.oneflow):
        with tempfile.TemporaryDirectory() as folder:
            environment = with_compiled_files(f"{folder}/compiled")
            costs = measure(program, options.rounds, Path(folder), environment=environment)
            size, records, *speeds = rates(program, options.rounds, environment)
        shown = "".join(f"{costs[way]:>10.0f} ms" for way in WAYS)
        print(f"{program.name:<22}{size:>5.2f} {records:>7}{shown}", end="")
        print("".join(f"{speed:>5.1f} MB/s" for speed in speeds), flush=True)


if __name__ == "__main__":
    main()
