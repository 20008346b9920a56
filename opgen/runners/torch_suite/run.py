"""Loading an operator and running its checks, each to a row."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import torch
from numpy_suite.reference import Reference, ReferenceFailedError
from numpy_suite.serving import serve

from .calls import check_calls
from .errors import check_errors
from .gradients import check_gradients
from .subject import SkipError, Subject
from .transforms import check_autocast, check_compiled, check_transforms
from .values import check_registration, check_values

CHECKS: Final = (
    check_values,
    check_gradients,
    check_registration,
    check_compiled,
    check_transforms,
    check_autocast,
    check_errors,
    check_calls,
)

_IMPORTED_LATE: Final = (
    "torch._dynamo",
    "torch._functorch.aot_autograd",
    "torch.testing._internal.optests",
)
"""What checks import when they first need it. None of it may start threads or do arithmetic."""


def load_subject(generated: Path, library: str, op: str, *, quick: bool) -> Subject:
    """Import the generated package, which builds it first, and read the samples."""
    sys.path.insert(0, str(generated / "pytorch"))
    package = importlib.import_module(f"{library}_torch")
    module = sys.modules[f"{library}_torch.{op}"]
    samples = generated / "samples" / library / f"{op}.json"
    runtime = importlib.import_module("opgen_torch")
    return Subject(
        document=json.loads(samples.read_text(encoding="utf-8")),
        reference=Reference.of(samples),
        public=getattr(package, op),
        public_in_place=getattr(package, f"{op}_", None),
        function=_autograd_function(module),
        differentiable_call=runtime.differentiable,
        quick=quick,
    )


def _autograd_function(module: ModuleType) -> Any:
    for value in vars(module).values():
        is_function = isinstance(value, type) and issubclass(value, torch.autograd.Function)
        if is_function and value.__module__ == module.__name__:
            return value
    raise LookupError(f"{module.__name__} has no autograd function")


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
    return f"{type(error).__name__}: {text}"[:600]


def _first_call(subject: Subject) -> None:
    subject.call(subject.values(subject.samples()[0], subject.type_choices()[0]))


def all_checks(subject: Subject) -> Iterator[dict[str, str]]:
    """Run the checks; where no call succeeds, as of an unwritten kernel, one row says so."""
    if not subject.samples():
        yield {"check": "samples", "outcome": "skipped", "detail": "the spec has no samples"}
        return
    first = run("call", partial(_first_call, subject))
    yield first
    if first["outcome"] == "failed":
        return
    for group in CHECKS:
        for name, action in group(subject):
            yield run(name, action)


def main(arguments: Sequence[str]) -> int:
    """Check one operator, or one after another; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description="Check a generated operator inside PyTorch.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library", nargs="?")
    parser.add_argument("op", nargs="?")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument(
        "--serve",
        type=int,
        metavar="SECONDS",
        help="check operators that standard input names, each within so many seconds",
    )
    given = parser.parse_args(arguments)
    if given.serve:
        check = partial(_check, given)
        status: int = serve(check, seconds=given.serve, imports=_IMPORTED_LATE)
        return status
    return _check(given, given.library, given.op)


def _check(given: argparse.Namespace, library: str, op: str) -> int:
    failed = False
    for row in _rows(given, library, op):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        failed |= row["outcome"] == "failed"
    return int(failed)


def _rows(given: argparse.Namespace, library: str, op: str) -> Iterator[dict[str, str]]:
    try:
        subject = load_subject(given.generated.resolve(), library, op, quick=given.quick)
    except Exception as error:  # noqa: BLE001 - a package that can't be imported is a result too
        yield {"check": "import", "outcome": "failed", "detail": _describe(error)}
        return
    yield from all_checks(subject)
