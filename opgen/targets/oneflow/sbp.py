"""What OneFlow's ``GetSbp`` says of an operator: its shape rule and what its spec says of devices.

The placements are those that :mod:`opgen.ops.sbp` derives; a class beside the generated files
finds them for the shapes of a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from opgen.dataclass import replace
from opgen.ops import (
    Attribute,
    AttributeKind,
    Concat,
    Dims,
    DimsChoice,
    Distribution,
    Op,
    PerResult,
    Reduce,
    SameAs,
    SbpLine,
    Split,
    Trait,
)
from opgen.ops.formulas.interface import split_of
from opgen.ops.letters import (
    LetterRule,
    can_be_cut,
    letter_rule,
    reduction_cuts,
    whole_tensors,
)
from opgen.ops.sbp import distribution_of
from opgen.ops.shapes.terms import COMPARISONS, Operation, subterms
from opgen.targets.cpp import Step, string_literal
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES
from opgen.targets.shape_cpp import FormulaPrinter

_READY: Final = "user_op::GetSbpFnUtil::"


def sbp_steps(op: Op) -> list[Step]:
    """Return the statements of ``GetSbp``."""
    distribution = distribution_of(op)
    if _splits_every_axis(op, distribution):
        return [Step(f"return {_READY}SplitForEachAxis(ctx);")]
    steps = [*_shape_steps(op, distribution), *_said_steps(distribution)]
    if not steps or not op.operands:
        return [Step(f"return {_READY}DefaultBroadcastToBroadcast(ctx);")]
    operands = string_literal(", ".join(operand.name for operand in op.operands))
    results = string_literal(", ".join(result.name for result in op.results))
    first = Step("opgen_oneflow::SbpSignatures sbp(", ("ctx", operands, results), ");")
    return [first, *steps, Step("return sbp.build();")]


def uses_signatures(steps: list[Step]) -> bool:
    """Whether statements use the class that finds signatures."""
    return len(steps) > 1


def _splits_every_axis(op: Op, distribution: Distribution) -> bool:
    """Whether all tensors have one shape, and nothing else is said."""
    rules = op.shape.rules if isinstance(op.shape, PerResult) else (op.shape,)
    return (
        can_be_cut(op)
        and Trait.ELEMENTWISE in op.traits
        and all(isinstance(rule, SameAs) for rule in rules)
        and distribution == Distribution()
    )


def _shape_steps(op: Op, distribution: Distribution) -> Iterator[Step]:
    rule, split = op.shape, split_of(op)
    if not can_be_cut(op):
        return
    if split is not None:
        yield from _reduced(op, split)
    elif isinstance(rule, Concat):
        if {operand.name for operand in op.operands} == {*rule.operands}:
            yield Step("sbp.joined(", (_value(op, rule.axis),), ");")
    elif isinstance(rule, DimsChoice):
        yield from _choice(op, rule, distribution)
    else:
        letters = letter_rule(op)
        if letters is not None:
            sizes = rule.sizes if isinstance(rule, Dims) else ()
            yield _letters(letters, (*distribution.no_split, *sizes))


def _choice(op: Op, rule: DimsChoice, distribution: Distribution) -> Iterator[Step]:
    """Yield the letters of each case, where the conditions are about attributes alone."""
    terms = [part for case in rule.cases for part in subterms(case.condition)]
    if any(part.operation not in _KNOWN for part in terms):
        return
    used = {part.name for part in terms if part.operation is Operation.ATTRIBUTE}
    attributes = [attribute for attribute in op.attributes if attribute.name in used]
    if any(attribute.kind not in _PLAIN for attribute in attributes):
        return
    for attribute in attributes:
        yield Step(f"const auto {attribute.name} = {_value(op, attribute.name)};")
    printer = FormulaPrinter.of(op, "")
    opening = "if"
    for case in rule.cases:
        yield Step(f"{opening} ({printer.condition(case.condition)}) {{")
        yield _of_dims(case.dims, distribution)
        opening = "} else if"
    yield Step("} else {")
    yield _of_dims(rule.otherwise, distribution)
    yield Step("}")


def _of_dims(dims: Dims, distribution: Distribution) -> Step:
    rule = LetterRule(dims.operands, dims.results, ("",) * len(dims.results))
    step = _letters(rule, (*distribution.no_split, *dims.sizes))
    return replace(step, head=f"  {step.head}")


_KNOWN: Final = COMPARISONS | {
    Operation.ATTRIBUTE,
    Operation.LITERAL,
    Operation.AND,
    Operation.OR,
    Operation.NOT,
}
"""What conditions may consist of that are known without the operands."""

_PLAIN: Final = frozenset({AttributeKind.BOOL, AttributeKind.I64})


def _reduced(op: Op, split: Reduce) -> Iterator[Step]:
    """Yield the axes that a reduction is cut along, and which tensors have all of them."""
    whole = whole_tensors(op)
    if not whole:
        return
    axes = _value(op, split.axes)
    if not _attribute(op, split.axes).kind.is_array:
        axes = f"{{{axes}}}"
    keeps = _value(op, split.keepdim) if split.keepdim else "/*keeps=*/false"
    names = [*(operand.name for operand in op.operands), *(r.name for r in op.results)]
    named = [split.operand, *(name for name in names if name in whole)]
    cuts = zip(("axes", "others"), reduction_cuts(op), strict=True)
    flags = (f"/*cuts_{name}=*/{str(cut).lower()}" for name, cut in cuts)
    tensors = string_literal(", ".join(dict.fromkeys(named)))
    yield Step("sbp.reduced(", (tensors, axes, keeps, *flags), ");")


def _letters(rule: LetterRule, whole: tuple[str, ...]) -> Step:
    sides = (", ".join(map(" ".join, side)) for side in (rule.operands, rule.results))
    arguments = [string_literal(" -> ".join(sides))]
    kept = tuple(dict.fromkeys(whole))
    if kept or any(rule.likes):
        arguments.append(_list(kept))
    if any(rule.likes):
        arguments.append(_list(rule.likes))
    return Step("sbp.letters(", tuple(arguments), ");")


def _said_steps(distribution: Distribution) -> Iterator[Step]:
    for name in distribution.linear:
        yield Step(f"sbp.linear({string_literal(name)});")
    for line in distribution.lines:
        yield _line(line)


def _line(line: SbpLine) -> Step:
    operands = (f"{{{string_literal(name)}, {_placement(p)}}}" for name, p in line.operands)
    results = ", ".join(map(_placement, line.results))
    return Step("sbp.line(", (f"{{{', '.join(operands)}}}", f"{{{results}}}"), ");")


def _placement(placement: object) -> str:
    if isinstance(placement, Split):
        return f"opgen_oneflow::S({placement.axis})"
    return f"opgen_oneflow::{placement}"


def _value(op: Op, name: str) -> str:
    kind = _attribute(op, name).kind
    return f"ctx->Attr<{ATTRIBUTE_TYPES[kind]}>({string_literal(name)})"


def _attribute(op: Op, name: str) -> Attribute:
    return next(attribute for attribute in op.attributes if attribute.name == name)


def _list(items: Iterable[str]) -> str:
    return f"{{{', '.join(map(string_literal, items))}}}"
