"""Gradients against finite differences, by every route and of both orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import torch

from .subject import (
    Call,
    Check,
    SkipError,
    Subject,
    assert_equal,
    error_of,
    gradients_of,
    outputs_of,
    over_tracked,
    tensors_of,
)

NO_GRADIENT: Final = "has no gradient"
Differentiable = tuple[Callable[..., Any], tuple[torch.Tensor, ...]]
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
    if not small:
        yield "gradcheck", partial(_skip, f"no sample has from 1 to {SMALL} elements")
    for check, (action, missing) in FINITE_DIFFERENCES.items():
        reason = missing(subject)
        if reason:
            yield check, partial(_skip, reason)
        for sample in [] if reason else small:
            yield f"{check} {sample['name']}", partial(action, subject, sample)
    if subject.document.get("forward_mode"):
        yield "forward mode", partial(_forward_mode, subject)
    elif not _has_forward_mode(subject):
        yield "no forward mode", partial(_no_forward_mode, subject)


def _skip(reason: str) -> None:
    raise SkipError(reason)


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
    tensors = tensors_of(subject.values(sample, subject.type_choices()[0]).values())
    sizes = [tensor.numel() for tensor in tensors]
    return 0 if 0 in sizes else sum(sizes)


def _of_tracked(subject: Subject, call: Call, sample: Mapping[str, Any]) -> Differentiable:
    """Return ``call`` as a function of the tensors with a gradient, and these."""
    values = subject.tracked(subject.values(sample, subject.choice("f64")))
    function, tracked = over_tracked(subject, call, values)
    if not tracked:
        raise SkipError("the sample has no tensor with a gradient")
    return function, tuple(tracked.values())


def _gradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    for _, call in subject.routes:
        torch.autograd.gradcheck(*_of_tracked(subject, call, sample))


def _gradcheck_batched(subject: Subject, sample: Mapping[str, Any]) -> None:
    differentiable = _of_tracked(subject, subject.call, sample)
    torch.autograd.gradcheck(*differentiable, check_batched_grad=True)


def _gradcheck_forward(subject: Subject, sample: Mapping[str, Any]) -> None:
    differentiable = _of_tracked(subject, subject.call, sample)
    torch.autograd.gradcheck(
        *differentiable,
        check_forward_ad=True,
        check_backward_ad=False,
        check_batched_forward_grad=True,
    )


def _gradgradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    for _, call in subject.routes:
        differentiable = _of_tracked(subject, call, sample)
        with _first_order_skipped():
            torch.autograd.gradgradcheck(*differentiable)


def _gradgradcheck_forward(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Check forward mode over the gradient, by the routes that have forward mode."""
    for call in (subject.call, subject.call_function):
        differentiable = _of_tracked(subject, call, sample)
        try:
            with _first_order_skipped():
                torch.autograd.gradgradcheck(
                    *differentiable,
                    check_fwd_over_rev=True,
                    check_rev_over_rev=False,
                    check_undefined_grad=False,
                )
        except NotImplementedError as error:
            if "jvp" not in str(error):
                raise
            raise SkipError("an operator that the gradient calls has no jvp") from error


@contextmanager
def _first_order_skipped() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if NO_GRADIENT in str(error):
            raise SkipError(f"first order only: {error}") from error
        raise


def _has_lists(subject: Subject) -> bool:
    schema = subject.function.op._schema  # noqa: SLF001 - the only way to the schema
    return any(
        isinstance(part.type, torch.ListType)
        and isinstance(part.type.getElementType(), torch.TensorType)
        for part in (*schema.arguments, *schema.returns)
    )


def _has_forward_mode(subject: Subject) -> bool:
    return subject.function.jvp is not torch.autograd.Function.jvp


def _nothing(_: Subject) -> str:
    return ""


def _missing_batches(subject: Subject) -> str:
    """Return why gradients aren't checked in batches, if they aren't."""
    return "PyTorch's checker batches no lists of tensors" if _has_lists(subject) else ""


def _missing_forward_mode(subject: Subject) -> str:
    """Return why forward mode isn't checked, if it isn't."""
    return "" if _has_forward_mode(subject) else "the operator has no jvp"


FINITE_DIFFERENCES: Final = {
    "gradcheck": (_gradcheck, _nothing),
    "gradcheck batched": (_gradcheck_batched, _missing_batches),
    "gradcheck forward": (_gradcheck_forward, _missing_forward_mode),
    "gradgradcheck": (_gradgradcheck, _nothing),
    "gradgradcheck forward": (_gradgradcheck_forward, _missing_forward_mode),
}
"""For each check of a sample what it does, and what says why it can't be made of any."""


def _forward_mode(subject: Subject) -> None:
    """See that the operator has what its gradients promise; finite differences tell the rest."""
    assert _has_forward_mode(subject), "its gradient has a gradient, but the operator has no jvp"


def _no_forward_mode(subject: Subject) -> None:
    """See that forward mode is an error, and never zeros."""
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    function, tracked = over_tracked(subject, subject.call, values)
    tangents = tuple(torch.ones_like(value) for value in tracked.values())
    message = error_of(lambda: torch.func.jvp(function, tuple(tracked.values()), tangents))
    assert "jvp" in message, f"forward mode says {message!r}, not that there is no jvp"
