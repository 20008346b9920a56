"""Operators with what PyTorch has to get right beyond those in ``specs/``, and their kernels."""

from __future__ import annotations

from opgen.ops import Broadcast, Dims, DType, Library, Op, PerResult, SameAs, TypeVariable
from opgen.ops.added_samples import with_added_samples
from tests.targets.ops_by_hand import (
    ELEMENTWISE,
    FLOATS,
    NO_GRAD,
    attribute,
    changed,
    make_op,
    per_result,
    sample,
    with_gradient,
)

PROBE = Library("probe", "probe_")
_LOW = (DType.F32, DType.BF16, DType.F64)
_T, _INDEX = TypeVariable("T", FLOATS), TypeVariable("I", (DType.I64,))


def torch_ops() -> list[Op]:
    """Return the operators, in a library of their own, with references and samples."""
    return [_described(op) for op in _ops()]


def _ops() -> list[Op]:
    same = SameAs("x")
    scaled = make_op(
        "scaled",
        "x",
        "y",
        traits=ELEMENTWISE,
        shape=same,
        types=(TypeVariable("T", _LOW),),
        attributes=(attribute("factor", "f64", -3.0),),
    )
    reciprocal = make_op("reciprocal", "x", "y", traits=ELEMENTWISE, shape=same)
    reciprocal_grad = make_op("reciprocal_grad", "y dy", "dx", traits=NO_GRAD, shape=SameAs("y"))
    biased = make_op("biased", "x bias?", "y", traits=ELEMENTWISE, shape=same)
    several = make_op(
        "several",
        "x",
        "y inside index:I",
        types=(_T, _INDEX),
        traits=ELEMENTWISE,
        shape=PerResult((same, same, same)),
    )
    product = make_op("product", "a b", "y", traits=ELEMENTWISE, shape=SameAs("a"))
    product_grad = make_op(
        "product_grad", "a b dy", "da db unused", traits=NO_GRAD, shape=per_result("a", "b", "a")
    )
    summed = make_op("summed", "x xs*", "y", shape=same)
    summed_grad = make_op("summed_grad", "dy xs*", "dx", traits=NO_GRAD, shape=SameAs("dy"))
    paired = make_op("paired", "x xs* ys*", "y", shape=same)
    paired_grad = make_op("paired_grad", "dy xs* ys*", "dx", traits=NO_GRAD, shape=SameAs("dy"))
    added = make_op("added", "a b", "y", traits=ELEMENTWISE | NO_GRAD, shape=Broadcast(("a", "b")))
    clashing = make_op(
        "clashing",
        "call inputs output torch op rule",
        "grads",
        traits=ELEMENTWISE,
        shape=SameAs("call"),
        attributes=(attribute("info", "i64", 2),),
    )
    centred = make_op("centred", "x", "y", traits=NO_GRAD, shape=Dims((("n", "m"),), (("m",),)))
    return [
        with_gradient(scaled, "x = scaled(x=dy, factor=factor)"),
        with_gradient(make_op("tripled", "x", "y", shape=same), "x = scaled(x=dy, factor=3)"),
        with_gradient(reciprocal, "x = reciprocal_grad(y=y, dy=dy)"),
        reciprocal_grad,
        with_gradient(biased, "x = biased(x=dy, bias=none)", "bias = biased(x=dy, bias=none)"),
        with_gradient(several, "x = product(a=inside, b=dy)"),
        with_gradient(product, "a, b, _ = product_grad(a=a, b=b, dy=dy)"),
        product_grad,
        changed(with_gradient(summed, "x = summed_grad(dy=dy, xs=xs)"), nondiff=frozenset({"xs"})),
        summed_grad,
        changed(
            with_gradient(paired, "x = paired_grad(dy=dy, xs=xs, ys=ys)"),
            nondiff=frozenset({"xs", "ys"}),
        ),
        paired_grad,
        added,
        with_gradient(
            clashing,
            "call = biased(x=dgrads, bias=none)",
            "inputs, output, _ = product_grad(a=inputs, b=output, dy=dgrads)",
        ),
        centred,
    ]


def _described(op: Op) -> Op:
    samples = tuple(
        sample(name, shapes, **attributes)
        for name, (shapes, attributes) in _SAMPLES.get(op.name, {}).items()
    )
    samples = with_added_samples(op, samples)
    return changed(op, library=PROBE, samples=samples, reference=_REFERENCES.get(op.name, ""))


_SAMPLES: dict[str, dict[str, tuple[dict[str, object], dict[str, float]]]] = {
    "biased": {
        "both": ({"x": (3, 2), "bias": (3, 2)}, {}),
        "absent": ({"x": (3, 2), "bias": None}, {}),
    },
    "scaled": {"quarter": ({"x": (3, 2)}, {"factor": 0.25}), "default": ({"x": (2,)}, {})},
    "several": {"one": ({"x": (2, 3)}, {})},
    "summed": {
        "two": ({"x": (2, 3), "xs": [(2, 3), (4,)]}, {}),
        "none": ({"x": (2,), "xs": []}, {}),
    },
    "paired": {"one": ({"x": (2,), "xs": [(2,)], "ys": [(), (3,)]}, {})},
    "clashing": {
        "one": (dict.fromkeys(("call", "inputs", "output", "torch", "op", "rule"), (2,)), {})
    },
    "added": {"one": ({"a": (4, 3), "b": (3,)}, {}), "two": ({"a": (), "b": (2, 1)}, {})},
}

_REFERENCES = {
    "biased": "return x if bias is None else x + bias",
    "scaled": "return x * factor",
    "several": "inside = (abs(x) < 1) * 1.0\nreturn x * inside, inside, np.sign(x)",
    "paired": "return x * (1 + len(xs) + 2 * len(ys))",
    "summed": "return x + sum(part.sum() for part in xs)",
    "clashing": "return call + inputs * output + info",
    "added": "return a + b",
}

TORCH_BODIES = {
    "scaled": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(x[i] * static_cast<T>(factor));
  return OPGEN_OK;
""",
    "tripled": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 3 * x[i];
  return OPGEN_OK;
""",
    "reciprocal": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 1 / x[i];
  return OPGEN_OK;
""",
    "reciprocal_grad": """\
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = -dy[i] * y[i] * y[i];
  return OPGEN_OK;
""",
    "biased": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] + (bias ? bias[i] : T(0));
  return OPGEN_OK;
""",
    "several": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    inside[i] = x[i] > -1 && x[i] < 1 ? 1 : 0;
    y[i] = x[i] * inside[i];
    index[i] = x[i] > 0 ? 1 : -1;
  }
  return OPGEN_OK;
""",
    "product": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = a[i] * b[i];
  return OPGEN_OK;
""",
    "product_grad": """\
  for (int64_t i = 0; i < da.numel(); ++i) {
    da[i] = b[i] * dy[i];
    db[i] = a[i] * dy[i];
    unused[i] = 0;
  }
  return OPGEN_OK;
""",
    "summed": """\
  T sum = 0;
  for (int64_t part = 0; part < xs.size(); ++part) {
    for (int64_t i = 0; i < xs[part].numel(); ++i) sum += xs[part][i];
  }
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] + sum;
  return OPGEN_OK;
""",
    "summed_grad": """\
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = dy[i];
  return OPGEN_OK;
""",
    "paired": """\
  const T factor = static_cast<T>(1 + xs.size() + 2 * ys.size());
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = factor * x[i];
  return OPGEN_OK;
""",
    "paired_grad": """\
  const T factor = static_cast<T>(1 + xs.size() + 2 * ys.size());
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = factor * dy[i];
  return OPGEN_OK;
""",
    "added": """\
  const opgen::BroadcastTo<const T> a_at(a, y), b_at(b, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = a_at[i] + b_at[i];
  return OPGEN_OK;
""",
    "clashing": """\
  for (int64_t i = 0; i < grads.numel(); ++i) {
    grads[i] = call[i] + inputs[i] * output[i] + static_cast<T>(info);
  }
  return OPGEN_OK;
""",
    "centred": """\
  return OPGEN_OK;
""",
}
