"""How calls of an operator become nodes of the graph engine: TorchAir's converters.

TorchAir checks nothing of what a converter passes on, so that names, order, kinds and defaults
come from the view that the operator's definition is printed from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    DType,
    Op,
    Operand,
    Sample,
    SampleTensor,
)
from opgen.ops.optional_attributes import flags_of
from opgen.targets.ascend.names import ir_name
from opgen.targets.ascend.view import IrAttribute, IrOp, IrTensor, Kind, Presence, ir_op
from opgen.targets.python import is_seed, literal, string_literal, value_literal
from opgen.targets.pytorch_binding import arguments, schema, schema_defaults
from opgen.targets.pytorch_types import dtype_text
from opgen.targets.torch_npu.functions import NAMESPACE, NpuFunction, npu_functions

_ATTRIBUTES: Final[dict[Kind, str]] = {
    Kind.INT: "Int",
    Kind.FLOAT: "Float",
    Kind.BOOL: "Bool",
    Kind.STRING: "Str",
    Kind.LIST_INT: "ListInt",
    Kind.LIST_FLOAT: "ListFloat",
    Kind.LIST_BOOL: "ListBool",
}
"""TorchAir's names of the kinds of attributes."""

_TENSORS: Final[dict[DType, str]] = {
    DType.F32: "F32",
    DType.F16: "F16",
    DType.BF16: "BF16",
    DType.F64: "F64",
    DType.I32: "I32",
    DType.I16: "I16",
    DType.I64: "I64",
    DType.I8: "I8",
    DType.U8: "U8",
    DType.BOOL: "BOOL",
}
"""TorchAir's names of example tensors."""

_BUILT_IN: Final = ("prim", "aten")
"""What TorchAir takes as a sign of PyTorch's own operators, wherever it stands in a name."""


def is_convertible(op: Op) -> bool:
    """Whether calls can become nodes: a seed is drawn anew, but a node's attribute is constant."""
    return not any(map(is_seed, op.attributes))


def converter_view(op: Op) -> dict[str, object]:
    """Return what the converters of ``op`` print."""
    ir = ir_op(op)
    functions = [
        _converter(f"{op.library.name}.{op.name}", _own(op), ir),
        *(_converter(f"{NAMESPACE}.{f.name}", f, ir) for f in npu_functions(op)),
    ]
    return {
        "name": op.name,
        "ir": ir.name,
        "automatic": list(automatic_conversion(op, ir)),
        "attribute_kinds": bool(ir.attributes),
        "uses_runtime": "opgen_npu." in str(functions),
        "supports": _used(functions),
        "functions": functions,
    }


def _own(op: Op) -> NpuFunction:
    return NpuFunction(op, op, (True,) * len(arguments(op)))


def _used(functions: Sequence[dict[str, object]]) -> list[str]:
    text = str([function["supports"] for function in functions])
    names = sorted(name for name in _TENSORS.values() if f"{name}(" in text)
    return [*names, "Support"] if names else []


def automatic_conversion(op: Op, ir: IrOp) -> Iterator[str]:
    """Yield whether TorchAir could do without a converter, for each name of ``op``."""
    names = [(op.library.name, _own(op)), *((NAMESPACE, f) for f in npu_functions(op))]
    for namespace, function in names:
        reason = refusal(namespace, function, ir)
        verdict = f"no, {reason}" if reason else "yes, alike"
        yield f"{namespace}::{function.name}: {verdict}"


def refusal(namespace: str, function: NpuFunction, ir: IrOp) -> str:
    """Return why TorchAir can't convert a function by itself; empty if it can."""
    name = f"{namespace}.{function.name}.default"
    derived = ir_name(function.name.removesuffix("_functional"))
    tensors = [argument for argument in arguments(function.signature) if _is_tensor(argument)]
    others = len(arguments(function.signature)) - len(tensors)
    built_in = next((part for part in _BUILT_IN if part in name), "")
    reasons = {
        f'"{built_in}" in its name makes it PyTorch\'s own': bool(built_in),
        f"it would look for {derived}, not {ir.name}": derived != ir.name,
        f"{len(tensors)} tensors for {len(ir.inputs)} inputs": len(tensors) != len(ir.inputs),
        f"{others} values for {len(ir.attributes)} attributes": others > len(ir.attributes)
        or any(attribute.source.is_flag for attribute in ir.attributes),
        "outputs in lists have no number": any(
            output.presence is Presence.DYNAMIC for output in ir.outputs
        ),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _is_tensor(argument: Operand | Attribute) -> bool:
    return isinstance(argument, Operand) or is_seed(argument)


def _converter(operator: str, function: NpuFunction, ir: IrOp) -> dict[str, object]:
    signature, absent = function.signature, set(function.absent)
    flags = {flag: name for name, flag in flags_of(signature.attributes).items()}
    return {
        "operator": operator,
        "name": operator.replace(".", "_"),
        "schema": wrap(schema(signature), 94, break_on_hyphens=False, break_long_words=False),
        "parameters": [*_parameters(signature), "meta_outputs=None"],
        "inputs": [
            f"{string_literal(i.name)}: {'None' if i.name in absent else i.name}" for i in ir.inputs
        ],
        "attributes": [f"{string_literal(a.name)}: {_attribute(a, flags)}" for a in ir.attributes],
        "outputs": [_output(output, function.op) for output in ir.outputs],
        "supports": [list(support) for support in dict.fromkeys(_supports(function, ir))],
    }


def _parameters(signature: Op) -> Iterator[str]:
    defaulted = schema_defaults(signature)
    for argument in arguments(signature):
        if argument.name not in defaulted:
            yield argument.name
        elif isinstance(argument, Operand):
            yield f"{argument.name}=None"
        else:
            default = None if argument.flag else argument.default
            yield f"{argument.name}={literal(default)}"


def _attribute(attribute: IrAttribute, flags: Mapping[str, str]) -> str:
    """Return the attribute of a node, given which attribute each flag is about."""
    value = attribute.name
    if attribute.source.is_flag:
        return f"attr.{_ATTRIBUTES[attribute.kind]}({flags[value]} is not None)"
    if attribute.source.flag:
        absent = value_literal(attribute.source.default, attribute.source.kind, dtype_text)
        value = f"{absent} if {value} is None else {value}"
    if attribute.source.kind is AttributeKind.DTYPE:
        value = f"opgen_npu.graph_type({value})"
    elif attribute.kind.is_list:
        value = f"list({value})"
    return f"attr.{_ATTRIBUTES[attribute.kind]}({value})"


def _output(output: IrTensor, op: Op) -> str:
    name = string_literal(output.name)
    if output.presence is not Presence.DYNAMIC:
        return name
    count = next(result.count for result in op.results if result.name == output.name)
    argument = next(argument for argument in arguments(op) if argument.name == count)
    is_number = isinstance(argument, Attribute) and not argument.kind.is_array
    return f"({name}, {count if is_number else f'len({count})'})"


def _supports(function: NpuFunction, ir: IrOp) -> Iterator[tuple[str, ...]]:
    """Yield the arguments of each sample, as TorchAir declares what is supported."""
    signature = function.signature
    known = {operand.name for operand in signature.operands}
    needed = {o.name for o in signature.operands if o.arity is not Arity.OPTIONAL}
    for sample in function.op.samples:
        given = {name for name, tensor in sample.operands if tensor is not None}
        if needed <= given <= known and ir.columns:
            yield tuple(_sample(signature, sample, ir))


def _sample(signature: Op, sample: Sample, ir: IrOp) -> Iterator[str]:
    dtypes = {tensor.name: tensor.dtypes[0] for tensor in ir.inputs}
    tensors, values = dict(sample.operands), dict(sample.attributes)
    for operand in signature.operands:
        yield _example(tensors.get(operand.name), dtypes[operand.name])
    for attribute in signature.public_attributes:
        default = None if attribute.flag else attribute.default
        value = values.get(attribute.name, default)
        yield f"{attribute.name}={value_literal(value, attribute.kind, dtype_text)}"


def _example(given: SampleTensor | tuple[SampleTensor, ...] | None, dtype: DType) -> str:
    if given is None:
        return "None"
    if isinstance(given, tuple):
        return f"[{', '.join(_example(part, dtype) for part in given)}]"
    return f"{_TENSORS[dtype]}({', '.join(map(str, given.shape))})"
