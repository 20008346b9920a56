"""How an operator's functions are declared in the NumPy package: parameters, types, names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from opgen.ops import Attribute, DType, Op, Operand, Result
from opgen.targets import prose
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.python import (
    Parameter,
    attribute_annotations,
    is_seed,
    may_be_none,
    operand_annotations,
)

_ATTRIBUTE_TYPES: Final = attribute_annotations("DTypeLike", "int | None")
_OPERAND_TYPES: Final = operand_annotations("ArrayLike")

ARRAY: Final = "NDArray[Any]"


def dtype_text(dtype: DType) -> str:
    """Return an element type as an expression."""
    return f'"{prose.DTYPE_NAMES[dtype]}"'


def annotation(argument: Operand | Attribute) -> str:
    """Return the annotation of a parameter."""
    if isinstance(argument, Operand):
        return _OPERAND_TYPES[argument.arity]
    return may_be_none(argument, _ATTRIBUTE_TYPES[argument.kind])


def result_type(result: Result) -> str:
    """Return the annotation of a result."""
    return f"list[{ARRAY}]" if result.is_variadic else ARRAY


def tuple_type(items: Sequence[str]) -> str:
    """Return the annotation of one value or several."""
    return items[0] if len(items) == 1 else f"tuple[{', '.join(items)}]"


def bare_tuple(items: Sequence[str]) -> str:
    """Return a tuple as an expression."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def declared(
    op: Op, ordered: Sequence[Parameter], *, arrays: frozenset[str] = frozenset()
) -> list[str]:
    """Return the parameters of a public function as they are declared.

    Args:
        op: The operator.
        ordered: Its parameters.
        arrays: Operands that are written over, which have to be arrays.
    """
    pieces: list[str] = []
    for parameter in ordered:
        if parameter.keyword_only and "*" not in pieces:
            pieces.append("*")
        kind = ARRAY if parameter.name in arrays else annotation(parameter.argument)
        default = f" = {parameter.default}" if parameter.default else ""
        pieces.append(f"{parameter.name}: {kind}{default}")
    if draws(op):
        pieces.append(f"{generator_name(op)}: np.random.Generator | None = None")
    return pieces


def passed(op: Op) -> list[str]:
    """Return what a function with the op's parameters passes to its ``Operator``."""
    operands = bare_tuple([operand.name for operand in op.operands])
    attributes = [attribute.name for attribute in op.public_attributes]
    return [operands, *([bare_tuple(attributes)] if attributes else [])]


def draws(op: Op) -> bool:
    """Whether the operator draws random numbers."""
    return any(map(is_seed, op.attributes))


def seed_name(op: Op) -> str:
    """Return the seed of an operator that draws random numbers."""
    return next(attribute.name for attribute in op.attributes if is_seed(attribute))


def generator_name(op: Op) -> str:
    """Return the parameter with what gives a seed where none is given."""
    return free_name("generator", argument_names(op))
