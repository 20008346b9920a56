"""Operators as the text of a spec, from which they are read back as they were.

The inverse of the reader, for the vocabulary of the prelude.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from opgen.ops.calls import CPU_ONLY, DeviceSupport, Promotion, PromotionMode
from opgen.ops.dtypes import AttributeKind, AttributeValue, DType
from opgen.ops.op import (
    Arity,
    Attribute,
    BoundArgument,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    GradientRule,
    Kink,
    Library,
    NamedRule,
    Op,
    Operand,
    OpSet,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ShapeFormulas,
    ValueKind,
)
from opgen.ops.optional_attributes import as_given
from opgen.ops.sample import Domain, Layout, Sample, SampleTensor
from opgen.ops.shapes.terms import ShapeCheck
from opgen.ops.shapes.text import term_text

_ATTRIBUTES: Final = {
    AttributeKind.I64: "SI64Attr",
    AttributeKind.F64: "F64Attr",
    AttributeKind.F32: "F32Attr",
    AttributeKind.BOOL: "BoolAttr",
    AttributeKind.STR: "StrAttr",
    AttributeKind.SHAPE: "ShapeAttr",
    AttributeKind.SEED: "SeedAttr",
    AttributeKind.I64_ARRAY: "SI64ArrayAttr",
    AttributeKind.F64_ARRAY: "F64ArrayAttr",
    AttributeKind.BOOL_ARRAY: "BoolArrayAttr",
}
_ARITIES: Final = {
    Arity.SINGLE: "{}",
    Arity.OPTIONAL: "Optional<{}>",
    Arity.VARIADIC: "Variadic<{}>",
}
_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


def model_text(model: OpSet) -> str:
    """Return a spec file with all operators of a model."""
    libraries = [_library_text(library) for library in model.libraries]
    return "\n".join(['include "opgen/OpBase.td"\n', *libraries, *map(op_text, model.ops)])


def _library_text(library: Library) -> str:
    fields = f"  let prefix = {_string(library.prefix)};\n"
    if library.summary:
        fields += f"  let summary = {_string(library.summary)};\n"
    return f"def {_library_name(library)} : Library<{_string(library.name)}> {{\n{fields}}}\n"


def _library_name(library: Library) -> str:
    return f"{library.name}_library"


def op_text(op: Op) -> str:
    """Return the def of an operator; its library is that of :func:`model_text`."""
    traits = sorted(trait.value for trait in op.traits)
    head = f"def {op.class_name}Op : Op<{_string(op.name)}, [{', '.join(traits)}]> {{"
    fields = {
        "library": _library_name(op.library),
        "input": _dag("ins", map(_operand, op.operands)),
        "output": _dag("outs", map(_result, op.results)),
        "attrs": _dag("ins", map(_attribute, op.public_attributes)),
        "types": _list(f"T<{_string(v.name)}, {_dtypes(v.dtypes)}>" for v in op.types),
        **dict(_texts(op)),
        **dict(_calls(op)),
        **dict(_shapes(op)),
        **dict(_gradients(op)),
        **dict(_trials(op)),
        **dict.fromkeys(sorted(hook.value for hook in op.hooks), "1"),
    }
    lines = [f"  let {name} = {value};" for name, value in fields.items()]
    return "\n".join([head, *lines, "}\n"])


def _string(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _strings(items: Iterable[str]) -> str:
    return _list(map(_string, items))


def _dag(operator: str, arguments: Iterable[str]) -> str:
    listed = ", ".join(arguments)
    return f"({operator} {listed})" if listed else f"({operator})"


def _dtype(dtype: DType) -> str:
    return "Bool" if dtype is DType.BOOL else dtype.name


def _dtypes(dtypes: Iterable[DType]) -> str:
    return _list(map(_dtype, dtypes))


def _operand(operand: Operand) -> str:
    tensor = f"TensorOf<{_string(operand.type_variable)}>"
    return f"{_ARITIES[operand.arity].format(tensor)}:${operand.name}"


def _result(result: Result) -> str:
    tensor = f"TensorOf<{_string(result.type_variable)}>"
    if result.is_variadic:
        tensor = f"Variadic<{tensor}, {_string(result.count)}>"
    return f"{tensor}:${result.name}"


def _attribute(attribute: Attribute) -> str:
    kind = attribute.kind
    if kind is AttributeKind.ENUM:
        base = f"EnumAttr<{_strings(attribute.choices)}>"
    elif kind is AttributeKind.DTYPE:
        base = f"DTypeAttr<{_string(attribute.type_variable)}>"
    else:
        base = _ATTRIBUTES[kind]
    if attribute.default is not None:
        text = _value(attribute.default, kind)
        wrapped = f"DefaultValuedAttr<{base}, {_string(text)}>"
        base = f"OptionalAttr<{base}>" if attribute.flag else wrapped
    return f"{base}:${attribute.name}"


def _value(value: AttributeValue | None, kind: AttributeKind) -> str:
    """Return the value of an attribute as text."""
    if kind in {AttributeKind.ENUM, AttributeKind.DTYPE}:
        return str(value)
    return json.dumps(value)


def _texts(op: Op) -> Iterator[tuple[str, str]]:
    for name in ("summary", "description", "reference", "renamed_from", "expr"):
        text = getattr(op, name)
        if text:
            yield name, _string(text)
    if op.registered:
        yield "registered_name", _string(op.registered)
    if op.kink is not Kink.ZERO:
        yield "kink", _string(op.kink.value)


def _calls(op: Op) -> Iterator[tuple[str, str]]:
    if op.devices != CPU_ONLY:
        yield "devices", _list(map(_device, op.devices))
    if op.promotion is not None:
        yield "promote", _promotion(op.promotion)
    rules = [f"ComputeIn<{_dtype(r.dtype)}, {_dtype(r.compute)}>" for r in op.compute_in]
    if rules:
        yield "compute_in", _list(rules)
    pairs = [f"Inplace<{_string(p.operand)}, {_string(p.result)}>" for p in op.inplace]
    if pairs:
        yield "inplace", _list(pairs)
    if op.saved:
        yield "save", _strings(sorted(op.saved))


def _device(support: DeviceSupport) -> str:
    return f"{support.device.name}<{_dtypes(support.dtypes)}, {_strings(support.formats)}>"


def _promotion(promotion: Promotion) -> str:
    is_floating = promotion.mode is PromotionMode.FLOAT_IF_INT
    mode = "FloatIfInt" if is_floating else "KeepInt"
    return f"Promote<{_strings(promotion.operands)}, {mode}>"


def _shapes(op: Op) -> Iterator[tuple[str, str]]:
    rule = op.shape
    if isinstance(rule, Dims):
        yield "dims", _string(_dims(rule))
    elif isinstance(rule, DimsChoice):
        yield "dims", _string(_dims(rule.otherwise))
        cases = [f"DimsIf<{_string(c.text)}, {_string(_dims(c.dims))}>" for c in rule.cases]
        yield "dims_if", _list(cases)
    elif isinstance(rule, ShapeFormulas):
        yield "shape_expr", _strings(f"{a.name} = {a.text}" for a in rule.assignments)
    elif isinstance(rule, PerResult):
        yield "shape", _per_result(rule)
    elif rule is not None:
        yield "shape", _named(rule)
    if op.checks:
        yield "checks", _list(map(_check, op.checks))
    spread = op.distribution
    for name, words in (("linear", spread.linear), ("no_split", spread.no_split)):
        if words:
            yield name, _strings(words)
    lines = [
        " ".join(f"{name}:{placement}" for name, placement in line.operands)
        + " -> "
        + " ".join(map(str, line.results))
        for line in spread.lines
    ]
    if lines:
        yield "sbp", _strings(lines)


def _dims(dims: Dims) -> str:
    sides = [", ".join(" ".join(group) for group in side) for side in (dims.operands, dims.results)]
    return " -> ".join(sides)


def _per_result(rule: PerResult) -> str:
    rules = _list(map(_named, rule.rules))
    # A lone group without letters is a blank: no text means no groups.
    groups = ", ".join(map(" ".join, rule.operands)) or " " * len(rule.operands)
    parts = [rules, _string(groups)] if groups or rule.split else [rules]
    parts += [_named(rule.split)] if rule.split else []
    return f"PerResult<{', '.join(parts)}>"


def _named(rule: NamedRule) -> str:
    if isinstance(rule, SameAs):
        return f"SameAs<{_string(rule.operand)}>"
    if isinstance(rule, Broadcast):
        return f"Broadcast<{_strings(rule.operands)}>"
    if isinstance(rule, Reduce):
        words = (rule.operand, rule.axes, rule.keepdim)
        return f"Reduce<{', '.join(map(_string, words))}>"
    if isinstance(rule, Concat):
        return f"Concat<{_string(', '.join(rule.operands))}, {_string(rule.axis)}>"
    assert_never(rule)


def _check(check: ShapeCheck) -> str:
    message = "".join(
        part.replace("{", "{{").replace("}", "}}")
        if isinstance(part, str)
        else f"{{{term_text(part)}}}"
        for part in check.message
    )
    return f"Check<{_string(check.text)}, {_string(message)}>"


def _gradients(op: Op) -> Iterator[tuple[str, str]]:
    if op.gradient:
        yield "grad", _strings(map(_rule, op.gradient))
    if op.nondiff:
        yield "nondiff", _strings(sorted(op.nondiff))


def _rule(rule: GradientRule) -> str:
    targets = ", ".join(target or "_" for target in rule.targets)
    arguments = ", ".join(f"{a.parameter}={_bound(a)}" for a in as_given(rule.arguments))
    return f"{targets} = {rule.op}({arguments})"


def _bound(argument: BoundArgument) -> str:
    if argument.kind is ValueKind.ABSENT:
        return "none"
    if argument.kind is ValueKind.LITERAL:
        return json.dumps(argument.literal)
    return f"d{argument.name}" if argument.kind is ValueKind.RESULT_GRADIENT else argument.name


def _trials(op: Op) -> Iterator[tuple[str, str]]:
    written = [sample for sample in op.samples if not sample.is_added]
    samples = [_named_sample(op, *numbered) for numbered in enumerate(written, 1)]
    if samples:
        yield "samples", _list(samples)
    errors = [
        f"Error<{_string(_sample(op, e.sample))}, {_string(e.message)}>"
        for e in op.errors
        if _is_written(e.sample)
    ]
    if errors:
        yield "errors", _list(errors)
    if op.domains:
        yield "domain", _string("; ".join(map(_domain, op.domains)))
    if op.tolerances:
        tolerances = [f'Tol<{_dtype(dtype)}, "{value!r}">' for dtype, value in op.tolerances]
        yield "tol", _list(tolerances)


def _named_sample(op: Op, number: int, sample: Sample) -> str:
    """Return a sample, with its name where it isn't the one that its number gives it."""
    name = "" if sample.name == f"sample {number}" else f', "", {_string(sample.name)}'
    return f"Sample<{_string(_sample(op, sample))}{name}>"


def _is_written(sample: Sample) -> bool:
    """Whether the spec has it, under a number; what rules add has a name that says what it is."""
    return re.fullmatch(r"(sample|error) \d+", sample.name) is not None


def _sample(op: Op, sample: Sample) -> str:
    kinds = {attribute.name: attribute.kind for attribute in op.public_attributes}
    operands = [f"{name}:{_given(given)}" for name, given in sample.operands]
    attributes = [
        f"{name}:{_value(value, kinds[name])}" for name, value in sample.attributes if name in kinds
    ]
    return " ".join(operands + attributes)


def _given(given: SampleTensor | tuple[SampleTensor, ...] | None) -> str:
    if given is None:
        return "none"
    if isinstance(given, tuple):
        return f"({','.join(map(_given, given))})"
    layout = "" if given.layout is Layout.CONTIGUOUS else f":{given.layout.value}"
    return f"[{','.join(map(str, given.shape))}]{layout}"


def _domain(domain: Domain) -> str:
    opening, closing = "(["[domain.includes[0]], ")]"[domain.includes[1]]
    bounds = f"{opening}{term_text(domain.low)}, {term_text(domain.high)}{closing}"
    avoided = ", ".join(map(term_text, domain.avoided))
    return f"{domain.operand} in {bounds}" + (f" avoid {{{avoided}}}" if avoided else "")
