"""What it takes to compile the code between an operator's kernel and a framework.

Usage: python benchmarks/glue.py [GENERATED] [--repeat N] [--cuda] [--torch PYTHON]
                                 [--markdown FILE]

Compiles, for each generated operator, its shape inference and its entry points, and the kernel for
comparison, with ``--cuda`` and nvcc also that for CUDA; then the binding of each library to
PyTorch, of which one file holds all operators. Prints user time of the compiler's processes in
seconds, the smallest of N runs; one compiler runs at a time. ``--markdown`` writes all of it as a
page, too.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CXX = [os.environ.get("CXX", "c++"), "-std=c++17", "-O2", "-fPIC", "-Wall", "-Wextra"]
NVCC = [os.environ.get("NVCC", "nvcc"), "-std=c++17", "-O2", "-arch=sm_80", "--extended-lambda"]
NVCC += ["--expt-relaxed-constexpr"]
COLUMNS = {
    "infer": "{}_infer.cc",
    "entry": "{}_cpu_entry.cc",
    "kernel": "{}_cpu.cc",
    "CUDA entry": "{}_cuda_entry.cc",
    "CUDA kernel": "{}_cuda.cu",
}
TORCH = "import torch; print(torch.__version__, torch.__path__[0])"

Row = list[float | None]


class Table(NamedTuple):
    """Seconds of each operator, and of the same column for all."""

    ops: dict[str, Row]

    def summary(self) -> dict[str, Row]:
        """Return how the seconds of each column are distributed."""
        columns = [
            [value for value in column if value is not None]
            for column in zip(*self.ops.values(), strict=True)
        ]
        quartiles = [
            statistics.quantiles(column, n=4, method="inclusive")
            if len(column) > 1
            else column * 3 or [None] * 3
            for column in columns
        ]
        lower, median, upper = map(list, zip(*quartiles, strict=True))
        return {
            "smallest": [min(column, default=None) for column in columns],
            "lower quartile": lower,
            "median": median,
            "upper quartile": upper,
            "largest": [max(column, default=None) for column in columns],
            "sum": [sum(column) if column else None for column in columns],
        }


def seconds(command: list[str], repeat: int) -> float:
    return min(_once(command) for _ in range(repeat))


def _once(command: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([*command, "-o", f"{folder}/object.o"])
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return usage.ru_utime


def measured(generated: Path, repeat: int, *, with_cuda: bool) -> Table:
    kernels = generated / "kernels"
    table = Table({})
    print(laid_out("", list(COLUMNS)))
    for folder in sorted(path for path in kernels.glob("*/*/") if path.is_dir()):
        row: Row = []
        for name in COLUMNS.values():
            source = folder / name.format(folder.name)
            program = NVCC if source.suffix == ".cu" else CXX
            is_there = source.exists() and (program is CXX or with_cuda)
            command = [*program, f"-I{kernels}", "-c", str(source)]
            row.append(seconds(command, repeat) if is_there else None)
        table.ops[f"{folder.parent.name}.{folder.name}"] = row
        print(laid_out(f"{folder.parent.name}.{folder.name}", shown(row)), flush=True)
    for name, row in table.summary().items():
        print(laid_out(name, shown(row)))
    return table


def shown(row: Row) -> list[str]:
    return ["-" if value is None else f"{value:.2f}" for value in row]


def laid_out(name: str, cells: list[str]) -> str:
    return name.ljust(40) + "".join(f"{cell:>12}" for cell in cells)


def bindings(generated: Path, torch: Path, repeat: int) -> Iterator[str]:
    flags = [f"-I{generated / 'kernels'}", f"-I{generated / 'pytorch'}"]
    flags += [f"-isystem{torch / 'include'}", "-DTORCH_TARGET_VERSION=0x020c000000000000"]
    flags += ["-fvisibility=hidden"]
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.cc")
        empty.write_text('#include "opgen_torch.h"\n')
        base = seconds([*CXX, *flags, "-c", str(empty)], repeat)
    yield f"PyTorch's headers alone: {base:.2f}"
    for source in sorted(generated.glob("pytorch/*_torch/*_torch.cc")):
        count = len(list(source.parent.glob("*/*_torch.h")))
        whole = seconds([*CXX, *flags, "-c", str(source)], repeat)
        each = (whole - base) / count
        yield f"`{source.name}`: {whole:.2f} for {count} operators, {each:.2f} more for each"


INTRODUCTION = """\
Seconds of user time of {}, `-O2`, one file at a time: shape
inference and entry points are opgen's own, the kernel is listed for comparison. Written by
`python benchmarks/glue.py --repeat {} --markdown docs/glue.md`.
"""


def page(table: Table, repeat: int, binding: tuple[str, list[str]]) -> Iterator[str]:
    """Yield the lines of a page in Markdown."""
    yield "# What the generated C++ costs the compiler"
    yield ""
    yield INTRODUCTION.format(version(CXX, 0), repeat)
    if any(row[-1] is not None for row in table.ops.values()):
        yield f"`--cuda` adds the kernels for CUDA. {version(NVCC, -2)}, for one architecture."
        yield ""
    for title, rows in (("all operators", table.summary()), ("operator", table.ops)):
        yield f"| {title} | {' | '.join(COLUMNS)} |"
        yield "|---" + "|--:" * len(COLUMNS) + "|"
        yield from (f"| {name} | {' | '.join(shown(row))} |" for name, row in rows.items())
        yield ""
    release, lines = binding
    if release:
        yield f"The binding to PyTorch {release}, of which a library has one file:"
        yield ""
        yield from (f"* {text}" for text in lines)


def version(program: list[str], line: int) -> str:
    done = subprocess.run([program[0], "--version"], capture_output=True, text=True, check=True)
    return done.stdout.strip().splitlines()[line]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).parents[1] / "generated"
    parser.add_argument("generated", nargs="?", type=Path, default=default)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cuda", action="store_true", help="compile the kernels for CUDA, too")
    parser.add_argument("--torch", default=sys.executable, help="a Python that has PyTorch")
    parser.add_argument("--markdown", type=Path, help="a page to write")
    options = parser.parse_args()
    table = measured(options.generated, options.repeat, with_cuda=options.cuda)
    found = subprocess.run(
        [options.torch, "-c", TORCH], capture_output=True, text=True, check=False
    )
    release, lines = "", []
    if found.returncode:
        print(f"\n{options.torch} has no PyTorch")
    else:
        release, folder = found.stdout.split()
        lines = list(bindings(options.generated, Path(folder), options.repeat))
        print(f"\nPyTorch {release}", *lines, sep="\n")
    if options.markdown:
        text = "\n".join(page(table, options.repeat, (release, lines)))
        options.markdown.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
