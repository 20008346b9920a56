"""How an operator is spelt in C and C++: types, literals, parameters of the kernel ABI.

Shared by all targets with C or C++ sources. Knows the ABI of ``opgen.h`` and the C++ runtime
above it; knows no framework.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Device,
    DType,
    Op,
    Operand,
    Result,
    Trait,
)
from opgen.ops.names import enum_class

DTYPE_TYPES: Final[dict[DType, str]] = {
    DType.F16: "opgen::Half",
    DType.BF16: "opgen::BFloat16",
    DType.F32: "float",
    DType.F64: "double",
    DType.U8: "uint8_t",
    DType.I8: "int8_t",
    DType.I16: "int16_t",
    DType.I32: "int32_t",
    DType.I64: "int64_t",
    DType.BOOL: "bool",
}
"""The C++ type of one element."""

_ABI_TYPES: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "int64_t ",
    AttributeKind.F64: "double ",
    AttributeKind.F32: "double ",
    AttributeKind.BOOL: "uint8_t ",
    AttributeKind.STR: "const char* ",
    AttributeKind.ENUM: "int64_t ",
    AttributeKind.DTYPE: "int32_t ",
    AttributeKind.SHAPE: "const int64_t* ",
    AttributeKind.SEED: "uint64_t ",
    AttributeKind.I64_ARRAY: "const int64_t* ",
    AttributeKind.F64_ARRAY: "const double* ",
    AttributeKind.BOOL_ARRAY: "const uint8_t* ",
}

_KERNEL_TYPES: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "int64_t",
    AttributeKind.F64: "double",
    AttributeKind.F32: "double",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "std::string_view",
    AttributeKind.DTYPE: "int32_t",
    AttributeKind.SHAPE: "opgen::Array<int64_t>",
    AttributeKind.SEED: "uint64_t",
    AttributeKind.I64_ARRAY: "opgen::Array<int64_t>",
    AttributeKind.F64_ARRAY: "opgen::Array<double>",
    AttributeKind.BOOL_ARRAY: "opgen::Array<uint8_t>",
}

_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "?": "\\?"}


def dtype_constant(dtype: DType) -> str:
    """Return the name of the dtype's code in ``opgen.h``."""
    return f"OPGEN_{dtype.name}"


def string_literal(text: str) -> str:
    """Return ``text`` as a C string literal, valid in C99 and C++ alike."""
    quoted = "".join(map(_escaped, text))
    return f'"{quoted}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isascii() and character.isprintable():
        return character
    # Octal escapes end after three digits, so that a digit may follow.
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


def comment_text(text: str) -> str:
    r"""Return ``text`` such that no line comment with it goes on in the next line.

    A backslash at the end of a line would make it do so, and so would its trigraph ``??/``.
    """
    return re.sub(r"\\(?=\s|\Z)", r"\\.", text.replace("??/", "? ?/"))


def free_name(wanted: str, taken: set[str]) -> str:
    """Return ``wanted``, with as many ``_`` after it as keep it apart from ``taken`` names."""
    while wanted in taken:
        wanted += "_"
    return wanted


def argument_names(op: Op) -> set[str]:
    """Return every name that the spec gives to a parameter or a type of ``op``."""
    arguments: tuple[Operand | Result | Attribute, ...]
    arguments = (*op.operands, *op.results, *op.attributes)
    return {argument.name for argument in arguments} | {variable.name for variable in op.types}


def count_name(op: Op, argument: Operand | Attribute | Result) -> str:
    """Return the name of the parameter with the length of many tensors or of an array."""
    return free_name(f"n_{argument.name}", argument_names(op))


def abi_operands(op: Op) -> list[str]:
    """Return the parameters of the operands at the C ABI, as declared."""
    return [
        declaration
        for operand in op.operands
        for declaration in (
            f"const opgen_tensor* {operand.name}",
            *([f"size_t {count_name(op, operand)}"] if operand.arity is Arity.VARIADIC else []),
        )
    ]


def abi_attributes(op: Op) -> list[str]:
    """Return the parameters of the attributes at the C ABI, as declared."""
    return [
        declaration
        for attribute in op.attributes
        for declaration in (
            f"{_ABI_TYPES[attribute.kind]}{attribute.name}",
            *([f"size_t {count_name(op, attribute)}"] if attribute.kind.is_array else []),
        )
    ]


def infer_parameters(op: Op) -> list[str]:
    """Return the parameters of ``<library>_<op>_infer``."""
    results = _abi_results(op, "opgen_meta*")
    return ["opgen_ctx* ctx", *abi_operands(op), *results, *abi_attributes(op)]


def call_parameters(op: Op) -> list[str]:
    """Return the parameters of ``<library>_<op>_<device>``."""
    results = _abi_results(op, "opgen_tensor*")
    return ["opgen_ctx* ctx", *abi_operands(op), *results, *abi_attributes(op)]


def _abi_results(op: Op, pointer: str) -> list[str]:
    return [
        declaration
        for result in op.results
        for declaration in (
            f"{pointer} {result.name}",
            *([f"size_t {count_name(op, result)}"] if result.is_variadic else []),
        )
    ]


def operand_arguments(op: Op) -> list[str]:
    """Return what passes the operands on from one ABI function to another."""
    return [value for operand in op.operands for value in operand_value(op, operand)]


def attribute_arguments(op: Op) -> list[str]:
    """Return what passes the attributes on from one ABI function to another."""
    return [
        name
        for attribute in op.attributes
        for name in (
            attribute.name,
            *([count_name(op, attribute)] if attribute.kind.is_array else []),
        )
    ]


def kernel_parameters(op: Op) -> list[str]:
    """Return the parameters of the typed kernel."""
    operands = [
        f"{view}<const {operand.type_variable}> {operand.name}"
        for operand in op.operands
        for view in ["opgen::Views" if operand.arity is Arity.VARIADIC else "opgen::View"]
    ]
    results = [
        f"{view}<{result.type_variable}> {result.name}"
        for result in op.results
        for view in ["opgen::Views" if result.is_variadic else "opgen::View"]
    ]
    attributes = [f"{_kernel_type(op, a)} {a.name}" for a in op.attributes]
    return ["opgen_ctx* ctx", *operands, *results, *attributes]


def _kernel_type(op: Op, attribute: Attribute) -> str:
    if attribute.kind is AttributeKind.ENUM:
        return enum_name(op, attribute)
    return _KERNEL_TYPES[attribute.kind]


def enum_name(op: Op, attribute: Attribute) -> str:
    """Return the name of the ``enum class`` of an attribute, in the kernels' namespace."""
    return enum_class(op.class_name, attribute.name)


def word_name(op: Op, attribute: Attribute) -> str:
    """Return the local of an ``infer`` function with the word that an enum's number stands for."""
    return free_name(f"{attribute.name}_word", argument_names(op))


def kernel_arguments(op: Op) -> list[str]:
    """Return what the entry point passes to the typed kernel."""
    operands = [
        f"{{{operand.name}, {count_name(op, operand)}}}"
        if operand.arity is Arity.VARIADIC
        else f"*{operand.name}"
        for operand in op.operands
    ]
    results = [
        f"{{{result.name}, {count_name(op, result)}}}" if result.is_variadic else f"*{result.name}"
        for result in op.results
    ]
    return ["ctx", *operands, *results, *(_kernel_value(op, a) for a in op.attributes)]


def _kernel_value(op: Op, attribute: Attribute) -> str:
    if attribute.kind.is_array:
        return f"{{{attribute.name}, {count_name(op, attribute)}}}"
    if attribute.kind is AttributeKind.ENUM:
        return f"static_cast<{kernel_namespace(op)}::{enum_name(op, attribute)}>({attribute.name})"
    return f"{attribute.name} != 0" if attribute.kind is AttributeKind.BOOL else attribute.name


def template_parameters(op: Op) -> list[str]:
    """Return the template parameters of the typed kernel, one for each type variable."""
    return [f"typename {variable.name}" for variable in used_types(op)]


def used_types(op: Op, device: Device | None = None) -> list[TypeUse]:
    """Return the type variables that an operand or a result has, in the spec's order.

    Args:
        op: The operator.
        device: Where a kernel runs, which may serve but some of the dtypes.
    """
    used = {o.type_variable for o in op.operands} | {r.type_variable for r in op.results}
    return [
        TypeUse(
            variable.name,
            tuple(DTYPE_TYPES[dtype] for dtype in dtypes),
            tuple(map(dtype_constant, dtypes)),
        )
        for variable in op.types
        for dtypes in [op.dtypes_on(device, variable.name) if device else variable.dtypes]
        if variable.name in used
    ]


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type variable as C++ sees it: the types and the codes of its dtypes."""

    name: str
    types: tuple[str, ...]
    codes: tuple[str, ...]


def compute_type(op: Op, variable: str) -> str:
    """Return the type that a kernel computes in with elements of a type variable."""
    dtypes = op.type_variable(variable).dtypes
    rules = [
        f"opgen::In<{DTYPE_TYPES[rule.dtype]}, {DTYPE_TYPES[rule.compute]}>"
        for rule in op.compute_in
        if rule.dtype in dtypes
    ]
    return f"opgen::ComputeType<{', '.join([variable, *rules])}>"


def instantiations(op: Op, device: Device = Device.CPU) -> list[tuple[str, str]]:
    """Return the explicit instantiations of the typed kernel: signature and name of each."""
    combinations = product(*(variable.types for variable in used_types(op, device)))
    kernel = f"{device_namespace(op, device)}::{op.name}"
    kernels = [f"{kernel}<{', '.join(combination)}>" for combination in combinations]
    return [(f"template decltype({name})", name) for name in kernels]


@dataclass(frozen=True, slots=True)
class Call:
    """A statement that calls a function or constructs a local."""

    function: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a function, or a list of arguments that lines may break in.

    Attributes:
        head: What stands before the arguments, or the whole line.
        arguments: The arguments.
        tail: What stands behind them.
    """

    head: str
    arguments: tuple[str, ...] = ()
    tail: str = ""


def kernel_namespace(op: Op) -> str:
    """Return the namespace of the typed kernels of the op's library.

    Not the library's bare name, which may be that of a C function: ``time``, ``index``.
    """
    return f"{op.library.name}_kernels"


def device_namespace(op: Op, device: Device) -> str:
    """Return the namespace of the typed kernels of the op's library on one device."""
    inner = "" if device is Device.CPU else f"::{device.value}"
    return kernel_namespace(op) + inner


def infer_symbol(op: Op) -> str:
    """Return the C name of the function that infers shapes and dtypes."""
    return f"{op.library.name}_{op.name}_infer"


def call_symbol(op: Op, device: Device) -> str:
    """Return the C name of the function that runs the kernel of a device."""
    return f"{op.library.name}_{op.name}_{device.value}"


def takes_strides(op: Op) -> bool:
    """Whether the kernel can do with operands that aren't compact."""
    return Trait.SUPPORT_NON_CONTIGUOUS in op.traits


def operand_value(op: Op, operand: Operand) -> tuple[str, ...]:
    """Return what passes one operand on: the tensor, or tensors and their number."""
    if operand.arity is Arity.VARIADIC:
        return (operand.name, count_name(op, operand))
    return (operand.name,)


def result_value(op: Op, result: Result) -> tuple[str, ...]:
    """Return what passes one result on: the tensor, or tensors and their number."""
    if result.is_variadic:
        return (result.name, count_name(op, result))
    return (result.name,)


def guard(*parts: str) -> str:
    """Return an include guard made of ``parts``."""
    return "_".join(re.sub(r"\W", "_", part).upper() for part in parts) + "_"
