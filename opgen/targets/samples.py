"""The ``samples`` target: what to try an operator with, shared by the checks of all frameworks.

For each operator a JSON file of its interface and samples, and a Python module with its
reference over NumPy arrays where the spec has one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    Device,
    DType,
    ErrorSample,
    GradientRule,
    Hook,
    Op,
    OpSet,
    PromotionMode,
    Result,
    Sample,
    SampleTensor,
    ValueKind,
)
from opgen.ops.added_samples import misfit
from opgen.ops.domains import Range, ranges
from opgen.ops.formulas.interface import split_of
from opgen.ops.optional_attributes import flags_of
from opgen.ops.reference import reference_body
from opgen.ops.sbp import sample_signatures
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, Output
from opgen.targets.numpy_formula import reference_lines
from opgen.targets.python import literal

_FUNCTIONS: Final = (
    "_sizes_of",
    "_turned",
    "_largest",
    "_smallest",
    "_reduced",
    "_back",
    "_axes_of",
    "_expanded",
    "_left",
)
"""The functions of the template that a reference made of a formula calls."""


class SamplesTarget:
    """Writes ``samples/<library>/<op>.json`` and ``samples/<library>/<op>.py``."""

    name: Final = "samples"
    requires: Final[tuple[str, ...]] = ()
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator; nothing is reported."""
        del diagnostics
        for op in model.ops:
            yield OpOutputs(op, _op_outputs)


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    yield _output(op, ".json", "samples/op.json.j2", view={"document": _document(op, family)})
    if has_reference(op):
        yield _output(op, ".py", "samples/reference.py.j2", view=reference_view(op))


def _output(op: Op, suffix: str, template: str, *, view: dict[str, object]) -> Output:
    directory = f"samples/{op.library.name}"
    path = RelPath(f"{directory}/{op.name}{suffix}")
    is_here = bool(op.renamed_from) and "." not in op.renamed_from
    previous = RelPath(f"{directory}/{op.renamed_from}{suffix}") if is_here else None
    return Output(path, template, view, Ownership.OWNED, op, previous)


def _document(op: Op, family: OpSet) -> str:
    document = {
        "library": op.library.name,
        "op": op.name,
        "origin": op.origin,
        "operands": [
            {"name": o.name, "arity": o.arity.value, "type": o.type_variable} for o in op.operands
        ],
        "results": [_result(op, result) for result in op.results],
        "attributes": [_attribute(attribute) for attribute in op.public_attributes],
        "types": {v.name: _spelled(_served(op, v.name)) for v in op.types},
        **dict(_calls(op)),
        "differentiable": [o.name for o in op.operands if o.name in op.differentiated],
        **({"forward_mode": True} if _has_tangents(op, family) else {}),
        **dict(_trials(op)),
        "samples": [_sample(op, sample) for sample in op.samples],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _has_tangents(op: Op, family: OpSet) -> bool:
    """Whether tangents of results can be had: by the gradients that its gradients have.

    A framework may have them elsewhere, too.
    """
    are_single = all(operand.arity is Arity.SINGLE for operand in op.operands)
    if not op.gradient or not are_single or any(result.is_variadic for result in op.results):
        return False
    return all(_is_differentiable(rule, op, family) for rule in op.gradient)


def _is_differentiable(rule: GradientRule, op: Op, family: OpSet) -> bool:
    """Whether a backward op has gradients for its cotangents, of nothing that is thrown away."""
    backward = family.backward_op(op, rule)
    cotangents = {a.parameter for a in rule.arguments if a.kind is ValueKind.RESULT_GRADIENT}
    pairs = zip(backward.results, rule.targets, strict=True)
    unused = {result.name for result, target in pairs if target is None}
    passed = {a.name for further in backward.gradient for a in further.arguments}
    return bool(cotangents) and cotangents <= backward.differentiated and not unused & passed


def _served(op: Op, variable: str) -> tuple[DType, ...]:
    """Return the element types that can be tried: those of the CPU, where there is a kernel."""
    is_on_cpu = op.support(Device.CPU) is not None
    return op.dtypes_on(Device.CPU, variable) if is_on_cpu else op.type_variable(variable).dtypes


def _spelled(dtypes: Iterable[DType]) -> list[str]:
    return [dtype.spelling for dtype in dtypes]


def _result(op: Op, result: Result) -> dict[str, object]:
    document: dict[str, object] = {"name": result.name, "type": result.type_variable}
    if result.name in op.saved:
        document["saved"] = True
    return document


def _attribute(attribute: Attribute) -> dict[str, object]:
    is_seed = attribute.kind is AttributeKind.SEED
    document: dict[str, object] = {
        "name": attribute.name,
        "kind": attribute.kind.value,
        "default": 0 if is_seed else attribute.default,
    }
    if attribute.flag:
        document |= {"default": None, "flag": attribute.flag, "absent": attribute.default}
    if attribute.type_variable:
        document["type"] = attribute.type_variable
    return document


def _calls(op: Op) -> Iterator[tuple[str, object]]:
    """Yield what the document says of calls, where the op has something of it."""
    refused = {
        v.name: _spelled(d for d in v.dtypes if d not in _served(op, v.name)) for v in op.types
    }
    if any(refused.values()):
        yield "not_on_cpu", refused
    if op.promotion is not None:
        yield (
            "promotes",
            {
                "operands": op.promotion.operands,
                "float_if_int": op.promotion.mode is PromotionMode.FLOAT_IF_INT,
            },
        )
    if op.inplace:
        yield "in_place", [[pair.operand, pair.result] for pair in op.inplace]


def _trials(op: Op) -> Iterator[tuple[str, object]]:
    """Yield what the document says of trials beside samples, where there is something."""
    if op.tolerances:
        yield "tolerances", {dtype.spelling: value for dtype, value in op.tolerances}
    if op.errors:
        yield "errors", [_error(op, error) for error in op.errors]


def _error(op: Op, error: ErrorSample) -> dict[str, object]:
    """Return a call that has to be refused, by the shape rule or by the kernel alone."""
    by_rule = misfit(op, error.sample) is not None
    return _arguments(op, error.sample) | {"message": error.message, "by_rule": by_rule}


def _arguments(op: Op, sample: Sample) -> dict[str, object]:
    flags = set(flags_of(op.attributes).values())
    return {
        "name": sample.name,
        "operands": {name: _tensor(tensor) for name, tensor in sample.operands},
        "attributes": {name: value for name, value in sample.attributes if name not in flags},
    }


def _sample(op: Op, sample: Sample) -> dict[str, object]:
    document = _arguments(op, sample)
    if sample.is_added:
        document["added"] = True
    domains = {name: _domain(values) for name, values in ranges(op, sample).items()}
    if domains:
        document["domains"] = domains
    signatures = sample_signatures(op, sample)
    if signatures:
        document["signatures"] = [str(signature) for signature in signatures]
    return document


def _domain(values: Range) -> dict[str, object]:
    return {
        "low": values.low,
        "high": values.high,
        "includes": list(values.includes),
        "avoided": list(values.avoided),
    }


def _tensor(tensor: SampleTensor | tuple[SampleTensor, ...] | None) -> object:
    if tensor is None:
        return None
    if isinstance(tensor, tuple):
        return [_tensor(part) for part in tensor]
    return {"shape": list(tensor.shape), "layout": tensor.layout.value}


def has_reference(op: Op) -> bool:
    """Whether there is a reference of ``op`` over NumPy arrays."""
    return bool(op.reference.strip()) or op.formula is not None


def reference_view(op: Op) -> dict[str, object]:
    """Return what is printed of the reference of ``op``: parameters, body, what it calls."""
    names = [o.name for o in op.operands] + [a.name for a in op.public_attributes]
    lines = _reference_lines(op)
    body = "\n".join(lines)
    return {
        "origin": op.origin,
        "op": op.name,
        "parameters": names,
        "body": lines,
        "functions": [name for name in _FUNCTIONS if f"{name}(" in body or f"({name}," in body],
        "uses_math": "math." in body,
        "uses_numpy": "np." in body or "_sizes" in body or "uniform(" in body or "normal(" in body,
        "uses_sum_to": "sum_to(" in body,
        "draws": [name for name in ("uniform", "normal") if f"{name}(" in body],
    }


def _reference_lines(op: Op) -> list[str]:
    """Return the body of the reference: the spec's own, else what the formula says."""
    if op.reference.strip() or op.formula is None:
        return reference_body(op.reference).splitlines()
    split = split_of(op)
    lines = reference_lines(op.formula, split.keepdim if split else "")
    return [*_flag_lines(op), *lines]


def _flag_lines(op: Op) -> Iterator[str]:
    """Yield what a reference made of a formula needs of attributes that may be absent."""
    for attribute in op.public_attributes:
        if attribute.flag:
            name, absent = attribute.name, literal(attribute.default)
            yield f"{attribute.flag} = {name} is not None"
            yield f"{name} = {name} if {attribute.flag} else {absent}"
