"""Gradients against finite differences."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from .subject import Subject, flattened, generator_of, skip

STEP: Final = 1e-6
GRADIENT_TOLERANCE: Final = 1e-5
PROBED_ELEMENTS: Final = 40
"""Of a larger operand only so many elements get a finite difference, drawn at random."""


def vjp(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Gradients equal central differences of a random projection of the results."""
    if subject.vjp is None:
        raise AssertionError(f"{subject.name}_vjp is missing")
    types = {variable: _for_gradients(dtypes) for variable, dtypes in subject.types.items()}
    values = subject.values(sample, types)
    generator = generator_of(f"{sample['name']} cotangents")
    cotangents = [_cotangent(result, generator) for result in subject.call(values)]
    attributes = {attribute["name"] for attribute in subject.document["attributes"]}
    operands = [value for name, value in values.items() if name not in attributes]
    named = {name: value for name, value in values.items() if name in attributes}
    gradients = subject.vjp(*cotangents, *operands, **named)
    for operand, gradient in zip(subject.document["operands"], gradients):
        name = operand["name"]
        if name not in subject.document["differentiable"] or values[name] is None:
            continue
        if not isinstance(gradient, list):
            _check_gradient(subject, values, name, pulled=(gradient, cotangents))
            continue
        for at, part in enumerate(gradient):
            _check_gradient(subject, values, (name, at), pulled=(part, cotangents))


def _cotangent(result: Any, generator: np.random.Generator) -> Any:
    if isinstance(result, list):
        return [_cotangent(part, generator) for part in result]
    return generator.uniform(0.5, 1.5, size=np.shape(result)).astype(result.dtype)


def _for_gradients(dtypes: Sequence[str]) -> str:
    if any("f" in dtype for dtype in dtypes) and "f64" not in dtypes:
        skip("has no f64, which finite differences need")
    return "f64" if "f64" in dtypes else dtypes[0]


def _check_gradient(
    subject: Subject,
    values: Mapping[str, Any],
    place: str | tuple[str, int],
    *,
    pulled: tuple[Any, list[Any]],
) -> None:
    gradient, cotangents = pulled
    name, at = (place, None) if isinstance(place, str) else place
    value = values[name] if at is None else values[name][at]
    if gradient is None or gradient.shape != value.shape or gradient.dtype != value.dtype:
        raise AssertionError(f"gradient of {name}: expected shape and dtype of {name}")

    def projected(shifted: Any) -> float:
        given = shifted
        if at is not None:
            given = [*values[name][:at], shifted, *values[name][at + 1 :]]
        results = subject.call({**values, name: given})
        pairs = zip(flattened(cotangents), flattened(results))
        return float(sum(np.sum(c * r) for c, r in pairs))

    for index in _probed(value.shape):
        up, down = value.copy(), value.copy()
        up[index] += STEP
        down[index] -= STEP
        slope = (projected(up) - projected(down)) / (up[index] - down[index])
        allowed = GRADIENT_TOLERANCE * max(1.0, abs(slope))
        # Where the results are no numbers, there is no slope to compare with.
        if not (np.isnan(slope) or abs(gradient[index] - slope) <= allowed):
            where = f"{name}{list(index)}"
            raise AssertionError(f"gradient of {where} is {gradient[index]}, numerically {slope}")


def _probed(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    indices = list(np.ndindex(*shape))
    if len(indices) <= PROBED_ELEMENTS:
        return indices
    chosen = generator_of("probed").choice(len(indices), PROBED_ELEMENTS, replace=False)
    return [indices[at] for at in sorted(chosen)]
