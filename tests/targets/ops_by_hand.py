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
from opgen.ops.added_samples import with_added_samples
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
    return changed(op, gradient=tuple(rule(op, text) for text in rules))


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


REFERENCES = {
    "square": "return x * x",
    "square_grad": "return 2 * x * dy",
    "leaky_relu_yzh": "return np.where(x > 0, x, alpha * x)",
    "leaky_relu_yzh_grad": "return np.where(x > 0, dy, alpha * dy)",
    "fused_add_scale": "return (x + bias) * scale",
    "fused_add_scale_grad": """
dsum = dy * scale
dx = sum_to(dsum, x.shape)
dbias = sum_to(dsum, bias.shape)
return dx, dbias, sum_to(dy * (x + bias), scale.shape)
""",
    "fused_add_scale_grad_grad": """
gdy = (ddx + ddbias) * scale + ddscale * (x + bias)
gsum = ddscale * dy
gscale = sum_to((ddx + ddbias) * dy, scale.shape)
return gdy, sum_to(gsum, x.shape), sum_to(gsum, bias.shape), gscale
""",
    "custom_linear": """
y = x @ weight.T
return y if bias is None or not use_bias else y + bias
""",
    "custom_linear_grad": """
rows = dy.reshape(-1, dy.shape[-1])
dbias = rows.sum(axis=0) if use_bias else np.zeros_like(weight[:, 0])
return dy @ weight, rows.T @ x.reshape(-1, x.shape[-1]), dbias
""",
    "custom_linear_grad_grad": """
gdy = ddx @ weight.T + x @ ddweight.T + (ddbias if use_bias else 0)
rows = dy.reshape(-1, dy.shape[-1])
return gdy, dy @ ddweight, rows.T @ ddx.reshape(-1, ddx.shape[-1])
""",
}

_LINEAR = {"x": (4, 3), "weight": (5, 3), "bias": (5,)}
_TURNED = ((4, 3), Layout.TRANSPOSED)

SAMPLES = {
    "leaky_relu_yzh": [sample("1", {"x": (4, 6)}, alpha=0.2), sample("2", {"x": (2, 3, 5)})],
    "leaky_relu_yzh_grad": [sample("1", {"x": (4, 6), "dy": (4, 6)}, alpha=0.2)],
    "fused_add_scale": [
        sample("1", {"x": (4, 6), "bias": (6,), "scale": ()}),
        sample("2", {"x": (3,), "bias": (2, 1), "scale": (1,)}),
    ],
    "fused_add_scale_grad": [
        sample("1", {"dy": (4, 3), "x": _TURNED, "bias": (3,), "scale": ()}),
        sample("2", {"dy": (2, 3), "x": (3,), "bias": (2, 1), "scale": (1,)}),
    ],
    "fused_add_scale_grad_grad": [
        sample(
            "1",
            {"ddx": (3,), "ddbias": (2, 1), "ddscale": (1,)}
            | {"dy": (2, 3), "x": (3,), "bias": (2, 1), "scale": (1,)},
        )
    ],
    "custom_linear": [
        sample("1", _LINEAR),
        sample("2", _LINEAR | {"bias": None}),
        sample("3", _LINEAR | {"x": (2, 2, 3)}, use_bias=False),
    ],
    "custom_linear_grad": [
        sample("1", {"dy": (4, 5), "x": (4, 3), "weight": (5, 3)}),
        sample("2", {"dy": (2, 2, 5), "x": (2, 2, 3), "weight": (5, 3)}, use_bias=False),
    ],
    "custom_linear_grad_grad": [
        sample(
            "1",
            {"ddx": (4, 3), "ddweight": (5, 3), "ddbias": (5,)}
            | {"dy": (4, 5), "x": (4, 3), "weight": (5, 3)},
        )
    ],
}


def complete(op: Op) -> Op:
    """Return ``op`` with its reference and samples, those that rules add included."""
    samples = with_added_samples(op, SAMPLES.get(op.name, op.samples))
    return changed(op, reference=REFERENCES.get(op.name, op.reference), samples=samples)


def changed(op: Op, **fields: Any) -> Op:
    return Op(**{name: getattr(op, name) for name in Op.__dataclass_fields__} | fields)


def custom_model(*more: Op) -> OpSet:
    """All operators of the specs in ``specs/``, and ``more``."""
    ops: Sequence[Op] = [
        *custom_linear_ops(),
        *fused_add_scale_ops(),
        *leaky_relu_ops(),
        *square_ops(),
        *more,
    ]
    return OpSet(tuple(complete(op) for op in sorted(ops, key=lambda op: op.name)))
