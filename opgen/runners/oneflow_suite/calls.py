"""Calls in place, with operands of different element types, with and without a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import oneflow
from numpy_suite.subject import SkipError

from .subject import DTYPES, Check, Subject, Values, assert_close, error_of, replaced

MIXTURES: Final = (("f32", "f64"), ("i64", "f32"), ("i32", "i64"))


def check_calls(subject: Subject) -> Iterator[Check]:
    """Check the calls that the operator allows beyond the plain one."""
    if "in_place" in subject.document:
        for sample in subject.samples:
            yield f"in place {sample['name']}", partial(_in_place, subject, sample)
        yield "in place gradient", partial(_gradient, subject)
    if "promotes" in subject.document:
        for mixture in MIXTURES:
            yield f"promotion {'/'.join(mixture)}", partial(_promotion, subject, mixture)
    if any(attribute["kind"] == "seed" for attribute in subject.document["attributes"]):
        yield "seed", partial(_seed, subject)


def _written(subject: Subject) -> dict[str, str]:
    return {result: operand for operand, result in subject.document["in_place"]}


def _fits(subject: Subject, values: Values) -> bool:
    results = dict(zip((r["name"] for r in subject.results), subject.call(values), strict=True))
    pairs = [(results[r], values[o]) for r, o in _written(subject).items() if r in results]
    return all(result.shape == operand.shape for result, operand in pairs)


def _in_place(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Results are written over their operands, and are what they are elsewhere."""
    types = subject.choice("f64", "f32", *DTYPES)
    values = subject.given(sample, types)
    asked = {subject.in_place_parameter: True}
    if not _fits(subject, values):
        error_of(partial(subject.call, values, **asked))
        return
    expected = subject.call(subject.given(sample, types))
    results = subject.call(values, **asked)
    written = _written(subject)
    for described, got, wanted in zip(subject.results, results, expected, strict=True):
        assert_close(got, wanted, tolerance=0)
        operand = written.get(described["name"])
        if operand:
            assert_close(values[operand], wanted, tolerance=0, what=operand)
    untouched = subject.given(sample, types)
    for name, value in values.items():
        if name not in written.values() and isinstance(value, oneflow.Tensor):
            assert_close(value, untouched[name], tolerance=0, what=name)


def _gradient(subject: Subject) -> None:
    """Gradients through work in place are those of the operator elsewhere."""
    if not subject.differentiable:
        raise SkipError("the operator has no gradient")
    types = subject.choice("f64", "f32")
    given = [subject.given(sample, types) for sample in subject.samples]
    values = next((each for each in given if _fits(subject, each)), None)
    if values is None:
        raise SkipError("no sample has results that fit their operands")
    gradients = []
    for asked in ({}, {subject.in_place_parameter: True}):
        leaves = subject.tracked(values)
        # A leaf that records gradients can't be written over.
        moved = {name: replaced(value, lambda t: t * 1) for name, value in leaves.items()}
        subject.call(moved, **asked)[0].pow(2).sum().backward()
        gradients.append([leaf.grad for leaf in subject.leaves(leaves)])
    for got, wanted in zip(gradients[1], gradients[0], strict=True):
        assert_close(got, wanted, tolerance=1e-6)


def _promotion(subject: Subject, mixture: Sequence[str]) -> None:
    """Operands of different element types give what operands of the wider type give."""
    promotes = subject.document["promotes"]
    names = promotes["operands"]
    operands = {operand["name"]: operand for operand in subject.document["operands"]}
    variable = operands[names[0]]["type"]
    wide = str(np.result_type(*({"f": "float", "i": "int"}[m[0]] + m[1:] for m in mixture)))
    # Integers of 64 bits meet numbers of 32 in these.
    wide = "float32" if mixture == ("i64", "f32") else wide
    spelled = {"float32": "f32", "float64": "f64", "int64": "i64"}[wide]
    if not {spelled, *mixture} <= {*subject.document["types"][variable]}:
        raise SkipError(f"doesn't take {', '.join(mixture)}")
    types = {**subject.choices()[0], variable: spelled}
    mixed = subject.given(subject.samples[0], types)
    same = dict(mixed)
    for at, name in enumerate(names):
        mixed[name] = replaced(mixed[name], partial(_cast, mixture[at % 2]))
        same[name] = replaced(mixed[name], partial(_cast, spelled))
    for got, wanted in zip(subject.call(mixed), subject.call(same), strict=True):
        assert got.dtype == wanted.dtype, f"{got.dtype}, expected {wanted.dtype}"
        assert_close(got, wanted, tolerance=0)


def _cast(dtype: str, tensor: Any) -> Any:
    return tensor.to(DTYPES[dtype])


def _seed(subject: Subject) -> None:
    """A seed gives the same numbers again, and so does OneFlow's generator."""
    name = next(a["name"] for a in subject.document["attributes"] if a["kind"] == "seed")
    given = [subject.given(sample, subject.choice("f32", "f64")) for sample in subject.samples]
    values = max(given, key=lambda each: subject.call(each)[0].numel())
    drawn = partial(_first, subject, {n: v for n, v in values.items() if n != name})
    assert_close(drawn(**{name: 11}), drawn(**{name: 11}), tolerance=0)
    oneflow.manual_seed(3)
    once = drawn()
    oneflow.manual_seed(3)
    assert_close(once, drawn(), tolerance=0)
    if once.numel() < 8:  # noqa: PLR2004 - few elements may well be equal by chance
        raise SkipError("no sample has enough elements to tell seeds apart")
    assert error_of(lambda: assert_close(once, drawn(), tolerance=0)), "two draws are the same"


def _first(subject: Subject, values: Values, **more: Any) -> Any:
    return subject.call(values, **more)[0]
