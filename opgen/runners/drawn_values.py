"""Values of sample tensors: reproducible, and in the domain that the sample file gives.

Loaded by the scripts of this package by path, so it imports nothing but NumPy and runs on Python
3.8 and newer. Knows neither generated files nor an operator.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

MARGIN: Final = 1e-2
"""How far from open bounds and avoided values numbers stay, as a part of the domain's width."""

MANY: Final = 1000
"""Of a domain with more integers only so many are drawn, half of them from each end."""


def draw(
    shape: Sequence[int], dtype: str, seed: str, *, domain: Mapping[str, Any] | None = None
) -> Any:
    """Return an array of numbers, of NumPy's own type for the kind of a dtype.

    Args:
        shape: The shape.
        dtype: The element type, as in specs; decides whether numbers are integers or booleans.
        seed: The same seed gives the same numbers.
        domain: ``low``, ``high``, ``includes`` and ``avoided``; without one, values are between
            0.1 and 2 with either sign, integers 1 or 2.
    """
    generator = generator_of(seed)
    size = tuple(shape)
    if dtype == "bool":
        return np.asarray(generator.integers(0, 2, size=size)).astype(np.bool_)
    if dtype.startswith(("i", "u")):
        choices = np.asarray([1, 2] if domain is None else _integers(domain))
        return np.asarray(generator.choice(choices, size=size)) if 0 not in size else np.zeros(size)
    if domain is None:
        magnitudes = generator.uniform(0.1, 2.0, size=size)
        return np.asarray(magnitudes * generator.choice([-1.0, 1.0], size=size))
    return _real_numbers(generator, size, domain)


def generator_of(seed: str) -> np.random.Generator:
    """Return a generator that gives the same numbers again."""
    return np.random.default_rng(zlib.crc32(seed.encode("utf-8")))


def _integers(domain: Mapping[str, Any]) -> Sequence[int]:
    low, high = domain["low"], domain["high"]
    least = math.ceil(low) if domain["includes"][0] else math.floor(low) + 1
    most = math.floor(high) if domain["includes"][1] else math.ceil(high) - 1
    numbers = range(least, most + 1)
    half = MANY // 2
    listed = numbers if len(numbers) <= MANY else [*numbers[:half], *numbers[-half:]]
    return [number for number in listed if number not in domain["avoided"]] or [0]


def _real_numbers(
    generator: np.random.Generator, size: Sequence[int], domain: Mapping[str, Any]
) -> Any:
    low, high = float(domain["low"]), float(domain["high"])
    margin = MARGIN * (high - low)
    drawn = np.asarray(generator.uniform(low + margin, high - margin, size=size))
    for avoided in domain["avoided"]:
        is_close = np.abs(drawn - avoided) < margin
        away = avoided + np.where(drawn < avoided, -margin, margin)
        drawn = np.where(is_close, np.where((away > low) & (away < high), away, drawn), drawn)
    return np.asarray(drawn)
