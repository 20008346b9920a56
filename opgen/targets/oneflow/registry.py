"""What OneFlow's registry is told about an operator of its dialect.

Knows OneFlow's names for types and functions; how they are laid out is the templates' matter.
The methods and the order of calls are those of OneFlow's registry; 1.0.0
has one hook and three types of attributes more than 0.9.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass
from opgen.namedtuple import NamedTuple
from opgen.ops import DialectAttributeType, DialectOp, DialectTrait, Hook


class Method(NamedTuple):
    """A static method of an operator's class that the registry calls."""

    name: str
    returns: str
    parameters: str

    @property
    def declaration(self) -> str:
        """How the class declares it."""
        return f"{self.returns} {self.name}({self.parameters})"


_VOID: Final = "Maybe<void>"

METHODS: Final = {
    Hook.ND_SBP_INFER: Method("InferNdSbp", _VOID, "user_op::InferNdSbpFnContext* ctx"),
    Hook.GET_SBP: Method("GetSbp", _VOID, "user_op::SbpContext* ctx"),
    Hook.GET_ND_SBP: Method(
        "GetNdSbpSignatureList", _VOID, "user_op::GetNdSbpSignatureListContext* ctx"
    ),
    Hook.ENUMERATE_ND_SBP: Method(
        "EnumerateNdSbpSignatures", _VOID, "user_op::GetNdSbpSignatureListContext* ctx"
    ),
    Hook.DUMP_ND_SBP_SIGNATURE: Method(
        "DumpNdSbpSignatureForOpConfFn",
        _VOID,
        "const NdSbpSignature& nd_sbp_sig, OperatorConf* op_conf",
    ),
    Hook.LOGICAL_TENSOR_DESC_INFER: Method(
        "InferLogicalTensorDesc", _VOID, "user_op::InferContext* ctx"
    ),
    Hook.PHYSICAL_TENSOR_DESC_INFER: Method(
        "InferPhysicalTensorDesc", _VOID, "user_op::InferContext* ctx"
    ),
    Hook.DATA_TYPE_INFER: Method("InferDataType", _VOID, "user_op::InferContext* ctx"),
    Hook.DEVICE_AND_STREAM_INFER: Method(
        "InferDeviceAndStream",
        "Maybe<Symbol<Stream>>",
        "user_op::DeviceAndStreamInferContext* ctx",
    ),
    Hook.SBP_SIGNATURE_INFER: Method(
        "InferSbpSignature", _VOID, "user_op::InferSbpSignatureFnContext* ctx"
    ),
    Hook.COMPUTE_COMPLEXITY: Method(
        "GetComputeComplexity", "Maybe<double>", "user_op::ComputeComplexityFnContext* ctx"
    ),
    Hook.INPUT_ARG_MODIFY: Method(
        "ModifyInputArg", _VOID, "const GetInputArgModifier&, const user_op::UserOpConfWrapper&"
    ),
    Hook.OUTPUT_ARG_MODIFY: Method(
        "ModifyOutputArg", _VOID, "const GetOutputArgModifier&, const user_op::UserOpConfWrapper&"
    ),
    Hook.OUTPUT_BLOB_TIME_SHAPE_INFER: Method(
        "InferOutputBlobTimeShape", _VOID, "user_op::InferOutputBlobTimeShapeFnContext* ctx"
    ),
    Hook.CHECK: Method(
        "CheckAttr", _VOID, "const user_op::UserOpDefWrapper&, const user_op::UserOpConfWrapper&"
    ),
}
"""The method of each hook, in the order of declarations."""

_SETTERS: Final = {
    Hook.ND_SBP_INFER: "SetNdSbpInferFn",
    Hook.GET_SBP: "SetGetSbpFn",
    Hook.GET_ND_SBP: "SetGetNdSbpSignatureListFn",
    Hook.ENUMERATE_ND_SBP: "SetEnumerateNdSbpSignaturesFn",
    Hook.DUMP_ND_SBP_SIGNATURE: "SetDumpNdSbpSignatureForOpConfFn",
    Hook.COMPUTE_COMPLEXITY: "SetComputeComplexityFn",
    Hook.LOGICAL_TENSOR_DESC_INFER: "SetLogicalTensorDescInferFn",
    Hook.PHYSICAL_TENSOR_DESC_INFER: "SetPhysicalTensorDescInferFn",
    Hook.DATA_TYPE_INFER: "SetDataTypeInferFn",
    Hook.DEVICE_AND_STREAM_INFER: "SetDeviceAndStreamInferFn",
    Hook.SBP_SIGNATURE_INFER: "SetSbpSignatureInferFn",
    Hook.INPUT_ARG_MODIFY: "SetInputArgModifyFn",
    Hook.OUTPUT_ARG_MODIFY: "SetOutputArgModifyFn",
    Hook.OUTPUT_BLOB_TIME_SHAPE_INFER: "SetOutputBlobTimeShapeInferFn",
    Hook.CHECK: "SetCheckAttrFn",
}
"""What the registry is told of each hook, in the order of its calls."""

_DIALECT_TYPES: Final = {
    DialectAttributeType.INT32: "int32_t",
    DialectAttributeType.INT64: "int64_t",
    DialectAttributeType.BOOL: "bool",
    DialectAttributeType.FLOAT: "float",
    DialectAttributeType.DOUBLE: "double",
    DialectAttributeType.STRING: "std::string",
    DialectAttributeType.SHAPE: "Shape",
    DialectAttributeType.DATA_TYPE: "DataType",
    DialectAttributeType.MEMORY_FORMAT: "MemoryFormat",
    DialectAttributeType.COMPLEX: "std::complex<double>",
    DialectAttributeType.BYTES: "std::vector<char>",
    DialectAttributeType.INT32_LIST: "std::vector<std::int32_t>",
    DialectAttributeType.INT64_LIST: "std::vector<std::int64_t>",
    DialectAttributeType.FLOAT_LIST: "std::vector<float>",
    DialectAttributeType.DATA_TYPE_LIST: "std::vector<DataType>",
    DialectAttributeType.SHAPE_LIST: "std::vector<Shape>",
    DialectAttributeType.STRING_LIST: "std::vector<std::string>",
}

_TRAIT_CALLS: Final = {
    DialectTrait.CPU_ONLY: "SupportCpuOnly()",
    DialectTrait.NO_GRAD: "NoGrad()",
    DialectTrait.SUPPORT_NON_CONTIGUOUS: "SupportNonContiguous()",
}
"""In the order of the registry's calls."""


@dataclass(frozen=True, slots=True)
class RegisteredAttribute:
    """An attribute; ``default`` is a C++ expression, empty if there is none."""

    name: str
    type: str
    default: str


@dataclass(frozen=True, slots=True)
class Registered:
    """What the registry is told about one operator.

    Attributes:
        name: The name it is registered by.
        class_name: Its class in namespace ``oneflow``.
        attributes: Its attributes.
        declarations: The methods that its class declares.
        calls: What is called on the registry, in order.
    """

    name: str
    class_name: str
    attributes: tuple[RegisteredAttribute, ...]
    declarations: tuple[str, ...]
    calls: tuple[str, ...]


def registered(op: DialectOp) -> Registered:
    """Return what the registry is told about ``op``."""
    attributes = tuple(
        RegisteredAttribute(attribute.name, _DIALECT_TYPES[attribute.type], attribute.default or "")
        for attribute in op.attributes
    )
    return Registered(
        op.name,
        op.class_name,
        attributes,
        tuple(method.declaration for hook, method in METHODS.items() if hook in op.hooks),
        tuple(_calls(op, attributes)),
    )


def _calls(op: DialectOp, attributes: tuple[RegisteredAttribute, ...]) -> Iterator[str]:
    for direction, operands in (("Input", op.operands), ("Output", op.results)):
        for operand in operands:
            yield f'{"Optional" if operand.is_optional else ""}{direction}("{operand.name}")'
    for attribute in attributes:
        default = f", {attribute.default}" if attribute.default else ""
        yield f'Attr<{attribute.type}>("{attribute.name}"{default})'
    yield from (call for trait, call in _TRAIT_CALLS.items() if trait in op.traits)
    if op.buffers is not None:
        yield f"SetOutputBufferNum({op.buffers})"
    for hook, setter in _SETTERS.items():
        if hook in op.hooks:
            yield f"{setter}(&{op.class_name}::{METHODS[hook].name})"
