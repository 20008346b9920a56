"""What an operator's context in OneFlow holds, as the arguments of its kernels' C ABI."""

from __future__ import annotations

from typing import Final

from opgen.ops import Arity, Attribute, AttributeKind, Device, Op, Operand, Result
from opgen.targets.cpp import (
    Call,
    argument_names,
    call_symbol,
    free_name,
    guard,
    infer_symbol,
    string_literal,
    takes_strides,
)
from opgen.targets.oneflow.layout import Layout
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES

_OWN_NAMES: Final = {"call", "function", "status"}


def namespace_of(op: Op) -> str:
    """Return the namespace of what is generated about ``op`` for OneFlow."""
    return f"{op.library.name}_oneflow::{op.name}"


def call_view(op: Op, layout: Layout) -> dict[str, object]:
    """Return what the header prints that passes a context on to the C ABI."""
    every: tuple[Operand | Result | Attribute, ...]
    every = (*op.operands, *op.results, *op.attributes)
    named = [_argument(op, argument) for argument in every]
    return {
        "guard": guard("oneflow", op.library.name, op.name, f"{op.name}_oneflow.h"),
        "includes": sorted(
            [f"{op.library.name}/{op.name}/{op.name}.h", layout.runtime("opgen_oneflow.h")]
        ),
        "op": op.name,
        "namespace": namespace_of(op),
        "locals": [local for local, _ in named],
        "arguments": ["function", *(value for _, values in named for value in values)],
        "infer": infer_symbol(op),
        "devices": [
            {"name": device.value, "kernel": call_symbol(op, device)}
            for device in (Device.CPU, Device.CUDA)
            if op.support(device)
        ],
        "layout": ["opgen_oneflow::Layout::kAny"] if takes_strides(op) else [],
    }


def _argument(op: Op, argument: Operand | Result | Attribute) -> tuple[Call, tuple[str, ...]]:
    """Return the local with an argument, and what passes it on."""
    taken = argument_names(op) - {argument.name} | _OWN_NAMES
    name = free_name(argument.name, taken)
    label = string_literal(argument.name)
    if isinstance(argument, Attribute):
        return _attribute(argument, name, label)
    if isinstance(argument, Operand):
        method, several = "operand", argument.arity is Arity.VARIADIC
    else:
        method, several = "result", argument.is_variadic
    local = Call(f"const auto {name} = call->{method}{'s' if several else ''}", (label,))
    return local, (f"{name}.data", f"{name}.size") if several else (name,)


def _attribute(attribute: Attribute, name: str, label: str) -> tuple[Call, tuple[str, ...]]:
    kind = attribute.kind
    if kind is AttributeKind.ENUM:
        words = ", ".join(map(string_literal, attribute.choices))
        return Call(f"const auto {name} = call->word", (label, f"{{{words}}}")), (name,)
    if kind is AttributeKind.BOOL_ARRAY:
        return Call(f"const auto {name} = call->bytes", (label,)), (f"{name}.data", f"{name}.size")
    own_type = ATTRIBUTE_TYPES[kind]
    own_type = f"oneflow::{own_type}" if own_type in {"Shape", "DataType"} else own_type
    local = Call(f"const auto& {name} = call->template attribute<{own_type}>", (label,))
    return local, tuple(value.format(name) for value in _PASSED.get(kind, ("{}",)))


_PASSED: Final = {
    AttributeKind.BOOL: ("static_cast<uint8_t>({})",),
    AttributeKind.STR: ("{}.c_str()",),
    AttributeKind.DTYPE: ("opgen_oneflow::dtype_code({})",),
    AttributeKind.SEED: ("static_cast<uint64_t>({})",),
    AttributeKind.SHAPE: ("{}.dim_vec().data()", "{}.dim_vec().size()"),
    AttributeKind.I64_ARRAY: ("{}.data()", "{}.size()"),
}
"""What passes an attribute on, where it isn't the value itself."""
