"""Operators as OneFlow's own dialect declares them: what its registry is told, no more.

Beside the operator model, because an operator of the dialect may have what the model excludes,
operands without a dtype, results that may be absent, no operand, and lacks what the model relies
on. Knows neither how records are read nor what is generated.
"""

from __future__ import annotations

from enum import Enum

from opgen.dataclass import dataclass
from opgen.ops.hooks import Hook
from opgen.source import Span

CLASS_PREFIX = "OneFlow_"
"""What the name of a def begins with in the dialect, and a generated class goes without."""


class DialectAttributeType(Enum):
    """The type of an attribute; the value is the name of its record."""

    INT32 = "SI32Attr"
    INT64 = "SI64Attr"
    BOOL = "BoolAttr"
    FLOAT = "F32Attr"
    DOUBLE = "F64Attr"
    STRING = "StrAttr"
    SHAPE = "ShapeAttr"
    DATA_TYPE = "OneFlow_DataType"
    MEMORY_FORMAT = "OneFlow_MemoryFormat"
    COMPLEX = "ComplexDoubleAttr"
    BYTES = "BytesAttr"
    INT32_LIST = "SI32ArrayAttr"
    INT64_LIST = "SI64ArrayAttr"
    FLOAT_LIST = "F32ArrayAttr"
    DATA_TYPE_LIST = "DTArrayAttr"
    SHAPE_LIST = "ShapeArrayAttr"
    STRING_LIST = "StrArrayAttr"


class DialectTrait(Enum):
    """A trait that means something to the registry; the value is the name of its def."""

    NO_GRAD = "NoGrad"
    CPU_ONLY = "CpuOnly"
    SUPPORT_NON_CONTIGUOUS = "SupportNonContiguous"


@dataclass(frozen=True, slots=True)
class DialectOperand:
    """An operand or a result."""

    name: str
    is_optional: bool = False
    is_variadic: bool = False


@dataclass(frozen=True, slots=True)
class DialectAttribute:
    """An attribute.

    Attributes:
        name: Its name.
        type: Its type.
        default: The default as it is written, a C++ expression; ``None`` if there is none.
    """

    name: str
    type: DialectAttributeType
    default: str | None = None


@dataclass(frozen=True, slots=True)
class DialectOp:
    """One operator of the dialect.

    Attributes:
        name: The name it is registered by.
        class_name: The name of its def without the dialect's prefix.
        operands: Operands, in order.
        results: Results, in order.
        attributes: Attributes, in order.
        traits: The traits that the registry asks for.
        hooks: The functions that its author writes.
        buffers: How many output buffers it has; ``None`` where it doesn't say.
        span: The name of its def.
    """

    name: str
    class_name: str
    operands: tuple[DialectOperand, ...]
    results: tuple[DialectOperand, ...]
    attributes: tuple[DialectAttribute, ...]
    traits: frozenset[DialectTrait]
    hooks: frozenset[Hook]
    buffers: int | None
    span: Span

    @property
    def location(self) -> str:
        """``file:line`` of the def, for messages."""
        return f"{self.span.file.path}:{self.span.position.line}"

    @property
    def argument_names(self) -> tuple[str, ...]:
        """The names of operands, results and attributes, in this order."""
        tensors = (*self.operands, *self.results)
        return (*(tensor.name for tensor in tensors), *(a.name for a in self.attributes))
