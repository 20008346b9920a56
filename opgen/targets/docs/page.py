"""What a page says of one operator, in whatever it is marked up.

Knows the model and how the Python targets declare functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from opgen.ops import (
    Attribute,
    AttributeKind,
    BoundArgument,
    Device,
    ErrorSample,
    GradientRule,
    Op,
    Operand,
    OpSet,
    Result,
    Sample,
    SampleTensor,
    Trait,
    ValueKind,
)
from opgen.ops.names import variant_in_place
from opgen.ops.optional_attributes import as_given, flags_of
from opgen.targets import cpp, numpy_function, prose, python
from opgen.targets.docs.markup import Markup
from opgen.targets.headers import description_of, printable, summary_of
from opgen.targets.pytorch_binding import schema, schema_in_place
from opgen.targets.pytorch_function import signature as torch_signature
from opgen.targets.pytorch_types import result_annotation

DEVICE_NAMES: Final = {Device.CPU: "CPU", Device.CUDA: "CUDA", Device.NPU: "NPU"}

_TRAITS: Final = {
    Trait.PURE: "The results depend on the arguments only.",
    Trait.ELEMENTWISE: "Element `i` of a result depends on elements `i` of the operands.",
    Trait.NO_GRAD: "No operand has a gradient.",
    Trait.SUPPORT_NON_CONTIGUOUS: "Tensors with gaps are taken as they are.",
}


def op_view(op: Op, model: OpSet, markup: Markup) -> dict[str, object]:
    """Return what a page says of an operator; names are as they are, the rest is marked up."""
    return {
        "id": op.id,
        "name": op.name,
        "origin": markup.text(printable(op.origin)),
        "summary": markup.text(summary_of(op)),
        "description": markup.description(description_of(op)),
        "signatures": list(_signatures(op)),
        "schemas": [schema(op), *([schema_in_place(op)] if op.inplace else [])],
        "symbols": [cpp.infer_symbol(op), *(_kernel_symbols(op))],
        "operands": [
            {"name": operand.name, "text": markup.text(prose.operand_text(op, operand))}
            for operand in op.operands
        ],
        "attributes": [_attribute(attribute, markup) for attribute in op.public_attributes],
        "results": [
            {"name": result.name, "text": markup.text(prose.result_text(op, result))}
            for result in op.results
        ],
        "saved": [r.name for r in op.results if r.name in op.saved],
        "devices": [DEVICE_NAMES[support.device] for support in op.devices],
        "dtypes": [_dtype_row(op, variable.name) for variable in op.types],
        "requirements": list(map(markup.code, prose.requirements(op))),
        "formula": markup.formula(op.formula) if op.formula else "",
        "gradients": [_gradient(op, rule, model, markup=markup) for rule in op.gradient],
        "no_gradient": [o.name for o in op.operands if o.name in op.nondiff],
        "traits": [trait.value for trait in Trait if trait in op.traits],
        "properties": [_TRAITS[trait] for trait in _TRAITS if trait in op.traits],
        "in_place": {
            "name": variant_in_place(op.name),
            "pairs": [{"operand": p.operand, "result": p.result} for p in op.inplace],
        },
        "calls": [_arguments(op, sample, markup) for sample in op.samples if not sample.is_added],
        "refused": [_refused(op, error, markup) for error in op.errors if error.message],
    }


def _signatures(op: Op) -> Iterator[dict[str, object]]:
    """Yield how the public functions are declared, as far as there are any."""
    if op.support(Device.CPU) is not None:
        ordered = python.parameters(op, numpy_function.dtype_text)
        kinds = [numpy_function.result_type(result) for result in op.public_results]
        yield _signature(
            "NumPy",
            f"{op.library.name}.{op.name}",
            parameters=numpy_function.declared(op, ordered),
            returns=numpy_function.tuple_type(kinds),
        )
    yield _signature(
        "PyTorch",
        f"{op.library.name}_torch.{op.name}",
        parameters=torch_signature(op),
        returns=result_annotation(op.public_results),
    )


def _signature(
    framework: str, function: str, *, parameters: Sequence[str], returns: str
) -> dict[str, object]:
    return {
        "framework": framework,
        "function": function,
        "parameters": parameters,
        "returns": returns,
    }


def _kernel_symbols(op: Op) -> list[str]:
    served = [device for device in (Device.CPU, Device.CUDA) if op.support(device)]
    return [cpp.call_symbol(op, device) for device in served]


def _attribute(attribute: Attribute, markup: Markup) -> dict[str, str]:
    default = "drawn" if attribute.kind is AttributeKind.SEED else "must be given"
    if attribute.flag:
        default = markup.code("None")
    elif attribute.default is not None:
        value = python.value_literal(attribute.default, attribute.kind, numpy_function.dtype_text)
        default = markup.code(value)
    return {
        "name": attribute.name,
        "text": markup.text(prose.attribute_text(attribute)),
        "default": default,
    }


def _dtype_row(op: Op, variable: str) -> dict[str, object]:
    served = [op.dtypes_on(support.device, variable) for support in op.devices]
    tensors: tuple[Operand | Result, ...] = (*op.operands, *op.results)
    bearers = [tensor.name for tensor in tensors if tensor.type_variable == variable]
    return {
        "bearers": bearers,
        "dtypes": [", ".join(prose.DTYPE_NAMES[dtype] for dtype in dtypes) for dtypes in served],
    }


def _gradient(op: Op, rule: GradientRule, model: OpSet, *, markup: Markup) -> dict[str, object]:
    backward = model.backward_op(op, rule)
    pairs = zip(rule.targets, backward.results, strict=True)
    return {
        "op": rule.op,
        "call": f"{rule.op}({', '.join(map(_bound, as_given(rule.arguments)))})",
        "targets": [{"operand": o, "result": r.name} for o, r in pairs if o is not None],
        "formula": markup.formula(backward.formula) if backward.formula else "",
    }


def _bound(argument: BoundArgument) -> str:
    """Return an argument of a backward operator, named where it has another name there."""
    if argument.kind is ValueKind.LITERAL:
        value = python.literal(argument.literal)
    elif argument.kind is ValueKind.ABSENT:
        value = "None"
    else:
        is_gradient = argument.kind is ValueKind.RESULT_GRADIENT
        value = f"d{argument.name}" if is_gradient else argument.name
    return value if value == argument.parameter else f"{argument.parameter}={value}"


def _refused(op: Op, error: ErrorSample, markup: Markup) -> dict[str, str]:
    return {
        "call": _arguments(op, error.sample, markup),
        "message": markup.text(printable(error.message)),
    }


def _arguments(op: Op, sample: Sample, markup: Markup) -> str:
    """Return the arguments of a sample: the shapes of tensors, the values of attributes."""
    given = [f"{name}: {_shape(tensor)}" for name, tensor in sample.operands]
    flags = flags_of(op.attributes).values()
    values = [(name, value) for name, value in sample.attributes if name not in flags]
    given += [f"{name}={python.literal(value)}" for name, value in values]
    return markup.code(", ".join(given)) if given else "no arguments"


def _shape(tensor: SampleTensor | tuple[SampleTensor, ...] | None) -> str:
    if isinstance(tensor, tuple):
        return f"({', '.join(map(_shape, tensor))})"
    if tensor is None:
        return "None"
    return f"[{', '.join(map(str, tensor.shape))}]"
