"""What it takes to compile the code between an operator's kernel and a framework.

Usage: python benchmarks/glue.py [GENERATED] [--repeat N] [--torch PYTHON]

Compiles, for each generated operator, its entry points and its shape inference, the typed kernel
beside them for comparison, and with nvcc the CUDA kernel where there is one; then the binding of
each library to PyTorch, of which one file holds all operators. Prints user and system time in
seconds, the smallest of N runs.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

CXX = [os.environ.get("CXX", "c++"), "-std=c++17", "-O2", "-fPIC", "-Wall", "-Wextra"]
NVCC = [os.environ.get("NVCC", "nvcc"), "-std=c++17", "-O2", "-arch=sm_80", "--extended-lambda"]
NVCC += ["--expt-relaxed-constexpr"]
TORCH = "import torch; print(torch.__path__[0])"


def seconds(command: list[str], repeat: int) -> float:
    return min(_once(command) for _ in range(repeat))


def _once(command: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([*command, "-o", f"{folder}/object.o"])
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime


def report_ops(generated: Path, repeat: int) -> None:
    kernels = generated / "kernels"
    has_nvcc = shutil.which(NVCC[0]) is not None
    print(f"{'seconds of CPU':<32}{'infer':>8}{'entry':>8}{'kernel':>8}{'CUDA':>8}")
    table: list[list[float | None]] = []
    for folder in sorted(path for path in kernels.glob("*/*/") if path.is_dir()):
        sources = [folder / f"{folder.name}{end}" for end in ("_infer.cc", "_cpu_entry.cc")]
        sources += [folder / f"{folder.name}_cpu.cc", folder / f"{folder.name}_cuda.cu"]
        row: list[float | None] = []
        for source in sources:
            program = NVCC if source.suffix == ".cu" else CXX
            is_there = source.exists() and (program is CXX or has_nvcc)
            command = [*program, f"-I{kernels}", "-c", str(source)]
            row.append(seconds(command, repeat) if is_there else None)
        report_row(f"{folder.parent.name}.{folder.name}", row)
        table.append(row)
    columns = [
        [value for value in column if value is not None] for column in zip(*table, strict=True)
    ]
    report_row("median", [statistics.median(column) if column else None for column in columns])
    report_row("largest", [max(column, default=None) for column in columns])


def report_row(name: str, values: list[float | None]) -> None:
    cells = (f"{'-':>8}" if value is None else f"{value:8.2f}" for value in values)
    print(name.ljust(32) + "".join(cells), flush=True)


def report_bindings(generated: Path, torch: Path, repeat: int) -> None:
    flags = [f"-I{generated / 'kernels'}", f"-I{generated / 'pytorch'}"]
    flags += [f"-isystem{torch / 'include'}", "-DTORCH_TARGET_VERSION=0x020c000000000000"]
    flags += ["-fvisibility=hidden"]
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.cc")
        empty.write_text('#include "opgen_torch.h"\n')
        base = seconds([*CXX, *flags, "-c", str(empty)], repeat)
    print(f"\nPyTorch's headers alone: {base:.2f}")
    for source in sorted(generated.glob("pytorch/*_torch/*_torch.cc")):
        count = len(list(source.parent.glob("*/*_torch.h")))
        whole = seconds([*CXX, *flags, "-c", str(source)], repeat)
        each = (whole - base) / count
        print(f"{source.name}: {whole:.2f} for {count} operators, {each:.2f} more for each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).parents[1] / "generated"
    parser.add_argument("generated", nargs="?", type=Path, default=default)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--torch", default=sys.executable, help="a Python that has PyTorch")
    options = parser.parse_args()
    report_ops(options.generated, options.repeat)
    found = subprocess.run(
        [options.torch, "-c", TORCH], capture_output=True, text=True, check=False
    )
    if found.returncode:
        print(f"\n{options.torch} has no PyTorch")
    else:
        report_bindings(options.generated, Path(found.stdout.strip()), options.repeat)


if __name__ == "__main__":
    main()
