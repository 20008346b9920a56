"""Operators with every feature of the ABI that those in ``specs/`` lack, and their kernels."""

from __future__ import annotations

from dataclasses import replace

from opgen.ops import (
    BoundArgument,
    Broadcast,
    DType,
    GradientRule,
    Op,
    PerResult,
    SameAs,
    Trait,
    TypeVariable,
    ValueKind,
)
from tests.targets.ops_by_hand import (
    ELEMENTWISE,
    FLOATS,
    attribute,
    dims,
    make_op,
    per_result,
    with_gradient,
)

_EVERY_FLOAT = (DType.F16, DType.BF16, DType.F32, DType.F64)


def feature_ops() -> list[Op]:
    t, u = TypeVariable("T", FLOATS), TypeVariable("U", (DType.I32, DType.I64))
    every_attribute = (
        attribute("count", "i64"),
        attribute("ratio", "f64", 0.25),
        attribute("single", "f32", 0.1),
        attribute("flag", "bool", default=True),
        attribute("mode", "str", 'a"\\?'),
        attribute("axes", "i64[]", (0, -1)),
        attribute("weights", "f64[]", ()),
        attribute("mask", "bool[]", (True, False, True)),
    )
    return [
        make_op("attributes", "x", "y", shape=SameAs("x"), attributes=every_attribute),
        make_op("by_hand_shape", "x", "y"),
        make_op("doubled", "x", "y", types=(TypeVariable("T", _EVERY_FLOAT),), shape=SameAs("x")),
        make_op(
            "locals",
            "infer dims entry",
            "kernel",
            attributes=(attribute("inferred", "i64", 0),),
            shape=dims("... k, k, k -> ... k"),
        ),
        make_op(
            "product", "a b", "p q", shape=SameAs("a"), attributes=(attribute("factor", "f64"),)
        ),
        with_gradient(
            make_op("grown", "x", "y", shape=SameAs("x")),
            "x, _ = product(a=dy, b=y, factor=1.0)",
        ),
        _clashing(),
        make_op("many", "xs* bias?", "y", traits=ELEMENTWISE, shape=SameAs("xs")),
        make_op("picked", "x index:U", "y z:U", types=(t, u), shape=per_result("x", "index")),
        make_op("sometimes", "x other?:U more*:U", "y", types=(t, u), shape=SameAs("x")),
        make_op("stacked", "xs* x", "y", shape=dims("... k, k -> ... k")),
        make_op("throwing", "x", "y", shape=SameAs("x")),
        make_op("unwritten", "x", "y", shape=SameAs("x")),
        make_op(
            "walked",
            "x z",
            "y both",
            traits=frozenset({Trait.SUPPORT_NON_CONTIGUOUS}),
            shape=PerResult((SameAs("x"), Broadcast(("x", "z")))),
        ),
    ]


def _clashing() -> Op:
    """An op whose operands have the names that its ``vjp`` would give to other things."""
    op = make_op("clashing", "custom dy", "y", traits=ELEMENTWISE, shape=SameAs("custom"))
    rules = [
        GradientRule(
            targets=(target, None),
            op="product",
            arguments=(
                BoundArgument("a", ValueKind.RESULT_GRADIENT, "y"),
                BoundArgument("b", ValueKind.OPERAND, other),
                BoundArgument("factor", ValueKind.LITERAL, literal=1.0),
            ),
            span=op.span,
        )
        for target, other in (("custom", "dy"), ("dy", "custom"))
    ]
    return replace(op, gradient=tuple(rules))


FEATURE_BODIES = {
    "attributes": """\
  if (mode != "a\\"\\\\?") return opgen::fail(ctx, "attributes", "mode: got %s", mode.data());
  const double values[] = {static_cast<double>(count),       ratio,
                           single,                           flag ? 1.0 : 0.0,
                           static_cast<double>(axes.size),   static_cast<double>(axes[1]),
                           static_cast<double>(mask.size),   static_cast<double>(mask[1]),
                           static_cast<double>(weights.size)};
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(values[i]);
  return OPGEN_OK;
""",
    "doubled": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  return OPGEN_OK;
""",
    "locals": """\
  for (int64_t i = 0; i < kernel.numel(); ++i) kernel[i] = infer[i] + static_cast<T>(inferred);
  return OPGEN_OK;
""",
    "product": """\
  for (int64_t i = 0; i < p.numel(); ++i) {
    p[i] = a[i] * b[i] * static_cast<T>(factor);
    q[i] = a[i];
  }
  return OPGEN_OK;
""",
    "grown": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = std::exp(x[i]);
  return OPGEN_OK;
""",
    "clashing": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = custom[i] * dy[i];
  return OPGEN_OK;
""",
    "many": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = bias ? bias[i] : T(0);
    for (int64_t at = 0; at < xs.size(); ++at) y[i] += xs[at][i];
  }
  return OPGEN_OK;
""",
    "picked": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i];
  for (int64_t i = 0; i < z.numel(); ++i) z[i] = index[i] + 1;
  return OPGEN_OK;
""",
    "sometimes": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] + static_cast<T>(other ? other.numel() : -1) + static_cast<T>(sizeof(U));
  }
  return OPGEN_OK;
""",
    "stacked": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(xs.size());
  return OPGEN_OK;
""",
    "throwing": """\
  throw std::runtime_error("out of luck");
""",
    "walked": """\
  const opgen::BroadcastTo<const T> from(x, y), x_at(x, both), z_at(z, both);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = from[i];
  for (int64_t i = 0; i < both.numel(); ++i) both[i] = x_at[i] * z_at[i];
  return OPGEN_OK;
""",
}
