"""Gradients of both orders against finite differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import oneflow
from numpy_suite.subject import SkipError

from .subject import Check, Subject, Values, assert_close, cotangents, flat

SMALL: Final = 150
"""Finite differences are taken of samples with at most so many elements."""
STEP: Final = 1e-6
TOLERANCE: Final = 1e-5


def check_gradients(subject: Subject) -> Iterator[Check]:
    """Compare gradients with finite differences, or see that there are none."""
    if not subject.differentiable:
        yield "no gradient", partial(_no_gradient, subject)
        return
    samples = [sample for sample in subject.samples if _size(subject, sample) <= SMALL]
    for sample in samples[:1] if subject.quick else samples:
        yield f"gradient {sample['name']}", partial(_gradient, subject, sample)
    for sample in samples[:1]:
        yield f"second gradient {sample['name']}", partial(_second, subject, sample)


def _size(subject: Subject, sample: Mapping[str, Any]) -> int:
    try:
        values = subject.given(sample, subject.choice("f64"))
    except SkipError:
        return 0
    return sum(tensor.numel() for tensor in flat([values[n] for n in subject.differentiable]))


def _no_gradient(subject: Subject) -> None:
    values = subject.given(subject.samples[0], subject.choice("f64", "f32"))
    for name, value in values.items():
        if isinstance(value, oneflow.Tensor) and value.is_floating_point():
            values[name] = value.detach().clone().requires_grad_()
    for output in subject.call(values):
        assert not output.requires_grad, "a result requires a gradient that there is not"


def _differentiated(subject: Subject, values: Values) -> list[Any]:
    outputs = [output for output in subject.call(values) if output.requires_grad]
    if not outputs:
        raise SkipError("no result requires a gradient")
    return outputs


def _gradients(subject: Subject, values: Values, *, create_graph: bool) -> list[Any]:
    outputs = _differentiated(subject, values)
    leaves = subject.leaves(values)
    # OneFlow goes through an operator with several results once for each, and fails.
    form = sum((o * w).sum() for o, w in zip(outputs, cotangents(outputs), strict=True))
    found = oneflow.autograd.grad(form, leaves, create_graph=create_graph)
    for leaf, gradient in zip(leaves, found, strict=True):
        assert gradient is not None, "an operand has no gradient"
        assert gradient.shape == leaf.shape, f"gradient {gradient.shape} of {leaf.shape}"
        assert gradient.dtype == leaf.dtype, f"gradient {gradient.dtype} of {leaf.dtype}"
    return list(found)


def _gradient(subject: Subject, sample: Mapping[str, Any]) -> None:
    """The gradient of a weighted sum of the results is that of finite differences."""
    values = subject.tracked(subject.given(sample, subject.choice("f64")))
    found = _gradients(subject, values, create_graph=False)

    def form() -> float:
        outputs = _differentiated(subject, values)
        return _weighted(outputs, cotangents(outputs))

    _compare(found, subject.leaves(values), form)


def _second(subject: Subject, sample: Mapping[str, Any]) -> None:
    values = subject.tracked(subject.given(sample, subject.choice("f64")))
    first = _gradients(subject, values, create_graph=True)
    tracked = [gradient for gradient in first if gradient.requires_grad]
    if not tracked:
        raise SkipError("first order only")
    leaves = subject.leaves(values)
    sum((g * w).sum() for g, w in zip(tracked, cotangents(tracked), strict=True)).backward()
    found = [leaf.grad for leaf in leaves]
    places = [number for number, gradient in enumerate(first) if gradient.requires_grad]

    def form() -> float:
        again = _gradients(subject, values, create_graph=True)
        kept = [again[number] for number in places]
        return _weighted(kept, cotangents(kept))

    zeros = (
        oneflow.zeros_like(leaf) if gradient is None else gradient
        for leaf, gradient in zip(leaves, found, strict=True)
    )
    _compare(list(zeros), leaves, form)


def _weighted(outputs: Sequence[Any], weights: Sequence[Any]) -> float:
    pairs = zip(outputs, weights, strict=True)
    return float(sum(np.sum(o.numpy() * w.numpy()) for o, w in pairs))


def _compare(found: Sequence[Any], leaves: Sequence[Any], form: Callable[[], float]) -> None:
    for number, (gradient, leaf) in enumerate(zip(found, leaves, strict=True)):
        wanted = _differences(leaf, form)
        assert_close(gradient, wanted, tolerance=TOLERANCE, what=f"gradient {number}")


def _differences(leaf: Any, form: Callable[[], float]) -> Any:
    """Return the central differences of a form by each element of a leaf."""
    original = leaf.numpy().copy()
    slopes = np.zeros_like(original)
    for index in np.ndindex(*original.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = original.copy()
            moved[index] += sign * STEP
            with oneflow.no_grad():
                leaf.copy_(oneflow.tensor(moved))
            ends.append(form())
        slopes[index] = (ends[0] - ends[1]) / (2 * STEP)
    with oneflow.no_grad():
        leaf.copy_(oneflow.tensor(original))
    return slopes
