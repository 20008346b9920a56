"""The documentation of torch_npu's functions in torch_npu's own form, for its `_op_plugin_docs.py`.

Knows what there is to say about a function; knows neither a template nor how it is registered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import replace
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Device,
    DType,
    Op,
    Operand,
    Sample,
    SampleTensor,
    TypeVariable,
)
from opgen.ops.domains import Range, ranges
from opgen.targets import prose
from opgen.targets.headers import description_of, summary_of
from opgen.targets.python import docstring_text, is_seed, value_literal
from opgen.targets.pytorch_binding import arguments, schema
from opgen.targets.pytorch_types import dtype_text
from opgen.targets.torch_npu.functions import NpuFunction, npu_functions

_KINDS: Final = {
    AttributeKind.I64: "Int",
    AttributeKind.F64: "Float",
    AttributeKind.F32: "Float",
    AttributeKind.BOOL: "Bool",
    AttributeKind.STR: "Str",
    AttributeKind.ENUM: "Str",
    AttributeKind.DTYPE: "ScalarType",
    AttributeKind.SHAPE: "ListInt",
    AttributeKind.I64_ARRAY: "ListInt",
    AttributeKind.F64_ARRAY: "ListFloat",
    AttributeKind.BOOL_ARRAY: "ListBool",
}


def docs_view(op: Op) -> list[dict[str, object]]:
    """Return what is said about each function of ``op``."""
    return [_function(function, _on_npu(op)) for function in npu_functions(op)]


def _on_npu(op: Op) -> Op:
    """Return ``op`` with the element types that it has on an NPU, as far as it has any there."""
    return replace(op, types=tuple(_served(op, variable) for variable in op.types))


def _served(op: Op, variable: TypeVariable) -> TypeVariable:
    support = op.support(Device.NPU)
    declared = support.restrict(variable.dtypes) if support else variable.dtypes
    served = tuple(dtype for dtype in declared if dtype is not DType.F64)
    return replace(variable, dtypes=served or variable.dtypes)


def _function(function: NpuFunction, op: Op) -> dict[str, object]:
    returned = replace(function.signature, results=op.public_results, saved=frozenset())
    operands = {operand.name: operand for operand in function.signature.operands}
    op = replace(op, operands=tuple(operands.get(o.name, o) for o in op.operands))
    given = arguments(function.signature)
    constraints = [*prose.requirements(op), *prose.refusals(op)]
    description = description_of(op).splitlines()
    return {
        "name": function.name,
        "signature": docstring_text(f"torch_npu.{schema(returned)}"),
        "description": [docstring_text(line) for line in (f"{summary_of(op)}.", *description)],
        "arguments": [
            docstring_text(f"{a.name} ({_kind(a)}) - {prose.argument_text(op, a)}.") for a in given
        ],
        "results": [
            docstring_text(f"{result.name} - {prose.result_text(op, result)}.")
            for result in op.public_results
        ],
        "constraints": list(map(docstring_text, constraints)),
        "example": [docstring_text(line) for line in _example(function)],
    }


def _kind(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return "Tensor[]" if argument.arity is Arity.VARIADIC else "Tensor"
    optional = "?" if argument.flag else ""
    return "Tensor" if is_seed(argument) else _KINDS[argument.kind] + optional


def _example(function: NpuFunction) -> Iterator[str]:
    """Yield a call with the first sample that the function can take."""
    sample = next(filter(function.takes, function.op.samples), None)
    if sample is not None:
        yield from _call(function, sample)


def _call(function: NpuFunction, sample: Sample) -> Iterator[str]:
    op, signature = _on_npu(function.op), function.signature
    domains, tensors, values = ranges(op, sample), dict(sample.operands), dict(sample.attributes)
    yield ">>> import torch"
    yield ">>> import torch_npu"
    passed = []
    for operand in signature.operands:
        tensor = tensors.get(operand.name)
        dtype = op.type_variable(operand.type_variable).dtypes[0]
        if tensor is not None:
            made = _tensors(tensor, dtype, domains.get(operand.name))
            yield f">>> {operand.name} = {made}"
            passed.append(f"{operand.name}={operand.name}")
    for attribute in signature.public_attributes:
        value = values.get(attribute.name, attribute.default)
        if attribute.name in values or (attribute.default is None and not is_seed(attribute)):
            text = value_literal(value, attribute.kind, dtype_text)
            passed.append(f"{attribute.name}={text}")
    results = ", ".join(result.name for result in op.public_results)
    yield f">>> {results} = torch_npu.{function.name}({', '.join(passed)})"


def _tensors(
    tensor: SampleTensor | tuple[SampleTensor, ...], dtype: DType, domain: Range | None
) -> str:
    if isinstance(tensor, tuple):
        return f"[{', '.join(_tensors(part, dtype, domain) for part in tensor)}]"
    shape = f"({', '.join(map(str, tensor.shape))}{',' if len(tensor.shape) == 1 else ''})"
    return f"{_drawn(shape, dtype, domain)}.npu()"


def _drawn(shape: str, dtype: DType, domain: Range | None) -> str:
    """Return a tensor of the values that an operand may have."""
    spelled = dtype_text(dtype)
    if dtype.is_floating and domain is None:
        return f"torch.rand({shape}, dtype={spelled})"
    if domain is None:
        return f"torch.full({shape}, 0, dtype={spelled})"
    if dtype.is_floating:
        return f"torch.empty({shape}, dtype={spelled}).uniform_({domain.low:g}, {domain.high:g})"
    least, most = domain.integers()
    return f"torch.randint({least}, {max(most, least) + 1}, {shape}, dtype={spelled})"
