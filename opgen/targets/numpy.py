"""The ``numpy`` target: a Python package over the kernels that needs no framework.

For each operator its public function, the variant in place if the spec asks for one and, where
there is a gradient, the function that pulls cotangents back. Knows the model and the runtime
that templates lay out beside the packages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    WIDER,
    Arity,
    Attribute,
    AttributeKind,
    Device,
    DType,
    Hook,
    Library,
    Op,
    Operand,
    OpSet,
    PromotionMode,
    Result,
    Trait,
)
from opgen.ops.names import variant_in_place
from opgen.outputs import Ownership, RelPath
from opgen.targets import prose
from opgen.targets.base import OpOutputs, Output, is_served, op_path
from opgen.targets.cpp import takes_strides
from opgen.targets.headers import (
    RUNTIME_HEADER,
    aggregate_header,
    description_of,
    owned_header,
    printable,
    summary_of,
)
from opgen.targets.numpy_function import (
    bare_tuple,
    declared,
    draws,
    dtype_text,
    generator_name,
    passed,
    result_type,
    seed_name,
    tuple_type,
)
from opgen.targets.numpy_vjp import vjp_view
from opgen.targets.python import argument_text, docstring_text, kept_results, literal, parameters


class NumpyTarget:
    """Writes ``numpy/<library>/``, a package of one module for each operator."""

    name: Final = "numpy"
    requires: Final = ("kernels", "samples")
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library; report operators without a kernel."""
        served = OpSet(tuple(op for op in model.ops if is_served(op, _problem(op), diagnostics)))
        if served.ops:
            yield _runtime()
        for library in served.libraries:
            yield _package(library, served.in_library(library))
        for op in served.ops:
            yield OpOutputs(op, _op_outputs)


def _problem(op: Op) -> tuple[str, str]:
    """Return what keeps NumPy from having ``op``, and what to do about it."""
    if op.support(Device.CPU) is not None:
        return "", ""
    return (
        f'NumPy runs on the CPU, where op "{op.name}" has no kernel',
        "add CPU<> to `devices`, or leave the target numpy out for this spec",
    )


def _runtime() -> Output:
    dtypes = [
        {
            "name": dtype.spelling,
            "numpy": prose.DTYPE_NAMES[dtype],
            "code": f"0x{dtype.packed:05X}",
            "wider": [prose.DTYPE_NAMES[wide] for wide in WIDER[dtype]],
        }
        for dtype in DType
    ]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    path = RelPath("numpy/opgen_runtime.py")
    return Output(path, "numpy/opgen_runtime.py.j2", view, Ownership.OWNED)


def _package(library: Library, ops: Sequence[Op]) -> Output:
    summary = _first_line(" ".join(printable(library.summary).split()))
    view = {
        "header": aggregate_header(library.name),
        "summary": summary or f"The operators of {library.name}",
        "library": library.name,
        "imports": [_import(op) for op in ops],
        "exports": sorted(name for op in ops for name in _exports(op)),
    }
    path = RelPath(f"numpy/{library.name}/__init__.py")
    return Output(path, "numpy/package.py.j2", view, Ownership.OWNED)


def _import(op: Op) -> dict[str, object]:
    return {"module": f"{op.library.name}.{op.name}", "names": _exports(op)}


def _exports(op: Op) -> list[str]:
    names = [op.name]
    if op.inplace:
        names.append(variant_in_place(op.name))
    if op.is_differentiable:
        names.append(f"{op.name}_vjp")
    return names


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    path, previous = op_path(f"numpy/{op.library.name}", op, "__init__.py")
    yield Output(path, "numpy/op.py.j2", _view(op, family), Ownership.OWNED, op, previous)


def _view(op: Op, model: OpSet) -> dict[str, object]:
    ordered = parameters(op, dtype_text)
    texts = [argument_text(op, parameter) for parameter in ordered]
    pieces = declared(op, ordered)
    annotations = " ".join(pieces)
    return {
        "header": owned_header(op.origin),
        "op": op.name,
        "library": op.library.name,
        "summary": _first_line(summary_of(op)),
        "description": docstring_text(description_of(op)).splitlines(),
        "parameters": pieces,
        "returns": tuple_type([result_type(result) for result in op.public_results]),
        "arguments_text": [*texts, *_generator_text(op)],
        "results_text": [f"{r.name}: {prose.result_text(op, r)}." for r in op.public_results],
        "requirements": list(map(docstring_text, prose.requirements(op))),
        "refusals": list(map(docstring_text, prose.refusals(op))),
        "uses_sequence": "Sequence" in annotations,
        "uses_dtype": "DTypeLike" in annotations,
        "uses_numpy": draws(op),
        "operands": list(map(_operand_value, op.operands)),
        "results": list(map(_result_value, op.results)),
        "attributes": list(map(_attribute_value, op.public_attributes)),
        "options": list(_options(op)),
        "draw": _draw_view(op),
        "call_arguments": passed(op),
        "kept": kept_results(op),
        "in_place": _in_place_view(op) if op.inplace else None,
        "vjp": vjp_view(op, model) if op.is_differentiable else None,
    }


def _first_line(text: str) -> str:
    """Return ``text`` as the first line of a docstring, to which a full stop is added."""
    escaped = docstring_text(text.rstrip("."))
    return f"\\{escaped}" if escaped.startswith('"') else escaped


def _generator_text(op: Op) -> list[str]:
    if not draws(op):
        return []
    return [f"{generator_name(op)}: What gives a seed where none is given; else NumPy's own."]


def _operand_value(operand: Operand) -> str:
    arity = "" if operand.arity is Arity.SINGLE else f', "{operand.arity.value}"'
    return f'opgen_runtime.Operand("{operand.name}", "{operand.type_variable}"{arity})'


def _result_value(result: Result) -> str:
    if result.is_variadic:
        return f'opgen_runtime.Many("{result.name}", "{result.count}")'
    return f'"{result.name}"'


def _attribute_value(attribute: Attribute) -> str:
    choices = ""
    if attribute.kind is AttributeKind.ENUM:
        choices = f", {literal(attribute.choices)}"
    optional = "?" if attribute.flag else ""
    return f'("{attribute.name}", "{attribute.kind.value}{optional}"{choices})'


def _options(op: Op) -> Iterator[str]:
    """Yield further arguments of the op's ``Operator``."""
    if takes_strides(op):
        yield "takes_strides=True"
    if op.promotion is not None:
        yield f"promotes={literal(op.promotion.operands)}"
        if op.promotion.mode is PromotionMode.FLOAT_IF_INT:
            yield "float_if_int=True"
    if op.inplace:
        pairs = [f'("{pair.operand}", "{pair.result}")' for pair in op.inplace]
        yield f"in_place=[{', '.join(pairs)}]"
        if Trait.ELEMENTWISE in op.traits:
            yield "shares_memory=True"


def _draw_view(op: Op) -> dict[str, str] | None:
    return {"seed": seed_name(op), "generator": generator_name(op)} if draws(op) else None


def _in_place_view(op: Op) -> dict[str, object]:
    written = {pair.operand: pair.result for pair in op.inplace}
    ordered = parameters(op, dtype_text)
    returned = {pair.result: pair.operand for pair in op.inplace}
    return {
        "name": variant_in_place(op.name),
        "parameters": declared(op, ordered, arrays=frozenset(written)),
        "written": prose.listed(list(written), "and"),
        "results_text": [
            f"{returned[r.name]}: Holds {r.name}."
            if r.name in returned
            else f"{r.name}: {prose.result_text(op, r)}."
            for r in op.public_results
        ],
        "operands": bare_tuple([operand.name for operand in op.operands]),
    }
