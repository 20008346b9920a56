"""An operator as CANN knows it: inputs, outputs and attributes in order, with their types.

Every description of an operator for Ascend is printed from this: the prototype, the definition
with its columns of dtypes and formats, the project file, the aclnn call, the converter. Knows the
graph engine's names for types; neither kernels nor how a file is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import product
from typing import Final

from opgen.dataclass import dataclass
from opgen.namedtuple import NamedTuple
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    AttributeValue,
    Device,
    DType,
    Op,
    Operand,
    Result,
)
from opgen.targets.ascend.names import (
    aclnn_function,
    aclnn_parameter,
    ir_name,
    is_stable,
    kernel_name,
    workspace_function,
)

DEFAULT_FORMAT: Final = "ND"
"""The memory layout of a plain tensor."""


class DataType(NamedTuple):
    """The names of an element type.

    Attributes:
        graph: In the graph engine, without ``ge::``.
        project: In a project file of msopgen.
        kernel: In a kernel.
        number: The value of the graph engine's enumerator.
    """

    graph: str
    project: str
    kernel: str
    number: int


DATA_TYPES: Final[dict[DType, DataType]] = {
    DType.F16: DataType("DT_FLOAT16", "float16", "half", 1),
    DType.BF16: DataType("DT_BF16", "bf16", "bfloat16_t", 27),
    DType.F32: DataType("DT_FLOAT", "float", "float", 0),
    DType.F64: DataType("DT_DOUBLE", "double", "double", 11),
    DType.U8: DataType("DT_UINT8", "uint8", "uint8_t", 4),
    DType.I8: DataType("DT_INT8", "int8", "int8_t", 2),
    DType.I16: DataType("DT_INT16", "int16", "int16_t", 6),
    DType.I32: DataType("DT_INT32", "int32", "int32_t", 3),
    DType.I64: DataType("DT_INT64", "int64", "int64_t", 9),
    DType.BOOL: DataType("DT_BOOL", "bool", "bool", 12),
}


class Presence(Enum):
    """How many tensors an input or an output stands for; the value is msopgen's word."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    DYNAMIC = "dynamic"


class KindNames(NamedTuple):
    """The names of an attribute's type.

    Attributes:
        graph: In ``REG_OP``, ``OpDef`` and TorchAir's ``attr``.
        project: In a project file of msopgen.
        value: In the graph engine's registry, as TorchAir reports it.
        call: The type of the parameter of the aclnn call.
        getter: The method of ``gert::RuntimeAttrs``.
    """

    graph: str
    project: str
    value: str
    call: str
    getter: str


class Kind(Enum):
    """The type of an attribute in the graph engine."""

    INT = KindNames("Int", "int", "VT_INT", "int64_t ", "GetInt")
    FLOAT = KindNames("Float", "float", "VT_FLOAT", "double ", "GetFloat")
    BOOL = KindNames("Bool", "bool", "VT_BOOL", "bool ", "GetBool")
    STRING = KindNames("String", "string", "VT_STRING", "char *", "GetStr")
    LIST_INT = KindNames("ListInt", "list_int", "VT_LIST_INT", "const aclIntArray *", "GetListInt")
    LIST_FLOAT = KindNames(
        "ListFloat", "list_float", "VT_LIST_FLOAT", "const aclFloatArray *", "GetListFloat"
    )
    LIST_BOOL = KindNames(
        "ListBool", "list_bool", "VT_LIST_BOOL", "const aclBoolArray *", "GetListBool"
    )

    @property
    def is_list(self) -> bool:
        """Whether a value is a list."""
        return self.name.startswith("LIST_")


_KINDS: Final[dict[AttributeKind, Kind]] = {
    AttributeKind.I64: Kind.INT,
    AttributeKind.F64: Kind.FLOAT,
    AttributeKind.F32: Kind.FLOAT,
    AttributeKind.BOOL: Kind.BOOL,
    AttributeKind.STR: Kind.STRING,
    AttributeKind.ENUM: Kind.STRING,
    AttributeKind.DTYPE: Kind.INT,
    AttributeKind.SHAPE: Kind.LIST_INT,
    AttributeKind.SEED: Kind.INT,
    AttributeKind.I64_ARRAY: Kind.LIST_INT,
    AttributeKind.F64_ARRAY: Kind.LIST_FLOAT,
    AttributeKind.BOOL_ARRAY: Kind.LIST_BOOL,
}


@dataclass(frozen=True, slots=True)
class IrTensor:
    """An input or an output.

    Attributes:
        name: Its name, that of the operand or result.
        presence: How many tensors it stands for.
        dtypes: Its element type in each column.
        formats: Its memory layout in each column.
        type_variable: What ties its element type to that of others.
    """

    name: str
    presence: Presence
    dtypes: tuple[DType, ...]
    formats: tuple[str, ...]
    type_variable: str

    @property
    def graph_types(self) -> tuple[str, ...]:
        """The names of the element types in the graph engine, without ``ge::``, by column."""
        return tuple(DATA_TYPES[dtype].graph for dtype in self.dtypes)


@dataclass(frozen=True, slots=True)
class IrAttribute:
    """An attribute.

    Attributes:
        name: Its name.
        kind: Its type in the graph engine.
        default: The value where none is given, a word's as text and an element type's as the
            graph engine's number; ``None`` if one must be given.
        source: The operator's own attribute.
    """

    name: str
    kind: Kind
    default: AttributeValue | None
    source: Attribute

    @property
    def is_required(self) -> bool:
        """Whether a value must be given."""
        return self.default is None


@dataclass(frozen=True, slots=True)
class AclnnParameter:
    """A parameter of ``aclnn...GetWorkspaceSize``; the type ends where the name begins."""

    type: str
    name: str

    @property
    def declaration(self) -> str:
        """How a header declares it."""
        return self.type + self.name


@dataclass(frozen=True, slots=True)
class IrOp:
    """An operator in the graph engine.

    Attributes:
        op: The operator.
        name: Its name there, in camel case.
        inputs: In order.
        outputs: In order.
        attributes: In order.
    """

    op: Op
    name: str
    inputs: tuple[IrTensor, ...]
    outputs: tuple[IrTensor, ...]
    attributes: tuple[IrAttribute, ...]

    @property
    def kernel(self) -> str:
        """The name of the kernel's function and, with ``aclnn_`` in front, of its header."""
        return kernel_name(self.name)

    @property
    def is_stable(self) -> bool:
        """Whether the names in the graph engine and of the kernel lead to each other."""
        return is_stable(self.name)

    @property
    def columns(self) -> int:
        """How many combinations of element types and layouts there are."""
        return len(self.inputs[0].dtypes if self.inputs else self.outputs[0].dtypes)

    @property
    def call(self) -> str:
        """The name of the aclnn function that starts it."""
        return aclnn_function(self.name)

    @property
    def prepare(self) -> str:
        """The name of the aclnn function that comes before ``call``."""
        return workspace_function(self.name)

    def call_parameters(self) -> tuple[AclnnParameter, ...]:
        """Return what an aclnn call is about: inputs, attributes, outputs, in this order."""
        inputs = [_input(tensor) for tensor in self.inputs]
        attributes = [_attribute(attribute) for attribute in self.attributes]
        alone = len(self.outputs) == 1
        outputs = [_output(tensor, alone=alone) for tensor in self.outputs]
        return (*inputs, *attributes, *outputs)


def ir_op(op: Op, dtypes: Mapping[str, frozenset[DType]] | None = None) -> IrOp:
    """Return ``op`` as the graph engine knows it.

    Args:
        op: The operator.
        dtypes: The element types that its kernel can do with, by type variable; all but double
            precision, which an AI core doesn't have, where nobody says. Without a column, where
            none of them fits, the operator has no kernel there.
    """
    columns = list(_columns(op, dtypes or dict.fromkeys((v.name for v in op.types), _ANY)))

    def tensor(argument: Operand | Result, presence: Presence) -> IrTensor:
        variable = argument.type_variable
        types = tuple(column.types[variable] for column in columns)
        formats = tuple(column.format for column in columns)
        return IrTensor(argument.name, presence, types, formats, variable)

    results = [(r, Presence.DYNAMIC if r.is_variadic else Presence.REQUIRED) for r in op.results]
    return IrOp(
        op,
        ir_name(op.registered_name),
        tuple(tensor(operand, _PRESENCES[operand.arity]) for operand in op.operands),
        tuple(tensor(result, presence) for result, presence in results),
        tuple(IrAttribute(a.name, _KINDS[a.kind], _default(a), a) for a in op.attributes),
    )


class _Column(NamedTuple):
    types: dict[str, DType]
    format: str


_PRESENCES: Final = {
    Arity.SINGLE: Presence.REQUIRED,
    Arity.OPTIONAL: Presence.OPTIONAL,
    Arity.VARIADIC: Presence.DYNAMIC,
}


_ANY: Final = frozenset(DType) - {DType.F64}


def _columns(op: Op, dtypes: Mapping[str, frozenset[DType]]) -> Iterator[_Column]:
    """Yield every combination of the element types of type variables and of layouts."""
    support = op.support(Device.NPU)
    formats = support.formats if support and support.formats else (DEFAULT_FORMAT,)
    arguments: tuple[Operand | Result, ...] = (*op.operands, *op.results)
    names = [v.name for v in op.types if any(a.type_variable == v.name for a in arguments)]
    choices = []
    for name in names:
        declared = op.type_variable(name).dtypes
        served = support.restrict(declared) if support else declared
        choices.append([dtype for dtype in served if dtype in dtypes[name]])
    for layout in formats:
        for types in product(*choices):
            yield _Column(dict(zip(names, types, strict=True)), layout)


def _default(attribute: Attribute) -> AttributeValue | None:
    if attribute.kind is AttributeKind.SEED:
        return 0
    default = attribute.default
    if attribute.kind is AttributeKind.DTYPE and default is not None:
        dtype = DType.named(str(default))
        return DATA_TYPES[dtype].number if dtype else None
    if _KINDS[attribute.kind] is Kind.FLOAT and default is not None:
        return float(str(default))
    return default


def _input(tensor: IrTensor) -> AclnnParameter:
    name = aclnn_parameter(tensor.name)
    if tensor.presence is Presence.DYNAMIC:
        return AclnnParameter("const aclTensorList *", name)
    end = "Optional" if tensor.presence is Presence.OPTIONAL else ""
    return AclnnParameter("const aclTensor *", name + end)


def _output(tensor: IrTensor, *, alone: bool) -> AclnnParameter:
    kind = "aclTensorList" if tensor.presence is Presence.DYNAMIC else "aclTensor"
    name = "out" if alone else f"{aclnn_parameter(tensor.name)}Out"
    return AclnnParameter(f"const {kind} *", name)


def _attribute(attribute: IrAttribute) -> AclnnParameter:
    name, kind = aclnn_parameter(attribute.name), attribute.kind
    marks = kind is Kind.STRING or kind.is_list
    end = "Optional" if marks and not attribute.is_required else ""
    return AclnnParameter(kind.value.call, name + end)
