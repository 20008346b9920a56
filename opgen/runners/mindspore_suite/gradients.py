"""Gradients against finite differences, of both orders, and the switches of backward functions.

To compile a graph takes longer than all else here, so each is compiled once: the net whose results
finite differences are taken of, and the function of its gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
OWN_TOLERANCE: Final = 1e-7
"""MindSpore's own operators take Python's numbers in single precision."""
SMALL: Final = 200
"""Finite differences are taken of samples with at most so many elements."""
PROBED: Final = 12
"""Of a tensor only so many elements get a finite difference of its gradient."""


@dataclass(frozen=True)
class Differentiated:
    """A net of the operator with a sample, and the gradients of a weighted sum of its results.

    Attributes:
        net: The operator as a function of its tensors.
        arguments: What it is called with.
        positions: The tensors that have a gradient.
        weights: What each element of a floating result is multiplied with.
        chosen: Which results are floating.
        slopes: The function of the tensors that returns gradients.
        gradients: What it returns.
    """

    net: Any
    arguments: Arguments
    positions: tuple[int, ...]
    weights: tuple[Any, ...]
    chosen: tuple[int, ...]
    slopes: Callable[..., Any]
    gradients: tuple[Any, ...]

    def loss(self, net: Any) -> Any:
        """Return another net's sum with these weights."""
        return Weighted(net, self.weights, self.chosen)

    def named(self, *gradients: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield for each tensor with a gradient its name and its places in ``gradients``."""
        names = [self.arguments.names[position] for position in self.positions]
        return zip(names, *gradients, strict=True)


@dataclass(frozen=True)
class Gradients:
    """The checks of an operator's gradients, which share what they have compiled."""

    subject: Subject
    known: dict[str, Differentiated] = field(default_factory=dict)

    def net(self, arguments: Arguments, **how: Any) -> Any:
        """Return the operator as a net."""
        return Net(self.subject.cell(**arguments.attributes, **how), arguments)

    def arguments(self, sample: Mapping[str, Any], dtype: str = "f64") -> Arguments:
        """Return the arguments of a sample, of a dtype where that is possible."""
        return self.subject.arguments(sample, self.subject.choice(dtype))

    def of(self, sample: Mapping[str, Any]) -> Differentiated:
        """Return the operator with a sample, differentiated in double precision."""
        name = sample["name"]
        if name not in self.known:
            arguments = self.arguments(sample)
            positions = positions_of(self.subject, arguments)
            net = self.net(arguments)
            loss = weighted(net, arguments)
            slopes = ms.grad(loss, positions)
            gradients = outputs_of(slopes(*arguments.tensors))
            self.known[name] = Differentiated(
                net, arguments, positions, loss.weights, loss.chosen, slopes, gradients
            )
        return self.known[name]

    def check_sample(self, sample: Mapping[str, Any]) -> None:
        """Compare gradients with finite differences, if the sample isn't large."""
        found = self.of(sample)
        assert_like(found.gradients, found.positions, found.arguments)
        if sum(tensor.size for tensor in found.arguments.tensors) <= SMALL:
            value = partial(_sum, found.net, found.weights, found.chosen)
            _assert_slopes(value, found, found.gradients)

    def check_second_order(self, sample: Mapping[str, Any]) -> None:
        """Compare second derivatives with finite differences of the first ones."""
        found = self.of(sample)
        weights = _weights(found.gradients)
        chosen = tuple(range(len(weights)))
        second = Weighted(Slopes(found.loss(found.net), found.positions), weights, chosen)
        try:
            gradients = gradients_of(second, found.positions, found.arguments.tensors)
        except RuntimeError as error:
            if "has no gradient" in str(error):
                raise SkipError("first order only") from error
            raise
        _assert_slopes(partial(_sum, found.slopes, weights, chosen), found, gradients)

    def check_native(self, sample: Mapping[str, Any]) -> None:
        """See that gradients are those of the same expression of MindSpore's own operators."""
        found = self.of(sample)
        native = native_results(self.subject, found.arguments)
        _assert_same_results(found, native)
        own = found.loss(native)
        expected = gradients_of(own, found.positions, found.arguments.tensors)
        for name, got, wanted in found.named(found.gradients, expected):
            assert_close(name, as_array(got), as_array(wanted), tolerance=OWN_TOLERANCE)

    def check_types(self, sample: Mapping[str, Any], dtype: str) -> None:
        """See that gradients of a lower precision have its type and are near the precise ones."""
        arguments, wide = self.arguments(sample, dtype), self.of(sample)
        loss = wide.loss(self.net(arguments))
        gradients = gradients_of(loss, wide.positions, arguments.tensors)
        assert_like(gradients, wide.positions, arguments)
        tolerance = 4 * self.subject.tolerance(dtype)
        for name, got, wanted in wide.named(gradients, wide.gradients):
            assert_close(name, as_array(got), as_array(wanted), tolerance=tolerance)

    def check_dynamic(self, sample: Mapping[str, Any], *, ranks: bool) -> None:
        """See that gradients don't depend on whether sizes, or ranks, are known."""
        found = self.of(sample)
        tensors = found.arguments.tensors
        loss = found.loss(self.net(found.arguments))
        loss.set_inputs(
            *[
                ms.Tensor(shape=None if ranks else [None] * tensor.ndim, dtype=tensor.dtype)
                for tensor in tensors
            ]
        )
        gradients = gradients_of(loss, found.positions, tensors)
        for name, got, wanted in found.named(gradients, found.gradients):
            assert_close(name, as_array(got), as_array(wanted), tolerance=TOLERANCE)

    def check_stopped(self, sample: Mapping[str, Any]) -> None:
        """See that nothing is differentiated where that is chosen."""
        found = self.of(sample)
        loss = found.loss(self.net(found.arguments, backward="stop"))
        for gradient in gradients_of(loss, found.positions, found.arguments.tensors):
            assert not as_array(gradient).any(), "a gradient isn't zero"

    def check_identity(self, sample: Mapping[str, Any]) -> None:
        """See that gradients are sums of that of the first floating result, or its mean."""
        found = self.of(sample)
        loss = found.loss(self.net(found.arguments, backward="identity"))
        gradients = gradients_of(loss, found.positions, found.arguments.tensors)
        assert_like(gradients, found.positions, found.arguments)
        weights = as_array(found.weights[0])
        for name, gradient in found.named(gradients):
            expected = _summed(weights, gradient.shape)
            assert_close(name, as_array(gradient), expected, tolerance=1e-12)

    def check_refused(self, sample: Mapping[str, Any], message: str, **how: Any) -> None:
        """See that the operator can't be differentiated, and that the error says why."""
        arguments = self.arguments(sample)
        loss = weighted(self.net(arguments, **how), arguments)
        floating = tuple(at for at, t in enumerate(arguments.tensors) if t.is_floating_point())
        if not floating:
            raise SkipError("no operand is floating")
        try:
            gradients_of(loss, floating, arguments.tensors)
        except RuntimeError as error:
            assert message in str(error), f"the error doesn't say `{message}`: {error}"  # noqa: PT017
            return
        raise AssertionError("it was differentiated all the same")


def check_gradients(subject: Subject) -> Iterator[Check]:
    """Compare gradients with finite differences, or see that there are none."""
    checks, samples = Gradients(subject), subject.samples()
    first = samples[0]
    if not subject.differentiable:
        message = "has no gradient: its spec says NoGrad"
        yield "no gradient", partial(checks.check_refused, first, message)
        return
    for sample in samples[:1] if subject.quick else samples:
        yield f"gradient {sample['name']}", partial(checks.check_sample, sample)
    if subject.mode == "pynative":
        yield "gradient of MindSpore's own", partial(checks.check_native, first)
    yield "second order", partial(checks.check_second_order, first)
    yield "gradient unknown sizes", partial(checks.check_dynamic, first, ranks=False)
    yield "backward identity", partial(checks.check_identity, first)
    lower = [dtype for dtype in ("f16", "bf16", "f32") if _takes(subject, dtype)]
    for dtype in lower[:1] if subject.quick else lower:
        yield f"gradient {dtype}", partial(checks.check_types, first, dtype)
    if not subject.quick:
        message = "can't be differentiated"
        yield "gradient unknown ranks", partial(checks.check_dynamic, first, ranks=True)
        yield "backward stop", partial(checks.check_stopped, first)
        yield (
            "backward forward",
            partial(checks.check_refused, first, message, backward="forward"),
        )


def _takes(subject: Subject, dtype: str) -> bool:
    return any(dtype in listed for listed in subject.document["types"].values())


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
    return Weighted(net, _weights([made[at] for at in chosen]), chosen)


def _weights(tensors: Sequence[Any]) -> tuple[Any, ...]:
    generator = np.random.default_rng(3)
    return tuple(ms.Tensor(generator.uniform(0.5, 1.5, tensor.shape)) for tensor in tensors)


def _assert_same_results(found: Differentiated, native: Callable[..., Any]) -> None:
    """See that MindSpore's functions of NumPy's names compute what is to be differentiated."""
    made, expected = (flat(net(*found.arguments.tensors)) for net in (found.net, native))
    for at, (got, wanted) in enumerate(zip(made, expected, strict=True)):
        try:
            assert_close(f"result {at}", as_array(got), as_array(wanted), tolerance=OWN_TOLERANCE)
        except AssertionError as error:
            raise SkipError(f"the reference is another one with MindSpore's: {error}") from error


def gradients_of(
    loss: Any, positions: tuple[int, ...], tensors: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Return the gradients of a net."""
    return outputs_of(ms.grad(loss, positions)(*tensors))


def assert_like(gradients: Any, positions: tuple[int, ...], arguments: Arguments) -> None:
    """See that gradients have the shapes and element types of what they are gradients of."""
    for position, gradient in zip(positions, gradients, strict=True):
        tensor, name = arguments.tensors[position], arguments.names[position]
        assert isinstance(gradient, ms.Tensor), f"gradient of {name} is no tensor"
        assert gradient.shape == tensor.shape, f"gradient of {name} has shape {gradient.shape}"
        assert gradient.dtype == tensor.dtype, f"gradient of {name} is {gradient.dtype}"


def _sum(net: Any, weights: Sequence[Any], chosen: Sequence[int], *tensors: Any) -> float:
    """Return what :class:`Weighted` gives, without a graph of its own."""
    made = outputs_of(net(*tensors))
    parts = (as_array(made[at]) * as_array(w) for at, w in zip(chosen, weights, strict=True))
    return float(sum(part.sum() for part in parts))


def _assert_slopes(
    function: Callable[..., float], found: Differentiated, gradients: Sequence[Any]
) -> None:
    """Compare gradients with central differences of some elements."""
    for position, gradient in zip(found.positions, gradients, strict=True):
        tensor, given = as_array(found.arguments.tensors[position]), as_array(gradient)
        indices = list(np.ndindex(*tensor.shape))
        for index in indices[:: max(1, len(indices) // PROBED)]:
            sides = [
                _moved(function, found, position, move=(index, step)) for step in (STEP, -STEP)
            ]
            slope = (sides[0] - sides[1]) / (2 * STEP)
            allowed = TOLERANCE * max(1.0, abs(slope), abs(sides[0]))
            where = f"{found.arguments.names[position]}{list(index)}"
            # Where the results are no numbers, there is no slope to compare with.
            assert np.isnan(slope) or abs(given[index] - slope) <= allowed, (
                f"gradient of {where} is {given[index]}, numerically {slope}"
            )


def _moved(
    function: Callable[..., float],
    found: Differentiated,
    position: int,
    *,
    move: tuple[tuple[int, ...], float],
) -> float:
    """Return the value where an element of a tensor is moved by a step."""
    index, step = move
    tensors = list(found.arguments.tensors)
    moved = as_array(tensors[position]).copy()
    moved[index] += step
    tensors[position] = ms.Tensor(moved)
    return function(*tensors)


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
