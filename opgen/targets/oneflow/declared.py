"""Operators of the prelude as their author would declare them in OneFlow's own dialect.

One view serves both vocabularies: everything OneFlow is told goes through the dialect's model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    AttributeValue,
    Device,
    DialectAttribute,
    DialectAttributeType,
    DialectOp,
    DialectOperand,
    DialectTrait,
    DType,
    Hook,
    Op,
    Operand,
    Trait,
)
from opgen.targets.cpp import string_literal
from opgen.targets.oneflow.types import DATA_TYPES

_TYPES: Final = {
    AttributeKind.I64: DialectAttributeType.INT64,
    AttributeKind.F64: DialectAttributeType.DOUBLE,
    AttributeKind.F32: DialectAttributeType.FLOAT,
    AttributeKind.BOOL: DialectAttributeType.BOOL,
    AttributeKind.STR: DialectAttributeType.STRING,
    AttributeKind.ENUM: DialectAttributeType.STRING,
    AttributeKind.DTYPE: DialectAttributeType.DATA_TYPE,
    AttributeKind.SHAPE: DialectAttributeType.SHAPE,
    AttributeKind.SEED: DialectAttributeType.INT64,
    AttributeKind.I64_ARRAY: DialectAttributeType.INT64_LIST,
    AttributeKind.BOOL_ARRAY: DialectAttributeType.INT32_LIST,
}
"""What an attribute is in OneFlow, which has no list of doubles."""

_SOURCE_INPUT: Final = DialectOperand("UserSourceOpTickInput", is_optional=True)
"""What an operator without operands has in OneFlow, to be scheduled by."""

ALWAYS: Final = frozenset(
    {
        Hook.GET_SBP,
        Hook.LOGICAL_TENSOR_DESC_INFER,
        Hook.PHYSICAL_TENSOR_DESC_INFER,
        Hook.DATA_TYPE_INFER,
    }
)
"""The functions of every operator: the kernels' ``infer`` and the rules of the spec give them."""

_SMALLEST_INT64: Final = -(2**63)


def class_of(op: Op) -> str:
    """Return the class of ``op``, apart from OneFlow's own by what its registered name is."""
    if op.registered:
        return _camel(op.registered) + "Op"
    return _camel(op.library.prefix) + op.class_name + "Op"


def _camel(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def untyped_attribute(op: Op) -> Attribute | None:
    """Return the first attribute that OneFlow has no type for."""
    return next((a for a in op.attributes if a.kind not in _TYPES), None)


def as_dialect(op: Op) -> DialectOp:
    """Return ``op`` as it would be declared in the dialect, by the name it is registered by."""
    return DialectOp(
        name=op.registered_name,
        class_name=class_of(op),
        operands=tuple(map(_operand, op.operands)) or (_SOURCE_INPUT,),
        results=tuple(DialectOperand(r.name, is_variadic=r.is_variadic) for r in op.results),
        attributes=tuple(map(_attribute, op.attributes)),
        traits=frozenset(_traits(op)),
        hooks=op.hooks | ALWAYS,
        buffers=None,
        span=op.span,
    )


def _operand(operand: Operand) -> DialectOperand:
    is_optional, is_variadic = (operand.arity is a for a in (Arity.OPTIONAL, Arity.VARIADIC))
    return DialectOperand(operand.name, is_optional, is_variadic)


def _attribute(attribute: Attribute) -> DialectAttribute:
    default = None if attribute.default is None else literal_of(attribute.kind, attribute.default)
    return DialectAttribute(attribute.name, _TYPES[attribute.kind], default)


def _traits(op: Op) -> Iterator[DialectTrait]:
    # Asked for the gradient of an operator that has none, OneFlow fails; this makes it a constant.
    if not op.is_differentiable:
        yield DialectTrait.NO_GRAD
    if Trait.CPU_ONLY in op.traits or op.support(Device.CUDA) is None:
        yield DialectTrait.CPU_ONLY
    if Trait.SUPPORT_NON_CONTIGUOUS in op.traits:
        yield DialectTrait.SUPPORT_NON_CONTIGUOUS


def literal_of(kind: AttributeKind, value: AttributeValue) -> str:
    """Return ``value`` in C++, in the notation of OneFlow's specs."""
    if isinstance(value, tuple):
        listed = "{" + ", ".join(literal_of(kind.element, element) for element in value) + "}"
        return f"Shape({listed})" if kind is AttributeKind.SHAPE else listed
    if kind is AttributeKind.DTYPE:
        dtype = DType.named(str(value))
        assert dtype is not None
        return f"DataType::{DATA_TYPES[dtype]}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = repr(value)
        return text.removesuffix("0") if text.endswith(".0") else text
    if value == _SMALLEST_INT64:
        return f"{_SMALLEST_INT64 + 1} - 1"
    return string_literal(value) if isinstance(value, str) else str(value)
