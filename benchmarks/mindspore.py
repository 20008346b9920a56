"""opgen beside MindSpore's own generator of custom operators, on the same operators.

Usage: python benchmarks/mindspore.py MINDSPORE_PYTHON [--repeat N]

Writes the operators of the specs as MindSpore's YAML and has its `gen_custom_ops.py` generate from
that; has opgen generate the target `mindspore` into an empty directory, and again after nothing
has changed. Prints user and system time, the median of N runs, files and lines.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIND = "import importlib.util as u; print(u.find_spec('mindspore').submodule_search_locations[0])"
KINDS = {
    "i64": "int",
    "f64": "float",
    "f32": "float",
    "bool": "bool",
    "str": "str",
    "enum": "str",
    "dtype": "TypeId",
    "seed": "tensor",
    "shape": "tuple[int]",
    "i64[]": "tuple[int]",
    "f64[]": "tuple[float]",
    "bool[]": "tuple[bool]",
}


def yaml_of(document: dict) -> str:
    """Return an operator in MindSpore's YAML, without what that can't say."""
    lines = [f"{document['op']}:", "  args:"]
    for operand in document["operands"]:
        kind = "tuple[tensor]" if operand["arity"] == "variadic" else "tensor"
        lines += [f"    {operand['name']}:", f"      dtype: {kind}"]
        lines += ["      default: None"] if operand["arity"] == "optional" else []
    # Arguments with a default have to be the last ones.
    attributes = sorted(
        document["attributes"], key=lambda a: isinstance(a["default"], (int, float))
    )
    for attribute in attributes:
        lines += [f"    {attribute['name']}:", f"      dtype: {KINDS[attribute['kind']]}"]
        if isinstance(attribute["default"], (int, float)) and attribute["kind"] != "seed":
            lines.append(f"      default: {attribute['default']}")
    lines.append("  returns:")
    for result in document["results"]:
        lines += [f"    {result['name']}:", "      dtype: tensor"]
    return "\n".join(lines) + "\n"


def seconds(command: list[str], repeat: int, prepare: Callable[[], None]) -> float:
    return statistics.median(_once(command, prepare) for _ in range(repeat))


def _once(command: list[str], prepare: Callable[[], None]) -> float:
    prepare()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = process.communicate()
    usage = os.times()
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{said.decode()[-2000:]}")
    once = usage.children_user + usage.children_system - _once.before
    _once.before += once
    return once


_once.before = 0.0


def size(files: list[Path]) -> str:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    return f"{len(files):6} files {lines:7} lines"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report_theirs(folder, given.python, given.repeat)
        report_ours(folder, given.repeat)


def report_theirs(folder: Path, python: Path, repeat: int) -> None:
    yaml, docs, out = (folder / part for part in ("yaml", "doc", "theirs"))
    yaml.mkdir()
    docs.mkdir()
    documents = [json.loads(path.read_text()) for path in ROOT.glob("generated/samples/*/*.json")]
    named = {document["op"]: document for document in documents}
    for op, document in named.items():
        (yaml / f"{op}_op.yaml").write_text(yaml_of(document))
        (docs / f"{op}_doc.yaml").write_text(f"{op}:\n  description: |\n    {op}.\n")
    found = subprocess.run([python, "-c", FIND], capture_output=True, text=True, check=True)
    program = Path(found.stdout.strip()) / "ops_generate" / "gen_custom_ops.py"
    out.mkdir()
    flags = ["-m", "bench", "-i", str(yaml), "-o", str(out), "-d", str(docs)]
    took = seconds([str(python), str(program), *flags], repeat, lambda: None)
    files = [path for path in out.rglob("*") if path.is_file()]
    print(f"MindSpore, {len(named):4} operators {took:7.2f} s {size(files)}")
    print("  left to write: shapes, types, kernels, gradients, tests, registrations")


def report_ours(folder: Path, repeat: int) -> None:
    out, runs = folder / "ours", iter(range(10**6))
    command = [sys.executable, "-m", "opgen", "build", "specs", "-t", "mindspore", "-o"]
    # A directory of its own for each run: nothing is known from the one before.
    took = statistics.median(
        seconds([*command, str(folder / f"ours{next(runs)}")], 1, lambda: None)
        for _ in range(repeat)
    )
    seconds([*command, str(out)], 1, lambda: None)
    again = seconds([*command, str(out)], repeat, lambda: None)
    ours = [path for path in (out / "mindspore").rglob("*") if path.is_file()]
    kernels = [path for path in (out / "kernels").rglob("*") if path.is_file()]
    print(f"opgen                     {took:7.2f} s {size(ours)} for MindSpore")
    print(f"  kernels and shapes                {size(kernels)}")
    print(f"  again, nothing changed  {again:7.2f} s")
    print("  left to write: kernels of operators without a formula")


if __name__ == "__main__":
    main()
