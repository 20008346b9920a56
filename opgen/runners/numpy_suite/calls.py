"""Calls in place, with operands of different element types, with and without a seed."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from .subject import DTYPES, Subject, as_list, bound, skip
from .values import compare

MIXTURES: Final = (
    (("f32", "f64"), "f64"),
    (("i64", "f32"), "f32"),
    (("bool", "f64"), "f64"),
    (("i32", "bool"), "i32"),
    (("u8", "i8"), "i16"),
    (("f16", "f32"), "f32"),
)
"""Element types of operands, and what PyTorch's table of types promotes them to."""

EXACT: Final = 1e-6


def call_checks(subject: Subject) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the checks of the calls that the operator allows beyond the plain one."""
    document = subject.document
    if subject.in_place is not None:
        for sample in document["samples"]:
            yield f"in place {sample['name']}", bound(_in_place, subject, sample)
        yield "in place read-only", bound(_read_only, subject)
    if subject.promoted:
        yield "promotion", bound(_promotion, subject)
    if any(attribute["kind"] == "seed" for attribute in document["attributes"]):
        yield "seed", bound(_seed, subject)


def _in_place_of(subject: Subject) -> Callable[..., Any]:
    assert subject.in_place is not None
    return subject.in_place


def _in_place(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Results are written over their operands, and are what they are elsewhere."""
    types = subject.choices()[-1]
    expected = subject.call(subject.values(sample, types))
    values = subject.values(sample, types)
    before = {name: np.copy(v) for name, v in values.items() if isinstance(v, np.ndarray)}
    public = [r["name"] for r in subject.document["results"] if "saved" not in r]
    written = {result: operand for operand, result in subject.document["in_place"]}
    misfits = [
        name
        for name, result in zip(public, expected)
        if name in written and result.shape != values[written[name]].shape
    ]
    if misfits:
        _is_refused(subject, values, misfits[0])
        return
    results = as_list(_in_place_of(subject)(**values))
    for name, result, wanted in zip(public, results, expected):
        if name in written and result is not values[written[name]]:
            raise AssertionError(f"{name} isn't returned in the place of {written[name]}")
        compare(name, result, wanted, tolerance=EXACT)
    for name in before.keys() - set(written.values()):
        if not np.array_equal(before[name], values[name]):
            raise AssertionError(f"operand {name} was changed")


def _is_refused(subject: Subject, values: Mapping[str, Any], result: str) -> None:
    try:
        _in_place_of(subject)(**values)
    except ValueError as error:
        if result not in str(error):
            raise AssertionError(f"the error doesn't name {result}: {error}") from error
        return
    raise AssertionError(f"{result} doesn't fit its operand, but was accepted")


def _read_only(subject: Subject) -> None:
    """What can't be written to is refused by name."""
    values = subject.values(subject.document["samples"][0], subject.choices()[0])
    name = subject.document["in_place"][0][0]
    values[name] = np.copy(values[name])
    values[name].flags.writeable = False
    try:
        _in_place_of(subject)(**values)
    except ValueError as error:
        if name not in str(error):
            raise AssertionError(f"the error doesn't name {name}: {error}") from error
        return
    raise AssertionError(f"{name} is read-only, but was accepted")


def _promotion(subject: Subject) -> None:
    """Operands of different element types give what operands of the promoted type give."""
    names = subject.document["promotes"]["operands"]
    operands = {operand["name"]: operand for operand in subject.document["operands"]}
    variable = operands[names[0]]["type"]
    ran = False
    for given, promoted in _mixtures(subject):
        if promoted not in subject.types[variable]:
            continue
        ran = True
        types = {**subject.choices()[0], variable: promoted}
        values = subject.values(subject.document["samples"][0], types)
        mixed, same = dict(values), dict(values)
        for at, name in enumerate(names):
            mixed[name] = _converted(values[name], given[at % 2])
            same[name] = _converted(mixed[name], promoted)
        for result, wanted in zip(subject.call(mixed), subject.call(same)):
            compare(f"{' and '.join(given)} promoted", result, wanted, tolerance=EXACT)
    if not ran:
        skip("takes none of the element types that are mixed here")


def _mixtures(subject: Subject) -> Sequence[tuple[tuple[str, str], str]]:
    if not subject.document["promotes"]["float_if_int"]:
        return MIXTURES
    return [
        (given, promoted if promoted.startswith("f") else "f32") for given, promoted in MIXTURES
    ]


def _converted(value: Any, dtype: str) -> Any:
    if isinstance(value, list):
        return [_converted(item, dtype) for item in value]
    return None if value is None else value.astype(DTYPES[dtype])


def _seed(subject: Subject) -> None:
    """A seed gives the same numbers again, and so does a generator; without one they differ."""
    name = next(a["name"] for a in subject.document["attributes"] if a["kind"] == "seed")
    samples = subject.document["samples"]
    most = max(samples, key=lambda sample: _elements(subject, sample))
    values = subject.values(most, subject.choices()[-1])

    def drawn(**given: Any) -> list[Any]:
        others = {n: v for n, v in values.items() if n != name}
        results: list[Any] = subject.call({**others, **given})
        return results

    def same(one: list[Any], other: list[Any]) -> bool:
        return all(map(np.array_equal, one, other))

    generator = next(n for n in ("generator", "generator_") if n not in values)
    first, second = (np.random.default_rng(7) for _ in range(2))
    if not same(drawn(**{name: 11}), drawn(**{name: 11})):
        raise AssertionError("one seed gives different results")
    if not same(drawn(**{generator: first}), drawn(**{generator: second})):
        raise AssertionError("one state of the generator gives different results")
    if _elements(subject, most) < 8:  # noqa: PLR2004 - few elements may well be equal by chance
        skip("no sample has enough elements to tell seeds apart")
    if same(drawn(**{name: 11}), drawn(**{name: 12})) or same(drawn(), drawn()):
        raise AssertionError("different seeds give the same results")


def _elements(subject: Subject, sample: Mapping[str, Any]) -> int:
    values = subject.values(sample, subject.choices()[0]).values()
    return max([np.size(value) for value in values if isinstance(value, np.ndarray)], default=0)
