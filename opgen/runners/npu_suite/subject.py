"""The functions under test: an operator's own name and those of torch_npu's namespace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

import torch
from torch_suite.subject import (  # type: ignore[import-not-found]  # beside this script
    SkipError,
    Subject,
)

Check = tuple[str, Callable[[], None]]
Values = dict[str, Any]

_TOKEN: Final = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Function:
    """A registered function that stands for the operator.

    Attributes:
        name: ``<namespace>::<name>``.
        overload: The registered function.
        public: The Python function.
    """

    name: str
    overload: Any
    public: Callable[..., Any]

    @property
    def arguments(self) -> Sequence[Any]:
        """Its arguments as the dispatcher knows them, without the device of a factory."""
        arguments: Sequence[Any] = self.overload._schema.arguments  # noqa: SLF001 - no other way
        return [a for a in arguments if str(a.type) != "Optional[Device]"]

    @property
    def parameters(self) -> list[str]:
        """The names of its arguments."""
        return [argument.name for argument in self.arguments]

    @property
    def returns(self) -> list[str]:
        """The types of its results."""
        results = self.overload._schema.returns  # noqa: SLF001 - no other way to the schema
        return [str(result.type) for result in results]

    @property
    def required(self) -> list[str]:
        """The operands that can't be left out."""
        return [a.name for a in self.arguments if str(a.type) in {"Tensor", "List[Tensor]"}]


@dataclass(frozen=True)
class NpuSubject:
    """The operator under test.

    Attributes:
        base: It inside PyTorch.
        functions: The operator's own name first, then those of torch_npu's namespace.
        converter: The module of its converters, if there is one.
        tests: The name of the module of its tests; empty where there is none.
        quick: Whether to leave out what takes long.
    """

    base: Any
    functions: Sequence[Function]
    converter: ModuleType | None
    tests: str
    quick: bool

    @property
    def node(self) -> str:
        """The name of the operator in the graph engine, from that of a function."""
        names = [function.name.partition("::")[2] for function in self.functions[1:]]
        shortest = min(names, key=len).removeprefix("npu_")
        return "".join(word.capitalize() for word in _TOKEN.findall(shortest))

    def samples(self, function: Function) -> list[Mapping[str, Any]]:
        """Return the samples that a function can take."""
        return [sample for sample in self.base.samples() if _fits(function, sample)]

    def values(
        self, function: Function, sample: Mapping[str, Any], types: Mapping[str, str]
    ) -> Values:
        """Return the arguments of a sample that a function has."""
        values = self.base.values(sample, types)
        return {name: values[name] for name in function.parameters}


def _fits(function: Function, sample: Mapping[str, Any]) -> bool:
    given = {name for name, tensor in sample["operands"].items() if tensor is not None}
    operands = set(sample["operands"])
    return given <= set(function.parameters) and set(function.required) & operands <= given


def functions_of(module: ModuleType, subject: Any) -> Iterator[Function]:
    """Yield the functions that stand for an operator: its own name, then torch_npu's.

    Args:
        module: The generated module of the operator for NPUs.
        subject: The operator inside PyTorch.
    """
    own = subject.function.op
    yield Function(own.name(), own, subject.public)
    for name, value in vars(module).items():
        if name.startswith("npu_") and callable(value):
            overload = getattr(torch.ops.npu, name).default
            yield Function(f"npu::{name}", overload, value)


__all__ = ["Check", "Function", "NpuSubject", "SkipError", "Subject", "Values", "functions_of"]
