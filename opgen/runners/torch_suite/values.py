"""Results against the reference, and what PyTorch is told of the operator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import torch

from .subject import DTYPES, Check, SkipError, Subject, assert_equal, outputs_of


def check_values(subject: Subject) -> Iterator[Check]:
    """Compare results with the reference for every sample and element type."""
    if subject.reference is None:
        yield "values", _no_reference
        return
    for types in subject.type_choices():
        for sample in subject.samples():
            named = "/".join(types.values())
            yield f"values {named} {sample['name']}", partial(_values, subject, sample, types)


def _no_reference() -> None:
    raise SkipError("the spec has no reference")


def _values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    assert subject.reference is not None
    values = subject.values(sample, types)
    expected = subject.reference(**subject.for_reference(values))
    described = subject.document["results"]
    parts = expected if isinstance(expected, tuple) else (expected,)
    assert len(parts) == len(described), f"the reference returns {len(parts)} results"
    public = [(r, p) for r, p in zip(described, parts, strict=True) if "saved" not in r]
    expected = outputs_of([part for _, part in public])
    dtypes = [types[r["type"]] for r, part in public for _ in outputs_of(part)]
    tolerance = max(subject.tolerance(dtype) for dtype in (*dtypes, *types.values()))
    for _, call in subject.routes:
        actual = outputs_of(call(values))
        assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
        for got, wanted, dtype in zip(actual, expected, dtypes, strict=True):
            wanted_tensor = torch.from_numpy(np.array(wanted)).to(DTYPES[dtype])
            assert_equal(got, wanted_tensor, tolerance)
            assert got.is_contiguous(), "a result isn't contiguous"


def check_registration(subject: Subject) -> Iterator[Check]:
    """Run PyTorch's checker of custom operators on every sample; if quick, on two."""
    samples = subject.samples()
    if subject.quick:
        # Most mistakes show in any sample, those of strides where tensors aren't compact.
        samples = [*samples[:1], *(s for s in samples[1:] if s["name"] == "transposed")]
    for sample in samples:
        yield f"opcheck {sample['name']}", partial(_opcheck, subject, sample)


def _opcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    types = subject.choice("f64", "f32", *DTYPES)
    values = subject.tracked(subject.values(sample, types))
    if any(part.isnan().any() for part in outputs_of(subject.call_bare(values))):
        raise SkipError("a result is no number, which PyTorch's checker never finds equal")
    torch.library.opcheck(subject.function.op, tuple(values.values()))
