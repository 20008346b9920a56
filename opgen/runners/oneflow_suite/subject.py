"""The operator under test in OneFlow: its function, its samples, and tensors made of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import oneflow
from numpy_suite.subject import (
    SkipError,
    as_list,
    generator_of,
    precise,
)
from numpy_suite.subject import Subject as Samples

DTYPES: Final = {
    "f16": oneflow.float16,
    "bf16": oneflow.bfloat16,
    "f32": oneflow.float32,
    "f64": oneflow.float64,
    "u8": oneflow.uint8,
    "i8": oneflow.int8,
    "i32": oneflow.int32,
    "i64": oneflow.int64,
    "bool": oneflow.bool,
}
TOLERANCES: Final = {"f16": 4e-3, "bf16": 3e-2, "f32": 1e-5, "f64": 1e-10}

Values = dict[str, Any]
"""The arguments of a call by name."""
Check = tuple[str, Callable[[], None]]


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        drawn: Its samples, with values as NumPy has them.
        function: Its public function.
        quick: Whether to leave out what takes long.
    """

    drawn: Samples
    function: Callable[..., Any]
    quick: bool

    @property
    def document(self) -> Mapping[str, Any]:
        """Its sample file."""
        document: Mapping[str, Any] = self.drawn.document
        return document

    @property
    def name(self) -> str:
        """The mnemonic."""
        return str(self.document["op"])

    @property
    def differentiable(self) -> Sequence[str]:
        """The operands that have a gradient."""
        operands: Sequence[str] = self.document["differentiable"]
        return operands

    @property
    def results(self) -> list[Mapping[str, Any]]:
        """The results that callers get."""
        return [result for result in self.document["results"] if "saved" not in result]

    @property
    def in_place_parameter(self) -> str:
        """The parameter that asks for work in place."""
        return list(inspect.signature(self.function).parameters)[-1]

    @cached_property
    def samples(self) -> list[Mapping[str, Any]]:
        """The samples, without those that a rule added and the reference doesn't take."""
        taken = []
        for sample in self.document["samples"]:
            try:
                if self.drawn.takes(sample):
                    taken.append(sample)
            except SkipError:
                taken.append(sample)
        return taken

    def choices(self) -> list[dict[str, str]]:
        """Return every choice of element types that OneFlow has."""
        return [types for types in self.drawn.choices() if DTYPES.keys() >= {*types.values()}]

    def choice(self, *preferred: str) -> dict[str, str]:
        """Return the choice with one of ``preferred`` wherever that is possible, or skip."""
        accepted: Mapping[str, Sequence[str]] = self.document["types"]
        for dtype in preferred:
            for types in self.choices():
                fits = all(dtype == t or dtype not in accepted[v] for v, t in types.items())
                if dtype in types.values() and fits:
                    return types
        raise SkipError(f"takes none of {', '.join(preferred)}")

    def arrays(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> Values:
        """Return the arguments as NumPy arrays; numbers that NumPy has no type for are wider."""
        wide = {v: "f32" if dtype == "bf16" else dtype for v, dtype in types.items()}
        values: Values = self.drawn.values(sample, wide)
        for attribute in self.document["attributes"]:
            if attribute["kind"] == "dtype":
                name = attribute["name"]
                word = sample["attributes"].get(name, attribute["default"])
                values[name] = types.get(attribute.get("type", ""), word)
        return values

    def tensors(self, values: Mapping[str, Any], types: Mapping[str, str]) -> Values:
        """Return arguments with tensors of OneFlow in the place of arrays."""
        made = dict(values)
        for operand in self.document["operands"]:
            dtype = DTYPES[types[operand["type"]]]
            value = values[operand["name"]]
            if isinstance(value, list):
                made[operand["name"]] = [_tensor(part, dtype) for part in value]
            elif value is not None:
                made[operand["name"]] = _tensor(value, dtype)
        for attribute in self.document["attributes"]:
            if attribute["kind"] == "dtype" and values[attribute["name"]] is not None:
                made[attribute["name"]] = DTYPES[values[attribute["name"]]]
        return made

    def given(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> Values:
        """Return the arguments of a sample."""
        return self.tensors(self.arrays(sample, types), types)

    def call(self, values: Mapping[str, Any], **more: Any) -> list[Any]:
        """Return the results as a flat list of tensors."""
        return flat(as_list(self.function(**values, **more)))

    def tracked(self, values: Values) -> Values:
        """Return arguments with new leaves that record gradients, where there are any."""
        return {
            name: replaced(value, _leaf) if name in self.differentiable else value
            for name, value in values.items()
        }

    def leaves(self, values: Values) -> list[Any]:
        """Return the tensors of tracked arguments that record gradients."""
        tensors = flat([values[name] for name in self.differentiable])
        return [tensor for tensor in tensors if tensor.requires_grad]

    def expected(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> list[Any]:
        """Return what the reference says, as flat arrays, of the values that tensors hold."""
        if self.drawn.reference is None:
            raise SkipError("the spec has no reference")
        arrays = self.arrays(sample, types)
        made = self.tensors(arrays, types)
        for operand in self.document["operands"]:
            arrays[operand["name"]] = replaced(made[operand["name"]], to_array)
        for attribute in self.document["attributes"]:
            if attribute["kind"] == "dtype" and arrays[attribute["name"]] is not None:
                arrays[attribute["name"]] = np.dtype(_plain(arrays[attribute["name"]]))
        parts = as_list(self.drawn.reference(**{n: precise(v) for n, v in arrays.items()}))
        described = self.document["results"]
        assert len(parts) == len(described), f"the reference returns {len(parts)} results"
        public = [p for r, p in zip(described, parts, strict=True) if "saved" not in r]
        return flat(public)

    def tolerance(self, types: Mapping[str, str]) -> float:
        """Return how far results may be off."""
        given: Mapping[str, float] = self.document.get("tolerances", {})
        return max(given.get(t, TOLERANCES.get(t, 0.0)) for t in types.values())


def _plain(word: str) -> str:
    names = {"f16": "float16", "f32": "float32", "f64": "float64", "bf16": "float32"}
    return names.get(word, word.replace("i", "int").replace("u8", "uint8"))


def _tensor(array: Any, dtype: Any) -> Any:
    """Return a tensor that lies in memory as the array does."""
    if array.ndim and not array.flags.c_contiguous:
        if array.T.flags.c_contiguous:
            return oneflow.tensor(array.T.copy()).to(dtype).permute(*reversed(range(array.ndim)))
        wide = np.repeat(array, 2, axis=-1)
        return oneflow.tensor(wide).to(dtype)[..., ::2]
    return oneflow.tensor(array).to(dtype)


def _leaf(tensor: Any) -> Any:
    is_real = tensor.dtype in {oneflow.float32, oneflow.float64}
    return tensor.detach().clone().requires_grad_() if is_real else tensor


def replaced(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return an argument with its tensors changed."""
    if isinstance(value, list):
        return [replaced(item, change) for item in value]
    return change(value) if isinstance(value, oneflow.Tensor) else value


def flat(values: Sequence[Any]) -> list[Any]:
    """Return what is in lists, too, of arguments or results; nothing for what is absent."""
    return list(_flat(values))


def _flat(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _flat(value)
        elif value is not None:
            yield value


def to_array(tensor: Any) -> Any:
    """Return the values of a tensor."""
    if tensor.dtype in {oneflow.bfloat16, oneflow.float16}:
        tensor = tensor.to(oneflow.float32)
    return tensor.numpy()


def assert_close(got: Any, wanted: Any, *, tolerance: float, what: str = "result") -> None:
    """See that a tensor is close to an array or another tensor."""
    actual = to_array(got)
    expected = to_array(wanted) if isinstance(wanted, oneflow.Tensor) else np.asarray(wanted)
    assert actual.shape == expected.shape, f"{what}: {actual.shape}, expected {expected.shape}"
    scale = np.abs(expected).max(initial=1.0, where=np.isfinite(expected))
    good = np.isclose(
        actual.astype(np.float64), expected, rtol=tolerance, atol=tolerance * scale, equal_nan=True
    )
    if not np.all(good):
        at = tuple(int(index) for index in np.argwhere(~np.asarray(good))[0])
        raise AssertionError(f"{what}{list(at)} is {actual[at]}, expected {expected[at]}")


def cotangents(outputs: Sequence[Any]) -> list[Any]:
    """Return reproducible weights for the results that a gradient is taken of."""
    weights = []
    for number, output in enumerate(outputs):
        drawn = generator_of(f"cotangent {number}").uniform(0.5, 1.5, size=tuple(output.shape))
        weights.append(oneflow.tensor(np.asarray(drawn)).to(output.dtype))
    return weights


def error_of(call: Callable[[], Any]) -> str:
    """Return what a call says that has to fail."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - any error may carry the words
        return str(error)
    raise AssertionError("the call was accepted")
