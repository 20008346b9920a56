"""Check a signature on simulated devices: what each computes of its part has to make the whole.

Loaded by the scripts of this package by path, so it imports nothing but NumPy and runs on Python
3.8 and newer. Knows neither generated files nor an operator.
"""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

DEVICES: Final = 2
_SPLIT: Final = re.compile(r"S\((\d+)\)\Z")

Evaluate = Callable[[Sequence[Any]], Sequence[Any]]


def check_signature(
    evaluate: Evaluate,
    tensors: Sequence[Any],
    signature: str,
    *,
    generator: np.random.Generator,
    tolerance: float,
) -> bool:
    """Compare what devices compute of their parts with what one computes of the whole.

    Args:
        evaluate: Computes the results of the operands.
        tensors: The operands.
        signature: Their placements and those of the results, ``S(0) B -> S(0)``.
        generator: Draws the terms of partial sums.
        tolerance: How far results may be apart, relative to the largest one.

    Returns:
        Whether there was something to compare: an axis has to be long enough to be cut.

    Raises:
        AssertionError: They differ.
    """
    operands, results = (side.split() for side in signature.split("->"))
    if not all(map(_can_place, tensors, operands)):
        return False
    placed = [_placed(t, p, generator) for t, p in zip(tensors, operands)]
    expected = evaluate(tensors)
    parts = [evaluate([pieces[device] for pieces in placed]) for device in range(DEVICES)]
    for index, (placement, whole) in enumerate(zip(results, expected)):
        for made in _combined(placement, [np.asarray(part[index]) for part in parts]):
            if not _close(made, np.asarray(whole), tolerance):
                raise AssertionError(
                    f"{signature}: parts of result {index} don't make the "
                    "whole; `no_split` names letters whose axes can't be cut"
                )
    return True


def _axis(placement: str) -> int | None:
    match = _SPLIT.match(placement)
    return int(match[1]) if match else None


def _can_place(tensor: Any, placement: str) -> bool:
    axis = _axis(placement)
    if axis is None:
        return bool(placement == "B" or tensor.dtype.kind != "b")
    return bool(tensor.shape[axis] >= DEVICES)


def _placed(tensor: Any, placement: str, generator: np.random.Generator) -> list[Any]:
    axis = _axis(placement)
    if axis is not None:
        return list(np.array_split(tensor, DEVICES, axis=axis))
    if placement == "B":
        return [tensor] * DEVICES
    if tensor.dtype.kind in "iu":
        drawn = generator.integers(-3, 4, size=tensor.shape)
    else:
        drawn = generator.uniform(-2.0, 2.0, size=tensor.shape)
    term = np.asarray(drawn).astype(tensor.dtype)
    return [term, np.asarray(tensor - term)]


def _combined(placement: str, parts: Sequence[Any]) -> Sequence[Any]:
    """Return what has to equal the whole."""
    axis = _axis(placement)
    if axis is not None:
        return [np.concatenate(parts, axis=axis)]
    return [sum(parts)] if placement == "P" else parts


def _close(made: Any, whole: Any, tolerance: float) -> bool:
    if made.shape != whole.shape:
        return False
    if whole.dtype.kind in "biu":
        return np.array_equal(made, whole)
    wide = whole.astype(np.float64)
    scale = np.abs(wide).max(initial=1.0, where=np.isfinite(wide))
    near = np.isclose(made, wide, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
    return bool(np.all(near))
