"""Loading an operator and running its checks, each to a row."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from numpy_suite.reference import Reference, ReferenceFailedError
from numpy_suite.subject import SkipError
from numpy_suite.subject import Subject as Samples

from .calls import check_calls
from .gradients import check_gradients
from .graphs import check_global, check_graphs
from .subject import Subject
from .values import check_errors, check_values

CHECKS: Final = (
    check_values,
    check_gradients,
    check_calls,
    check_errors,
    check_global,
    # What ends a process comes last.
    check_graphs,
)


def load_subject(generated: Path, library: str, op: str, *, quick: bool) -> Subject:
    """Import the generated package, which builds it first, and read the samples."""
    if not (generated / "oneflow" / f"{library}_oneflow").is_dir():
        raise FileNotFoundError(f"{library} isn't generated: opgen build --target oneflow")
    sys.path.insert(0, str(generated / "oneflow"))
    package = importlib.import_module(f"{library}_oneflow")
    samples = generated / "samples" / library / f"{op}.json"
    drawn = Samples(
        document=json.loads(samples.read_text(encoding="utf-8")),
        reference=Reference.of(samples),
        function=getattr(package, op),
        in_place=None,
        vjp=None,
        not_written=RuntimeError,
    )
    return Subject(drawn, getattr(package, op), quick)


def run(name: str, action: Callable[[], None]) -> dict[str, str]:
    """Run a check and return what came of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action()
    except SkipError as reason:
        return {"check": name, "outcome": "skipped", "detail": str(reason)}
    except ReferenceFailedError as error:
        return {"check": name, **error.row}
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is the result of the check
        return {"check": name, "outcome": "failed", "detail": _describe(error)}
    return {"check": name, "outcome": "passed", "detail": ""}


def _describe(error: Exception) -> str:
    text = str(error).strip() or traceback.format_exc(limit=-1).strip()
    # OneFlow says where it was in its sources first, and last what it is about.
    return f"{type(error).__name__}: {text[-500:]}"


def all_checks(subject: Subject) -> Iterator[dict[str, str]]:
    """Run the checks; where no call succeeds one row says so."""
    if not subject.samples:
        yield {"check": "samples", "outcome": "skipped", "detail": "the spec has no samples"}
        return
    first = run("call", partial(_first_call, subject))
    yield first
    if first["outcome"] == "failed":
        return
    for group in CHECKS:
        for name, action in group(subject):
            yield run(name, action)


def _first_call(subject: Subject) -> None:
    for result in subject.call(subject.given(subject.samples[0], subject.choices()[0])):
        # Calls return before they are done.
        result.numpy()


def _rows(given: Any) -> Iterator[dict[str, str]]:
    try:
        generated = given.generated.resolve()
        subject = load_subject(generated, given.library, given.op, quick=given.quick)
    except Exception as error:  # noqa: BLE001 - a package that can't be imported is a result too
        yield {"check": "import", "outcome": "failed", "detail": _describe(error)}
        return
    yield from all_checks(subject)


def main(arguments: Sequence[str]) -> int:
    """Check one operator; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description="Check a generated operator inside OneFlow.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    given = parser.parse_args(arguments)
    failed = False
    for row in _rows(given):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        failed |= row["outcome"] == "failed"
    # OneFlow may end a process with an error after all went well.
    sys.stderr.flush()
    os._exit(int(failed))
