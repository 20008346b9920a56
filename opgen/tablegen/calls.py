"""Calls of bang operators: finds the operator and gives it its operands."""

from __future__ import annotations

from collections.abc import Mapping

from opgen.hints import Any
from opgen.tablegen import ast
from opgen.tablegen.bangs import BANGS, COND, Bang, Call
from opgen.tablegen.dispatch import evaluate, place_of
from opgen.tablegen.evaluation import Evaluation, Scope, Site
from opgen.tablegen.typenames import evaluate_type
from opgen.tablegen.types import (
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    Unset,
    Value,
    VarRef,
)


def evaluate_bang(ev: Evaluation, node: ast.BangCall, expected: Type | None) -> Value:
    """Return the result of a bang operator, or an operation that waits for its operands."""
    name = node.operator.text[1:]
    operator = BANGS.get(name)
    if operator is None:
        help_ = ev.suggest(name, BANGS).replace("`", "`!", 1)
        message = f"unknown operator `!{name}`"
        return ev.report("OPG0118", message, place_of(ev, node.operator), help=help_)
    parameter = _bang_type(ev, node, operator)
    if parameter is INVALID:
        return INVALID
    assert parameter is None or isinstance(parameter, Type)
    return _call(ev, operator, node, expected=expected, parameter=parameter)


def _bang_type(ev: Evaluation, node: ast.BangCall, operator: Bang) -> Type | Unset | None:
    if node.type is None:
        if operator.takes_type:
            message = f"`!{operator.name}` needs a type: `!{operator.name}<type>(...)`"
            return ev.report("OPG0118", message, place_of(ev, node.operator))
        return None
    if operator.takes_type is False:
        message = f"`!{operator.name}` takes no type"
        return ev.report("OPG0118", message, place_of(ev, node.type))
    if node.type.kind == "code":
        message = "type `code` isn't allowed behind an operator"
        return ev.report("OPG0118", message, place_of(ev, node.type), help="write `string`")
    return evaluate_type(ev, node.type) or INVALID


def evaluate_cond(ev: Evaluation, node: ast.Cond, expected: Type | None) -> Value:
    """Return the result of ``!cond``."""
    return _call(ev, COND, node, expected=expected, parameter=None)


def _call(
    ev: Evaluation,
    operator: Bang,
    node: ast.BangCall | ast.Cond,
    *,
    expected: Type | None,
    parameter: Type | None,
) -> Value:
    def evaluate_bound(operand: ast.Value, wanted: Type | None, bound: Mapping[str, Type]) -> Value:
        if not bound:
            return evaluate(ev, operand, wanted)
        outer = ev.scope
        variables = {name: ev.pool.intern(VarRef, name, type_) for name, type_ in bound.items()}
        ev.scope = Scope(outer, record=ev.record, variables=variables, is_body=True)
        try:
            return evaluate(ev, operand, wanted)
        finally:
            ev.scope = outer

    def report(code: str, at: Any, message: str) -> Value:
        return ev.report(code, message, place_of(ev, at))

    call = Call(
        ev, ev.resolver(), node, expected, parameter, evaluate_bound, report, ev.scope.binds
    )
    site = ev.unit.source, node
    ev.site = site
    value = operator.build(operator, _located(call, ev, site))
    return INVALID if call.is_broken else value


def _located(call: Call, ev: Evaluation, site: Site) -> Call:
    """Make mistakes of folding show at the call, not at the operand evaluated last."""
    make = call.evaluate

    def evaluate_operand(
        operand: ast.Value, wanted: Type | None, bound: Mapping[str, Type]
    ) -> Value:
        value = make(operand, wanted, bound)
        ev.site = site
        return value

    call.evaluate = evaluate_operand
    return call
