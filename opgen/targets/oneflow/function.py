"""How an operator looks in Python in OneFlow: its parameters, its docstring, what it calls.

Knows the order of arguments of the functions that operators have in C++: operands, attributes,
and whether to work in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.ops import Attribute, AttributeKind, DType, Op, Operand, Result, SampleTensor
from opgen.targets import prose
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.headers import description_of, summary_of
from opgen.targets.python import (
    attribute_annotations,
    docstring_text,
    is_seed,
    literal,
    may_be_none,
    operand_annotations,
    parameters,
)

_OPERANDS: Final = operand_annotations("oneflow.Tensor")
_ATTRIBUTES: Final = attribute_annotations("oneflow.dtype", "int | None")


def in_place_name(op: Op) -> str:
    """Return the parameter that asks for the variant in place; empty if there is none."""
    return free_name("inplace", argument_names(op)) if op.inplace else ""


def argument_order(op: Op) -> list[str]:
    """Return the names of the arguments of the function in C++, in its order."""
    names = [parameter.name for parameter in parameters(op, dtype_text)]
    return [*names, *filter(None, [in_place_name(op)])]


def function_view(op: Op) -> dict[str, object]:
    """Return what the Python module of ``op`` prints."""
    pieces = list(_parameters(op))
    arguments, counts = list(_arguments(op)), _counts(op)
    is_runtime_used = bool(counts) or any("opgen_oneflow" in text for text in arguments)
    imported = f"from {op.library.name}_oneflow import {op.name}"
    return {
        **_documentation(op),
        "name": op.name,
        "parameters": pieces,
        "returns": _returns(op),
        "example": _example(op, op.name, imported),
        "arguments": arguments,
        "counts": counts,
        "uses_sequence": any("Sequence" in text for text in pieces),
        "uses_runtime": is_runtime_used,
    }


def built_in_view(op: Op) -> dict[str, object]:
    """Return what is said of the function of ``op`` where OneFlow itself has it."""
    pieces = ", ".join(_parameters(op)).replace("oneflow.Tensor", "Tensor")
    returns = _returns(op).replace("oneflow.Tensor", "Tensor")
    return {
        **_documentation(op),
        "signature": docstring_text(f"{op.registered_name}({pieces}) -> {returns}"),
        "example": _example(op, f"oneflow._C.{op.registered_name}"),
    }


def _documentation(op: Op) -> dict[str, object]:
    return {
        "registered": op.registered_name,
        "summary": docstring_text(summary_of(op).rstrip(".")),
        "description": docstring_text(description_of(op)).splitlines(),
        "arguments_text": list(_arguments_text(op)),
        "results_text": [f"{r.name}: {prose.result_text(op, r)}." for r in op.public_results],
        "note": _note(op),
    }


def dtype_text(dtype: DType) -> str:
    """Return an element type as an expression."""
    return f"oneflow.{prose.DTYPE_NAMES[dtype]}"


def _parameters(op: Op) -> Iterator[str]:
    marked = False
    for parameter in parameters(op, dtype_text):
        if parameter.keyword_only and not marked:
            marked = True
            yield "*"
        default = f" = {parameter.default}" if parameter.default else ""
        yield f"{parameter.name}: {_annotation(parameter.argument)}{default}"
    if op.inplace:
        yield f"{in_place_name(op)}: bool = False"


def _annotation(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return _OPERANDS[argument.arity]
    return may_be_none(argument, _ATTRIBUTES[argument.kind])


def _returns(op: Op) -> str:
    kinds = [_result(result) for result in op.public_results]
    return kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"


def _result(result: Result) -> str:
    return "list[oneflow.Tensor]" if result.is_variadic else "oneflow.Tensor"


def _arguments_text(op: Op) -> Iterator[str]:
    for parameter in parameters(op, dtype_text):
        argument = parameter.argument
        text = _argument_text(op, argument)
        yield f"{parameter.name} ({_annotation(argument)}): {text}."
    if op.inplace:
        pairs = [f"{pair.result} over {pair.operand}" for pair in op.inplace]
        yield f"{in_place_name(op)} (bool): Writes {prose.listed(pairs, 'and')}."


def _argument_text(op: Op, argument: Operand | Attribute) -> str:
    text = prose.argument_text(op, argument)
    return f"{text}; drawn where it isn't given" if is_seed(argument) else text


def _example(op: Op, function: str, *imports: str) -> list[str]:
    """Return a session with the first sample; none where an operand is more than numbers."""
    if not op.samples or any(map(is_seed, op.attributes)):
        return []
    sample = op.samples[0]
    given = {name: tensor for name, tensor in sample.operands if tensor is not None}
    if not given or not all(_is_plain(op, name, tensor) for name, tensor in given.items()):
        return []
    hidden = {a.name for a in op.attributes if a.is_flag}
    chosen = {name: value for name, value in sample.attributes if name not in hidden}
    required = any(a.default is None and a.name not in chosen for a in op.attributes)
    is_typed = any(a.kind is AttributeKind.DTYPE for a in op.attributes)
    if required or is_typed:
        return []
    lines = [
        f"{name} = oneflow.rand({', '.join(map(str, tensor.shape)) or '()'})"
        for name, tensor in given.items()
        if isinstance(tensor, SampleTensor)
    ]
    arguments = [f"{name}={name}" for name in given]
    arguments += [f"{name}={literal(value)}" for name, value in chosen.items()]
    results = ", ".join(result.name for result in op.public_results)
    call = f"{results} = {function}({', '.join(arguments)})"
    return ["import oneflow", *imports, *lines, call]


def _is_plain(op: Op, name: str, tensor: object) -> bool:
    operand = next(operand for operand in op.operands if operand.name == name)
    accepts = op.type_variable(operand.type_variable).dtypes
    return isinstance(tensor, SampleTensor) and DType.F32 in accepts


def _note(op: Op) -> str:
    if op.is_differentiable:
        return ""
    # What OneFlow says doesn't name the operator.
    return (
        f"{op.name} has no gradient: its results don't require one, and backward() from them ends "
        'with "element 0 of tensors does not require grad".'
    )


def _arguments(op: Op) -> Iterator[str]:
    for parameter in parameters(op, dtype_text):
        argument = parameter.argument
        is_dtype = isinstance(argument, Attribute) and argument.kind is AttributeKind.DTYPE
        if is_dtype and parameter.default == "None":
            yield f"{argument.name} and opgen_oneflow.dtype_number({argument.name})"
        else:
            yield f"opgen_oneflow.dtype_number({argument.name})" if is_dtype else argument.name
    yield from filter(None, [in_place_name(op)])


def _counts(op: Op) -> str:
    """Return how many tensors each result is, as a tuple; empty where each is one."""
    results = op.public_results
    if not any(result.is_variadic for result in results):
        return ""
    numbers = {a.name for a in op.attributes if a.kind is AttributeKind.I64}
    counts = [r.count if r.count in numbers else f"len({r.count})" for r in results]
    texts = [c if r.count else "None" for r, c in zip(results, counts, strict=True)]
    return f"({', '.join(texts)}{',' * (len(texts) == 1)})"
