"""The ``numpy`` target: a Python package over the kernels that needs no framework.

For each operator its public function and, where there is a gradient, the function that pulls
cotangents back. Knows the model and the runtime that templates lay out beside the packages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    BoundArgument,
    DType,
    GradientRule,
    Hook,
    Library,
    Op,
    Operand,
    OpSet,
    ValueKind,
)
from opgen.outputs import Ownership, RelPath
from opgen.targets import prose
from opgen.targets.base import Output, op_path
from opgen.targets.cpp import argument_names, free_name, takes_strides
from opgen.targets.headers import (
    RUNTIME_HEADER,
    aggregate_header,
    description_of,
    owned_header,
    printable,
    summary_of,
)
from opgen.targets.python import Parameter, docstring_text, literal, parameters

_ATTRIBUTE_TYPES: Final = {
    AttributeKind.I64: "int",
    AttributeKind.F64: "float",
    AttributeKind.F32: "float",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "str",
    AttributeKind.I64_ARRAY: "Sequence[int]",
    AttributeKind.F64_ARRAY: "Sequence[float]",
    AttributeKind.BOOL_ARRAY: "Sequence[bool]",
}

_OPERAND_TYPES: Final = {
    Arity.SINGLE: "ArrayLike",
    Arity.OPTIONAL: "ArrayLike | None",
    Arity.VARIADIC: "Sequence[ArrayLike]",
}

_ARRAY: Final = "NDArray[Any]"


class NumpyTarget:
    """Writes ``numpy/<library>/``, a package of one module for each operator."""

    name: Final = "numpy"
    requires: Final = ("kernels", "samples")
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output]:
        """Yield the files of every operator and library; nothing is reported."""
        del diagnostics
        if model.ops:
            yield _runtime()
        for library in model.libraries:
            yield _package(library, model.in_library(library))
        for op in model.ops:
            yield _module(op)


def _runtime() -> Output:
    dtypes = [
        {"numpy": prose.DTYPE_NAMES[dtype], "code": f"0x{dtype.packed:05X}"} for dtype in DType
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
    return [op.name, f"{op.name}_vjp"] if op.is_differentiable else [op.name]


def _module(op: Op) -> Output:
    path, previous = op_path(f"numpy/{op.library.name}", op, "__init__.py")
    return Output(path, "numpy/op.py.j2", _view(op), Ownership.OWNED, op, previous)


def _view(op: Op) -> dict[str, object]:
    ordered = parameters(op)
    annotated = [_annotation(parameter.argument) for parameter in ordered]
    return {
        "header": owned_header(op.origin),
        "op": op.name,
        "library": op.library.name,
        "summary": _first_line(summary_of(op)),
        "description": docstring_text(description_of(op)).splitlines(),
        "parameters": _declared(ordered),
        "returns": _tuple_type([_ARRAY] * len(op.results)),
        "arguments_text": [_argument_text(op, parameter) for parameter in ordered],
        "results_text": [f"{r.name}: {prose.result_text(op, r)}." for r in op.results],
        "uses_sequence": any("Sequence" in annotation for annotation in annotated),
        "operands": list(map(_operand_value, op.operands)),
        "results": [f'"{result.name}"' for result in op.results],
        "attributes": [f'("{a.name}", "{a.kind.value}")' for a in op.attributes],
        "takes_strides": takes_strides(op),
        "call_arguments": _passed(op),
        "vjp": _vjp_view(op, ordered) if op.is_differentiable else None,
    }


def _first_line(text: str) -> str:
    """Return ``text`` as the first line of a docstring, to which a full stop is added."""
    escaped = docstring_text(text.rstrip("."))
    return f"\\{escaped}" if escaped.startswith('"') else escaped


def _annotation(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return _OPERAND_TYPES[argument.arity]
    return _ATTRIBUTE_TYPES[argument.kind]


def _declared(ordered: Sequence[Parameter]) -> list[str]:
    declared: list[str] = []
    for parameter in ordered:
        if parameter.keyword_only and "*" not in declared:
            declared.append("*")
        default = f" = {parameter.default}" if parameter.default else ""
        declared.append(f"{parameter.name}: {_annotation(parameter.argument)}{default}")
    return declared


def _tuple_type(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"tuple[{', '.join(items)}]"


def _argument_text(op: Op, parameter: Parameter) -> str:
    argument = parameter.argument
    if isinstance(argument, Operand):
        text = prose.operand_text(op, argument)
    else:
        text = prose.attribute_text(argument)
    return f"{parameter.name}: {text}."


def _operand_value(operand: Operand) -> str:
    arity = "" if operand.arity is Arity.SINGLE else f', "{operand.arity.value}"'
    return f'opgen_runtime.Operand("{operand.name}", "{operand.type_variable}"{arity})'


def _passed(op: Op) -> list[str]:
    """Return what a function with the op's parameters passes to its ``Operator``."""
    operands = _tuple([operand.name for operand in op.operands])
    attributes = [attribute.name for attribute in op.attributes]
    return [operands, *([_tuple(attributes)] if attributes else [])]


def _tuple(items: Sequence[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _vjp_view(op: Op, ordered: Sequence[Parameter]) -> dict[str, object]:
    names = _Names.of(op)
    several = len(op.results) > 1
    cotangents = [names.cotangents[result.name] for result in op.results]
    kind = "ArrayLike | None" if several else "ArrayLike"
    bound = [argument for rule in op.gradient for argument in rule.arguments]
    return {
        "parameters": [*(f"{name}: {kind}" for name in cotangents), *_declared(ordered)],
        "returns": _vjp_type(op),
        "cotangents": cotangents,
        "may_be_missing": several,
        "package": names.package,
        "arguments_text": [
            f"{names.cotangents[r.name]}: Cotangent of {r.name}, with its shape and dtype"
            + ("; `None` stands for zeros." if several else ".")
            for r in op.results
        ],
        "needs_results": any(argument.kind is ValueKind.RESULT for argument in bound),
        "results": [result.name for result in op.results],
        "rules": [_rule_view(rule, names) for rule in op.gradient],
        "gradients": [_gradient(op, operand, names) for operand in op.operands],
    }


@dataclass(frozen=True, slots=True)
class _Names:
    """The names that a ``vjp`` function uses beside those of the spec.

    Attributes:
        cotangents: For each result, the parameter with its cotangent.
        gradients: For each operand, the local with its gradient.
        package: The module of the library.
    """

    cotangents: dict[str, str]
    gradients: dict[str, str]
    package: str

    @classmethod
    def of(cls, op: Op) -> _Names:
        taken = argument_names(op)
        cotangents = {r.name: free_name(f"d{r.name}", taken) for r in op.results}
        taken |= set(cotangents.values())
        gradients = {o.name: free_name(f"grad_{o.name}", taken) for o in op.operands}
        taken |= {*gradients.values(), op.name, f"{op.name}_vjp"}
        return cls(cotangents, gradients, free_name(op.library.name, taken))


def _vjp_type(op: Op) -> str:
    targets = _targets(op)
    types = [
        "None"
        if operand.name not in targets
        else _ARRAY
        if operand.arity is Arity.SINGLE
        else f"{_ARRAY} | None"
        for operand in op.operands
    ]
    return f"tuple[{', '.join(types)}]"


def _targets(op: Op) -> set[str]:
    return {target for rule in op.gradient for target in rule.targets if target is not None}


def _rule_view(rule: GradientRule, names: _Names) -> dict[str, object]:
    targets = ["_" if target is None else names.gradients[target] for target in rule.targets]
    return {
        "targets": ", ".join(targets),
        "function": f"{names.package}.{rule.op}",
        "arguments": [_bound_value(argument, names) for argument in rule.arguments],
    }


def _bound_value(argument: BoundArgument, names: _Names) -> str:
    if argument.kind is ValueKind.ABSENT:
        return "None"
    if argument.kind is ValueKind.LITERAL:
        return f"{argument.parameter}={literal(argument.literal)}"
    if argument.kind is ValueKind.RESULT_GRADIENT:
        return names.cotangents[argument.name]
    if argument.kind is ValueKind.ATTRIBUTE:
        return f"{argument.parameter}={argument.name}"
    return argument.name


def _gradient(op: Op, operand: Operand, names: _Names) -> str:
    if operand.name not in _targets(op):
        return "None"
    gradient = names.gradients[operand.name]
    if operand.arity is Arity.OPTIONAL:
        return f"None if {operand.name} is None else {gradient}"
    return gradient
