"""Results against the reference, and what PyTorch is told of the operator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import torch

from .subject import DTYPES, TOLERANCES, Check, SkipError, Subject, assert_equal, outputs_of


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
    kinds = {a["name"]: a["kind"] for a in subject.document["attributes"]}
    given = {n: _for_reference(v, kinds.get(n, "")) for n, v in values.items()}
    expected = subject.reference(**given)
    described = subject.document["results"]
    parts = expected if isinstance(expected, tuple) else (expected,)
    assert len(parts) == len(described), f"the reference returns {len(parts)} results"
    public = [(r, p) for r, p in zip(described, parts, strict=True) if "saved" not in r]
    expected = outputs_of([part for _, part in public])
    dtypes = [types[r["type"]] for r, part in public for _ in outputs_of(part)]
    tolerance = max(TOLERANCES.get(dtype, 0) for dtype in (*dtypes, *types.values()))
    for _, call in subject.routes:
        actual = outputs_of(call(values))
        assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
        for got, wanted, dtype in zip(actual, expected, dtypes, strict=True):
            wanted_tensor = torch.from_numpy(np.array(wanted)).to(DTYPES[dtype])
            assert_equal(got, wanted_tensor, tolerance)
            assert got.is_contiguous(), "a result isn't contiguous"


def _for_reference(value: Any, kind: str) -> Any:
    """Return an argument as the reference takes it: more precise than the operator computes."""
    if isinstance(value, torch.Tensor) and kind == "seed":
        return int(value)
    if isinstance(value, torch.Tensor):
        return (value.double() if value.is_floating_point() else value).numpy()
    if isinstance(value, list) and any(isinstance(item, torch.Tensor) for item in value):
        return [_for_reference(item, kind) for item in value]
    if isinstance(value, torch.dtype):
        return torch.empty(0, dtype=value).numpy().dtype
    return float(np.float32(value)) if kind == "f32" else value


def check_registration(subject: Subject) -> Iterator[Check]:
    """Run PyTorch's checker of custom operators on every sample."""
    for sample in subject.samples():
        yield f"opcheck {sample['name']}", partial(_opcheck, subject, sample)


def _opcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    types = subject.choice("f64", "f32", *DTYPES)
    values = subject.tracked(subject.values(sample, types))
    torch.library.opcheck(subject.function.op, tuple(values.values()))
