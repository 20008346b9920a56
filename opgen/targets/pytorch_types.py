"""How types of the model are spelt in PyTorch: element types and types of attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from opgen.ops import Arity, AttributeKind, DType, Result
from opgen.targets.python import attribute_annotations, operand_annotations

TORCH_DTYPES: Final[dict[DType, str]] = {
    DType.F16: "float16",
    DType.BF16: "bfloat16",
    DType.F32: "float32",
    DType.F64: "float64",
    DType.U8: "uint8",
    DType.I8: "int8",
    DType.I16: "int16",
    DType.I32: "int32",
    DType.I64: "int64",
    DType.BOOL: "bool",
}
"""The name of the element type in the Python module ``torch``."""

SCALAR_TYPES: Final[dict[DType, str]] = {
    DType.F16: "Half",
    DType.BF16: "BFloat16",
    DType.F32: "Float",
    DType.F64: "Double",
    DType.U8: "Byte",
    DType.I8: "Char",
    DType.I16: "Short",
    DType.I32: "Int",
    DType.I64: "Long",
    DType.BOOL: "Bool",
}
"""The name of the element type in ``torch::headeronly::ScalarType``."""

ATTRIBUTE_SCHEMAS: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "int",
    AttributeKind.F64: "float",
    AttributeKind.F32: "float",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "str",
    AttributeKind.ENUM: "str",
    AttributeKind.DTYPE: "ScalarType",
    AttributeKind.SHAPE: "SymInt[]",
    AttributeKind.SEED: "Tensor",
    AttributeKind.I64_ARRAY: "int[]",
    AttributeKind.F64_ARRAY: "float[]",
    AttributeKind.BOOL_ARRAY: "bool[]",
}
"""The type in a schema of the dispatcher."""

ATTRIBUTE_CPP_TYPES: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "int64_t",
    AttributeKind.F64: "double",
    AttributeKind.F32: "double",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "const std::string&",
    AttributeKind.ENUM: "const std::string&",
    AttributeKind.DTYPE: "torch::headeronly::ScalarType",
    AttributeKind.SHAPE: "const std::vector<int64_t>&",
    AttributeKind.SEED: "const Tensor&",
    AttributeKind.I64_ARRAY: "const std::vector<int64_t>&",
    AttributeKind.F64_ARRAY: "const std::vector<double>&",
    AttributeKind.BOOL_ARRAY: "const std::vector<bool>&",
}
"""The C++ parameter that the dispatcher fills from the type in the schema.

A wrong entry is not noticed by a compiler: the dispatcher hands over the bits as they are.
"""

ATTRIBUTE_ANNOTATIONS: Final = attribute_annotations("torch.dtype", "torch.Tensor")
"""The annotation of a Python parameter."""

OPERAND_SCHEMAS: Final[dict[Arity, str]] = {
    Arity.SINGLE: "Tensor",
    Arity.OPTIONAL: "Tensor?",
    Arity.VARIADIC: "Tensor[]",
}
"""The type of an operand in a schema of the dispatcher."""

OPERAND_CPP_TYPES: Final[dict[Arity, str]] = {
    Arity.SINGLE: "const Tensor&",
    Arity.OPTIONAL: "const std::optional<Tensor>&",
    Arity.VARIADIC: "const std::vector<Tensor>&",
}
"""The C++ parameter of an operand."""

OPERAND_ANNOTATIONS: Final = operand_annotations("torch.Tensor")
"""The annotation of a Python parameter that is an operand."""


def dtype_tuple(dtypes: tuple[DType, ...]) -> str:
    """Return element types as a Python tuple."""
    names = [f"torch.{TORCH_DTYPES[dtype]}" for dtype in dtypes]
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def dtype_text(dtype: DType) -> str:
    """Return an element type as an expression."""
    return f"torch.{TORCH_DTYPES[dtype]}"


def result_annotation(results: Sequence[Result]) -> str:
    """Return the annotation of what a function returns that gives ``results``."""
    tensors = ["list[torch.Tensor]" if r.is_variadic else "torch.Tensor" for r in results]
    return tensors[0] if len(tensors) == 1 else f"tuple[{', '.join(tensors)}]"
