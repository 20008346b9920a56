"""Loading the operators of a library and running their checks, each to a row."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from torch_suite.run import (  # type: ignore[import-not-found]  # beside this script
    load_subject,
    run,
)

from .dispatch import check_equal, check_fake, check_registered
from .graph import check_converted
from .subject import NpuSubject, functions_of
from .tests import check_tests

CHECKS: Final = (check_registered, check_fake, check_equal, check_converted, check_tests)


def load(generated: Path, library: str, op: str, *, quick: bool) -> NpuSubject:
    """Import the generated packages, which builds them first, and read the samples."""
    sys.path.insert(0, str(generated / "torch_npu"))
    package = f"{library}_npu"
    importlib.import_module(package)
    module = sys.modules[f"{package}.{op}"]
    subject = load_subject(generated, library, op, quick=quick)
    directory = generated / "torch_npu" / package / op
    return NpuSubject(
        base=subject,
        functions=list(functions_of(module, subject)),
        converter=_converter(directory, f"{package}.{op}"),
        tests=next((f"{package}.{op}.{path.stem}" for path in directory.glob("test_*.py")), ""),
        quick=quick,
    )


def _converter(directory: Path, module: str) -> ModuleType | None:
    if not (directory / "converter.py").exists():
        return None
    return importlib.import_module(f"{module}.converter")


def all_checks(subject: NpuSubject) -> Iterator[dict[str, str]]:
    """Run the checks."""
    if not subject.base.samples():
        yield {"check": "samples", "outcome": "skipped", "detail": "the spec has no samples"}
        return
    for group in CHECKS:
        for name, action in group(subject):
            yield run(name, action)


def main(arguments: Sequence[str]) -> int:
    """Check operators of one library; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description="Check generated operators inside torch_npu.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op", nargs="+")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    given = parser.parse_args(arguments)
    failed = False
    for op in given.op:
        _write({"op": op, "begins": True})
        for row in _rows(given, op):
            _write({"op": op, **row})
            failed |= row["outcome"] == "failed"
    return int(failed)


def _write(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def _rows(given: argparse.Namespace, op: str) -> Iterator[dict[str, str]]:
    loaded: list[NpuSubject] = []

    def action() -> None:
        loaded.append(load(given.generated.resolve(), given.library, op, quick=given.quick))

    row = run("import", action)
    if row["outcome"] == "failed":
        yield row
    else:
        yield from all_checks(loaded[0])
