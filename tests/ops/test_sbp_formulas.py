"""What formulas say about several devices, tried on simulated ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.ops import Op
from tests.ops.test_sbp import ONEFLOW_MATMUL, derived, read, try_all

SPECS = """
class F<string name> : Op<name, [NoGrad]>;
class F1<string name> : F<name> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }
class F2<string name> : F<name> {
  let input = (ins Tensor:$x, Tensor:$z);
  let output = (outs Tensor:$y);
}
def MatmulOp : F2<"matmul"> {
  let dims = "m k, k n -> m n";
  let expr = "y = sum[k](x * z)";
  let reference = [{ return x @ z }];
}
def SoftmaxOp : F1<"softmax"> {
  let dims = "... c -> ... c";
  let expr = "m = max[c](x); e = exp(x - m); y = e / sum[c](e)";
  let reference = [{ e = np.exp(x); return e / e.sum(-1, keepdims=True) }];
}
def MeanOp : F1<"mean"> {
  let dims = "... c -> ...";
  let expr = "y = mean[c](x)";
  let reference = [{ return x.mean(-1) }];
}
def TotalOp : F1<"total"> {
  let dims = "... c -> ...";
  let expr = "y = 2 * sum[c](x * x)";
  let reference = [{ return 2 * (x * x).sum(-1) }];
}
def PeakOp : F1<"peak"> {
  let dims = "... c -> ...";
  let expr = "y = max[c](x)";
  let reference = [{ return x.max(-1) }];
}
class Axes<string name> : F1<name> {
  let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[0,-1]">:$axes);
}
def FarOp : Axes<"far"> {
  let shape = Reduce<"x", "axes">;
  let expr = "y = sum[axes](abs(x))";
  let reference = [{ return np.abs(x).sum((0, -1)) }];
}
def NearOp : Axes<"near"> {
  let shape = SameAs<"x">;
  let expr = "y = x - mean[axes](x)";
  let reference = [{ return x - x.mean((0, -1), keepdims=True) }];
}
def BiasedOp : F2<"biased"> {
  let dims = "m k, k -> m";
  let expr = "y = sum[k](x * z) + 1";
  let reference = [{ return x @ z + 1 }];
}
def SumOp : F2<"plus"> {
  let expr = "y = x + z";
  let reference = [{ return x + z }];
}
def ScaledOp : F1<"scaled"> {
  let expr = "y = -x / 2 + x * 3";
  let reference = [{ return -x / 2 + x * 3 }];
}
def ShareOp : F2<"share"> {
  let dims = "n, m -> m";
  let expr = "y = sum[n](x) / size(n) + z";
  let reference = [{ return x.mean() + z }];
}
def SpreadOp : F2<"spread"> {
  let dims = "n, m -> m n";
  let expr = "y = x * z";
  let reference = [{ return z[:, None] * x }];
}
"""


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Op]:
    return read(tmp_path_factory.mktemp("sbp"), SPECS)


@pytest.mark.parametrize(
    ("name", "tensors", "expected"),
    [
        ("matmul", [(4, 3), (3, 5)], ONEFLOW_MATMUL),
        ("softmax", [(4, 2, 3)], ["S(0) -> S(0)", "S(1) -> S(1)"]),
        ("mean", [(4, 3)], ["S(0) -> S(0)", "P -> P"]),
        ("total", [(4, 3)], ["S(0) -> S(0)", "S(1) -> P"]),
        ("peak", [(4, 3)], ["S(0) -> S(0)"]),
        ("biased", [(4, 3), (3,)], ["S(0) B -> S(0)"]),
        ("plus", [(4, 3), (3,)], ["S(0) B -> S(0)", "S(1) S(0) -> S(1)", "P P -> P"]),
        ("scaled", [(4,)], ["S(0) -> S(0)", "P -> P"]),
        ("share", [(4,), (3,)], ["B S(0) -> S(0)", "P P -> P"]),
        (
            "spread",
            [(4,), (3,)],
            ["S(0) B -> S(1)", "B S(0) -> S(0)", "P B -> P", "B P -> P"],
        ),
    ],
)
def test_a_formula_says_it_all(
    ops: dict[str, Op], name: str, tensors: list[tuple[int, ...]], expected: list[str]
) -> None:
    op = ops[name]
    given = [(operand.name, shape) for operand, shape in zip(op.operands, tensors, strict=True)]
    assert derived(op, *given) == expected
    assert try_all(op, *given) == len(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("far", ["S(0) -> P", "S(1) -> S(0)", "S(2) -> P"]),
        ("near", ["S(1) -> S(1)", "P -> P"]),
    ],
)
def test_axes_that_a_call_names(ops: dict[str, Op], name: str, expected: list[str]) -> None:
    assert derived(ops[name], ("x", (4, 2, 6))) == expected
    assert try_all(ops[name], ("x", (4, 2, 6))) == len(expected)


def test_what_a_spec_says_goes_before_the_formula(tmp_path: Path) -> None:
    text = SPECS.replace(
        'let expr = "y = sum[k](x * z)";',
        'let expr = "y = sum[k](x * z)"; let no_split = ["m"]; let linear = ["z"];',
    )
    op = read(tmp_path, text)["matmul"]
    expected = ["S(1) S(0) -> P", "B S(1) -> S(1)", "B P -> P"]
    assert derived(op, ("x", (4, 3)), ("z", (3, 5))) == expected
