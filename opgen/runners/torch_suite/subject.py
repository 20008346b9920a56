"""The operator under test: its functions, its samples, and arguments made of them."""

from __future__ import annotations

import importlib.util
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy_suite.reference import Reference

DTYPES: Final = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "u8": torch.uint8,
    "i8": torch.int8,
    "i16": torch.int16,
    "i32": torch.int32,
    "i64": torch.int64,
    "bool": torch.bool,
}
TOLERANCES: Final = {"f16": 1e-2, "bf16": 8e-2, "f32": 1e-4, "f64": 1e-7}
Values = dict[str, Any]
"""The arguments of a call by name: operands, then attributes."""
Place = tuple[str, "int | None"]
"""An argument, or one tensor of an argument that is a list."""
Check = tuple[str, Callable[[], None]]
Call = Callable[[Values], Any]


class SkipError(Exception):
    """Says why a check doesn't apply."""


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        document: Its sample file.
        reference: Its reference over NumPy arrays, if the spec has one.
        public: Its public function.
        public_in_place: The variant that writes results over operands, if there is one.
        function: Its ``torch.autograd.Function``, whose attribute ``op`` is the registered op.
        differentiable_call: The runtime's call of a Function.
        quick: Whether to leave out what takes long.
    """

    document: Mapping[str, Any]
    reference: Reference | None
    public: Callable[..., Any]
    public_in_place: Callable[..., Any] | None
    function: Any
    differentiable_call: Callable[..., Any]
    quick: bool

    @property
    def differentiable(self) -> Sequence[str]:
        """The operands that have a gradient."""
        operands: Sequence[str] = self.document["differentiable"]
        return operands

    def call(self, values: Values) -> Any:
        """Call the public function."""
        return self.public(**values)

    def call_bare(self, values: Values) -> Any:
        """Call the registered op."""
        return self.public_part(self.function.op(*values.values()))

    def call_function(self, values: Values) -> Any:
        """Call the autograd function, as the public function does under transforms."""
        return self.public_part(self.differentiable_call(self.function, *values.values()))

    def public_part(self, output: Any) -> Any:
        """Return those results of the op that the public function returns."""
        described = self.document["results"]
        if len(described) == 1:
            return output
        pairs = zip(described, output, strict=True)
        kept = tuple(part for result, part in pairs if "saved" not in result)
        return kept[0] if len(kept) == 1 else kept

    @property
    def routes(self) -> tuple[tuple[str, Call], ...]:
        """The ways to call it."""
        return (
            ("public function", self.call),
            ("bare op", self.call_bare),
            ("autograd function", self.call_function),
        )

    def values(
        self, sample: Mapping[str, Any], types: Mapping[str, str], *, variant: str = ""
    ) -> Values:
        """Return the arguments of a sample, with an element type for each type variable.

        Args:
            sample: The sample.
            types: The element types.
            variant: Another one gives tensors of the same shapes with other values.
        """
        values: Values = {}
        for operand in self.document["operands"]:
            name = operand["name"]
            seed = f"{sample['name']} {name}{variant}"
            given = sample["operands"].get(name)
            domain = sample.get("domains", {}).get(name)
            values[name] = _tensor_argument(given, types[operand["type"]], seed, domain=domain)
        for attribute in self.document["attributes"]:
            name = attribute["name"]
            value = sample["attributes"].get(name, attribute["default"])
            values[name] = _attribute(attribute, value, types)
        return values

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

    def choice(self, *preferred: str) -> dict[str, str]:
        """Return the choice of element types with the first of ``preferred`` that there is."""
        for dtype in preferred:
            for types in self.type_choices():
                if dtype in types.values() and self._is_chosen_wherever_possible(dtype, types):
                    return types
        raise SkipError(f"takes none of {', '.join(preferred)}")

    def _is_chosen_wherever_possible(self, dtype: str, types: Mapping[str, str]) -> bool:
        accepted: Mapping[str, Sequence[str]] = self.document["types"]
        return all(dtype == t or dtype not in accepted[v] for v, t in types.items())

    def samples(self) -> list[Mapping[str, Any]]:
        """Return the samples."""
        return self._samples

    @cached_property
    def _samples(self) -> list[Mapping[str, Any]]:
        """The samples without those that a rule added and the reference doesn't take."""
        samples: list[Mapping[str, Any]] = self.document["samples"]
        return [sample for sample in samples if self._takes(sample)]

    def _takes(self, sample: Mapping[str, Any]) -> bool:
        if "added" not in sample or self.reference is None:
            return True
        values = self.values(sample, self.type_choices()[-1])
        takes: bool = self.reference.takes(**self.for_reference(values))
        return takes

    def for_reference(self, values: Values) -> Values:
        """Return arguments as the reference takes them."""
        kinds = {a["name"]: a["kind"] for a in self.document["attributes"]}
        return {n: _as_reference(v, kinds.get(n, "")) for n, v in values.items()}

    def tracked(self, values: Values) -> Values:
        """Return ``values`` with new leaves that record gradients, where there are any."""
        places = self.tracked_places(values)
        leaves = [value.detach().requires_grad_() for value in places.values()]
        return replaced(values, zip(places, leaves, strict=True))

    def tracked_places(self, values: Values) -> dict[Place, torch.Tensor]:
        """Return the tensors with a gradient, by where they are among the arguments."""
        places: dict[Place, torch.Tensor] = {}
        for name in (name for name in values if name in self.differentiable):
            value = values[name]
            for at, part in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(part, torch.Tensor) and part.is_floating_point():
                    places[name, at if isinstance(value, list) else None] = part
        return places


def replaced(values: Values, tensors: Iterable[tuple[Place, Any]]) -> Values:
    """Return arguments with other tensors at some places."""
    new = {n: list(v) if isinstance(v, list) else v for n, v in values.items()}
    for (name, at), tensor in tensors:
        if at is None:
            new[name] = tensor
        else:
            new[name][at] = tensor
    return new


def _as_reference(value: Any, kind: str) -> Any:
    """Return an argument as the reference takes it: more precise than the operator computes."""
    if value is None:
        return None
    if isinstance(value, torch.Tensor) and kind == "seed":
        return int(value)
    if isinstance(value, torch.Tensor):
        return (value.double() if value.is_floating_point() else value).numpy()
    if isinstance(value, list) and any(isinstance(item, torch.Tensor) for item in value):
        return [_as_reference(item, kind) for item in value]
    if isinstance(value, torch.dtype):
        return torch.empty(0, dtype=value).numpy().dtype
    return float(np.float32(value)) if kind == "f32" else value


def _attribute(attribute: Mapping[str, Any], value: Any, types: Mapping[str, str]) -> Any:
    if value is None:
        return None
    if attribute["kind"] == "dtype":
        return DTYPES[types.get(attribute.get("type", ""), value)]
    return torch.tensor(value) if attribute["kind"] == "seed" else value


def _tensor_argument(given: Any, dtype: str, seed: str, *, domain: Any) -> Any:
    if isinstance(given, list):
        parts = enumerate(given)
        return [_tensor(part, dtype, f"{seed} {at}", domain=domain) for at, part in parts]
    return None if given is None else _tensor(given, dtype, seed, domain=domain)


def _tensor(given: Mapping[str, Any], dtype: str, seed: str, *, domain: Any) -> torch.Tensor:
    """Return a tensor of values in the domain, laid out as the sample says."""
    shape, layout = list(given["shape"]), given["layout"]
    stored = shape
    if layout == "transposed" and len(shape) > 1:
        stored = [*shape[:-2], shape[-1], shape[-2]]
    elif layout == "strided" and shape:
        stored = [*shape[:-1], 2 * shape[-1]]
    tensor = torch.from_numpy(_drawn.draw(stored, dtype, seed, domain=domain)).to(DTYPES[dtype])
    if stored is shape:
        return tensor
    return tensor.transpose(-1, -2) if layout == "transposed" else tensor[..., ::2]


def _loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_drawn = _loaded(Path(__file__).parents[1] / "drawn_values.py")


def tensors_of(values: Iterable[Any]) -> list[torch.Tensor]:
    """Return the tensors among arguments, also those in lists."""
    flat = itertools.chain.from_iterable(v if isinstance(v, (list, tuple)) else [v] for v in values)
    return [value for value in flat if isinstance(value, torch.Tensor)]


def outputs_of(output: Any) -> tuple[Any, ...]:
    """Return results, some of which may be lists, as a flat tuple."""
    if not isinstance(output, (list, tuple)):
        return (output,)
    return tuple(part for item in output for part in outputs_of(item))


def over_tracked(
    subject: Subject, call: Call, values: Values
) -> tuple[Callable[..., Any], dict[Place, torch.Tensor]]:
    """Return ``call`` as a function of the tensors with a gradient, and these by place."""
    tracked = subject.tracked_places(values)

    def function(*tensors: torch.Tensor) -> Any:
        outputs = outputs_of(call(replaced(values, zip(tracked, tensors, strict=True))))
        floating = tuple(part for part in outputs if part.is_floating_point())
        return floating if len(floating) != 1 else floating[0]

    return function, tracked


def assert_equal(actual: Any, expected: Any, tolerance: float = 1e-6) -> None:
    """See that results are equal, as far as their element types can be."""
    actual, expected = outputs_of(actual), outputs_of(expected)
    assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
    for got, wanted in zip(actual, expected, strict=True):
        torch.testing.assert_close(got, wanted, rtol=tolerance, atol=tolerance, equal_nan=True)


def gradients_of(call: Call, subject: Subject, values: Values) -> list[torch.Tensor | None]:
    """Return the gradients of a fixed linear form of the results."""
    tracked = subject.tracked(values)
    torch.autograd.backward([linear_form(call(tracked))])
    return [leaf.grad for leaf in subject.tracked_places(tracked).values()]


def linear_form(output: Any) -> torch.Tensor:
    """Return a fixed linear form of the floating results."""
    terms = [
        (part * torch.linspace(0.5, 1.5, part.numel(), dtype=part.dtype).reshape(part.shape)).sum()
        for part in outputs_of(output)
        if part.is_floating_point()
    ]
    return torch.stack([term.double() for term in terms]).sum()


def error_of(action: Callable[[], object]) -> str:
    """Return the message of the error that an action has to raise."""
    try:
        action()
    except RuntimeError as error:
        return str(error)
    raise AssertionError("no error is raised")
