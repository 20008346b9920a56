"""Reading `expr` and `kink` of a spec, and what a formula says about the operator as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from opgen.dataclass import replace
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.formulas.interface import (
    AXES_KINDS,
    interface_of,
    parameters_of,
    unusable_names,
    words_of,
)
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.syntax import Reduction, Statement
from opgen.ops.formulas.syntax import walk as parts_of
from opgen.ops.formulas.terms import BATCH, Formula, Reduce, walk
from opgen.ops.op import Arity, Broadcast, Kink, Op, PerResult, SameAs, ShapeRule, Trait
from opgen.ops.op import Reduce as ReduceRule
from opgen.ops.optional_attributes import flags_of
from opgen.ops.spec_text import Reporter, SpecText
from opgen.tablegen import Record, as_list, as_record, as_string


def with_formula(record: Record, op: Op, diagnostics: Diagnostics) -> Op:
    """Return ``op`` with the formula of its record, if there is one.

    An operator with a formula and no shape rule gets one: the results have the shape that the
    operands broadcast to.
    """
    source = SpecText(as_string(record.value("expr")) or "", record.locate("expr"))
    op = replace(op, kink=_kink(record, diagnostics), expr=source.text.strip())
    if not source.text.strip():
        return op
    if op.shape is None and not _declares_shape(record):
        op = replace(op, shape=_default_shape(op))
    statements = parse_statements(Reporter(source, "OPG0320", diagnostics))
    if statements is None or op.shape is None:
        return op
    op = _split(op, statements)
    formula = _formula(statements, Reporter(source, "OPG0321", diagnostics), op)
    if formula is None:
        return op
    if _is_elementwise(op, formula):
        op = replace(op, traits=op.traits | {Trait.ELEMENTWISE})
    return replace(op, formula=formula)


def _kink(record: Record, diagnostics: Diagnostics) -> Kink:
    text = as_string(record.value("kink")) or Kink.ZERO.value
    kinds = {kind.value: kind for kind in Kink}
    if text not in kinds:
        message = f"`{text}` is no convention for derivatives at kinks"
        advice = "write " + " or ".join(f'"{kind}"' for kind in kinds)
        span = record.locate("kink")
        diagnostics.add(Diagnostic("OPG0321", message, span, help=advice))
    return kinds.get(text, Kink.ZERO)


def _declares_shape(record: Record) -> bool:
    """Whether the spec has a rule for shapes, be it one that could not be read."""
    texts = (as_string(record.value("dims")), as_list(record.value("shape_expr")))
    return any(texts) or as_record(record.value("shape")) is not None


def _default_shape(op: Op) -> ShapeRule | None:
    names = [o.name for o in op.operands if o.arity is not Arity.VARIADIC]
    if not names:
        return None
    return SameAs(names[0]) if len(op.operands) == 1 else Broadcast(tuple(names))


def _split(op: Op, statements: Sequence[Statement]) -> Op:
    """Return ``op`` with a rule that tells the axes apart which the formula reduces.

    Where results have the shape of an operand, `sum[axis](x)` names them by an attribute.
    """
    rule = op.shape
    if not isinstance(rule, SameAs) or len(op.operands) > 1:
        return op
    parts = (part for s in statements for part in parts_of(s.value))
    reduced = {x.name for part in parts if isinstance(part, Reduction) for x in part.letters}
    axes = [
        a.name for a in op.attributes if a.kind in AXES_KINDS and a.name in reduced and not a.flag
    ]
    if not axes:
        return op
    group = (BATCH, axes[0])
    split = ReduceRule(rule.operand, axes[0])
    return replace(op, shape=PerResult((rule,) * len(op.results), (group,), split))


def _formula(statements: Sequence[Statement], report: Reporter, op: Op) -> Formula | None:
    interface = interface_of(op)
    if interface is None:
        message = f"the shape rule of `{op.name}` names no dimensions that a formula could use"
        report(0, len(report.source.text), message, help="give the op `dims`")
        return None
    scope = Scope(
        interface,
        parameters_of(op),
        unusable_names(op),
        words_of(op),
        flags=flags_of(op.attributes),
    )
    return resolve([(statements, report)], scope)


def _is_elementwise(op: Op, formula: Formula) -> bool:
    if not isinstance(op.shape, SameAs | Broadcast):
        return False
    parts = (part for a in formula.assignments for part in walk(a.value))
    return not any(isinstance(part, Reduce) for part in parts)
