"""Results against the reference: of every sample and type, with unknown sizes, of functions."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import mindspore as ms
import numpy as np
from mindspore.ops.operations._ms_kernel import determine_variable_usage
from numpy_suite.subject import SkipError

from .nets import Net
from .subject import (
    DTYPES,
    Arguments,
    Check,
    Subject,
    as_array,
    assert_close,
    outputs_of,
)

_HYBRID_TOLERANCE: Final = 1e-2
"""MindSpore's Python for the language has an error function of few digits, samples may be half."""

_LESS: Final = {True: 5, False: 1}
"""Of so many samples a quick run takes the values: with the first choice of types, with others."""


def check_values(subject: Subject) -> Iterator[Check]:
    """Compare results with the reference for every sample and element type."""
    samples, choices = subject.samples(), subject.type_choices()
    for number, types in enumerate(choices):
        for sample in samples[: _LESS[number == 0]] if subject.quick else samples:
            named = "/".join(types.values())
            yield f"values {named} {sample['name']}", partial(_values, subject, sample, types)
    yield "function", partial(_function, subject)
    if subject.mode == "pynative":
        yield "hybrid language", partial(_hybrid, subject)
    for sample in samples[:1] if subject.quick else samples:
        yield f"unknown sizes {sample['name']}", partial(_dynamic, subject, sample, ranks=False)
        yield f"unknown ranks {sample['name']}", partial(_dynamic, subject, sample, ranks=True)


def _values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    arguments = subject.arguments(sample, types)
    net = Net(subject.cell(**arguments.attributes), arguments)
    before = subject.runtime.calls(subject.qualified)
    actual = outputs_of(net(*arguments.tensors))
    _compare(subject, actual, arguments, types=types)
    ran = subject.runtime.calls(subject.qualified) - before
    assert ran > 0 or not actual, "the kernel of this library didn't run"


def _compare(
    subject: Subject, actual: Sequence[Any], arguments: Arguments, *, types: Mapping[str, str]
) -> None:
    described = subject.document["results"]
    expected = zip(described, _expected(subject, arguments), strict=True)
    public = [(r, p) for r, p in expected if "saved" not in r]
    wanted = [(r, tensor) for r, part in public for tensor in outputs_of(part)]
    assert len(actual) == len(wanted), f"{len(actual)} results, expected {len(wanted)}"
    for got, (result, array) in zip(actual, wanted, strict=True):
        dtype = types[result["type"]]
        assert got.dtype == DTYPES[dtype], f"{result['name']} is {got.dtype}, expected {dtype}"
        tolerance = max(subject.tolerance(name) for name in (dtype, *types.values()))
        assert_close(result["name"], as_array(got), array, tolerance=tolerance)


def _expected(subject: Subject, arguments: Arguments) -> tuple[Any, ...]:
    """Return what the reference makes of arguments, for each result."""
    if subject.reference is None:
        raise SkipError("ran, but the spec has no reference to compare with")
    expected = subject.reference(**arguments.reference)
    return expected if isinstance(expected, tuple) else (expected,)


def _function(subject: Subject) -> None:
    """The function gives what the cell gives."""
    types = subject.type_choices()[0]
    arguments = subject.arguments(subject.samples()[0], types)
    operands, rest = [], list(arguments.tensors)
    for count, is_list in zip(arguments.counts, arguments.lists, strict=True):
        taken, rest = rest[:count], rest[count:]
        operands.append(taken if is_list else taken[0] if taken else None)
    seeds = {a["name"]: t for a, t in zip(_seeds(subject), rest, strict=True)}
    named = {o["name"]: v for o, v in zip(subject.document["operands"], operands, strict=True)}
    made = subject.function(**named, **arguments.attributes, **seeds)
    _compare(subject, outputs_of(made), arguments, types=types)


def _hybrid(subject: Subject) -> None:
    """The hybrid kernel passes MindSpore's own check and, run as Python, computes what it should.

    To compile it takes long; the tests do so with some.
    """
    arguments = subject.arguments(subject.samples()[0], subject.type_choices()[0])
    hybrids = importlib.import_module("opgen_mindspore.hybrids")
    spec = importlib.import_module("opgen_mindspore.operators").OPERATORS[subject.qualified]
    if not isinstance(spec.hybrid, tuple):
        raise SkipError(f"no hybrid kernel: {spec.hybrid}")
    attributes = subject.runtime.frozen(tuple(arguments.attributes.values()))
    tensors = arguments.tensors
    full, flat, shape, _ = hybrids.layout(
        subject.qualified,
        tuple(tensor.shape for tensor in tensors),
        tuple(tensor.dtype for tensor in tensors),
        arguments.counts,
        attributes,
    )
    arrays = [
        np.broadcast_to(as_array(tensor).astype(np.float32), wide).reshape(own)
        for tensor, wide, own in zip(tensors, full, flat, strict=True)
    ]
    scalars = [as_array(tensor) for tensor in hybrids.scalars_of(subject.qualified, attributes)]
    kernel = hybrids.kernel_of(spec)
    source = inspect.getsource(kernel)
    determine_variable_usage(ast.parse(source), subject.document["op"])
    made = kernel(*arrays, *scalars).reshape(shape)
    (expected,) = _expected(subject, arguments)
    assert_close("hybrid", made, expected, tolerance=_HYBRID_TOLERANCE)


def _seeds(subject: Subject) -> list[Mapping[str, Any]]:
    return [a for a in subject.document["attributes"] if a["kind"] == "seed"]


def _dynamic(subject: Subject, sample: Mapping[str, Any], *, ranks: bool) -> None:
    """A graph that is compiled without sizes, or without ranks, gives the same."""
    types = subject.type_choices()[0]
    arguments = subject.arguments(sample, types)
    net = Net(subject.cell(**arguments.attributes), arguments)
    unknown = [_unknown(tensor, ranks=ranks) for tensor in arguments.tensors]
    net.set_inputs(*unknown)
    _compare(subject, outputs_of(net(*arguments.tensors)), arguments, types=types)


def _unknown(tensor: Any, *, ranks: bool) -> Any:
    return ms.Tensor(shape=None if ranks else [None] * tensor.ndim, dtype=tensor.dtype)
