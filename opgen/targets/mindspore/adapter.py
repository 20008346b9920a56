"""How MindSpore's launcher reaches the C ABI of an operator: locals, arguments, shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from opgen.namedtuple import NamedTuple
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Device,
    Op,
    Operand,
    Result,
)
from opgen.targets.cpp import (
    argument_names,
    call_symbol,
    dtype_constant,
    free_name,
    guard,
    infer_symbol,
    string_literal,
)

COUNTS: Final = "opgen_counts"
"""The attribute with the number of tensors of each operand, where it isn't the same always."""


GIVEN: Final = "opgen_given"
"""The attribute with the places of those that are tensors of the call."""


class _Local(NamedTuple):
    """A local of an adapter and what passes it on."""

    line: str
    arguments: tuple[str, ...]


_READERS: Final = {
    AttributeKind.I64: ("int64_t", "integer"),
    AttributeKind.F64: ("double", "number"),
    AttributeKind.F32: ("double", "number"),
    AttributeKind.BOOL: ("bool", "flag"),
    AttributeKind.STR: ("std::string", "text"),
    AttributeKind.ENUM: ("int64_t", "integer"),
    AttributeKind.DTYPE: ("int64_t", "integer"),
    AttributeKind.SHAPE: ("opgen_mindspore::Shape", "integers"),
    AttributeKind.I64_ARRAY: ("opgen_mindspore::Shape", "integers"),
    AttributeKind.F64_ARRAY: ("std::vector<double>", "numbers"),
    AttributeKind.BOOL_ARRAY: ("std::vector<uint8_t>", "flags"),
}
"""The C++ type of each kind of attribute, and the function of the runtime that reads it."""

_PASSED: Final = {
    AttributeKind.STR: "{}.c_str()",
    AttributeKind.DTYPE: "static_cast<int32_t>({})",
}
"""What passes a scalar attribute to the kernel, where it isn't the value itself."""


def adapter_symbol(op: Op) -> str:
    """Return the C name of the function that MindSpore launches."""
    return f"{op.library.name}_{op.name}_mindspore"


def has_counts(op: Op) -> bool:
    """Whether calls differ in how many tensors operands have."""
    return any(operand.arity is not Arity.SINGLE for operand in op.operands)


def has_lists(op: Op) -> bool:
    """Whether calls differ in how many tensors there are of a result."""
    return any(result.is_variadic for result in op.results)


def adapter_view(op: Op, numbers: Collection[str]) -> dict[str, object]:
    """Return what the C++ functions of ``op`` print.

    Args:
        op: The operator.
        numbers: The attributes that a tensor can stand for.
    """
    taken = argument_names(op)
    call = free_name("call", taken)
    tensors = [_operand(op, operand, call, taken=taken) for operand in op.operands]
    places = {name: place for place, name in enumerate(_bound(op)) if name in numbers}
    attributes = [_attribute(a, call, taken, place=places.get(a.name)) for a in op.attributes]
    launched = [_result(op, result, call, taken=taken) for result in op.results]
    asked = [_meta(op, result, call, taken=taken) for result in op.results]
    given = [argument for local in tensors for argument in local.arguments]
    values = [argument for local in attributes for argument in local.arguments]
    seeds = [attribute.kind is AttributeKind.SEED for attribute in op.attributes]
    # Seeds are operands of the framework, behind the others.
    in_order = sorted(zip(seeds, attributes, strict=True), key=lambda pair: not pair[0])
    return {
        "op": op.name,
        "guard": guard("mindspore", op.library.name, op.name, f"{op.name}_ms.h"),
        "include": f"{op.library.name}/{op.name}/{op.name}.h",
        "symbol": adapter_symbol(op),
        "kernel": call_symbol(op, Device.CPU),
        "infer": infer_symbol(op),
        "call": call,
        "inputs": [
            *(local.line for local in tensors),
            *(local.line for _, local in in_order),
        ],
        "launched": [local.line for local in launched],
        "asked": [local.line for local in asked],
        "kernel_arguments": [f"{call}.ctx()", *given, *_passed(launched), *values],
        "infer_arguments": [f"{call}.ctx()", *given, *_passed(asked), *values],
        "required": [string_literal(name) for name in _required(op, numbers)],
        "has_lists": has_lists(op),
        "is_several": len(op.results) > 1 or has_lists(op),
        "metas": [
            {"name": free_name(f"{r.name}_meta", taken), "is_list": r.is_variadic}
            for r in op.results
        ],
    }


def _passed(locals_: list[_Local]) -> list[str]:
    return [argument for local in locals_ for argument in local.arguments]


def _bound(op: Op) -> list[str]:
    """Return the attributes that registrations have; a seed is an operand there."""
    return [a.name for a in op.attributes if a.kind is not AttributeKind.SEED]


def _required(op: Op, numbers: Collection[str]) -> Iterator[str]:
    if has_counts(op):
        yield COUNTS
    if numbers:
        yield GIVEN
    yield from _bound(op)


def _dtype(op: Op, argument: Operand | Result) -> str:
    """Return an element type that an operand or result may have: the first that is listed."""
    return dtype_constant(op.dtypes_on(Device.CPU, argument.type_variable)[0])


def _operand(op: Op, operand: Operand, call: str, *, taken: set[str]) -> _Local:
    name = free_name(f"{operand.name}_in", taken)
    place, dtype = op.operands.index(operand), _dtype(op, operand)
    if operand.arity is Arity.VARIADIC:
        line = f"const opgen_mindspore::Tensors {name} = {call}.tensors({place}, {dtype});"
        return _Local(line, (f"{name}.views", f"{name}.count"))
    taking = f"tensor({dtype})"
    if operand.arity is Arity.OPTIONAL:
        taking = f"optional({place}, {dtype})"
    return _Local(f"const opgen_tensor* {name} = {call}.{taking};", (name,))


def _attribute(attribute: Attribute, call: str, taken: set[str], *, place: int | None) -> _Local:
    name = free_name(f"{attribute.name}_value", taken)
    if attribute.kind is AttributeKind.SEED:
        return _Local(f"const uint64_t {name} = {call}.seed();", (name,))
    kind, reader = _READERS[attribute.kind]
    given = "" if place is None else f", {place}"
    line = f"const {kind} {name} = {call}.{reader}({string_literal(attribute.name)}{given});"
    if attribute.kind.is_array:
        return _Local(line, (f"{name}.data()", f"{name}.size()"))
    return _Local(line, (_PASSED.get(attribute.kind, "{}").format(name),))


def _result(op: Op, result: Result, call: str, *, taken: set[str]) -> _Local:
    name, dtype = free_name(f"{result.name}_out", taken), _dtype(op, result)
    if result.is_variadic:
        number = _count(op, result, call, taken=taken)
        line = f"const opgen_mindspore::Tensors {name} = {call}.next({number}, {dtype});"
        return _Local(line, (f"{name}.views", f"{name}.count"))
    return _Local(f"opgen_tensor* {name} = {call}.tensor({dtype});", (name,))


def _meta(op: Op, result: Result, call: str, *, taken: set[str]) -> _Local:
    name = free_name(f"{result.name}_meta", taken)
    if result.is_variadic:
        number = _count(op, result, call, taken=taken)
        return _Local(
            f"std::vector<opgen_meta> {name}({number});", (f"{name}.data()", f"{name}.size()")
        )
    return _Local(f"opgen_meta {name};", (f"&{name}",))


def _count(op: Op, result: Result, call: str, *, taken: set[str]) -> str:
    """Return the expression of how many tensors a result has."""
    if any(operand.name == result.count for operand in op.operands):
        return free_name(f"{result.count}_in", taken) + ".count"
    attribute = next(a for a in op.attributes if a.name == result.count)
    name = free_name(f"{attribute.name}_value", taken)
    return f"{name}.size()" if attribute.kind.is_array else f"{call}.count({name})"
