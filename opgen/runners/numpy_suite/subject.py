"""The operator under test: its functions, its samples, and arguments made of them."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from .loading import load
from .reference import Reference

DTYPES: Final = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "u8": "uint8",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "bool": "bool",
}
TOLERANCES: Final = {"f16": 4e-3, "bf16": 3e-2, "f32": 1e-5, "f64": 1e-10}


class SkipError(Exception):
    """Says why a check doesn't apply."""


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        document: Its sample file.
        reference: Its reference over NumPy arrays, if the spec has one.
        function: Its public function.
        in_place: The variant that writes results over operands, if there is one.
        vjp: The function that pulls cotangents back, if it has a gradient.
        not_written: The exception that a stub raises.
    """

    document: Mapping[str, Any]
    reference: Reference | None
    function: Callable[..., Any]
    in_place: Callable[..., Any] | None
    vjp: Callable[..., Any] | None
    not_written: type[Exception]

    @property
    def name(self) -> str:
        """The mnemonic."""
        return str(self.document["op"])

    @property
    def types(self) -> Mapping[str, Sequence[str]]:
        """The element types of each type variable."""
        types: Mapping[str, Sequence[str]] = self.document["types"]
        return types

    @property
    def promoted(self) -> Sequence[str]:
        """The operands that may have different element types."""
        promotion: Mapping[str, Any] = self.document.get("promotes", {})
        operands: Sequence[str] = promotion.get("operands", ())
        return operands

    def tolerance(self, dtype: str) -> float | None:
        """Return how far results of a dtype may be off, ``None`` if they have to be exact."""
        given: Mapping[str, float] = self.document.get("tolerances", {})
        return given.get(dtype, TOLERANCES.get(dtype))

    def takes(self, sample: Mapping[str, Any]) -> bool:
        """Whether the reference takes a sample; it need not take one that a rule added."""
        if "added" not in sample or self.reference is None:
            return True
        values = self.values(sample, self.choices()[-1])
        return self.reference.takes(**{name: precise(value) for name, value in values.items()})

    def choices(self) -> list[dict[str, str]]:
        """Return every choice of an element type for each type variable."""
        chosen = itertools.product(*self.types.values())
        return [dict(zip(self.types, types)) for types in chosen]

    def call(self, values: Mapping[str, Any]) -> list[Any]:
        """Return the results of the public function as a list."""
        return as_list(self.function(**values))

    def values(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
        """Return the arguments that a sample describes, filled with reproducible values."""
        values: dict[str, Any] = {}
        for operand in self.document["operands"]:
            name, dtype = operand["name"], types[operand["type"]]
            given = sample["operands"].get(name, [] if operand["arity"] == "variadic" else None)
            domain = sample.get("domains", {}).get(name)
            values[name] = _argument(given, dtype, f"{sample['name']} {name}", domain=domain)
        for attribute in self.document["attributes"]:
            name = attribute["name"]
            value = sample["attributes"].get(name, attribute["default"])
            values[name] = _attribute(attribute, value, types)
        return values


def _attribute(attribute: Mapping[str, Any], value: Any, types: Mapping[str, str]) -> Any:
    if value is None:
        return None
    if attribute["kind"] == "f32":
        return float(np.float32(value))
    if attribute["kind"] == "dtype":
        return dtype_of(types.get(attribute.get("type", ""), value))
    return value


def skip(reason: str) -> None:
    """End a check that does not apply, with the reason."""
    raise SkipError(reason)


def bound(check: Callable[..., None], *arguments: Any) -> Callable[[], None]:
    """Return a check with its arguments."""
    return lambda: check(*arguments)


def as_list(results: Any) -> list[Any]:
    """Return what a function returns as a list."""
    return list(results) if isinstance(results, tuple) else [results]


def as_tensors(value: Any) -> list[Any]:
    """Return the arrays of one argument or result."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def flattened(values: Sequence[Any]) -> list[Any]:
    """Return the arrays of arguments or results."""
    return [part for value in values for part in as_tensors(value)]


def _argument(given: Any, dtype: str, seed: str, *, domain: Any) -> Any:
    if given is None:
        return None
    if isinstance(given, list):
        return [_array(g, dtype, f"{seed} {at}", domain=domain) for at, g in enumerate(given)]
    return _array(given, dtype, seed, domain=domain)


def _array(described: Mapping[str, Any], dtype: str, seed: str, *, domain: Any) -> Any:
    shape, layout = tuple(described["shape"]), described["layout"]
    array = _drawn.draw(shape, dtype, seed, domain=domain).astype(dtype_of(dtype))
    if layout == "transposed":
        return np.ascontiguousarray(array.T).T
    if layout == "strided" and array.ndim:
        wide = np.zeros((*shape[:-1], 2 * shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]
    return array


def generator_of(seed: str) -> np.random.Generator:
    """Return a generator that gives the same numbers again."""
    generator: np.random.Generator = _drawn.generator_of(seed)
    return generator


def dtype_of(spelling: str) -> Any:
    """Return NumPy's element type of a specs' name."""
    try:
        return np.dtype(DTYPES[spelling])
    except TypeError:
        raise SkipError(f"NumPy has no {DTYPES[spelling]} here (ml_dtypes adds it)") from None


def precise(value: Any) -> Any:
    """Return an argument as the reference takes it."""
    if isinstance(value, list):
        return [precise(item) for item in value]
    is_inexact = isinstance(value, np.ndarray) and value.dtype.kind not in "biu"
    return value.astype(np.float64) if is_inexact else value


_drawn = load(Path(__file__).parents[1] / "drawn_values.py")
