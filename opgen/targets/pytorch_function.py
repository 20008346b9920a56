"""How an operator looks in Python over its registered op: gradient, batching, public function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Broadcast,
    DType,
    Op,
    Operand,
    OpSet,
    PromotionMode,
    Result,
    Trait,
)
from opgen.ops.names import variant_in_place
from opgen.targets import prose
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.headers import description_of, summary_of
from opgen.targets.python import (
    Parameter,
    docstring_text,
    is_seed,
    kept_results,
    may_be_none,
    parameters,
)
from opgen.targets.pytorch_binding import arguments, device_name, is_factory
from opgen.targets.pytorch_fake import local_names
from opgen.targets.pytorch_gradient import GradientWriter, keeps_shape
from opgen.targets.pytorch_types import (
    ATTRIBUTE_ANNOTATIONS,
    OPERAND_ANNOTATIONS,
    TORCH_DTYPES,
    dtype_text,
    dtype_tuple,
    result_annotation,
)


def function_view(op: Op, model: OpSet) -> dict[str, object]:
    """Return what the Python module of ``op`` prints."""
    gradient = GradientWriter(op, model) if op.gradient else None
    called = sorted(gradient.called, key=lambda other: other.name) if gradient else []
    siblings = [other for other in called if other.name != op.name]
    annotations = signature(op)
    return {
        "name": op.name,
        "class_name": op.class_name,
        "library": op.library.name,
        "qualified": f"{op.library.name}::{op.name}",
        "summary": docstring_text(summary_of(op)),
        "siblings": [{"module": s.name, "class_name": s.class_name} for s in siblings],
        "autocast": list(_autocast(op)),
        "batching": _batching(op),
        "in_place": _in_place_view(op) if op.inplace else None,
        "has_lists": _has_lists(op),
        "gradient": gradient.view() if gradient else None,
        "infer_is_editable": op.infer_is_editable,
        "forward_parameters": list(local_names(op).values()),
        "device": _device(op),
        "parameters": annotations,
        "returns": result_annotation(op.public_results),
        "before": list(_before(op)),
        "arguments": [*(argument.name for argument in arguments(op)), *_device(op)],
        "kept": kept_results(op),
        "uses_sequence": any("Sequence" in text for text in annotations),
        "docs": _docs(op),
    }


def signature(op: Op) -> list[str]:
    """Return the parameters of the public function as they are declared."""
    pieces: list[str] = []
    for parameter in parameters(op, dtype_text):
        if parameter.keyword_only and "*" not in pieces:
            pieces.append("*")
        default = f" = {parameter.default}" if parameter.default else ""
        pieces.append(f"{parameter.name}: {_annotation(parameter)}{default}")
    if _draws(op):
        pieces.append(f"{_generator(op)}: torch.Generator | None = None")
    pieces += [f"{name}: torch.device | str | int | None = None" for name in _device(op)]
    return pieces


def _device(op: Op) -> list[str]:
    """Return the argument that says where results are, where there is no operand to tell."""
    return [device_name(op)] if is_factory(op) else []


def _draws(op: Op) -> bool:
    return any(map(is_seed, op.attributes))


def _generator(op: Op) -> str:
    """Return the parameter with what gives a seed where none is given."""
    return free_name("generator", argument_names(op))


def _before(op: Op) -> Iterator[dict[str, object]]:
    """Yield the calls that prepare the arguments of the public function."""
    for name in _device(op):
        yield {"call": f"{name} = opgen_torch.device_of(", "arguments": [name]}
    for attribute in filter(is_seed, op.attributes):
        given = [attribute.name, _generator(op), *_device(op)]
        yield {"call": f"{attribute.name} = opgen_torch.seed_of(", "arguments": given}
    if op.promotion is not None:
        names = list(op.promotion.operands)
        target = f"({names[0]},)" if len(names) == 1 else ", ".join(names)
        is_floating = op.promotion.mode is PromotionMode.FLOAT_IF_INT
        options = ["float_if_int=True"] if is_floating else []
        yield {"call": f"{target} = opgen_torch.promoted(", "arguments": [*names, *options]}


def _has_lists(op: Op) -> bool:
    """Whether operands or results are lists of tensors, which a Function can't differentiate."""
    return any(operand.arity is Arity.VARIADIC for operand in op.operands) or any(
        result.is_variadic for result in op.results
    )


def _in_place_view(op: Op) -> dict[str, object]:
    results = [result.name for result in op.results]
    operands = [operand.name for operand in op.operands]
    pairs = [f"({results.index(p.result)}, {operands.index(p.operand)})" for p in op.inplace]
    written = {pair.result: pair.operand for pair in op.inplace}
    return {
        "name": variant_in_place(op.name),
        "written": f"({', '.join(pairs)}{',' if len(pairs) == 1 else ''})",
        "operands": prose.listed([pair.operand for pair in op.inplace], "and"),
        # Promotion would write to a copy.
        "before": [step for step in _before(op) if "seed_of" in str(step["call"])],
        "returns": [
            {"name": written[r.name], "text": f"itself, with {r.name}"}
            if r.name in written
            else {"name": r.name, "text": _result_text(op, r)}
            for r in op.public_results
        ],
    }


def _annotation(parameter: Parameter) -> str:
    argument = parameter.argument
    if isinstance(argument, Operand):
        return OPERAND_ANNOTATIONS[argument.arity]
    if is_seed(argument):
        return "int | torch.Tensor | None"
    return may_be_none(argument, ATTRIBUTE_ANNOTATIONS[argument.kind])


_AUTOCAST_DTYPES: Final = (DType.F16, DType.BF16, DType.F32)


def _autocast(op: Op) -> Iterator[str]:
    """Yield the element types that autocast may give the op's floating operands, by device.

    An op that can't take the lower precision stays in single precision, and one that takes
    neither is left alone.
    """
    variables = {operand.type_variable for operand in op.operands}
    for support in op.devices:
        lists = [op.dtypes_on(support.device, name) for name in variables]
        floating = [dtypes for dtypes in lists if any(dtype.is_floating for dtype in dtypes)]
        taken = [d for d in _AUTOCAST_DTYPES if floating and all(d in ds for ds in floating)]
        if taken:
            yield f'"{support.device.value}": {dtype_tuple(tuple(taken))}'


def _batching(op: Op) -> str:
    """Return the runtime's function that batches ``op``.

    A shape that operands broadcast to says nothing about which elements a result depends on, so
    only an elementwise op is batched at once.
    """
    if Trait.ELEMENTWISE not in op.traits or _draws(op):
        return "vmap_each"
    if keeps_shape(op):
        return "vmap_elementwise"
    return "vmap_broadcast" if isinstance(op.shape, Broadcast) else "vmap_each"


def _docs(op: Op) -> dict[str, object]:
    described = description_of(op)
    return {
        "description": [docstring_text(line) for line in described.splitlines()],
        "arguments": [
            *({"name": a.name, "text": docstring_text(_describe(op, a))} for a in arguments(op)),
            *(
                {"name": _generator(op), "text": "gives a seed where none is given"}
                for _ in filter(is_seed, op.attributes)
            ),
            *(
                {"name": name, "text": "where results are, by default PyTorch's default device"}
                for name in _device(op)
            ),
        ],
        "returns": [{"name": r.name, "text": _result_text(op, r)} for r in op.public_results],
        "requirements": list(map(docstring_text, prose.requirements(op))),
        "refusals": list(map(docstring_text, prose.refusals(op))),
    }


def _result_text(op: Op, result: Result) -> str:
    dtypes = _dtypes_text(op, result.type_variable)
    return f"tensors of {dtypes}" if result.is_variadic else f"tensor of {dtypes}"


def _describe(op: Op, argument: Operand | Attribute) -> str:
    if isinstance(argument, Attribute):
        is_word = argument.kind is AttributeKind.ENUM
        text = " or ".join(argument.choices) if is_word else _KINDS[argument.kind]
        return f"{text}, or None" if argument.flag else text
    dtypes = _dtypes_text(op, argument.type_variable)
    return {
        Arity.SINGLE: f"tensor of {dtypes}",
        Arity.OPTIONAL: f"tensor of {dtypes}, or None",
        Arity.VARIADIC: f"tensors of {dtypes}",
    }[argument.arity]


_KINDS: Final = {
    AttributeKind.I64: "integer",
    AttributeKind.F64: "number",
    AttributeKind.F32: "number, rounded to single precision",
    AttributeKind.BOOL: "truth value",
    AttributeKind.STR: "text",
    AttributeKind.DTYPE: "element type",
    AttributeKind.SHAPE: "sizes",
    AttributeKind.SEED: "integer to draw from, drawn from the generator where it isn't given",
    AttributeKind.I64_ARRAY: "integers",
    AttributeKind.F64_ARRAY: "numbers",
    AttributeKind.BOOL_ARRAY: "truth values",
}


def _dtypes_text(op: Op, variable: str) -> str:
    names = [TORCH_DTYPES[dtype] for dtype in op.type_variable(variable).dtypes]
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
