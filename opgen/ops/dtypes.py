"""Element types and attribute types: the closed tables that every target maps from.

Knows no framework; a target keeps its own spelling of each entry.
"""

from __future__ import annotations

from enum import Enum

from opgen.namedtuple import NamedTuple


class DTypeFacts(NamedTuple):
    """What is true of an element type everywhere.

    ``code`` and ``bits`` are those of DLPack 1.3 (``DLDataTypeCode`` and ``bits``, one lane).
    """

    spelling: str
    code: int
    bits: int


class DType(Enum):
    """The element type of a tensor."""

    F16 = DTypeFacts("f16", 2, 16)
    BF16 = DTypeFacts("bf16", 4, 16)
    F32 = DTypeFacts("f32", 2, 32)
    F64 = DTypeFacts("f64", 2, 64)
    U8 = DTypeFacts("u8", 1, 8)
    I8 = DTypeFacts("i8", 0, 8)
    I16 = DTypeFacts("i16", 0, 16)
    I32 = DTypeFacts("i32", 0, 32)
    I64 = DTypeFacts("i64", 0, 64)
    BOOL = DTypeFacts("bool", 6, 8)

    @property
    def spelling(self) -> str:
        """The name in specs and messages, for example ``f32``."""
        return self.value.spelling

    @property
    def packed(self) -> int:
        """The code at the kernel ABI: DLPack's ``code | bits << 8 | lanes << 16``."""
        return self.value.code | self.value.bits << 8 | 1 << 16

    @property
    def is_floating(self) -> bool:
        """Whether values of the type can be differentiated."""
        return self in {DType.F16, DType.BF16, DType.F32, DType.F64}

    @property
    def category(self) -> str:
        """Which of the element types it is one with: ``floating``, ``integer`` or ``boolean``."""
        if self is DType.BOOL:
            return "boolean"
        return "floating" if self.is_floating else "integer"

    @classmethod
    def named(cls, spelling: str) -> DType | None:
        """Return the type of that name, if there is one."""
        return next((dtype for dtype in cls if dtype.spelling == spelling), None)


class AttributeKind(Enum):
    """The type of an attribute, spelt as in the prelude's ``Attr<...>``.

    ``enum`` is one of a list of words, ``dtype`` an element type, ``shape`` a list of sizes,
    ``seed`` what a random operator draws its numbers from.
    """

    I64 = "i64"
    F64 = "f64"
    F32 = "f32"
    BOOL = "bool"
    STR = "str"
    ENUM = "enum"
    DTYPE = "dtype"
    SHAPE = "shape"
    SEED = "seed"
    I64_ARRAY = "i64[]"
    F64_ARRAY = "f64[]"
    BOOL_ARRAY = "bool[]"

    @property
    def is_array(self) -> bool:
        """Whether a value is a list."""
        return self.value.endswith("[]") or self is AttributeKind.SHAPE

    @property
    def element(self) -> AttributeKind:
        """The kind of one element; a scalar kind is its own element."""
        if self is AttributeKind.SHAPE:
            return AttributeKind.I64
        return AttributeKind(self.value.removesuffix("[]"))


AttributeValue = bool | int | float | str | tuple["AttributeValue", ...]
"""A value of an attribute as Python data."""
