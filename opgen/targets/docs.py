"""The ``docs`` target: a page in Markdown for each operator, and an index for each library.

A page says what the spec says, once for all targets: how the operator is called, what it takes,
what it computes, what its gradients are, what it refuses. Knows the model and how the Python
targets declare functions; formulas are printed in TeX, which GitHub and most renderers of Markdown
show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    Attribute,
    AttributeKind,
    BoundArgument,
    Device,
    ErrorSample,
    GradientRule,
    Hook,
    Library,
    Op,
    Operand,
    OpSet,
    Result,
    Sample,
    SampleTensor,
    Trait,
    ValueKind,
)
from opgen.ops.formulas.tex import formula_tex
from opgen.ops.names import variant_in_place
from opgen.outputs import Ownership, RelPath
from opgen.targets import cpp, numpy_function, prose, python
from opgen.targets.base import Output
from opgen.targets.headers import (
    aggregate_header,
    description_of,
    owned_header,
    printable,
    summary_of,
)
from opgen.targets.pytorch_binding import schema, schema_in_place
from opgen.targets.pytorch_function import signature as torch_signature
from opgen.targets.pytorch_types import result_annotation

_DEVICE_NAMES: Final = {Device.CPU: "CPU", Device.CUDA: "CUDA", Device.NPU: "NPU"}

_MARKUP: Final = re.compile(r"([\\`*\[\]<>|]|(?<!\w)_|_(?!\w))")
"""What means something in the text of a page or in a cell of a table."""

_TRAITS: Final = {
    Trait.PURE: "The results depend on the arguments only.",
    Trait.ELEMENTWISE: "Element `i` of a result depends on elements `i` of the operands.",
    Trait.NO_GRAD: "No operand has a gradient.",
    Trait.SUPPORT_NON_CONTIGUOUS: "Tensors with gaps are taken as they are.",
}


class DocsTarget:
    """Writes ``docs/<library>/<op>.md`` and ``docs/<library>/README.md``."""

    name: Final = "docs"
    requires: Final[tuple[str, ...]] = ()
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output]:
        """Yield the pages of all operators and libraries; nothing is reported."""
        del diagnostics
        for library in model.libraries:
            yield _index(library, model.in_library(library))
        for op in model.ops:
            yield _page(op, model)


def _index(library: Library, ops: Sequence[Op]) -> Output:
    view = {
        "header": _comment(aggregate_header(library.name)),
        "library": library.name,
        "summary": _text(" ".join(printable(library.summary).split())),
        "ops": list(map(_row, ops)),
    }
    path = RelPath(f"docs/{library.name}/README.md")
    return Output(path, "docs/library.md.j2", view, Ownership.OWNED)


def _row(op: Op) -> dict[str, str]:
    return {
        "name": op.name,
        "summary": _text(summary_of(op)),
        "devices": ", ".join(_DEVICE_NAMES[support.device] for support in op.devices),
        "body": "formula" if op.formula else "by hand",
        "gradient": ", ".join(f"[{rule.op}]({rule.op}.md)" for rule in op.gradient),
    }


def _page(op: Op, model: OpSet) -> Output:
    directory = f"docs/{op.library.name}"
    path = RelPath(f"{directory}/{op.name}.md")
    is_here = bool(op.renamed_from) and "." not in op.renamed_from
    previous = RelPath(f"{directory}/{op.renamed_from}.md") if is_here else None
    return Output(path, "docs/op.md.j2", _view(op, model), Ownership.OWNED, op, previous)


def _view(op: Op, model: OpSet) -> dict[str, object]:
    return {
        "header": _comment(owned_header(op.origin)),
        "id": op.id,
        "origin": _text(printable(op.origin)),
        "summary": _text(summary_of(op)),
        "description": description_of(op).splitlines(),
        "signatures": list(_signatures(op)),
        "schemas": [schema(op), *([schema_in_place(op)] if op.inplace else [])],
        "symbols": [cpp.infer_symbol(op), *(_kernel_symbols(op))],
        "operands": [
            {"name": operand.name, "text": _text(prose.operand_text(op, operand))}
            for operand in op.operands
        ],
        "attributes": list(map(_attribute, op.attributes)),
        "results": [
            {"name": result.name, "text": _text(prose.result_text(op, result))}
            for result in op.results
        ],
        "saved": [r.name for r in op.results if r.name in op.saved],
        "devices": [_DEVICE_NAMES[support.device] for support in op.devices],
        "dtypes": [_dtype_row(op, variable.name) for variable in op.types],
        "requirements": list(map(_code, prose.requirements(op))),
        "formula": formula_tex(op.formula) if op.formula else "",
        "gradients": [_gradient(op, rule, model) for rule in op.gradient],
        "no_gradient": [o.name for o in op.operands if o.name in op.nondiff],
        "properties": [_TRAITS[t] for t in _TRAITS if t in op.traits],
        "in_place": {
            "name": variant_in_place(op.name),
            "pairs": [{"operand": p.operand, "result": p.result} for p in op.inplace],
        },
        "calls": [_arguments(sample) for sample in op.samples if not sample.is_added],
        "refused": [_refused(error) for error in op.errors if error.message],
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


def _attribute(attribute: Attribute) -> dict[str, str]:
    default = "drawn" if attribute.kind is AttributeKind.SEED else "must be given"
    if attribute.default is not None:
        value = python.value_literal(attribute.default, attribute.kind, numpy_function.dtype_text)
        default = _code(value)
    return {
        "name": attribute.name,
        "text": _text(prose.attribute_text(attribute)),
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


def _gradient(op: Op, rule: GradientRule, model: OpSet) -> dict[str, object]:
    backward = model.backward_op(op, rule)
    pairs = zip(rule.targets, backward.results, strict=True)
    return {
        "op": rule.op,
        "call": f"{rule.op}({', '.join(map(_bound, rule.arguments))})",
        "targets": [{"operand": o, "result": r.name} for o, r in pairs if o is not None],
        "formula": formula_tex(backward.formula) if backward.formula else "",
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


def _refused(error: ErrorSample) -> dict[str, str]:
    return {"call": _arguments(error.sample), "message": _text(printable(error.message))}


def _arguments(sample: Sample) -> str:
    """Return the arguments of a sample: the shapes of tensors, the values of attributes."""
    given = [f"{name}: {_shape(tensor)}" for name, tensor in sample.operands]
    given += [f"{name}={python.literal(value)}" for name, value in sample.attributes]
    return _code(", ".join(given)) if given else "no arguments"


def _shape(tensor: SampleTensor | tuple[SampleTensor, ...] | None) -> str:
    if isinstance(tensor, tuple):
        return f"({', '.join(map(_shape, tensor))})"
    if tensor is None:
        return "None"
    return f"[{', '.join(map(str, tensor.shape))}]"


def _text(text: str) -> str:
    r"""Return ``text`` such that Markdown shows it as it is; code in backticks stays code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _MARKUP.sub(r"\\\1", text)
    escaped = [_MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    code = [_code(part) if part else "" for part in parts[1::2]]
    return "".join(piece for pair in zip(escaped, [*code, ""], strict=True) for piece in pair)


def _code(text: str) -> str:
    """Return ``text`` as code in one line, also in a cell of a table."""
    line = " ".join(printable(text).split()).replace("|", r"\|")
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def _comment(text: str) -> str:
    return text.replace("--", "- -")
