"""What several devices compute of their parts, against what one computes of the whole."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .loading import load
from .subject import (
    Subject,
    as_list,
    as_tensors,
    generator_of,
    precise,
    skip,
)


def signatures(subject: Subject, sample: Mapping[str, Any]) -> None:
    """What two devices compute of their parts makes what one computes of the whole."""
    checker = load(Path(__file__).parents[1] / "sbp_checks.py")
    types = {v: "f64" if "f64" in dtypes else dtypes[0] for v, dtypes in subject.types.items()}
    values = subject.values(sample, types)
    tolerance = 1e-9
    if subject.reference is not None:
        values = {name: precise(value) for name, value in values.items()}
    else:
        tolerance = 4 * max(subject.tolerance(dtype) or tolerance for dtype in types.values())

    def evaluate(tensors: Sequence[Any]) -> list[Any]:
        arguments = {**values, **_regrouped(subject, values, tensors)}
        compute = subject.reference or subject.function
        return as_list(compute(**arguments))

    tensors = [
        tensor
        for operand in subject.document["operands"]
        for tensor in as_tensors(values[operand["name"]])
    ]
    checked = [
        checker.check_signature(
            evaluate, tensors, signature, generator=generator_of(signature), tolerance=tolerance
        )
        for signature in sample["signatures"]
    ]
    if not any(checked):
        skip("no axis is long enough to be cut")


def _regrouped(
    subject: Subject, values: Mapping[str, Any], tensors: Sequence[Any]
) -> dict[str, Any]:
    """Return a flat list of tensors as the operands whose values have as many."""
    rest = iter(tensors)
    regrouped: dict[str, Any] = {}
    for operand in subject.document["operands"]:
        name = operand["name"]
        taken = list(itertools.islice(rest, len(as_tensors(values[name]))))
        single = taken[0] if taken else None
        regrouped[name] = taken if operand["arity"] == "variadic" else single
    return regrouped
