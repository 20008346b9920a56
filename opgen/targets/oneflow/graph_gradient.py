"""The target ``oneflow.graph_gradient``: gradients as OneFlow before 0.9 has them in graphs.

There a graph's gradient is registered by itself, with ``REGISTER_USER_OP_GRAD``, which later
versions don't have. Goes along with ``oneflow.tree``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    BoundArgument,
    GradientRule,
    Hook,
    Op,
    OpSet,
    ValueKind,
)
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, Output
from opgen.targets.cpp import Step, string_literal
from opgen.targets.headers import editable_header, summary_of
from opgen.targets.oneflow.declared import class_of, literal_of
from opgen.targets.oneflow.target import served_ops
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES


class OneflowGraphGradientTarget:
    """Writes a file for each operator that has a gradient."""

    name: Final = "oneflow.graph_gradient"
    requires: Final = ("oneflow.tree",)
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator with a gradient."""
        del diagnostics
        for op in served_ops(model).ops:
            if op.gradient:
                yield OpOutputs(op, _op_outputs)


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    view = {
        "header": editable_header(op),
        "summary": summary_of(op),
        "registered": op.registered_name,
        "function": f"{class_of(op).removesuffix('Op')}GraphGradient",
        "rules": [
            _rule_view(op, rule, family.backward_op(op, rule), number=number)
            for number, rule in enumerate(op.gradient)
        ],
    }
    path = RelPath(f"oneflow/user/ops/{op.registered_name}_graph_gradient.cpp")
    yield Output(path, "oneflow/graph_gradient.cpp.j2", view, Ownership.EDITABLE, op)


def _rule_view(op: Op, rule: GradientRule, backward: Op, *, number: int) -> dict[str, object]:
    bound = {argument.parameter: argument for argument in rule.arguments}
    steps: list[Step] = []
    for operand in backward.operands:
        steps += _inputs(op, operand.name, bound[operand.name])
    targets = dict(zip((r.name for r in backward.results), rule.targets, strict=True))
    for result in backward.results:
        label = string_literal(result.name)
        target = targets[result.name]
        count = ""
        if result.is_variadic and target is not None:
            count = f", ctx->FwOp().input_size({string_literal(target)})"
        steps.append(Step(f"builder.Output({label}{count});"))
    steps += [_attribute(op, a, bound[a.name]) for a in backward.attributes]
    return {
        "name": f"grad_op{number or ''}_name",
        "suffix": string_literal(f"_grad{number or ''}"),
        "op": backward.registered_name,
        "steps": steps,
        "bound": [
            {
                "result": string_literal(result),
                "operand": string_literal(target),
                "local": f"{target}_gradient",
                "counted": op.operand(target).arity is not Arity.SINGLE,
            }
            for result, target in targets.items()
            if target is not None
        ],
    }


def _inputs(op: Op, parameter: str, bound: BoundArgument) -> list[Step]:
    """Return the statements that bind an operand of the backward op."""
    if bound.kind is ValueKind.ABSENT:
        return []
    label, name = string_literal(parameter), string_literal(bound.name)
    method, is_counted, count = _SOURCES[bound.kind]
    at = "i" if is_counted(op, bound.name) else "0"
    step = f"builder.InputBind({label}, ctx->FwOp().{method}({name}, {at}));"
    if at == "0":
        return [Step(step)]
    return [
        Step(f"for (int32_t i = 0; i < ctx->FwOp().{count}({name}); ++i) {{"),
        Step(f"  {step}"),
        Step("}"),
    ]


def _is_counted_operand(op: Op, name: str) -> bool:
    return op.operand(name).arity is not Arity.SINGLE


def _is_counted_result(op: Op, name: str) -> bool:
    return next(result for result in op.results if result.name == name).is_variadic


_SOURCES: Final = {
    ValueKind.OPERAND: ("input", _is_counted_operand, "input_size"),
    ValueKind.RESULT: ("output", _is_counted_result, "output_size"),
    ValueKind.RESULT_GRADIENT: ("output_grad", _is_counted_result, "output_size"),
}
"""What a forward operator calls a tensor, whether it is a list, and what says how long it is."""


def _attribute(op: Op, attribute: Attribute, bound: BoundArgument) -> Step:
    own_type = ATTRIBUTE_TYPES[attribute.kind]
    if bound.kind is ValueKind.LITERAL:
        assert bound.literal is not None
        value = literal_of(attribute.kind, bound.literal)
    else:
        source = next(a for a in op.attributes if a.name == bound.name)
        value = f"ctx->FwOp().attr<{ATTRIBUTE_TYPES[source.kind]}>({string_literal(bound.name)})"
    if attribute.kind in {AttributeKind.I64, AttributeKind.F32} and bound.literal is not None:
        value = f"static_cast<{own_type}>({value})"
    return Step(f"builder.Attr<{own_type}>(", (string_literal(attribute.name), value), ");")
