"""Gradients against finite differences, by every route and of both orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import torch

from .subject import (
    Check,
    SkipError,
    Subject,
    Values,
    assert_equal,
    error_of,
    gradients_of,
    outputs_of,
    over_tracked,
    tensors_of,
)

NO_GRADIENT: Final = "has no gradient"
SMALL: Final = 200
"""Finite differences are taken of samples with at most so many elements."""


def check_gradients(subject: Subject) -> Iterator[Check]:
    """Compare gradients with finite differences, or see that there are none."""
    if not subject.differentiable:
        yield "no gradient", partial(_no_gradient, subject)
        return
    for sample in subject.samples():
        yield f"gradients {sample['name']}", partial(_have_gradients, subject, sample)
    # An empty tensor has no finite differences, and a large one too many.
    small = [sample for sample in subject.samples() if 0 < _elements(subject, sample) <= SMALL]
    for sample in small:
        yield f"gradcheck {sample['name']}", partial(_gradcheck, subject, sample)
    for sample in small:
        yield f"gradgradcheck {sample['name']}", partial(_gradgradcheck, subject, sample)
    yield "forward mode", partial(_forward_mode, subject)


def _no_gradient(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    for name, value in values.items():
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            values[name] = value.requires_grad_()
    for _, call in subject.routes:
        outputs = [output for output in outputs_of(call(values)) if output.requires_grad]
        if not outputs:
            raise SkipError("no result has a gradient")
        message = error_of(partial(torch.autograd.backward, [outputs[0].sum()]))
        assert NO_GRADIENT in message, f"backward says {message!r}, not that there is no gradient"


def _have_gradients(subject: Subject, sample: Mapping[str, Any]) -> None:
    values = subject.values(sample, subject.choice("f64", "f32"))
    tracked = subject.tracked_places(values)
    expected = gradients_of(subject.call, subject, values)
    for route, call in subject.routes:
        actual = gradients_of(call, subject, values)
        for (name, _), got, wanted in zip(tracked, actual, expected, strict=True):
            assert got is not None, f"{name}.grad is None after the {route}"
            assert_equal(got, wanted)


def _elements(subject: Subject, sample: Mapping[str, Any]) -> int:
    """Return how many elements the operands have; 0 where one of them is empty."""
    tensors = tensors_of(subject.values(sample, subject.choice("f64")).values())
    sizes = [tensor.numel() for tensor in tensors]
    return 0 if 0 in sizes else sum(sizes)


def _tracked(subject: Subject, sample: Mapping[str, Any]) -> Values:
    return subject.tracked(subject.values(sample, subject.choice("f64")))


def _gradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    function, tracked = over_tracked(subject, subject.call, _tracked(subject, sample))
    forward = _has_forward_mode(subject)
    if not tracked:
        raise SkipError("the sample has no tensor with a gradient")
    torch.autograd.gradcheck(
        function,
        tuple(tracked.values()),
        # The batching that this checks with knows no lists of tensors.
        check_batched_grad=not _has_lists(subject),
        check_forward_ad=forward,
        check_batched_forward_grad=forward,
    )
    for call in (subject.call_bare, subject.call_function):
        function, tracked = over_tracked(subject, call, _tracked(subject, sample))
        torch.autograd.gradcheck(function, tuple(tracked.values()))


def _has_lists(subject: Subject) -> bool:
    schema = subject.function.op._schema  # noqa: SLF001 - the only way to the schema
    return any(
        isinstance(part.type, torch.ListType)
        and isinstance(part.type.getElementType(), torch.TensorType)
        for part in (*schema.arguments, *schema.returns)
    )


def _gradgradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    for _, call in subject.routes:
        function, tracked = over_tracked(subject, call, _tracked(subject, sample))
        if not tracked:
            raise SkipError("the sample has no tensor with a gradient")
        forward = _has_forward_mode(subject) and call != subject.call_bare
        inputs = tuple(tracked.values())
        try:
            if not (forward and _checks_forward_over_reverse(function, inputs)):
                torch.autograd.gradgradcheck(function, inputs)
        except RuntimeError as error:
            if NO_GRADIENT in str(error):
                raise SkipError(f"first order only: {error}") from error
            raise


def _checks_forward_over_reverse(function: Any, inputs: tuple[torch.Tensor, ...]) -> bool:
    """Check both orders and forward over reverse; return whether the backward op has a ``jvp``."""
    try:
        torch.autograd.gradgradcheck(function, inputs, check_fwd_over_rev=True)
    except NotImplementedError as error:
        if "jvp" not in str(error):
            raise
        return False
    return True


def _has_forward_mode(subject: Subject) -> bool:
    return subject.function.jvp is not torch.autograd.Function.jvp


def _forward_mode(subject: Subject) -> None:
    """See that forward mode is right, which gradcheck saw to, or an error, and never zeros."""
    if _has_forward_mode(subject):
        return
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    function, tracked = over_tracked(subject, subject.call, values)
    tangents = tuple(torch.ones_like(value) for value in tracked.values())
    message = error_of(lambda: torch.func.jvp(function, tuple(tracked.values()), tangents))
    assert "jvp" in message, f"forward mode says {message!r}, not that there is no jvp"
