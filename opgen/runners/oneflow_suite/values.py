"""Results against the reference, and calls that have to be refused."""

from __future__ import annotations

import doctest
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from numpy_suite.subject import SkipError

from .subject import DTYPES, Check, Subject, assert_close, error_of, flat


def check_values(subject: Subject) -> Iterator[Check]:
    """Compare results with the reference for every sample and element type."""
    for types in subject.choices():
        for sample in subject.samples[:2] if subject.quick else subject.samples:
            named = "/".join(types.values())
            yield f"values {named} {sample['name']}", partial(_values, subject, sample, types)
    yield "docstring", partial(_docstring, subject)


def _values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    results = subject.call(subject.given(sample, types))
    expected = subject.expected(sample, types)
    assert len(results) == len(expected), f"{len(results)} results, expected {len(expected)}"
    for got, wanted in zip(results, expected, strict=True):
        assert_close(got, wanted, tolerance=subject.tolerance(types))
    if len(results) == len(subject.results):
        for result, got in zip(subject.results, results, strict=True):
            wanted_dtype = DTYPES[types[result["type"]]]
            assert got.dtype == wanted_dtype, f"{result['name']}: {got.dtype}"


def _docstring(subject: Subject) -> None:
    """The example of the docstring runs."""
    text = subject.function.__doc__ or ""
    test = doctest.DocTestParser().get_doctest(text, {}, subject.name, None, None)
    if not test.examples:
        raise SkipError("the docstring has no example")
    for example in test.examples:
        exec(example.source, test.globs)  # noqa: S102 - the generated example is what is tried


def check_errors(subject: Subject) -> Iterator[Check]:
    """See that calls that don't fit are refused by name."""
    yield "wrong dtype", partial(_wrong_dtype, subject)
    yield "no tensor", partial(_no_tensor, subject)
    for sample in subject.document.get("errors", []):
        yield f"refused {sample['name']}", partial(_refused, subject, sample)


def _wrong_dtype(subject: Subject) -> None:
    types = subject.choices()[0]
    values = subject.given(subject.samples[0], types)
    promoted = subject.document.get("promotes", {}).get("operands", ())
    for operand in subject.document["operands"]:
        name, listed = operand["name"], subject.document["types"][operand["type"]]
        other = next((d for d in ("u8", "i64", "f64", "bool") if d not in listed), None)
        if name in promoted or other is None or not flat([values[name]]):
            continue
        if not isinstance(values[name], list):
            wrong = {**values, name: values[name].to(DTYPES[other])}
            message = error_of(partial(subject.call, wrong))
            assert subject.name in message, f"the message doesn't name the operator: {message}"
            return
    raise SkipError("no operand is a tensor of a restricted element type")


def _no_tensor(subject: Subject) -> None:
    values = subject.given(subject.samples[0], subject.choices()[0])
    operand = subject.document["operands"][:1]
    if not operand:
        raise SkipError("the operator has no operand")
    message = error_of(partial(subject.call, {**values, operand[0]["name"]: "a word"}))
    for word in (subject.name, operand[0]["name"], "tensor", "str"):
        assert word in message, f"the message doesn't say {word}: {message}"


def _refused(subject: Subject, sample: Mapping[str, Any]) -> None:
    if not sample["by_rule"]:
        raise SkipError("the kernel refuses it, which ends a process of OneFlow")
    message = error_of(partial(subject.call, subject.given(sample, subject.choices()[0])))
    assert sample["message"] in message, f"expected `{sample['message']}`, got `{message}`"
