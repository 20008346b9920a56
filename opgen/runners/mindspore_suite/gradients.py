"""Gradients against finite differences, of both orders, and the switches of backward functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import mindspore as ms
import numpy as np
from numpy_suite.subject import SkipError

from .native import native_results
from .nets import Net, Slopes, Weighted, flat
from .subject import Arguments, Check, Subject, as_array, assert_close, outputs_of

STEP: Final = 1e-5
TOLERANCE: Final = 1e-5
SMALL: Final = 200
"""Finite differences are taken of samples with at most so many elements."""
PROBED: Final = 12
"""Of a tensor only so many elements get a finite difference of its gradient."""


def check_gradients(subject: Subject) -> Iterator[Check]:
    """Compare gradients with finite differences, or see that there are none."""
    if not subject.differentiable:
        yield "no gradient", partial(_no_gradient, subject)
        return
    samples = subject.samples()
    for sample in samples[:1] if subject.quick else samples:
        yield f"gradient {sample['name']}", partial(_gradient, subject, sample)
    if subject.mode == "pynative":
        yield "gradient of MindSpore's own", partial(_native, subject, samples[0])
    yield "second order", partial(_second_order, subject, samples[0])
    yield "gradient unknown sizes", partial(_dynamic, subject, samples[0], ranks=False)
    yield "backward identity", partial(_identity, subject, samples[0])
    lower = [dtype for dtype in ("f16", "bf16", "f32") if _takes(subject, dtype)]
    for dtype in lower[:1] if subject.quick else lower:
        yield f"gradient {dtype}", partial(_types, subject, samples[0], dtype)
    if not subject.quick:
        yield "gradient unknown ranks", partial(_dynamic, subject, samples[0], ranks=True)
        yield "backward stop", partial(_stopped, subject, samples[0])
        yield "backward forward", partial(_forward, subject, samples[0])


def _takes(subject: Subject, dtype: str) -> bool:
    return any(dtype in listed for listed in subject.document["types"].values())


def _net(subject: Subject, arguments: Arguments, **how: Any) -> Any:
    return Net(subject.cell(**arguments.attributes, **how), arguments)


def _arguments(subject: Subject, sample: Mapping[str, Any], dtype: str = "f64") -> Arguments:
    return subject.arguments(sample, subject.choice(dtype))


def positions_of(subject: Subject, arguments: Arguments) -> tuple[int, ...]:
    """Return the tensors that have a gradient."""
    positions = tuple(
        at
        for at, (name, tensor) in enumerate(zip(arguments.names, arguments.tensors, strict=True))
        if name in subject.differentiable and tensor.is_floating_point()
    )
    if not positions:
        raise SkipError("the sample has no tensor with a gradient")
    return positions


def weighted(net: Any, arguments: Arguments) -> Any:
    """Return the sum of a net's floating results, each element with a weight of its own."""
    made = flat(net(*arguments.tensors))
    chosen = tuple(at for at, part in enumerate(made) if part.is_floating_point())
    if not chosen:
        raise SkipError("no result is floating")
    generator = np.random.default_rng(3)
    weights = tuple(ms.Tensor(generator.uniform(0.5, 1.5, made[at].shape)) for at in chosen)
    return Weighted(net, weights, chosen)


def _gradients(loss: Any, positions: tuple[int, ...], tensors: tuple[Any, ...]) -> tuple[Any, ...]:
    return outputs_of(ms.grad(loss, positions)(*tensors))


def _gradient(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    loss = weighted(_net(subject, arguments), arguments)
    gradients = _gradients(loss, positions, arguments.tensors)
    _assert_like(gradients, positions, arguments)
    if sum(tensor.size for tensor in arguments.tensors) > SMALL:
        return
    for position, gradient in zip(positions, gradients, strict=True):
        _assert_slopes(lambda *t: as_array(loss(*t)), arguments, position, gradient=gradient)


def _assert_like(gradients: Any, positions: tuple[int, ...], arguments: Arguments) -> None:
    for position, gradient in zip(positions, gradients, strict=True):
        tensor, name = arguments.tensors[position], arguments.names[position]
        assert isinstance(gradient, ms.Tensor), f"gradient of {name} is no tensor"
        assert gradient.shape == tensor.shape, f"gradient of {name} has shape {gradient.shape}"
        assert gradient.dtype == tensor.dtype, f"gradient of {name} is {gradient.dtype}"


def _assert_slopes(
    function: Callable[..., Any], arguments: Arguments, position: int, *, gradient: Any
) -> None:
    """Compare a gradient with central differences of some elements."""
    tensor, given = as_array(arguments.tensors[position]), as_array(gradient)
    indices = list(np.ndindex(*tensor.shape))
    for index in indices[:: max(1, len(indices) // PROBED)]:
        sides = []
        for step in (STEP, -STEP):
            moved = tensor.copy()
            moved[index] += step
            tensors = list(arguments.tensors)
            tensors[position] = ms.Tensor(moved)
            sides.append(float(function(*tensors)))
        slope = (sides[0] - sides[1]) / (2 * STEP)
        allowed = TOLERANCE * max(1.0, abs(slope), abs(sides[0]))
        where = f"{arguments.names[position]}{list(index)}"
        # Where the results are no numbers, there is no slope to compare with.
        assert np.isnan(slope) or abs(given[index] - slope) <= allowed, (
            f"gradient of {where} is {given[index]}, numerically {slope}"
        )


def _types(subject: Subject, sample: Mapping[str, Any], dtype: str) -> None:
    """Gradients in a lower precision have its type and are near those in double precision."""
    arguments, wide = _arguments(subject, sample, dtype), _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    gradients = _gradients(
        weighted(_net(subject, arguments), arguments), positions, arguments.tensors
    )
    _assert_like(gradients, positions, arguments)
    expected = _gradients(weighted(_net(subject, wide), wide), positions, wide.tensors)
    for position, got, wanted in zip(positions, gradients, expected, strict=True):
        tolerance = 4 * subject.tolerance(dtype)
        assert_close(
            arguments.names[position], as_array(got), as_array(wanted), tolerance=tolerance
        )


def _second_order(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    first = Slopes(weighted(_net(subject, arguments), arguments), positions)
    second = weighted(first, arguments)
    try:
        gradients = _gradients(second, positions, arguments.tensors)
    except RuntimeError as error:
        if "has no gradient" in str(error):
            raise SkipError("first order only") from error
        raise
    for position, gradient in zip(positions, gradients, strict=True):
        _assert_slopes(lambda *t: as_array(second(*t)), arguments, position, gradient=gradient)


def _native(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Gradients are those of the same expression of MindSpore's own operators."""
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    loss = weighted(_net(subject, arguments), arguments)
    expression = native_results(subject, arguments)
    own = Weighted(expression, loss.weights, loss.chosen)
    pairs = zip(
        _gradients(loss, positions, arguments.tensors),
        _gradients(own, positions, arguments.tensors),
        strict=True,
    )
    for position, (got, wanted) in zip(positions, pairs, strict=True):
        assert_close(arguments.names[position], as_array(got), as_array(wanted), tolerance=1e-8)


def _dynamic(subject: Subject, sample: Mapping[str, Any], *, ranks: bool) -> None:
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    expected = _gradients(
        weighted(_net(subject, arguments), arguments), positions, arguments.tensors
    )
    loss = weighted(_net(subject, arguments), arguments)
    loss.set_inputs(
        *[
            ms.Tensor(shape=None if ranks else [None] * tensor.ndim, dtype=tensor.dtype)
            for tensor in arguments.tensors
        ]
    )
    gradients = _gradients(loss, positions, arguments.tensors)
    for position, got, wanted in zip(positions, gradients, expected, strict=True):
        assert_close(
            arguments.names[position], as_array(got), as_array(wanted), tolerance=TOLERANCE
        )


def _stopped(subject: Subject, sample: Mapping[str, Any]) -> None:
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    loss = weighted(_net(subject, arguments, backward="stop"), arguments)
    for gradient in _gradients(loss, positions, arguments.tensors):
        assert not as_array(gradient).any(), "a gradient isn't zero"


def _identity(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Gradients are sums of that of the first floating result, or its mean."""
    arguments = _arguments(subject, sample)
    positions = positions_of(subject, arguments)
    loss = weighted(_net(subject, arguments, backward="identity"), arguments)
    gradients = _gradients(loss, positions, arguments.tensors)
    _assert_like(gradients, positions, arguments)
    weights = as_array(loss.weights[0])
    for position, gradient in zip(positions, gradients, strict=True):
        shape = gradient.shape
        assert_close(
            arguments.names[position], as_array(gradient), _summed(weights, shape), tolerance=1e-12
        )


def _summed(weights: Any, shape: tuple[int, ...]) -> Any:
    try:
        fits = np.broadcast_shapes(weights.shape, shape) == weights.shape
    except ValueError:
        fits = False
    if not fits:
        return np.full(shape, weights.mean() if weights.size else 0.0)
    extra = tuple(range(weights.ndim - len(shape)))
    inner = weights.sum(extra)
    axes = tuple(at for at, size in enumerate(shape) if size == 1)
    return inner.sum(axes, keepdims=True).reshape(shape)


def _refused(subject: Subject, sample: Mapping[str, Any], message: str, **how: Any) -> None:
    arguments = _arguments(subject, sample)
    loss = weighted(_net(subject, arguments, **how), arguments)
    floating = tuple(at for at, t in enumerate(arguments.tensors) if t.is_floating_point())
    if not floating:
        raise SkipError("no operand is floating")
    try:
        _gradients(loss, floating, arguments.tensors)
    except RuntimeError as error:
        assert message in str(error), f"the error doesn't say `{message}`: {error}"  # noqa: PT017
        return
    raise AssertionError("it was differentiated all the same")


def _forward(subject: Subject, sample: Mapping[str, Any]) -> None:
    _refused(subject, sample, "can't be differentiated", backward="forward")


def _no_gradient(subject: Subject) -> None:
    _refused(subject, subject.samples()[0], "has no gradient: its spec says NoGrad")
