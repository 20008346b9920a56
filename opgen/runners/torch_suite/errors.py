"""Wrong arguments are refused by name, by kernels and by fake functions alike."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import torch

from .subject import Check, SkipError, Subject, Values, error_of


def check_errors(subject: Subject) -> Iterator[Check]:
    """See that wrong element types are refused by name, by kernels and by fake functions alike."""
    yield "wrong dtype", partial(_wrong_dtype, subject)
    yield "mixed dtypes", partial(_mixed_dtypes, subject)


def _wrong_dtype(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.type_choices()[0])
    seeds = {a["name"] for a in subject.document["attributes"] if a["kind"] == "seed"}
    tensors = [n for n, v in values.items() if isinstance(v, torch.Tensor) and n not in seeds]
    if not tensors:
        raise SkipError("no operand is a tensor of its own")
    name = tensors[0]
    _assert_refused(subject, values | {name: values[name].to(torch.complex64)})


def _mixed_dtypes(subject: Subject) -> None:
    choices, variables = subject.type_choices(), subject.document["operands"]
    values = subject.values(subject.samples()[0], choices[0])
    others = subject.values(subject.samples()[0], choices[-1])
    promoted = subject.document.get("promotes", {}).get("operands", ())
    for operand in variables[1:]:
        if operand["name"] in promoted:
            continue
        name, shared = operand["name"], operand["type"] == variables[0]["type"]
        if shared and isinstance(values[name], torch.Tensor) and len(choices) > 1:
            _assert_refused(subject, values | {name: others[name]})
            return
    raise SkipError("no two operands share an element type")


def _assert_refused(subject: Subject, values: Values) -> None:
    name = subject.document["op"]
    real = error_of(lambda: subject.call(values))
    assert name in real, f"the message doesn't name the operator: {real}"
    meta = {n: v.to("meta") if isinstance(v, torch.Tensor) else v for n, v in values.items()}
    fake = error_of(lambda: subject.call(meta))
    assert name in fake, f"the message of the fake function doesn't name the operator: {fake}"
