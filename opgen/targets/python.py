"""How an operator is spelt in Python: literals, docstrings, the order of parameters.

Shared by all targets with Python sources; they parse as Python 3.8. Knows no framework.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable

from opgen.dataclass import dataclass
from opgen.ops import Arity, Attribute, AttributeKind, AttributeValue, DType, Op, Operand
from opgen.targets import prose


def literal(value: AttributeValue | None) -> str:
    """Return ``value`` as a Python expression; a list becomes a tuple."""
    if isinstance(value, tuple):
        items = ", ".join(literal(item) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return string_literal(value) if isinstance(value, str) else repr(value)


def string_literal(text: str) -> str:
    """Return ``text`` as a Python string literal, in double quotes unless it has more of them."""
    encodable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    quoted = json.dumps(encodable, ensure_ascii=False)
    if text.count('"') <= text.count("'"):
        return quoted
    inner = quoted[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inner}'"


def docstring_text(text: str) -> str:
    """Return ``text`` such that it means itself between triple double quotes."""
    return re.sub(r'"(?="|\Z)', r"\"", text.replace("\\", "\\\\"))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an operator's public function.

    Attributes:
        argument: The operand or attribute.
        default: The default as an expression; empty where a caller must give a value.
        keyword_only: Whether it is given by name, as a seed is, and as parameters without a
            default are that stand after one with a default in the spec.
    """

    argument: Operand | Attribute
    default: str
    keyword_only: bool

    @property
    def name(self) -> str:
        """The name."""
        return self.argument.name


def parameters(op: Op, dtype_text: Callable[[DType], str]) -> list[Parameter]:
    """Return the parameters of ``op``'s public function: operands, attributes, at last a seed.

    Args:
        op: The operator.
        dtype_text: How an element type is written as an expression.
    """
    ordered: list[Parameter] = []
    keyword_only = False
    arguments: tuple[Operand | Attribute, ...] = (*op.operands, *op.public_attributes)
    for argument in sorted(arguments, key=is_seed):
        default = _default(argument, dtype_text)
        keyword_only |= not default and any(parameter.default for parameter in ordered)
        keyword_only |= is_seed(argument)
        ordered.append(Parameter(argument, default, keyword_only))
    return ordered


def operand_annotations(tensor: str) -> dict[Arity, str]:
    """Return the annotations of operands, where ``tensor`` is that of a single one."""
    return {
        Arity.SINGLE: tensor,
        Arity.OPTIONAL: f"{tensor} | None",
        Arity.VARIADIC: f"Sequence[{tensor}]",
    }


def attribute_annotations(dtype: str, seed: str) -> dict[AttributeKind, str]:
    """Return the annotations of attributes, given those that differ between frameworks."""
    return {
        AttributeKind.I64: "int",
        AttributeKind.F64: "float",
        AttributeKind.F32: "float",
        AttributeKind.BOOL: "bool",
        AttributeKind.STR: "str",
        AttributeKind.ENUM: "str",
        AttributeKind.DTYPE: dtype,
        AttributeKind.SHAPE: "Sequence[int]",
        AttributeKind.SEED: seed,
        AttributeKind.I64_ARRAY: "Sequence[int]",
        AttributeKind.F64_ARRAY: "Sequence[float]",
        AttributeKind.BOOL_ARRAY: "Sequence[bool]",
    }


def may_be_none(argument: Operand | Attribute, annotation: str) -> str:
    """Return the annotation of an argument, given that of a value it has."""
    is_optional = isinstance(argument, Attribute) and bool(argument.flag)
    return f"{annotation} | None" if is_optional else annotation


def argument_text(op: Op, parameter: Parameter) -> str:
    """Return what an argument has to be, for a docstring."""
    return f"{parameter.name}: {prose.argument_text(op, parameter.argument)}."


def kept_results(op: Op) -> dict[str, str] | None:
    """Return how the results that callers get are picked, if there are others."""
    if not op.saved:
        return None
    targets = ["_" if r.name in op.saved else r.name for r in op.results]
    returned = [result.name for result in op.public_results]
    return {"targets": ", ".join(targets), "returned": ", ".join(returned)}


def is_seed(argument: Operand | Attribute) -> bool:
    """Whether an argument is what a random operator draws from."""
    return isinstance(argument, Attribute) and argument.kind is AttributeKind.SEED


def _default(argument: Operand | Attribute, dtype_text: Callable[[DType], str]) -> str:
    if isinstance(argument, Operand):
        return "None" if argument.arity is Arity.OPTIONAL else ""
    if is_seed(argument) or argument.flag:
        return "None"
    if argument.default is None:
        return ""
    return value_literal(argument.default, argument.kind, dtype_text)


def value_literal(
    value: AttributeValue | None, kind: AttributeKind, dtype_text: Callable[[DType], str]
) -> str:
    """Return the value of an attribute as an expression."""
    dtype = DType.named(value) if kind is AttributeKind.DTYPE and isinstance(value, str) else None
    return literal(value) if dtype is None else dtype_text(dtype)
