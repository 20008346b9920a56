"""Wrong arguments are refused by name, before MindSpore converts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import mindspore as ms
from numpy_suite.subject import SkipError

from .nets import Net
from .subject import DTYPES, Arguments, Check, Subject, error_of


def check_errors(subject: Subject) -> Iterator[Check]:
    """See that wrong element types and the calls that the spec names are refused."""
    yield "wrong dtype", partial(_wrong_dtype, subject)
    yield "mixed dtypes", partial(_mixed_dtypes, subject)
    for sample in subject.document.get("errors", []):
        yield f"refused {sample['name']}", partial(_refused, subject, sample)


def _call(subject: Subject, arguments: Arguments, tensors: tuple[Any, ...]) -> str:
    net: Any = Net(subject.cell(**arguments.attributes), arguments)
    return error_of(partial(net, *tensors))


def _wrong_dtype(subject: Subject) -> None:
    arguments = subject.arguments(subject.samples()[0], subject.type_choices()[0])
    if not sum(arguments.counts):
        raise SkipError("no operand is a tensor of its own")
    name = arguments.names[0]
    if name in subject.document.get("promotes", {}).get("operands", ()):
        raise SkipError("operands are promoted")
    variable = next(o["type"] for o in subject.document["operands"] if o["name"] == name)
    accepted = subject.document["types"][variable]
    other = next((d for d in ("i16", "u8", "f64", "i8") if d not in accepted), None)
    if other is None:
        raise SkipError("takes every element type")
    tensors = (arguments.tensors[0].astype(DTYPES[other]), *arguments.tensors[1:])
    said = _call(subject, arguments, tensors)
    wanted = f"{subject.document['op']}: {name}"
    assert wanted in said, f"expected `{wanted}`, got `{said[:200]}`"


def _mixed_dtypes(subject: Subject) -> None:
    arguments = subject.arguments(subject.samples()[0], subject.type_choices()[0])
    promoted = subject.document.get("promotes", {}).get("operands", ())
    variables = {o["name"]: o["type"] for o in subject.document["operands"]}
    names = [name for name in arguments.names if name in variables and name not in promoted]
    for at, name in enumerate(names[1:], start=1):
        accepted = subject.document["types"][variables[name]]
        if variables[name] == variables[names[0]] and len(accepted) > 1:
            other = arguments.tensors[at].astype(DTYPES[accepted[1]])
            tensors = (*arguments.tensors[:at], other, *arguments.tensors[at + 1 :])
            said = _call(subject, arguments, tensors)
            assert subject.document["op"] in said, f"the operator isn't named: {said[:200]}"
            return
    raise SkipError("no two operands share a type variable of several dtypes")


def _refused(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = subject.arguments(sample, subject.type_choices()[0])
    if not arguments.tensors:
        raise SkipError("MindSpore has no call without a tensor")
    try:
        said = _call(subject, arguments, arguments.tensors)
    finally:
        ms.runtime.synchronize()
    assert sample["message"] in said, f"expected `{sample['message']}`, got `{said[:300]}`"
