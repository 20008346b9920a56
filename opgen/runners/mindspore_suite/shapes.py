"""Shapes by the spec's rule in Python against those of the kernels' function in C++."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from numpy_suite.subject import SkipError

from .subject import Arguments, Check, Subject, error_of, outputs_of


def check_shapes(subject: Subject) -> Iterator[Check]:
    """Compare the shapes of results, for every sample, and what is refused."""
    if subject.mode == "pynative":
        for sample in subject.samples():
            yield f"shapes {sample['name']}", partial(_shapes, subject, sample)
        for sample in subject.document.get("errors", []):
            yield f"shapes refused {sample['name']}", partial(_refused, subject, sample)


def _rule(subject: Subject, arguments: Arguments) -> Any:
    """Return the rule in Python as MindSpore calls it."""
    values = tuple(arguments.attributes.values())
    call = subject.runtime.call_of(subject.qualified, arguments.counts, values)
    rule = importlib.import_module("opgen_mindspore.inference").shape_function(call)
    if rule is None:
        raise SkipError("a developer writes the function for shapes")
    return rule


def _of_any_sizes(subject: Subject, arguments: Arguments) -> Any:
    """Return the primitive that has its shapes from C++."""
    tensors = arguments.tensors[: sum(arguments.counts)]
    values = subject.runtime.frozen(tuple(arguments.attributes.values()))
    dtypes = tuple(tensor.dtype for tensor in tensors)
    chosen = ("forward", False, "aot")
    return subject.runtime.primitive(subject.qualified, dtypes, arguments.counts, values, chosen)


def _shapes(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = subject.arguments(sample, subject.type_choices()[0])
    rule = _rule(subject, arguments)
    made = rule(*[list(tensor.shape) for tensor in arguments.tensors])
    actual = outputs_of(_of_any_sizes(subject, arguments)(*arguments.tensors))
    wanted = [list(tensor.shape) for tensor in actual]
    found = [made] if len(wanted) == 1 else list(made)
    assert found == wanted, f"the rule says {found}, C++ {wanted}"


def _refused(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = subject.arguments(sample, subject.type_choices()[0])
    if not arguments.tensors:
        raise SkipError("MindSpore has no call without a tensor")
    rule = _rule(subject, arguments)
    shapes = [list(tensor.shape) for tensor in arguments.tensors]
    said = error_of(lambda: _of_any_sizes(subject, arguments)(*arguments.tensors))
    assert sample["message"] in said, f"expected `{sample['message']}`, got `{said[:300]}`"
    try:
        rule(*shapes)
    except RuntimeError as error:
        assert sample["message"] in str(error), f"the rule says `{error}`"  # noqa: PT017
    else:
        raise SkipError("the kernel refuses it, the rule for shapes doesn't")
