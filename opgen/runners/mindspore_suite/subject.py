"""The operator under test: its cell, its samples, and tensors made of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import mindspore as ms
import numpy as np
from numpy_suite.loading import load
from numpy_suite.reference import Reference
from numpy_suite.subject import SkipError

DTYPES: Final = {
    "f16": ms.float16,
    "bf16": ms.bfloat16,
    "f32": ms.float32,
    "f64": ms.float64,
    "u8": ms.uint8,
    "i8": ms.int8,
    "i16": ms.int16,
    "i32": ms.int32,
    "i64": ms.int64,
    "bool": ms.bool_,
}
TOLERANCES: Final = {"f16": 1e-2, "bf16": 8e-2, "f32": 1e-4, "f64": 1e-9}
Check = tuple[str, Callable[[], None]]


@dataclass(frozen=True)
class Arguments:
    """The arguments of a call: tensors in a row, how many each operand has, attributes by name.

    Attributes:
        tensors: The tensors of all operands, then the seeds.
        counts: How many each operand has; ``None`` for an absent one.
        lists: Which operands are lists.
        attributes: The values of the attributes.
        reference: The arguments as the reference takes them, by name.
        names: The operand of each tensor.
    """

    tensors: tuple[Any, ...]
    counts: tuple[int, ...]
    lists: tuple[bool, ...]
    attributes: Mapping[str, Any]
    reference: Mapping[str, Any]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        document: Its sample file.
        reference: Its reference over NumPy arrays, if the spec has one.
        function: Its public function.
        cell: Its class of cells.
        runtime: The module that generated packages share.
        reference_file: Where the reference is.
        quick: Whether to leave out what takes long.
        mode: ``graph`` or ``pynative``.
    """

    document: Mapping[str, Any]
    reference: Reference | None
    function: Callable[..., Any]
    cell: Callable[..., Any]
    runtime: Any
    reference_file: Path | None
    quick: bool
    mode: str

    @property
    def qualified(self) -> str:
        """The library and the name."""
        return f"{self.document['library']}.{self.document['op']}"

    @property
    def differentiable(self) -> Sequence[str]:
        """The operands that have a gradient."""
        operands: Sequence[str] = self.document["differentiable"]
        return operands

    @property
    def public(self) -> list[Mapping[str, Any]]:
        """The results that callers get."""
        return [result for result in self.document["results"] if "saved" not in result]

    def tolerance(self, dtype: str) -> float:
        """Return how far results of a dtype may be off."""
        given: Mapping[str, float] = self.document.get("tolerances", {})
        return given.get(dtype, TOLERANCES.get(dtype, 0))

    def type_choices(self) -> list[dict[str, str]]:
        """Return every choice of element types."""
        types: Mapping[str, Sequence[str]] = self.document["types"]
        return [
            dict(zip(types, chosen, strict=True)) for chosen in itertools.product(*types.values())
        ]

    def choice(self, dtype: str) -> dict[str, str]:
        """Return the choice of element types with ``dtype`` wherever it is possible."""
        types: Mapping[str, Sequence[str]] = self.document["types"]
        if not any(dtype in listed for listed in types.values()):
            raise SkipError(f"takes no {dtype}")
        return {name: dtype if dtype in listed else listed[0] for name, listed in types.items()}

    def samples(self) -> list[Mapping[str, Any]]:
        """Return the samples that the reference takes and that MindSpore has a call for."""
        samples: list[Mapping[str, Any]] = self.document["samples"]
        return [sample for sample in samples if self._takes(sample)]

    def _takes(self, sample: Mapping[str, Any]) -> bool:
        arguments = self.arguments(sample, self.type_choices()[-1])
        if not arguments.tensors:
            return False
        if "added" not in sample or self.reference is None:
            return True
        takes: bool = self.reference.takes(**arguments.reference)
        return takes

    def arguments(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> Arguments:
        """Return the arguments of a sample, with an element type for each type variable."""
        tensors, counts, lists, names = [], [], [], []
        reference: dict[str, Any] = {}
        for operand in self.document["operands"]:
            name, dtype = operand["name"], types[operand["type"]]
            is_list = operand["arity"] == "variadic"
            given = sample["operands"].get(name, [] if is_list else None)
            parts = [given] if isinstance(given, Mapping) else given or []
            domain = sample.get("domains", {}).get(name)
            made = [
                _tensor(part, dtype, f"{sample['name']} {name} {at}", domain=domain)
                for at, part in enumerate(parts)
            ]
            tensors += made
            names += [name] * len(made)
            counts.append(len(made))
            lists.append(is_list)
            arrays = [as_reference(tensor) for tensor in made]
            reference[name] = arrays if is_list else arrays[0] if arrays else None
        attributes: dict[str, Any] = {}
        for attribute in self.document["attributes"]:
            name = attribute["name"]
            value = sample["attributes"].get(name, attribute["default"])
            if attribute["kind"] == "seed":
                tensors.append(ms.Tensor(value, ms.int64))
                names.append(name)
                reference[name] = value
            else:
                attributes[name], reference[name] = _attribute(attribute, value, types)
        return Arguments(
            tuple(tensors), tuple(counts), tuple(lists), attributes, reference, tuple(names)
        )


def _attribute(attribute: Mapping[str, Any], value: Any, types: Mapping[str, str]) -> Any:
    if value is None:
        return None, None
    if attribute["kind"] == "dtype":
        spelled = types.get(attribute.get("type", ""), value)
        return DTYPES[spelled], np.dtype(np.float32 if spelled == "bf16" else numpy_name(spelled))
    if attribute["kind"] == "f32":
        return value, float(np.float32(value))
    return value, value


def numpy_name(spelled: str) -> str:
    """Return NumPy's name of an element type."""
    kinds = {"f": "float", "i": "int", "u": "uint"}
    return "bool" if spelled == "bool" else kinds[spelled[0]] + spelled[1:]


def _tensor(given: Mapping[str, Any], dtype: str, seed: str, *, domain: Any) -> Any:
    shape, layout = list(given["shape"]), given["layout"]
    if layout == "transposed" and len(shape) > 1:
        stored = [*shape[:-2], shape[-1], shape[-2]]
        order = (*range(len(shape) - 2), len(shape) - 1, len(shape) - 2)
        return ms.ops.transpose(_plain(stored, dtype, seed, domain=domain), order)
    return _plain(shape, dtype, seed, domain=domain)


def _plain(shape: Sequence[int], dtype: str, seed: str, *, domain: Any) -> Any:
    array = np.asarray(_drawn.draw(shape, dtype, seed, domain=domain))
    if array.dtype.kind == "f" and dtype != "f64":
        array = array.astype(np.float32)
    return ms.Tensor(array).astype(DTYPES[dtype])


def as_reference(tensor: Any) -> Any:
    """Return a tensor as the reference takes it: more precise than the operator computes."""
    array = as_array(tensor)
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def as_array(tensor: Any) -> Any:
    """Return a tensor as an array; NumPy has no bfloat16."""
    return np.asarray(
        (tensor.astype(ms.float32) if tensor.dtype == ms.bfloat16 else tensor).asnumpy()
    )


def outputs_of(output: Any) -> tuple[Any, ...]:
    """Return results, some of which may be lists, as a flat tuple."""
    if not isinstance(output, (list, tuple)):
        return (output,)
    return tuple(part for item in output for part in outputs_of(item))


def error_of(action: Callable[[], Any]) -> str:
    """Return what is said of a call that is refused."""
    try:
        for part in outputs_of(action()):
            part.asnumpy()
    except (RuntimeError, TypeError, ValueError) as error:
        return str(error)
    raise AssertionError("the call was accepted")


def assert_close(label: str, actual: Any, expected: Any, *, tolerance: float) -> None:
    """See that an array is what it should be, relative to the largest number."""
    expected = np.asarray(expected)
    assert actual.shape == expected.shape, f"{label}: shape {actual.shape}, not {expected.shape}"
    if expected.dtype.kind in "biu" and actual.dtype.kind in "biu":
        assert np.array_equal(actual, expected), f"{label} differs"
        return
    wide = expected.astype(np.float64)
    scale = np.abs(wide).max(initial=1.0, where=np.isfinite(wide))
    good = np.isclose(
        actual.astype(np.float64), wide, rtol=tolerance, atol=tolerance * scale, equal_nan=True
    )
    if not np.all(good):
        at = tuple(int(index) for index in np.argwhere(~np.asarray(good))[0])
        raise AssertionError(f"{label}{list(at)} is {actual[at]}, expected {wide[at]}")


_drawn = load(Path(__file__).parents[1] / "drawn_values.py")
