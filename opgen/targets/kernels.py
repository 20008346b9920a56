"""The ``kernels`` target: the C ABI, shape inference and the kernel stubs that developers fill.

Knows the ABI and C++; knows no framework. Everything that calls a kernel goes through what is
declared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    SHAPE_HOOKS,
    Arity,
    AttributeKind,
    Device,
    DType,
    Hook,
    Op,
    Operand,
    OpSet,
    Result,
)
from opgen.ops.formulas.terms import Formula
from opgen.ops.names import enumerator
from opgen.outputs import Ownership, RelPath
from opgen.targets import cpp
from opgen.targets.base import OpOutputs, Output, op_path
from opgen.targets.cpp import Call, TypeUse, free_name
from opgen.targets.cpp_formula import KernelBody, kernel_body
from opgen.targets.cuda_formula import cuda_body
from opgen.targets.headers import (
    RUNTIME_HEADER,
    editable_header,
    owned_header,
    summary_of,
)
from opgen.targets.infer_steps import infer_headers, infer_steps
from opgen.targets.split_formula import split_body

_RUNTIME_FILES: Final = (
    "opgen.h",
    "opgen_axes.h",
    "opgen_broadcast.h",
    "opgen_build.py",
    "opgen_device.h",
    "opgen_entry.h",
    "opgen_half.h",
    "opgen_infer.h",
    "opgen_kernel.h",
    "opgen_loops.h",
    "opgen_math.h",
    "opgen_random.h",
    "opgen_shapes.h",
    "opgen_split.h",
)

_DEVICES: Final = (Device.CPU, Device.CUDA)
"""The devices that kernels are generated for here."""

_SOURCES: Final = {Device.CPU: "_cpu.cc", Device.CUDA: "_cuda.cu"}
"""The file with the kernel of each device."""

_SPOKEN: Final = {Device.CPU: "the CPU", Device.CUDA: "CUDA"}


class KernelsTarget:
    """Writes ``kernels/``: shared headers and, for each operator, C++ files for each device."""

    name: Final = "kernels"
    requires: Final[tuple[str, ...]] = ()
    hooks: Final[frozenset[Hook]] = SHAPE_HOOKS

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of all operators; nothing is reported."""
        del diagnostics
        if model.ops:
            yield from _runtime(_RUNTIME_FILES)
        if any(op.support(Device.CUDA) for op in model.ops):
            yield from _runtime(("opgen_cuda.h",))
        for op in model.ops:
            yield OpOutputs(op, _op_outputs)


def _runtime(files: Iterable[str]) -> Iterator[Output]:
    view = {
        "header": RUNTIME_HEADER,
        "dtypes": [
            {
                "constant": cpp.dtype_constant(dtype),
                "code": f"0x{dtype.packed:05x}",
                "spelling": dtype.spelling,
                "type": cpp.DTYPE_TYPES[dtype],
            }
            for dtype in DType
        ],
    }
    for file in files:
        yield Output(RelPath(f"kernels/{file}"), f"kernels/{file}.j2", view, Ownership.OWNED)


def _op_outputs(op: Op, _: OpSet) -> Iterator[Output]:
    shared = {
        "header": cpp.comment_text(owned_header(op.origin)),
        "op": op.name,
        "namespace": cpp.kernel_namespace(op),
        "directory": f"{op.library.name}/{op.name}",
        "infer": cpp.infer_symbol(op),
        "summary": cpp.comment_text(summary_of(op)),
    }
    yours = shared | {"header": cpp.comment_text(editable_header(op))}
    yield _output(op, ".h", shared | _abi_view(op))
    if op.infer_is_editable:
        yield _output(op, "_infer.cc", yours | _infer_view(op), ownership=Ownership.EDITABLE)
    else:
        yield _output(op, "_infer.cc", shared | _infer_view(op))
    for device in _DEVICES:
        if op.support(device):
            yield from _device_outputs(op, device, shared, yours=yours)


def _device_outputs(
    op: Op, device: Device, shared: Mapping[str, object], *, yours: Mapping[str, object]
) -> Iterator[Output]:
    """Yield the files about the kernel of one device; all but the kernel itself are alike."""
    name = device.value
    local = {
        "namespace": cpp.device_namespace(op, device),
        "device": name,
        "call": cpp.call_symbol(op, device),
        "instantiate": f"{op.library.name}_{op.name}_{name}_instantiate".upper(),
        "kernel_file": _SOURCES[device],
    }
    kernel, entry = _kernel_view(op, device), _entry_view(op, device)
    yield _output(op, f"_{name}.h", {**shared, **local, **kernel}, template="_device.h")
    yield _output(op, f"_{name}_entry.cc", {**shared, **local, **entry}, template="_entry.cc")
    stub = {**yours, **local, **_stub_view(op, device)}
    yield _output(op, _SOURCES[device], stub, ownership=Ownership.EDITABLE)


def _output(
    op: Op,
    suffix: str,
    view: dict[str, object],
    *,
    ownership: Ownership = Ownership.OWNED,
    template: str = "",
) -> Output:
    path, previous = op_path(f"kernels/{op.library.name}", op, "{op}" + suffix)
    return Output(path, f"kernels/op{template or suffix}.j2", view, ownership, op, previous)


def _abi_view(op: Op) -> dict[str, object]:
    return {
        "guard": cpp.guard(op.library.name, op.name, f"{op.name}.h"),
        "infer_parameters": cpp.infer_parameters(op),
        "call_parameters": cpp.call_parameters(op),
        "calls": [
            {"device": _SPOKEN[device], "function": cpp.call_symbol(op, device)}
            for device in _DEVICES
            if op.support(device)
        ],
        "enums": [
            {
                "attribute": attribute.name,
                "name": cpp.enum_name(op, attribute),
                "words": [enumerator(word) for word in attribute.choices],
            }
            for attribute in op.attributes
            if attribute.kind is AttributeKind.ENUM
        ],
    }


def _kernel_view(op: Op, device: Device) -> dict[str, object]:
    has_enums = any(a.kind is AttributeKind.ENUM for a in op.attributes)
    return {
        "guard": cpp.guard(op.library.name, op.name, f"{op.name}_{device.value}.h"),
        "includes": sorted(["opgen_kernel.h", *([_header_path(op, ".h")] if has_enums else [])]),
        "template_parameters": cpp.template_parameters(op),
        "kernel_parameters": cpp.kernel_parameters(op),
        "instantiations": cpp.instantiations(op, device),
    }


def _stub_view(op: Op, device: Device) -> dict[str, object]:
    """Return the view of the kernel: filled in from the formula, else a stub."""
    body = None
    if op.formula is not None:
        body = _body(op, op.formula, device)
    return {
        "stub": body is None,
        "headers": body.headers if body else _stub_headers(op, device),
        "lines": body.lines if body else (),
        "template_parameters": cpp.template_parameters(op),
        "kernel_parameters": cpp.kernel_parameters(op),
        "path": _path_literal(op, _SOURCES[device]),
    }


def _body(op: Op, formula: Formula, device: Device) -> KernelBody:
    if device is Device.CUDA:
        return cuda_body(op, formula)
    return (split_body if formula.interface.axes else kernel_body)(op, formula)


def _stub_headers(op: Op, device: Device) -> list[str]:
    """Return the headers that whoever writes the kernel is likely to want."""
    draws = any(a.kind is AttributeKind.SEED for a in op.attributes)
    first = "opgen_broadcast.h" if device is Device.CPU else "opgen_cuda.h"
    return [first, *(["opgen_random.h"] if draws else [])]


def _infer_view(op: Op) -> dict[str, object]:
    local = free_name("infer", cpp.argument_names(op))
    return {
        "editable": op.infer_is_editable,
        "stub": op.shape is None,
        "includes": sorted([*infer_headers(op), _header_path(op, ".h")]),
        "infer_parameters": cpp.infer_parameters(op),
        "locals": {"infer": local},
        "steps": list(infer_steps(op, local)),
        "path": _path_literal(op, "_infer.cc"),
    }


def _path_literal(op: Op, suffix: str) -> str:
    path, _ = op_path(f"kernels/{op.library.name}", op, "{op}" + suffix)
    return cpp.string_literal(path)


def _header_path(op: Op, suffix: str) -> str:
    return f"{op.library.name}/{op.name}/{op.name}{suffix}"


def _entry_view(op: Op, device: Device) -> dict[str, object]:
    names = cpp.argument_names(op)
    metas = {result.name: free_name(f"{result.name}_meta", names) for result in op.results}
    local = {name: free_name(name, names) for name in ("inferred", "entry", "kernel")}
    variables = cpp.used_types(op, device)
    types = [_entry_type(op, variable, metas) for variable in variables]
    kernel_header = _header_path(op, f"_{device.value}.h")
    headers = ["opgen_entry.h", _header_path(op, ".h"), kernel_header]
    return {
        "includes": sorted(headers),
        "call_parameters": cpp.call_parameters(op),
        "rounded": [a.name for a in op.attributes if a.kind is AttributeKind.F32],
        "metas": [
            {
                "name": metas[result.name],
                "count": cpp.count_name(op, result) if result.is_variadic else "",
            }
            for result in op.results
        ],
        "locals": local,
        "infer_arguments": [
            "ctx",
            *cpp.operand_arguments(op),
            *(value for result in op.results for value in _meta_value(op, result, metas)),
            *cpp.attribute_arguments(op),
        ],
        "checks": [*_device_checks(device, local["entry"]), *_checks(op, local["entry"], metas)],
        "types": types,
        "served": [
            call
            for variable, entry_type in zip(variables, types, strict=True)
            for call in _served(
                op, local["entry"], variable, code=str(entry_type["code"]), device=device
            )
        ],
        "kernel_arguments": cpp.kernel_arguments(op),
        "choices": [local["kernel"], *(entry_type["choice"] for entry_type in types)],
    }


def _meta_value(op: Op, result: Result, metas: Mapping[str, str]) -> tuple[str, ...]:
    meta = metas[result.name]
    if result.is_variadic:
        return f"{meta}.data()", cpp.count_name(op, result)
    return (f"&{meta}",)


def _served(op: Op, entry: str, variable: TypeUse, *, code: str, device: Device) -> Iterator[Call]:
    """Yield the check that the device serves a dtype, where it serves but some."""
    if len(variable.types) == len(op.type_variable(variable.name).dtypes):
        return
    bearers: tuple[Operand | Result, ...] = (*op.operands, *op.results)
    bearer = next(b.name for b in bearers if b.type_variable == variable.name)
    name = cpp.string_literal(device.value)
    arguments = (cpp.string_literal(bearer), code, name, *variable.codes)
    yield Call(f"{entry}.served", arguments)


def _entry_type(op: Op, variable: TypeUse, metas: Mapping[str, str]) -> dict[str, object]:
    names = cpp.argument_names(op)
    source = _dtype_source(op, variable, metas)
    local = free_name(f"{variable.name}_dtype", names)
    return {
        "name": variable.name,
        "tag": free_name(f"{variable.name}_type", names),
        "choice": f"opgen::Choice<{', '.join(variable.types)}>{{{source or local}}}",
        "code": source or local,
        "dtype": local,
        "searched": None if source else _first_dtype(op, variable),
    }


def _device_checks(device: Device, entry: str) -> Iterator[Call]:
    """Yield the check that a call is for this device; the CPU takes any memory it can reach."""
    if device is not Device.CPU:
        code, name = f"OPGEN_{device.name}", cpp.string_literal(device.value)
        yield Call(f"{entry}.device", (code, name))


def _checks(op: Op, entry: str, metas: Mapping[str, str]) -> Iterator[Call]:
    if not cpp.takes_strides(op):
        for operand in op.operands:
            values = cpp.operand_value(op, operand)
            yield Call(f"{entry}.compact", (cpp.string_literal(operand.name), *values))
    for result in op.results:
        named = (cpp.string_literal(result.name), *cpp.result_value(op, result))
        yield Call(f"{entry}.result", (*named, metas[result.name]))


def _dtype_source(op: Op, variable: TypeUse, metas: Mapping[str, str]) -> str:
    """Return what has the dtype of a type variable; empty if no tensor is sure to be there."""
    for operand in op.operands:
        if operand.type_variable == variable.name and operand.arity is Arity.SINGLE:
            return f"{operand.name}->dtype"
    for result in op.results:
        if result.type_variable == variable.name and not result.is_variadic:
            return f"{metas[result.name]}.dtype"
    for attribute in op.attributes:
        if attribute.type_variable == variable.name:
            return attribute.name
    return ""


def _first_dtype(op: Op, variable: TypeUse) -> list[str]:
    """Return the arguments of the search for a tensor that tells the dtype."""
    operands = [o for o in op.operands if o.type_variable == variable.name]
    tensors = [
        f"opgen::first({', '.join(cpp.operand_value(op, operand))})"
        if operand.arity is Arity.VARIADIC
        else operand.name
        for operand in operands
    ]
    return [variable.codes[0], *tensors]
