"""Results against the reference, and wrong element types that are refused by name."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .subject import (
    DTYPES,
    Subject,
    as_list,
    as_tensors,
    dtype_of,
    precise,
    skip,
)


def values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    """Results have the declared dtypes and equal those of the reference."""
    values = subject.values(sample, types)
    before = {name: _copied(value) for name, value in values.items()}
    results = subject.call(values)
    for name, value in values.items():
        if not _same(before[name], value):
            raise AssertionError(f"operand {name} was changed")
    described = subject.document["results"]
    public = [result for result in described if "saved" not in result]
    for result, array in zip(public, results):
        wanted = dtype_of(types[result["type"]])
        for part in as_tensors(array):
            if part.dtype != wanted:
                raise AssertionError(f"{result['name']}: dtype {part.dtype}, expected {wanted}")
    if subject.reference is None:
        skip("ran, but the spec has no reference to compare with")
        return
    expected = as_list(subject.reference(**{n: precise(v) for n, v in values.items()}))
    if len(expected) != len(described):
        raise AssertionError(f"the reference returns {len(expected)} of {len(described)} results")
    kept = [value for result, value in zip(described, expected) if "saved" not in result]
    for result, array, wide in zip(public, results, kept):
        tolerance = subject.tolerance(types[result["type"]])
        compare(result["name"], array, wide, tolerance=tolerance)


def refused(subject: Subject, sample: Mapping[str, Any]) -> None:
    """A call that doesn't fit is refused with the words of the spec."""
    values = subject.values(sample, subject.choices()[0])
    try:
        subject.call(values)
    except (ValueError, RuntimeError) as error:
        if isinstance(error, subject.not_written):
            raise
        if sample["message"] not in str(error):
            raise AssertionError(f"expected `{sample['message']}`, got `{error}`") from error
    else:
        raise AssertionError("the call was accepted")


def compare(name: str, actual: Any, expected: Any, *, tolerance: float | None) -> None:
    """See that a result is what it should be; exactly if there is no tolerance."""
    if isinstance(actual, list):
        if len(actual) != len(expected):
            raise AssertionError(f"{name}: {len(actual)} arrays, expected {len(expected)}")
        for number, part in enumerate(actual):
            compare(f"{name}[{number}]", part, expected[number], tolerance=tolerance)
        return
    expected = np.asarray(expected)
    if actual.shape != expected.shape:
        raise AssertionError(f"{name}: shape {actual.shape}, the reference has {expected.shape}")
    if tolerance is None:
        good = actual == expected
    else:
        scale = np.abs(expected).max(initial=1.0, where=np.isfinite(expected))
        wide = actual.astype(np.float64)
        good = np.isclose(wide, expected, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
    if not np.all(good):
        at = tuple(int(index) for index in np.argwhere(~np.asarray(good))[0])
        raise AssertionError(f"{name}{list(at)} is {actual[at]}, the reference has {expected[at]}")


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value.copy() if isinstance(value, np.ndarray) else value


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, list):
        return all(map(_same, before, after))
    return np.array_equal(before, after) if isinstance(before, np.ndarray) else before == after


def wrong_dtype(subject: Subject, sample: Mapping[str, Any]) -> None:
    """An operand of a dtype that isn't listed is refused by name."""
    values = subject.values(sample, subject.choices()[0])
    refused = False
    for operand in subject.document["operands"]:
        name, variable = operand["name"], operand["type"]
        listed = subject.types[variable]
        refused_here = subject.document.get("not_on_cpu", {}).get(variable, [])
        candidates = (*refused_here, "i64", "f64", "bool")
        other = next((dtype for dtype in candidates if dtype not in listed), None)
        if name in subject.promoted:
            continue
        if other is not None and isinstance(values[name], np.ndarray):
            refused = True
            _refused(subject, {**values, name: values[name].astype(DTYPES[other])}, name)
    if not refused:
        skip("no operand is an array of a restricted dtype")


def mixed_dtypes(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Operands of one type variable with different dtypes are refused by name."""
    values = subject.values(sample, subject.choices()[0])
    mixed = False
    for variable, dtypes in subject.types.items():
        operands = [
            o["name"]
            for o in subject.document["operands"]
            if o["type"] == variable and o["name"] not in subject.promoted
        ]
        present = [name for name in operands if isinstance(values[name], np.ndarray)]
        for name in present[1:] if len(dtypes) > 1 else []:
            mixed = True
            _refused(subject, {**values, name: values[name].astype(dtype_of(dtypes[1]))}, name)
    if not mixed:
        skip("no two operands share a type variable of several dtypes")


def _refused(subject: Subject, values: Mapping[str, Any], name: str) -> None:
    try:
        subject.call(values)
    except ValueError as error:
        if not str(error).startswith(f"{subject.name}: {name}: "):
            raise AssertionError(f"the error doesn't name {name}: {error}") from error
    else:
        raise AssertionError(f"{name} of dtype {values[name].dtype} was accepted")
