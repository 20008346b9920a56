"""How types of the model are spelt in MindSpore: element types, types of attributes."""

from __future__ import annotations

from typing import Final

from opgen.namedtuple import NamedTuple
from opgen.ops import DType
from opgen.targets.python import attribute_annotations, operand_annotations


class Spelling(NamedTuple):
    """An element type in MindSpore.

    Attributes:
        type_name: The name of its ``TypeId`` in C++, after ``kType`` here.
        type_id: The number of that.
        row: Its name in ``DataType``, before the format.
    """

    type_name: str
    type_id: int
    row: str


SPELLINGS: Final[dict[DType, Spelling]] = {
    DType.F16: Spelling("Float16", 42, "F16"),
    DType.BF16: Spelling("BFloat16", 45, "BF16"),
    DType.F32: Spelling("Float32", 43, "F32"),
    DType.F64: Spelling("Float64", 44, "F64"),
    DType.U8: Spelling("UInt8", 37, "U8"),
    DType.I8: Spelling("Int8", 32, "I8"),
    DType.I16: Spelling("Int16", 33, "I16"),
    DType.I32: Spelling("Int32", 34, "I32"),
    DType.I64: Spelling("Int64", 35, "I64"),
    DType.BOOL: Spelling("Bool", 30, "BOOL"),
}

ATTRIBUTE_ANNOTATIONS: Final = attribute_annotations("Any", "int | Tensor | None")
OPERAND_ANNOTATIONS: Final = operand_annotations("Tensor")

VERIFIED_WITH: Final = "2.10"
"""The release whose private layouts the generated code was tried with."""
