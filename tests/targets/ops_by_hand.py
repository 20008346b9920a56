"""Operators built without the readers, for the tests of targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    AttributeValue,
    BoundArgument,
    Broadcast,
    Dims,
    DType,
    GradientRule,
    Hook,
    Layout,
    Library,
    Op,
    Operand,
    OpSet,
    PerResult,
    Result,
    SameAs,
    Sample,
    SampleTensor,
    ShapeRule,
    Trait,
    TypeVariable,
    ValueKind,
)
from opgen.source import SourceFile, Span

CUSTOM = Library("custom", "", "Example operators, each with its gradient")
FLOATS = (DType.F32, DType.F64)
SHAPE_FLAGS = frozenset({Hook.LOGICAL_TENSOR_DESC_INFER, Hook.DATA_TYPE_INFER})


def span(path: str = "specs/by_hand.td") -> Span:
    return Span(SourceFile(path, "def\n"), 0, 3)


def operand(text: str) -> Operand:
    """``x``, ``x?`` (optional), ``x*`` (variadic), each with an optional ``:T``."""
    name, _, variable = text.partition(":")
    arity = {"?": Arity.OPTIONAL, "*": Arity.VARIADIC}.get(name[-1], Arity.SINGLE)
    return Operand(name.rstrip("?*"), variable or "T", arity, span())


def result(text: str) -> Result:
    name, _, variable = text.partition(":")
    return Result(name, variable or "T", span())


def attribute(name: str, kind: str, default: AttributeValue | None = None) -> Attribute:
    return Attribute(name, AttributeKind(kind), default, span())


def make_op(name: str, ins: str, outs: str, **fields: Any) -> Op:
    """Build an op; ``ins`` and ``outs`` are names as :func:`operand` takes, between blanks."""
    class_name = "".join(part.capitalize() for part in name.split("_"))
    given: dict[str, Any] = {
        "class_name": class_name,
        "library": CUSTOM,
        "attributes": (),
        "types": (TypeVariable("T", FLOATS),),
        "traits": frozenset({Trait.PURE}),
        "hooks": frozenset(),
        "shape": None,
        "gradient": (),
        "nondiff": frozenset(),
        "samples": (),
        "reference": "",
        "summary": f"The operator {name}",
        "description": "",
        "renamed_from": "",
        "origin": "specs/by_hand.td",
        "span": span(),
    }
    return Op(
        name=name,
        operands=tuple(operand(text) for text in ins.split()),
        results=tuple(result(text) for text in outs.split()),
        **(given | fields),
    )


def dims(text: str) -> Dims:
    """Build the rule of ``"... k, n k -> ... n"``."""
    left, _, right = text.partition("->")
    groups = [tuple(tuple(group.split()) for group in side.split(",")) for side in (left, right)]
    return Dims(*groups)


def rule(op: Op, text: str) -> GradientRule:
    """Build ``"x, _ = square_grad(a=x, b=dy, alpha=alpha)"`` as a gradient rule of ``op``."""
    targets, _, call = text.partition(" = ")
    backward, _, arguments = call.rstrip(")").partition("(")
    return GradientRule(
        targets=tuple(None if t == "_" else t for t in targets.split(", ")),
        op=backward,
        arguments=tuple(_bound(op, text) for text in arguments.split(", ")),
        span=span(),
    )


def _bound(op: Op, text: str) -> BoundArgument:
    parameter, _, value = text.partition("=")
    gradients = {f"d{result.name}": result.name for result in op.results}
    kinds = dict.fromkeys((o.name for o in op.operands), ValueKind.OPERAND)
    kinds |= dict.fromkeys((a.name for a in op.attributes), ValueKind.ATTRIBUTE)
    kinds |= dict.fromkeys((r.name for r in op.results), ValueKind.RESULT)
    if value in kinds:
        return BoundArgument(parameter, kinds[value], value)
    if value in gradients:
        return BoundArgument(parameter, ValueKind.RESULT_GRADIENT, gradients[value])
    if value == "none":
        return BoundArgument(parameter, ValueKind.ABSENT)
    return BoundArgument(parameter, ValueKind.LITERAL, literal=float(value))


def sample(name: str, operands: Mapping[str, Any], **attributes: AttributeValue) -> Sample:
    """Build a sample; an operand is a shape, ``(shape, Layout)``, ``None`` or a list of shapes."""
    return Sample(
        name,
        tuple((key, _sample_value(value)) for key, value in operands.items()),
        tuple(attributes.items()),
    )


def _sample_value(value: Any) -> SampleTensor | tuple[SampleTensor, ...] | None:
    if value is None:
        return None
    if isinstance(value, list):
        return tuple(SampleTensor(tuple(shape)) for shape in value)
    if len(value) == 2 and isinstance(value[1], Layout):
        return SampleTensor(tuple(value[0]), value[1])
    return SampleTensor(tuple(value))


def with_gradient(op: Op, *rules: str) -> Op:
    fields = {name: getattr(op, name) for name in Op.__dataclass_fields__}
    fields["gradient"] = tuple(rule(op, text) for text in rules)
    return Op(**fields)


def per_result(*operands: str) -> ShapeRule:
    return PerResult(tuple(SameAs(name) for name in operands))


ELEMENTWISE = frozenset({Trait.PURE, Trait.ELEMENTWISE})
NO_GRAD = frozenset({Trait.PURE, Trait.NO_GRAD})


def square_ops() -> list[Op]:
    square = make_op("square", "x", "y", traits=ELEMENTWISE, shape=SameAs("x"))
    grad = make_op("square_grad", "x dy", "dx", traits=ELEMENTWISE, shape=SameAs("x"))
    return [
        with_gradient(square, "x = square_grad(x=x, dy=dy)"),
        with_gradient(grad, "x = square_grad(x=dy, dy=ddx)", "dy = square_grad(x=x, dy=ddx)"),
    ]


def leaky_relu_ops() -> list[Op]:
    common: dict[str, Any] = {
        "traits": ELEMENTWISE,
        "shape": SameAs("x"),
        "hooks": SHAPE_FLAGS,
        "attributes": (attribute("alpha", "f32", 0.01),),
    }
    forward = make_op("leaky_relu_yzh", "x", "y", class_name="LeakyReluYZH", **common)
    backward = make_op(
        "leaky_relu_yzh_grad",
        "x dy",
        "dx",
        class_name="LeakyReluYZHGrad",
        nondiff=frozenset({"x"}),
        **common,
    )
    return [
        with_gradient(forward, "x = leaky_relu_yzh_grad(x=x, dy=dy, alpha=alpha)"),
        with_gradient(backward, "dy = leaky_relu_yzh_grad(x=x, dy=ddx, alpha=alpha)"),
    ]


def fused_add_scale_ops() -> list[Op]:
    forward = make_op(
        "fused_add_scale", "x bias scale", "y", shape=Broadcast(("x", "bias", "scale"))
    )
    grad = make_op(
        "fused_add_scale_grad",
        "dy x bias scale",
        "dx dbias dscale",
        shape=per_result("x", "bias", "scale"),
    )
    second = make_op(
        "fused_add_scale_grad_grad",
        "ddx ddbias ddscale dy x bias scale",
        "gdy gx gbias gscale",
        traits=NO_GRAD,
        shape=per_result("dy", "x", "bias", "scale"),
    )
    return [
        with_gradient(
            forward,
            "x, bias, scale = fused_add_scale_grad(dy=dy, x=x, bias=bias, scale=scale)",
        ),
        with_gradient(
            grad,
            "dy, x, bias, scale = fused_add_scale_grad_grad(ddx=ddx, ddbias=ddbias, "
            "ddscale=ddscale, dy=dy, x=x, bias=bias, scale=scale)",
        ),
        second,
    ]


def custom_linear_ops() -> list[Op]:
    use_bias = (attribute("use_bias", "bool", default=True),)
    forward = make_op(
        "custom_linear",
        "x weight bias?",
        "y",
        attributes=use_bias,
        shape=dims("... k, n k, n -> ... n"),
    )
    grad = make_op(
        "custom_linear_grad",
        "dy x weight",
        "dx dweight dbias",
        attributes=use_bias,
        shape=dims("... n, ... k, n k -> ... k, n k, n"),
    )
    second = make_op(
        "custom_linear_grad_grad",
        "ddx ddweight ddbias dy x weight",
        "gdy gx gweight",
        attributes=use_bias,
        traits=NO_GRAD,
        shape=dims("... k, n k, n, ... n, ... k, n k -> ... n, ... k, n k"),
    )
    return [
        with_gradient(
            forward,
            "x, weight, bias = custom_linear_grad(dy=dy, x=x, weight=weight, use_bias=use_bias)",
        ),
        with_gradient(
            grad,
            "dy, x, weight = custom_linear_grad_grad(ddx=ddx, ddweight=ddweight, ddbias=ddbias, "
            "dy=dy, x=x, weight=weight, use_bias=use_bias)",
        ),
        second,
    ]


def custom_model(*more: Op) -> OpSet:
    """All operators of the specs in ``specs/``, and ``more``."""
    ops: Sequence[Op] = [
        *custom_linear_ops(),
        *fused_add_scale_ops(),
        *leaky_relu_ops(),
        *square_ops(),
        *more,
    ]
    return OpSet(tuple(sorted(ops, key=lambda op: op.name)))
