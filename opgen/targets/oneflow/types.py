"""Kinds of attributes and element types in OneFlow's C++ and in its functional interface.

Knows names only; what an operator does with them is other modules' matter.
"""

from __future__ import annotations

from typing import Final

from opgen.ops import AttributeKind, DType

DATA_TYPES: Final = {
    DType.F16: "kFloat16",
    DType.BF16: "kBFloat16",
    DType.F32: "kFloat",
    DType.F64: "kDouble",
    DType.U8: "kUInt8",
    DType.I8: "kInt8",
    DType.I16: "kInt16",
    DType.I32: "kInt32",
    DType.I64: "kInt64",
    DType.BOOL: "kBool",
}
"""The enumerator of each element type in ``DataType``."""

ATTRIBUTE_TYPES: Final = {
    AttributeKind.I64: "int64_t",
    AttributeKind.F64: "double",
    AttributeKind.F32: "float",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "std::string",
    AttributeKind.ENUM: "std::string",
    AttributeKind.DTYPE: "DataType",
    AttributeKind.SHAPE: "Shape",
    AttributeKind.SEED: "int64_t",
    AttributeKind.I64_ARRAY: "std::vector<int64_t>",
    AttributeKind.BOOL_ARRAY: "std::vector<int32_t>",
}
"""The type that the value of an attribute has to have: any other ends the process."""

YAML_TYPES: Final = {
    AttributeKind.I64: "Int64",
    AttributeKind.F64: "Double",
    AttributeKind.F32: "Float",
    AttributeKind.BOOL: "Bool",
    AttributeKind.STR: "String",
    AttributeKind.ENUM: "String",
    AttributeKind.DTYPE: "DataType",
    AttributeKind.SHAPE: "Shape",
    AttributeKind.SEED: "Int64",
    AttributeKind.I64_ARRAY: "Int64List",
    AttributeKind.BOOL_ARRAY: "BoolList",
}
"""The type of a parameter in ``functional_api.yaml``."""

PARAMETER_TYPES: Final = {
    **ATTRIBUTE_TYPES,
    AttributeKind.DTYPE: "Symbol<DType>",
    AttributeKind.BOOL_ARRAY: "std::vector<bool>",
}
"""The type of a functor's parameter, without what it is passed by."""

YAML_DTYPES: Final = frozenset(
    {
        DType.I8,
        DType.U8,
        DType.I32,
        DType.I64,
        DType.F32,
        DType.F64,
        DType.BOOL,
    }
)
"""The element types that can be a default in ``functional_api.yaml``."""

DTYPE_NUMBERS: Final = {
    DType.F32: 2,
    DType.F64: 3,
    DType.I8: 4,
    DType.I32: 5,
    DType.I64: 6,
    DType.U8: 7,
    DType.F16: 9,
    DType.BF16: 11,
    DType.BOOL: 12,
}
"""The numbers of ``DataType``, of the element types that OneFlow 0.9.0 has in Python."""

_BY_VALUE: Final = frozenset({"int64_t", "double", "float", "bool"})


def passed(type_name: str) -> str:
    """Return how a parameter of a type is declared: numbers go by value."""
    return type_name if type_name in _BY_VALUE else f"const {type_name}&"
