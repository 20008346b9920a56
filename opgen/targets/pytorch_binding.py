"""How an operator is bound to PyTorch's dispatcher in C++: its schema and its CPU function."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, Final, TypedDict

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    AttributeValue,
    Device,
    DType,
    Library,
    Op,
    Operand,
    Result,
    Trait,
)
from opgen.ops.names import variant_in_place
from opgen.targets.cpp import argument_names, call_symbol, free_name, guard, string_literal
from opgen.targets.python import is_seed, literal
from opgen.targets.pytorch_types import (
    ATTRIBUTE_CPP_TYPES,
    ATTRIBUTE_SCHEMAS,
    OPERAND_CPP_TYPES,
    OPERAND_SCHEMAS,
    SCALAR_TYPES,
)

_COLUMNS: Final = 100


class _OperandView(TypedDict):
    """What holds one operand of a call, and what passes it on."""

    type: str
    name: str
    given: list[str]
    arguments: list[str]


class _AttributeView(TypedDict):
    """Locals for an attribute, their heads and arguments, and what passes the attribute on."""

    locals: list[list[str]]
    arguments: list[str]


_SCALARS: Final = {
    AttributeKind.STR: "{}.c_str()",
    AttributeKind.DTYPE: "opgen_torch::dtype_code({})",
    AttributeKind.SEED: "opgen_torch::seed({})",
}
"""What passes a scalar attribute to the kernel, where it isn't the value itself."""

_HOLDERS: Final = {Arity.SINGLE: "Operand", Arity.OPTIONAL: "Operand", Arity.VARIADIC: "Operands"}


def is_factory(op: Op) -> bool:
    """Whether it makes tensors of none: its callers say on which device."""
    return not op.operands and any(map(is_seed, op.attributes))


def device_name(op: Op) -> str:
    """Return the argument of a factory that says where its results are."""
    return free_name("device", argument_names(op))


def schema(op: Op) -> str:
    """Return the schema of the dispatcher."""
    text = _schema(op, op.name, written={}, results=op.results)
    if not is_factory(op):
        return text
    head, arrow, tail = text.rpartition(") -> ")
    return f"{head}, Device? {device_name(op)}=None{arrow}{tail}"


def schema_in_place(op: Op) -> str:
    """Return the schema of the variant that writes results over operands.

    Those results aren't returned: what returns its argument can't be compiled.
    """
    written = {pair.operand: chr(ord("a") + at) for at, pair in enumerate(op.inplace)}
    gone = {pair.result for pair in op.inplace}
    results = tuple(result for result in op.results if result.name not in gone)
    return _schema(op, variant_in_place(op.name), written=written, results=results)


def _schema(op: Op, name: str, *, written: dict[str, str], results: tuple[Result, ...]) -> str:
    defaulted = schema_defaults(op)
    pieces = [
        f"{_schema_type(argument, written)} {argument.name}"
        + (f"={_schema_default(argument)}" if argument.name in defaulted else "")
        for argument in arguments(op)
    ]
    kinds = ["Tensor[]" if result.is_variadic else "Tensor" for result in results]
    returned = kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"
    return f"{name}({', '.join(pieces)}) -> {returned}"


def arguments(op: Op) -> tuple[Operand | Attribute, ...]:
    """Return operands and attributes, in the order of the schema."""
    return (*op.operands, *op.public_attributes)


def schema_defaults(op: Op) -> set[str]:
    """Return the arguments that have a default in the schema.

    They are the last ones, back to the first that has none: the schema language has no default
    before a parameter without one. The dispatcher leaves them out of calls of fake functions.
    """
    with_default = itertools.takewhile(_schema_default, reversed(arguments(op)))
    return {argument.name for argument in with_default}


def _schema_type(argument: Operand | Attribute, written: dict[str, str]) -> str:
    if argument.name in written:
        return f"Tensor({written[argument.name]}!)"
    if isinstance(argument, Operand):
        return OPERAND_SCHEMAS[argument.arity]
    return ATTRIBUTE_SCHEMAS[argument.kind] + ("?" if argument.flag else "")


def _schema_default(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return "None" if argument.arity is Arity.OPTIONAL else ""
    if argument.flag:
        return "None"
    if argument.default is None or argument.kind is AttributeKind.DTYPE:
        return ""
    if not _has_schema_literal(argument.default):
        return ""
    return _schema_literal(argument.default, argument.kind)


def _has_schema_literal(value: AttributeValue) -> bool:
    if isinstance(value, tuple):
        return all(map(_has_schema_literal, value))
    if isinstance(value, str):
        return value.isascii() and value.isprintable() and not set(value) & {'"', "\\"}
    return math.isfinite(value)


def _schema_literal(value: AttributeValue, kind: AttributeKind) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_schema_literal(item, kind.element) for item in value)}]"
    if kind in {AttributeKind.F64, AttributeKind.F32} and not isinstance(value, str):
        return repr(float(value))
    return literal(value)


def registration_view(library: Library, ops: tuple[Op, ...]) -> dict[str, object]:
    """Return what the file that registers a library's operators prints."""
    schemas = [
        definition_view(name, text) | {"on_cuda": _is_placed(op)}
        for op in ops
        for name, text in (
            (op.name, schema(op)),
            *([(variant_in_place(op.name), schema_in_place(op))] if op.inplace else []),
        )
    ]
    return {
        "library": library.name,
        "namespace": f"{library.name}_torch",
        "headers": [op.name for op in ops],
        "ops": schemas,
    }


def definition_view(name: str, text: str) -> dict[str, object]:
    """Return what the statement prints that defines the schema ``text`` of ``name``."""
    lines = _wrapped(text)
    statement = f"  m.def({lines[0]}, {{at::Tag::pt2_compliant_tag}});"
    return {"name": name, "schema": lines, "fits_one_line": len(statement) <= _COLUMNS}


def _wrapped(text: str, width: int = _COLUMNS - len("  m.def(,")) -> list[str]:
    """Split a string into literals of at most ``width`` columns, after blanks where possible."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and len(f'"{longer} "') > width:
            lines.append(_plain_literal(line + " "))
            longer = word
        line = longer
    return [*lines, _plain_literal(line)]


def _plain_literal(text: str) -> str:
    # C++17 has no trigraphs, so the question mark of an optional type may stand as it is.
    return string_literal(text).replace("\\?", "?")


def binding_view(op: Op) -> dict[str, object]:
    """Return what the C++ functions of ``op`` print."""
    functions = [_function_view(op, in_place=False)]
    if op.inplace:
        functions.append(_function_view(op, in_place=True))
    return {
        "library": op.library.name,
        "name": op.name,
        "namespace": f"{op.library.name}_torch",
        "guard": guard("pytorch", op.library.name, op.name, f"{op.name}_torch.h"),
        "includes": sorted([f"{op.library.name}/{op.name}/{op.name}.h", "opgen_torch.h"]),
        "functions": functions,
    }


def _function_view(op: Op, *, in_place: bool) -> dict[str, object]:
    taken = argument_names(op) | {"Tensor"}
    call, kernel = free_name("call", taken), free_name("kernel", taken)
    device = device_name(op) if is_factory(op) else ""
    on_cuda = _is_placed(op) or (bool(device) and op.support(Device.CUDA) is not None)
    operands = {o.name: _operand_view(op, o, taken) for o in op.operands}
    written = {pair.result: pair.operand for pair in op.inplace} if in_place else {}
    results = [_result_view(op, r, taken, target=written.get(r.name, "")) for r in op.results]
    for result in results:
        target = str(result["target"])
        if (on_cuda or device) and not target:
            result["construct"].append(f"{call}.device()")
        result["source"] = operands[target]["arguments"][0] if target else ""
        result["others"] = _others(op, operands, target)
    attributes = [_attribute_view(op, attribute, taken) for attribute in op.public_attributes]
    inputs = [argument for view in operands.values() for argument in view["arguments"]]
    values = [argument for view in attributes for argument in view["arguments"]]
    metas = [argument for view in results for argument in view["meta_arguments"]]
    outputs = [argument for view in results for argument in view["arguments"]]
    new = [result for result in results if not result["target"]]
    return {
        "name": variant_in_place(op.name) if in_place else op.name,
        "parameters": [
            *_parameters(op, frozenset(written.values())),
            *([f"std::optional<torch::stable::Device> {device}"] if device else []),
        ],
        "device": device,
        "is_placed": on_cuda,
        "returns": _returned_type([str(result["returns"]) for result in new]),
        "call": call,
        "placed": [operand.name for operand in op.operands] if on_cuda else [],
        "kernel": kernel if on_cuda else call_symbol(op, Device.CPU),
        "operands": list(operands.values()),
        "results": results,
        "locals": [local for view in attributes for local in view["locals"]],
        "infer_arguments": [f"{call}.ctx()", *inputs, *metas, *values],
        "kernel_arguments": [f"{call}.ctx()", *inputs, *outputs, *values],
        "shares_memory": Trait.ELEMENTWISE in op.traits and not _has_lists(op),
        "returned": _returned([str(result["returned"]) for result in new]),
    }


def _is_placed(op: Op) -> bool:
    """Whether it runs where its operands are, on CUDA too."""
    return op.support(Device.CUDA) is not None and bool(op.operands)


def _has_lists(op: Op) -> bool:
    return any(operand.arity is Arity.VARIADIC for operand in op.operands)


def _others(op: Op, operands: dict[str, _OperandView], target: str) -> str:
    """Return the views of all operands but one, as a list."""
    if not target or _has_lists(op):
        return "{}"
    views = [view["arguments"][0] for name, view in operands.items() if name != target]
    return f"{{{', '.join(views)}}}"


def _parameters(op: Op, written: frozenset[str]) -> Iterator[str]:
    for operand in op.operands:
        kind = "Tensor&" if operand.name in written else OPERAND_CPP_TYPES[operand.arity]
        yield f"{kind} {operand.name}"
    for attribute in op.public_attributes:
        yield f"{_parameter_type(attribute)} {attribute.name}"


def _parameter_type(attribute: Attribute) -> str:
    kind = ATTRIBUTE_CPP_TYPES[attribute.kind]
    if not attribute.flag:
        return kind
    optional = f"std::optional<{kind.removeprefix('const ').removesuffix('&')}>"
    return f"const {optional}&" if kind.endswith("&") else optional


def _returned_type(types: list[str]) -> str:
    if not types:
        return "void"
    return types[0] if len(types) == 1 else f"std::tuple<{', '.join(types)}>"


def _returned(tensors: list[str]) -> str:
    if not tensors:
        return ""
    return tensors[0] if len(tensors) == 1 else f"{{{', '.join(tensors)}}}"


def _result_view(op: Op, result: Result, taken: set[str], *, target: str) -> dict[str, Any]:
    """Return what stands for one result.

    Args:
        op: The operator.
        result: The result.
        taken: Names that the function uses already.
        target: The operand that it is written over; empty where it is new.
    """
    meta = free_name(f"{result.name}_meta", taken)
    name = free_name(f"{result.name}_out", taken)
    if result.is_variadic:
        return {
            "name": name,
            "meta": f"std::vector<opgen_meta> {meta}({_count(op, result)})",
            "construct": [f"opgen_torch::Results {name}", meta],
            "meta_arguments": [f"{meta}.data()", f"{meta}.size()"],
            "arguments": [f"{name}.views()", f"{name}.size()"],
            "returns": "std::vector<Tensor>",
            "returned": f"{name}.tensors()",
            "target": "",
        }
    label = string_literal(f"{variant_in_place(op.name)}: {target}")
    construct = [f"opgen_torch::Result {name}", meta]
    if target:
        construct = [f"opgen_torch::Overwritten {name}", label, target, meta]
    return {
        "name": name,
        "meta": f"opgen_meta {meta}",
        "construct": construct,
        "meta_arguments": [f"&{meta}"],
        "arguments": [f"{name}.view()"],
        "returns": "Tensor",
        "returned": f"{name}.tensor()",
        "target": target,
    }


def _count(op: Op, result: Result) -> str:
    """Return the expression of how many tensors a result has."""
    counting: tuple[Operand | Attribute, ...] = arguments(op)
    argument = next(argument for argument in counting if argument.name == result.count)
    if isinstance(argument, Attribute) and not argument.kind.is_array:
        label = string_literal(f"{op.name}: {result.name}")
        return f"opgen_torch::count({label}, {argument.name})"
    return f"{argument.name}.size()"


def _operand_view(op: Op, operand: Operand, taken: set[str]) -> _OperandView:
    name = free_name(f"{operand.name}_in", taken)
    keeps_layout = Trait.SUPPORT_NON_CONTIGUOUS in op.traits
    several = operand.arity is Arity.VARIADIC
    return {
        "type": f"opgen_torch::{_HOLDERS[operand.arity]}",
        "name": name,
        "given": [operand.name, *(["opgen_torch::Layout::kAny"] if keeps_layout else [])],
        "arguments": [f"{name}.views()", f"{name}.size()"] if several else [f"{name}.view()"],
    }


def _attribute_view(op: Op, attribute: Attribute, taken: set[str]) -> _AttributeView:
    """Return the arguments that pass an attribute on, and locals that have to come before."""
    if not attribute.flag:
        return _value_view(op, attribute, attribute.name, taken=taken)
    given = free_name(f"{attribute.name}_value", taken)
    kind = ATTRIBUTE_CPP_TYPES[attribute.kind].removeprefix("const ").removesuffix("&")
    local = [f"const {kind} {given} = {attribute.name}.value_or(", _absent(attribute, kind)]
    view = _value_view(op, attribute, given, taken=taken)
    return {
        "locals": [local, *view["locals"]],
        "arguments": [*view["arguments"], f"{attribute.name}.has_value()"],
    }


def _absent(attribute: Attribute, kind: str) -> str:
    """Return what stands for an absent value, as an expression of C++."""
    value = attribute.default
    if attribute.kind is AttributeKind.DTYPE:
        dtype = DType.named(str(value))
        assert dtype is not None
        return f"{kind}::{SCALAR_TYPES[dtype]}"
    if isinstance(value, str):
        return string_literal(value)
    return f"{kind}()" if isinstance(value, tuple) else literal(value).lower()


def _value_view(op: Op, attribute: Attribute, name: str, *, taken: set[str]) -> _AttributeView:
    """Return how the value of an attribute is passed on that is in local ``name``."""
    locals_: list[list[str]] = []
    if attribute.kind is AttributeKind.BOOL_ARRAY:
        values = free_name(f"{attribute.name}_bytes", taken)
        locals_ = [[f"const std::vector<uint8_t> {values} = opgen_torch::bytes(", name]]
        arguments = [f"{values}.data()", f"{values}.size()"]
    elif attribute.kind.is_array:
        arguments = [f"{name}.data()", f"{name}.size()"]
    elif attribute.kind is AttributeKind.ENUM:
        word = free_name(f"{attribute.name}_word", taken)
        words = ", ".join(map(string_literal, attribute.choices))
        label = string_literal(f"{op.name}: {attribute.name}")
        locals_ = [[f"const int64_t {word} = opgen_torch::word(", label, name, f"{{{words}}}"]]
        arguments = [word]
    else:
        arguments = [_SCALARS.get(attribute.kind, "{}").format(name)]
    return {"locals": locals_, "arguments": arguments}
