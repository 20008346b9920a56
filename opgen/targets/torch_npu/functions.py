"""The functions that stand for an operator in torch_npu's own namespace, and their signatures.

torch_npu names its operators ``npu_<name>``. Where one operand is optional there are two of them,
``npu_<name>`` without it and ``npu_<name>_with_<operand>`` with it, both for one operator of the
graph engine. Knows neither how a function is laid out nor what computes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass, replace
from opgen.ops import Arity, Attribute, Op, Operand, Sample
from opgen.targets.pytorch_binding import arguments, schema

NAMESPACE: Final = "npu"
"""Where torch_npu has its operators."""


@dataclass(frozen=True, slots=True)
class NpuFunction:
    """A function of torch_npu's namespace.

    Attributes:
        op: The operator that it stands for.
        signature: The same operator with the function's name and operands; its rules and its
            gradient are those of ``op`` alone.
        given: For each argument of the operator whether the function has it.
    """

    op: Op
    signature: Op
    given: tuple[bool, ...]

    @property
    def name(self) -> str:
        """The name."""
        return self.signature.name

    @property
    def schema(self) -> str:
        """The schema of the dispatcher."""
        return schema(self.signature)

    @property
    def absent(self) -> tuple[str, ...]:
        """The operands that it leaves out."""
        pairs = zip(arguments(self.op), self.given, strict=True)
        return tuple(argument.name for argument, given in pairs if not given)

    def takes(self, sample: Sample) -> bool:
        """Whether a sample has all operands that the function needs, and no other."""
        operands = self.signature.operands
        given = {name for name, tensor in sample.operands if tensor is not None}
        needed = {operand.name for operand in operands if operand.arity is not Arity.OPTIONAL}
        return needed <= given <= {operand.name for operand in operands}

    def values(self, names: dict[str, str], *, absent: str) -> Iterator[str]:
        """Yield what to pass to the operator for each of its arguments.

        Args:
            names: What stands for each argument that the function has; by default its name.
            absent: What stands for one that it doesn't have.
        """
        for argument, given in zip(arguments(self.op), self.given, strict=True):
            yield names.get(argument.name, argument.name) if given else absent


def npu_functions(op: Op) -> tuple[NpuFunction, ...]:
    """Return the functions of torch_npu's namespace for ``op``."""
    name = f"npu_{op.registered_name}"
    optional = [operand for operand in op.operands if operand.arity is Arity.OPTIONAL]
    if len(optional) != 1:
        return (_function(op, name, op.operands),)
    without = tuple(operand for operand in op.operands if operand is not optional[0])
    every = tuple(replace(operand, arity=_mandatory(operand)) for operand in op.operands)
    return (
        _function(op, name, without),
        _function(op, f"{name}_with_{optional[0].name}", every),
    )


def _mandatory(operand: Operand) -> Arity:
    return Arity.SINGLE if operand.arity is Arity.OPTIONAL else operand.arity


def _function(op: Op, name: str, operands: tuple[Operand, ...]) -> NpuFunction:
    kept = {operand.name for operand in operands}
    given = tuple(isinstance(a, Attribute) or a.name in kept for a in arguments(op))
    promotion = op.promotion
    if promotion is not None:
        promotion = replace(promotion, operands=tuple(n for n in promotion.operands if n in kept))
    # What is about shapes or gradients speaks of all operands.
    signature = replace(
        op,
        name=name,
        operands=operands,
        promotion=promotion,
        inplace=(),
        gradient=(),
        samples=(),
        errors=(),
        checks=(),
    )
    return NpuFunction(op, signature, given)
