"""Reading `expr` and `kink` of a spec, and what a formula says about the operator as a whole."""

from __future__ import annotations

from dataclasses import replace

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.formulas.interface import (
    interface_of,
    parameters_of,
    unusable_names,
    words_of,
)
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.terms import Formula, Reduce, walk
from opgen.ops.op import Arity, Broadcast, Kink, Op, SameAs, ShapeRule, Trait
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
    formula = _formula(source, op, diagnostics) if op.shape is not None else None
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


def _formula(source: SpecText, op: Op, diagnostics: Diagnostics) -> Formula | None:
    statements = parse_statements(Reporter(source, "OPG0320", diagnostics))
    report = Reporter(source, "OPG0321", diagnostics)
    interface = interface_of(op)
    if interface is None:
        message = f"the shape rule of `{op.name}` names no dimensions that a formula could use"
        report(0, len(source.text), message, help="give the op `dims`")
        return None
    if statements is None:
        return None
    scope = Scope(interface, parameters_of(op), unusable_names(op), words_of(op))
    return resolve([(statements, report)], scope)


def _is_elementwise(op: Op, formula: Formula) -> bool:
    if not isinstance(op.shape, SameAs | Broadcast):
        return False
    parts = (part for a in formula.assignments for part in walk(a.value))
    return not any(isinstance(part, Reduce) for part in parts)
