"""Checks across the parts of an operator and across operators, beyond what reading finds."""

from __future__ import annotations

from collections.abc import Iterator

from opgen.dataclass import field_names
from opgen.diagnostics import Diagnostic, Diagnostics, Label, Severity
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.dtypes import AttributeKind
from opgen.ops.names import enum_class
from opgen.ops.op import (
    Arity,
    Attribute,
    Dims,
    DimsChoice,
    Op,
    Operand,
    OpSet,
    Result,
    Trait,
)
from opgen.ops.optional_attributes import flags_of
from opgen.ops.reference import names_read
from opgen.source import Span


def check_op(op: Op, *, unread: frozenset[str], gradient: bool, diagnostics: Diagnostics) -> None:
    """Report what the parts of ``op`` say against each other.

    Args:
        op: The operator.
        unread: The dags of which some argument could not be read; what depends on them is not
            checked, so that one mistake is reported once.
        gradient: Whether all gradient rules could be read.
        diagnostics: Takes what is wrong.
    """
    checks = [_check_arguments, _check_seeds]
    if not unread & {"input", "output"}:
        checks += [_check_type_variables, _check_results]
    if not unread and gradient:
        checks.append(_check_uses)
    if "input" not in unread and gradient:
        checks.append(_check_gradient)
    for check in checks:
        for diagnostic in check(op):
            diagnostics.add(diagnostic)


def check_model(model: OpSet, diagnostics: Diagnostics) -> None:
    """Report names that operators of ``model`` take from each other."""
    for diagnostic in (*_check_names(model), *_check_enums(model)):
        diagnostics.add(diagnostic)


def _check_results(op: Op) -> Iterator[Diagnostic]:
    if not op.results:
        yield Diagnostic("OPG0304", f"op `{op.name}` has no result", op.span)


def _arguments(op: Op) -> tuple[Operand | Result | Attribute, ...]:
    return (*op.operands, *op.results, *op.attributes)


def _check_arguments(op: Op) -> Iterator[Diagnostic]:
    first: dict[str, tuple[str, Span]] = {}
    for argument in _arguments(op):
        name, span = first.setdefault(argument.name.casefold(), (argument.name, argument.span))
        if span == argument.span:
            continue
        same = name == argument.name
        advice = "operands, results and attributes share one set of names; rename one of them"
        flags = flags_of(op.attributes)
        if argument.name in flags.values():
            advice = f"kernels get `{argument.name}` beside what may be absent; rename one of them"
        yield Diagnostic(
            "OPG0302",
            f"`{argument.name}` is declared twice in op `{op.name}`"
            if same
            else f"`{argument.name}` and `{name}` of op `{op.name}` differ in case only",
            argument.span,
            secondary=(Label(span, "first declared here"),),
            help=advice,
        )
    variables = {variable.name for variable in op.types}
    for argument in _arguments(op):
        if argument.name in variables:
            message = f"`{argument.name}` is also a type variable of op `{op.name}`"
            yield Diagnostic("OPG0302", message, argument.span, help="rename one of them")


def _check_type_variables(op: Op) -> Iterator[Diagnostic]:
    bound = {o.type_variable for o in op.operands if o.arity is not Arity.OPTIONAL}
    bound |= {attribute.type_variable for attribute in op.attributes}
    bound |= {variable.name for variable in op.types if len(variable.dtypes) == 1}
    for result in op.results:
        if result.type_variable not in bound:
            yield Diagnostic(
                "OPG0311",
                f"the dtype of result `{result.name}` is unknown: no operand that is always "
                f"there has type variable `{result.type_variable}`",
                result.span,
                help="give the variable one dtype only, or let a `DTypeAttr` decide",
            )


def _check_seeds(op: Op) -> Iterator[Diagnostic]:
    seeds = [a for a in op.attributes if a.kind is AttributeKind.SEED]
    for seed in seeds[1:]:
        message = f"op `{op.name}` has two seeds, `{seeds[0].name}` and `{seed.name}`"
        advice = "keep one: kernels draw as many streams of numbers from it as they like"
        yield Diagnostic("OPG0347", message, seed.span, help=advice)


def _check_uses(op: Op) -> Iterator[Diagnostic]:
    """Report operands that the results can't depend on, as far as the spec says all about them."""
    if op.shape is None or Trait.ELEMENTWISE in op.traits or not op.reference.strip():
        return
    # Each operand has letters there.
    if isinstance(op.shape, Dims | DimsChoice) or op.formula is not None:
        return
    said = (op.shape, op.results, op.checks, op.domains, op.inplace, op.gradient, op.distribution)
    used = {*names_read(op), *_texts_in(said)}
    for operand in op.operands:
        if operand.name not in used:
            yield Diagnostic(
                "OPG0325",
                f"nothing in the spec of op `{op.name}` reads operand `{operand.name}`: neither "
                "its reference nor its shape rule",
                operand.span,
                severity=Severity.WARNING,
                help="use it in `reference`, or take it out of `input`; if kernels want it all "
                "the same, say by a `Check` or by `dims` which shape it has",
            )


def _texts_in(part: object) -> Iterator[str]:
    """Yield all texts in a part of the model, names among them."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple | frozenset):
        for item in part:
            yield from _texts_in(item)
    else:
        for name in field_names(type(part)) or ():
            yield from _texts_in(getattr(part, name))


def _check_gradient(op: Op) -> Iterator[Diagnostic]:
    operands = {operand.name: operand for operand in op.operands}
    for name in sorted(op.nondiff - operands.keys()):
        advice = did_you_mean(name, operands)
        message = f"nondiff of `{op.name}` names unknown operand `{name}`"
        yield Diagnostic("OPG0306", message, op.span, help=advice)
    if Trait.NO_GRAD in op.traits:
        if op.gradient:
            message = f"op `{op.name}` has the trait NoGrad and a gradient"
            yield Diagnostic("OPG0308", message, op.gradient[0].span, help="keep one")
        return
    targets: list[str] = [t for rule in op.gradient for t in rule.targets if t is not None]
    for name in sorted({t for t in targets if targets.count(t) > 1}):
        message = f"the gradient of `{name}` of op `{op.name}` is given by two rules"
        yield Diagnostic("OPG0308", message, op.gradient[-1].span)
    missing = [o.name for o in _differentiable(op) if o.name not in {*targets, *op.nondiff}]
    if missing:
        yield Diagnostic(
            "OPG0309",
            f"op `{op.name}` says nothing about the gradient of {', '.join(missing)}",
            op.span,
            help="add a rule to `grad`, list it in `nondiff`, or give the op the trait NoGrad",
        )


def _differentiable(op: Op) -> list[Operand]:
    return [
        operand
        for operand in op.operands
        if any(dtype.is_floating for dtype in op.type_variable(operand.type_variable).dtypes)
    ]


def _check_names(model: OpSet) -> Iterator[Diagnostic]:
    classes: dict[tuple[str, str], Op] = {}
    registered: dict[str, Op] = {}
    for op in model.ops:
        other = classes.setdefault((op.library.name, op.class_name.casefold()), op)
        if other is not op:
            yield _clash(op, other, f"class name `{op.class_name}`")
        other = registered.setdefault(op.registered_name.casefold(), op)
        if other is not op:
            yield _clash(op, other, f"registered name `{op.registered_name}`")
        if op.previous_id is not None and op.previous_id in model.by_id:
            yield Diagnostic(
                "OPG0316",
                f"`{op.name}` is renamed from `{op.renamed_from}`, which still exists",
                op.span,
                secondary=(Label(model.by_id[op.previous_id].span, "it is defined here"),),
                help="remove `renamed_from` or the other op",
            )


def _check_enums(model: OpSet) -> Iterator[Diagnostic]:
    classes: dict[tuple[str, str], Attribute] = {}
    for op in model.ops:
        for attribute in op.attributes:
            if attribute.kind is not AttributeKind.ENUM:
                continue
            name = enum_class(op.class_name, attribute.name)
            other = classes.setdefault((op.library.name, name), attribute)
            # A backward operator made of a formula takes its attributes from the forward one.
            if other.span != attribute.span:
                yield Diagnostic(
                    "OPG0315",
                    f"the enum `{attribute.name}` of op `{op.name}` would be the class `{name}`, "
                    "which another one is",
                    attribute.span,
                    secondary=(Label(other.span, "the other one"),),
                    help="rename one of the attributes",
                )


def _clash(op: Op, other: Op, what: str) -> Diagnostic:
    return Diagnostic(
        "OPG0315",
        f"op `{op.name}` of library `{op.library.name}` has the same {what} as op `{other.name}` "
        f"of library `{other.library.name}`",
        op.span,
        secondary=(Label(other.span, "the other op"),),
        help="rename one def or op, or give its library a prefix of its own",
    )
