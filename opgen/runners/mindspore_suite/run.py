"""Loading an operator and running its checks in one mode, each to a row."""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import mindspore as ms
from numpy_suite.reference import Reference, ReferenceFailedError
from numpy_suite.serving import serve
from numpy_suite.subject import SkipError

from .ascend import check_ascend
from .errors import check_errors
from .gradients import check_gradients
from .modes import in_forks
from .registrations import check_registrations
from .shapes import check_shapes
from .subject import Subject
from .tensor_attributes import check_tensor_attributes
from .times import measure
from .values import check_values

GROUPS: Final = (
    check_values,
    check_shapes,
    check_gradients,
    check_tensor_attributes,
    check_registrations,
    check_ascend,
    check_errors,
)


def main(arguments: Sequence[str]) -> int:
    """Check one operator in a mode, or one after another in both; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description="Check a generated operator inside MindSpore.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library", nargs="?")
    parser.add_argument("op", nargs="?")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument("--time", action="store_true", help="measure instead")
    parser.add_argument("--mode", choices=("graph", "pynative"))
    parser.add_argument(
        "--serve",
        type=int,
        metavar="SECONDS",
        help="check operators that standard input names, in both modes, within so many seconds",
    )
    given = parser.parse_args(arguments)
    given.generated = given.generated.resolve()
    if given.serve:
        status: int = serve(partial(_in_both_modes, given), seconds=given.serve)
        return status
    return _check(given)


def _in_both_modes(given: argparse.Namespace, library: str, op: str) -> int:
    def check(mode: str) -> int:
        return _check(
            argparse.Namespace(**{**vars(given), "library": library, "op": op, "mode": mode})
        )

    return in_forks(check, given.serve)


def _check(given: argparse.Namespace) -> int:
    failed = False
    for row in _rows(given):
        named = {**row, "check": f"{given.mode} {row['check']}"}
        sys.stdout.write(json.dumps(named) + "\n")
        sys.stdout.flush()
        failed |= row["outcome"] == "failed"
    return int(failed)


def _rows(given: argparse.Namespace) -> Iterator[dict[str, str]]:
    try:
        subject = _load(given)
        checks = list(_checks(subject, timed=given.time))
    except Exception as error:  # noqa: BLE001 - a package that can't be imported is a result too
        yield {"check": "import", "outcome": "failed", "detail": _describe(error)}
        return
    if not subject.samples():
        yield {"check": "samples", "outcome": "skipped", "detail": "no sample has a tensor"}
        return
    for name, action in checks:
        row = run(name, action)
        yield row
        if row["outcome"] == "failed" and "kernel not written" in row["detail"]:
            return


def _load(given: argparse.Namespace) -> Subject:
    """Import the generated package, which builds it first, and read the samples."""
    ms.set_device("CPU")
    is_graph = given.mode == "graph"
    ms.set_context(mode=ms.GRAPH_MODE if is_graph else ms.PYNATIVE_MODE)
    if not is_graph:
        # Or an error is that of another call, or of none.
        ms.runtime.launch_blocking()
    sys.path.insert(0, str(given.generated / "mindspore"))
    package = importlib.import_module(f"{given.library}_mindspore")
    runtime = importlib.import_module("opgen_mindspore")
    # MindSpore collects garbage with each graph that it compiles; what is there now stays.
    gc.freeze()
    module = sys.modules[f"{given.library}_mindspore.{given.op}"]
    samples = given.generated / "samples" / given.library / f"{given.op}.json"
    reference = samples.with_suffix(".py")
    return Subject(
        document=json.loads(samples.read_text(encoding="utf-8")),
        reference=Reference.of(samples),
        function=getattr(package, given.op),
        cell=next(
            value
            for value in vars(module).values()
            if isinstance(value, type) and value.__module__ == module.__name__
        ),
        runtime=runtime,
        reference_file=reference if reference.exists() else None,
        quick=given.quick,
        mode=given.mode,
    )


def _checks(subject: Subject, *, timed: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    if timed:
        yield from measure(subject)
    elif subject.samples():
        for group in GROUPS:
            yield from group(subject)


def run(name: str, action: Callable[[], Any]) -> dict[str, str]:
    """Run a check and return what came of it."""
    try:
        detail = action()
    except SkipError as reason:
        return {"check": name, "outcome": "skipped", "detail": str(reason)}
    except ReferenceFailedError as error:
        return {"check": name, **error.row}
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is the result of the check
        return {"check": name, "outcome": "failed", "detail": _describe(error)}
    return {"check": name, "outcome": "passed", "detail": detail or ""}


def _describe(error: Exception) -> str:
    text = str(error).strip() or traceback.format_exc(limit=-1).strip()
    first = text.partition("\n-----")[0].strip()
    return f"{type(error).__name__}: {first}"[:600]
