"""Loading an operator and running its checks, each to a row."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .calls import call_checks
from .gradients import vjp
from .reference import Reference, ReferenceFailedError
from .signatures import signatures
from .subject import SkipError, Subject, bound, skip
from .values import mixed_dtypes, refused, values, wrong_dtype


def checks(subject: Subject, *, quick: bool) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the name of every check and what runs it; a failed one raises."""
    taken: list[Mapping[str, Any]] = []
    left_out: list[Mapping[str, Any]] = []
    for sample in subject.document["samples"]:
        (taken if _is_taken(subject, sample) else left_out).append(sample)
    for sample in left_out:
        yield f"values {sample['name']}", lambda: skip("the reference takes no such sample")
    if not taken:
        yield "values", lambda: skip("the spec has no samples")
    for sample in taken[:1] if quick else taken:
        yield from _sample_checks(subject, sample)
    if taken:
        yield from call_checks(subject)
        yield "error wrong dtype", bound(wrong_dtype, subject, taken[0])
        yield "error mixed dtypes", bound(mixed_dtypes, subject, taken[0])
    for sample in subject.document.get("errors", []):
        yield f"refused {sample['name']}", bound(refused, subject, sample)


def _sample_checks(
    subject: Subject, sample: Mapping[str, Any]
) -> Iterator[tuple[str, Callable[[], None]]]:
    for types in subject.choices():
        spelled = " ".join(types.values())
        yield f"values {spelled} {sample['name']}", bound(values, subject, sample, types)
    if subject.document["differentiable"]:
        yield f"vjp {sample['name']}", bound(vjp, subject, sample)
    if sample.get("signatures"):
        yield f"sbp {sample['name']}", bound(signatures, subject, sample)


def _is_taken(subject: Subject, sample: Mapping[str, Any]) -> bool:
    try:
        return subject.takes(sample)
    except SkipError:
        return True


def _run(subject: Subject, check: Callable[[], None]) -> dict[str, str]:
    try:
        check()
    except SkipError as reason:
        return {"outcome": "skipped", "detail": str(reason)}
    except subject.not_written as error:
        return {"outcome": "failed", "detail": f"unfilled: {error}"}
    except ReferenceFailedError as error:
        return error.row
    except AssertionError as error:
        return {"outcome": "failed", "detail": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever generated code raises is a result
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return {"outcome": "failed", "detail": f"{type(error).__name__}: {error} (at {where})"}
    return {"outcome": "passed", "detail": ""}


def _subject(generated: Path, library: str, op: str) -> Subject:
    samples = generated / "samples" / library / f"{op}.json"
    sys.path.insert(0, str(generated / "numpy"))
    runtime = importlib.import_module("opgen_runtime")
    module = importlib.import_module(library)
    return Subject(
        document=json.loads(samples.read_text(encoding="utf-8")),
        reference=Reference.of(samples),
        function=getattr(module, op),
        in_place=getattr(module, f"{op}_", None),
        vjp=getattr(module, f"{op}_vjp", None),
        not_written=runtime.KernelNotWritten,
    )


def main() -> int:
    """Run the checks of one operator and print a row for each."""
    parser = argparse.ArgumentParser(description="Check one generated operator with NumPy.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op")
    parser.add_argument("--quick", action="store_true", help="use the first sample only")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = True
    subject = _subject(arguments.generated.resolve(), arguments.library, arguments.op)
    for name, check in checks(subject, quick=arguments.quick):
        row = {"check": name, **_run(subject, check)}
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        if row["detail"].startswith("BuildError"):
            break  # everything else would fail for the same reason
    return 0
