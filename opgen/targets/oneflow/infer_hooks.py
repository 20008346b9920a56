"""The functions of an operator's class that OneFlow calls while it plans a call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from opgen.ops import Arity, AttributeKind, Hook, Op
from opgen.targets.cpp import Step, string_literal
from opgen.targets.oneflow.call import namespace_of
from opgen.targets.oneflow.declared import ALWAYS, class_of
from opgen.targets.oneflow.layout import File, Layout
from opgen.targets.oneflow.registry import METHODS, Method
from opgen.targets.oneflow.sbp import sbp_steps, uses_signatures

_OK: Final = Step("return Maybe<void>::Ok();")

_NAMED_PARAMETERS: Final = {
    Hook.INPUT_ARG_MODIFY: (
        "const GetInputArgModifier& modifier_of",
        "const user_op::UserOpConfWrapper& conf",
    ),
    Hook.OUTPUT_ARG_MODIFY: (
        "const GetOutputArgModifier& modifier_of",
        "const user_op::UserOpConfWrapper& conf",
    ),
    Hook.CHECK: (
        "const user_op::UserOpDefWrapper& def",
        "const user_op::UserOpConfWrapper& conf",
    ),
}
"""The parameters of methods whose declaration gives them no names."""


def hooks_view(op: Op, layout: Layout) -> dict[str, object]:
    """Return what the file with the functions prints.

    Args:
        op: The operator.
        layout: Where files are; messages of unwritten functions name this one.
    """
    methods = {hook: METHODS[hook] for hook in METHODS if hook in op.hooks | ALWAYS}
    path = layout.path(op, File.HOOKS)
    written = {hook: _steps(op, hook) for hook in methods}
    steps = {
        hook: written[hook] or [_unwritten(op, method, path)] for hook, method in methods.items()
    }
    headers = [layout.path(op, File.CALL), layout.schema_header(op)]
    if uses_signatures(steps[Hook.GET_SBP]):
        headers.append(layout.runtime("opgen_oneflow_sbp.h"))
    if Hook.DEVICE_AND_STREAM_INFER in methods:
        headers += ["oneflow/core/framework/device.h", "oneflow/core/framework/stream.h"]
    return {
        "includes": sorted(headers),
        "hooks": [
            {
                "role": hook.name.lower(),
                "returns": method.returns,
                "name": f"{class_of(op)}::{method.name}",
                "parameters": _parameters(hook, method, steps[hook]),
                "stub": written[hook] is None,
                "steps": steps[hook],
            }
            for hook, method in methods.items()
        ],
    }


def _parameters(hook: Hook, method: Method, steps: list[Step]) -> list[str]:
    """Return the parameters; one that the statements don't use goes without its name."""
    named = _NAMED_PARAMETERS.get(hook) or method.parameters.split(", ")
    text = " ".join(" ".join((step.head, *step.arguments)) for step in steps)
    return [
        parameter if re.search(rf"\b{name}\b", text) else kind
        for parameter in named
        for kind, name in [parameter.rsplit(" ", 1)]
    ]


def _unwritten(op: Op, method: Method, path: str) -> Step:
    arguments = tuple(map(string_literal, (op.name, method.name, path)))
    return Step("return opgen_oneflow::not_written(", arguments, ");")


def _steps(op: Op, hook: Hook) -> list[Step] | None:
    """Return the statements of a function; ``None`` where nobody but the developer knows them."""
    writer = _WRITERS.get(hook)
    return writer(op) if writer else None


def _shapes(op: Op) -> list[Step]:
    return [Step(f"return {namespace_of(op)}::infer_shapes(ctx);")]


def _dtypes(op: Op) -> list[Step]:
    return [Step(f"return {namespace_of(op)}::infer_dtypes(ctx);")]


def _physical(op: Op) -> list[Step]:
    del op
    return [Step("return InferLogicalTensorDesc(ctx);")]


def _modified_inputs(op: Op) -> list[Step] | None:
    """Say which operands have no gradient."""
    steps: list[Step] = []
    for operand in op.operands:
        if operand.name not in op.nondiff:
            continue
        label = string_literal(operand.name)
        if operand.arity is Arity.SINGLE:
            steps.append(Step(f"modifier_of({label}, 0)->set_requires_grad(false);"))
        else:
            steps += [
                Step(f"for (int32_t i = 0; i < conf.input_size({label}); ++i) {{"),
                Step(f"  modifier_of({label}, i)->set_requires_grad(false);"),
                Step("}"),
            ]
    return [*steps, _OK] if steps else None


def _checked_attributes(op: Op) -> list[Step] | None:
    """Say which words attributes can be."""
    steps: list[Step] = []
    for attribute in op.attributes:
        if attribute.kind is not AttributeKind.ENUM:
            continue
        label = string_literal(attribute.name)
        local = f"given_{attribute.name}"
        steps.append(Step(f"const auto& {local} = conf.attr<std::string>({label});"))
        known = (f"{local} == {string_literal(word)}" for word in attribute.choices)
        steps.append(Step(f"CHECK_OR_RETURN({' || '.join(known)});"))
    return [*steps, _OK] if steps else None


def _device(op: Op) -> list[Step] | None:
    """Put the results where the first operand is."""
    if not op.operands or op.operands[0].arity is Arity.OPTIONAL:
        return None
    given = f"ctx->InputTensorDevice4ArgNameAndIndex({string_literal(op.operands[0].name)}, 0)"
    return [
        Step(f"const Symbol<Device> device = {given};"),
        Step("for (const auto& [name, index] : ctx->outputs()) {"),
        Step("  *ctx->OutputTensorDevice4ArgNameAndIndex(name, index) = device;"),
        Step("}"),
        Step("return Stream::New(device, StreamType::kCompute);"),
    ]


_WRITERS: Final[dict[Hook, Callable[[Op], list[Step] | None]]] = {
    Hook.GET_SBP: sbp_steps,
    Hook.LOGICAL_TENSOR_DESC_INFER: _shapes,
    Hook.PHYSICAL_TENSOR_DESC_INFER: _physical,
    Hook.DATA_TYPE_INFER: _dtypes,
    Hook.INPUT_ARG_MODIFY: _modified_inputs,
    Hook.DEVICE_AND_STREAM_INFER: _device,
    Hook.CHECK: _checked_attributes,
}
"""What gives the statements of a function, where the spec says enough."""
