"""Wrong arguments are refused by name, by kernels and by fake functions alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import torch

from .subject import Check, SkipError, Subject, Values, error_of


def check_errors(subject: Subject) -> Iterator[Check]:
    """See that wrong element types are refused by name, by kernels and by fake functions alike."""
    yield "wrong dtype", partial(_wrong_dtype, subject)
    yield "mixed dtypes", partial(_mixed_dtypes, subject)
    for sample in subject.document.get("errors", []):
        yield f"refused {sample['name']}", partial(_refused, subject, sample)


def _refused(subject: Subject, sample: Mapping[str, Any]) -> None:
    values = subject.values(sample, subject.type_choices()[0])
    wanted = sample["message"]
    if any(value == [] and name in sample["operands"] for name, value in values.items()):
        raise SkipError("PyTorch has no list of tensors without one")
    for route, call in subject.routes:
        said = error_of(partial(call, values))
        assert wanted in said, f"{route}: expected `{wanted}`, got `{said}`"
    if sample["by_rule"]:
        said = error_of(partial(subject.call, {n: _on_meta(v) for n, v in values.items()}))
        assert wanted in said, f"fake function: expected `{wanted}`, got `{said}`"


def _on_meta(value: Any) -> Any:
    if isinstance(value, list):
        return [_on_meta(item) for item in value]
    return value.to("meta") if isinstance(value, torch.Tensor) else value


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
