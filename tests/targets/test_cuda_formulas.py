"""CUDA kernels that are filled in from formulas: nvcc takes them, and they compute the formula.

There needn't be a GPU: the same bodies are compiled as C++, which works on the host.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, prepare
from tests.requirements import needs
from tests.targets.abi import ABSENT, OK, Library, of_array
from tests.targets.cuda_tree import CUDA, build_cuda, build_emulated
from tests.targets.kernel_tree import render, write

pytestmark = needs("compiler")

SPECS = """
class F<string name> : Op<name, [Pure, NoGrad]> {
  let devices = [CPU<>, CUDA<>];
  let types = [T<"T", [F32, F64, F16]>];
}
class F1<string name> : F<name> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }
class F2<string name> : F<name> {
  let input = (ins Tensor:$x, Tensor:$z);
  let output = (outs Tensor:$y);
}
let library = Library<"k"> in {
def SiluOp : F1<"silu"> {
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha);
  let expr = "y = x * sigmoid(alpha * x)";
}
def GeluOp : F1<"gelu"> { let expr = "y = x * 0.5 * (1 + erf(x / sqrt(2)))"; }
def LargerOp : F2<"larger"> { let expr = "y = where(x > z, x, z) + 2 * abs(x)"; }
def SoftmaxOp : F1<"softmax"> {
  let dims = "... c -> ... c";
  let expr = "m = max[c](x); z = exp(x - m); y = z / sum[c](z)";
}
def LogsumexpOp : F1<"logsumexp"> {
  let dims = "... c -> ...";
  let expr = "m = max[c](x); y = m + log(sum[c](exp(x - m)))";
}
def LayerNormOp : F<"layer_norm"> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$b);
  let output = (outs Tensor:$y, Tensor:$mean);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1e-5">:$eps);
  let dims = "... c, c, c -> ... c, ...";
  let expr = [{
    mean = mean[c](x)
    d = x - mean
    y = d * rsqrt(mean[c](d * d) + eps) * w + (b if given(b) else 0)
  }];
}
def MatmulOp : F2<"matmul"> {
  let dims = "... m k, ... k n -> ... m n";
  let expr = "y = sum[k](x * z)";
}
def TotalOp : F1<"total"> { let dims = "... -> "; let expr = "y = sum[...](x)"; }
def ColumnsOp : F1<"columns"> { let dims = "a b c -> b"; let expr = "y = mean[a c](x)"; }
def OuterOp : F2<"outer"> { let dims = "m, n -> m n"; let expr = "y = exp(x) * z"; }
def TurnedOp : F1<"turned"> { let dims = "m n -> n m"; let expr = "y = x + 1"; }
def FiniteOp : F1<"finite"> {
  let expr = "y = where(isfinite(x), x, -inf) + floor(x) + min(x, 1) + max(x, -1)";
}
def FibresOp : Op<"fibres", [Pure]> {
  let input = (ins Tensor:$x, Tensor:$z);
  let output = (outs Tensor:$y);
  let devices = [CPU<>, CUDA<>];
  let expr = "y = x * z";
}
def SmallestOp : F1<"smallest"> { let dims = "m ... -> m"; let expr = "y = min[...](x)"; }
def StepOp : F<"momentum"> {
  let input = (ins Tensor:$p, Tensor:$g, Tensor:$m);
  let output = (outs Tensor:$q, Tensor:$n);
  let attrs = (ins F64Attr:$lr);
  let expr = "n = 0.9 * m + 0.1 * g; q = p - lr * n";
}
def IsSmallOp : F1<"is_small"> {
  let output = (outs TensorOf<"B">:$y);
  let types = [T<"T", [F32, F64]>, T<"B", [Bool]>];
  let expr = "y = abs(x) < 1 and not x == 0";
}
def LossOp : F2<"loss"> {
  let attrs = (ins EnumAttr<["mean", "sum"]>:$mode);
  let dims = "n, n -> ";
  let expr = "s = sum[n](square(x - z)); y = s / size(n) if mode == \\"mean\\" else s";
}
def AxisSoftmaxOp : F1<"axis_softmax"> {
  let attrs = (ins SI64Attr:$axis);
  let shape = SameAs<"x">;
  let expr = "z = exp(x - max[axis](x)); y = z / sum[axis](z)";
}
def VarianceOp : F1<"variance"> {
  let attrs = (ins SI64Attr:$axis);
  let shape = Reduce<"x", "axis">;
  let expr = "c = x - mean[axis](x); y = mean[axis](c * c)";
}
def RowsOp : F2<"rows"> {
  let input = (ins TensorOf<"I">:$x, TensorOf<"I">:$z);
  let output = (outs TensorOf<"I">:$y);
  let types = [T<"I", [I32, I64]>];
  let dims = "m n, n -> m";
  let expr = "y = sum[n](x // z * 2) % 7";
}
}
"""


def erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf, otypes=[float])(x)


def norm(x: np.ndarray, w: np.ndarray, b: np.ndarray | None) -> list[np.ndarray]:
    mean = x.mean(-1)
    y = (x - mean[..., None]) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * w
    return [y if b is None else y + b, mean]


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def fibres(d: np.ndarray, x: np.ndarray, z: np.ndarray) -> list[np.ndarray]:
    return [summed_to(d * z, x), summed_to(d * x, z)]


def summed_to(whole: np.ndarray, part: np.ndarray) -> np.ndarray:
    """Sum over the dimensions in which ``part`` broadcasts."""
    shape = (1,) * (whole.ndim - part.ndim) + part.shape
    axes = tuple(i for i, (a, b) in enumerate(zip(whole.shape, shape, strict=True)) if a != b)
    return whole.sum(axes, keepdims=True).reshape(part.shape)


Expected = Callable[..., object]
CASES: list[tuple[str, list[tuple[int, ...] | None], list[float], Expected]] = [
    ("silu", [(3, 5)], [1.7], lambda x: x / (1 + np.exp(-1.7 * x))),
    ("silu", [()], [1.0], lambda x: x / (1 + np.exp(-x))),
    ("gelu", [(0, 4)], [], lambda x: x),
    ("gelu", [(7,)], [], lambda x: x * 0.5 * (1 + erf(x / 2**0.5))),
    ("larger", [(4, 1), (3,)], [], lambda x, z: np.maximum(x, z) + 2 * np.abs(x)),
    ("larger", [(2, 1, 3), (4, 1)], [], lambda x, z: np.maximum(x, z) + 2 * np.abs(x)),
    ("softmax", [(2, 3, 70)], [], softmax),
    ("softmax", [(5,)], [], softmax),
    ("logsumexp", [(4, 6)], [], lambda x: np.log(np.exp(x).sum(-1))),
    ("layer_norm", [(2, 3, 6), (6,), (6,)], [1e-5], norm),
    ("layer_norm", [(3, 6), (6,), None], [1e-5], norm),
    ("matmul", [(4, 3), (3, 5)], [], np.matmul),
    ("matmul", [(2, 1, 4, 3), (6, 3, 5)], [], np.matmul),
    ("matmul", [(4, 0), (0, 5)], [], np.matmul),
    ("total", [(3, 4, 5)], [], np.sum),
    ("total", [()], [], np.sum),
    ("total", [(0, 2)], [], np.sum),
    ("columns", [(3, 4, 5)], [], lambda x: x.mean((0, 2))),
    ("outer", [(3,), (4,)], [], lambda x, z: np.outer(np.exp(x), z)),
    ("turned", [(3, 4)], [], lambda x: x.T + 1),
    (
        "finite",
        [(6,)],
        [],
        lambda x: x + np.floor(x) + np.minimum(x, 1) + np.maximum(x, -1),
    ),
    ("smallest", [(3, 4, 2)], [], lambda x: x.min((1, 2))),
    (
        "momentum",
        [(5,), (5,), (5,)],
        [0.5],
        lambda p, g, m: [p - 0.5 * (0.9 * m + 0.1 * g), 0.9 * m + 0.1 * g],
    ),
    ("is_small", [(9,)], [], lambda x: (np.abs(x) < 1) & (x != 0)),
    ("loss", [(5,), (5,)], [0], lambda x, z: ((x - z) ** 2).mean()),
    ("loss", [(5,), (5,)], [1], lambda x, z: ((x - z) ** 2).sum()),
    ("axis_softmax", [(70, 3)], [0], lambda x: softmax(x.T).T),
    ("axis_softmax", [(2, 3, 4)], [-1], softmax),
    ("variance", [(2, 3, 4)], [1], lambda x: x.var(1)),
    ("variance", [(9, 2)], [-2], lambda x: x.var(0)),
    ("fibres_grad", [(2, 3, 4), (4,), (3, 1)], [], fibres),
    ("fibres_grad", [(3, 4), (3, 4), (1, 4)], [], fibres),
    ("fibres_grad", [(3, 0), (1, 1), (3, 0)], [], fibres),
]
TOLERANCES = {"float32": 2e-6, "float64": 1e-12, "float16": 4e-3}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("formulas")
    spec = root / "spec.td"
    spec.write_text('include "opgen/OpBase.td"\n' + SPECS)
    diagnostics = Diagnostics()
    project = replace(default_project(root), targets=("kernels",))
    model = prepare(Request(project, (spec,)), diagnostics).model
    assert [d.message for d in diagnostics.items] == []
    return write(root, render(model, ["kernels"]))


@pytest.fixture(scope="module")
def emulated(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    path = tmp_path_factory.mktemp("emulated") / "libk.so"
    return Library(build_emulated(tree, path, "k"), "k")


@needs("nvcc")
def test_nvcc_takes_them_for_every_architecture(tree: Path) -> None:
    done = build_cuda(tree, "k")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("dtype", TOLERANCES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_they_compute_the_formula(emulated: Library, dtype: str, case: tuple) -> None:
    name, shapes, attributes, expected = case
    if dtype == "float16" and name in {"is_small", "fibres_grad"}:
        return
    generator = np.random.default_rng(3)
    arrays = [None if s is None else generator.uniform(-2, 2, s).astype(dtype) for s in shapes]
    wanted = expected(*(a if a is None else a.astype("float64") for a in arrays))
    wanted = [np.asarray(w) for w in (wanted if isinstance(wanted, list) else [wanted])]
    results = [np.empty(w.shape, "bool" if w.dtype == bool else dtype) for w in wanted]
    tensors = [ABSENT if array is None else of_array(array) for array in arrays]
    values = [ctypes.c_int64(a) if isinstance(a, int) else ctypes.c_double(a) for a in attributes]
    called = (f"{name}_cuda", *tensors, *map(of_array, results), *values)
    assert emulated.call(*called, device=CUDA) == (OK, "")
    for result, precise in zip(results, wanted, strict=True):
        tolerance = TOLERANCES[dtype]
        np.testing.assert_allclose(result, precise, rtol=tolerance, atol=tolerance * 4)


def test_integers_divide_as_in_python(emulated: Library) -> None:
    x = np.array([[-7, 7, 3], [5, -1, 9]], "int64")
    z = np.array([2, -2, 4], "int64")
    y = np.empty(2, "int64")
    assert emulated.call("rows_cuda", of_array(x), of_array(z), of_array(y), device=CUDA)[0] == OK
    assert y.tolist() == ((x // z * 2).sum(1) % 7).tolist()


def test_results_may_lie_over_operands(emulated: Library) -> None:
    p, g, m = (np.full(4, value) for value in (1.0, 2.0, 3.0))
    tensors = [of_array(a) for a in (p, g, m, p, m)]
    call = emulated.call("momentum_cuda", *tensors, ctypes.c_double(0.5), device=CUDA)
    assert call == (OK, "")
    np.testing.assert_allclose(m, 2.9)
    np.testing.assert_allclose(p, 1 - 0.5 * 2.9)


def test_large_values_stay_finite(emulated: Library) -> None:
    x = np.array([-800.0, 800.0, 0.0])
    y = np.empty(3)
    call = emulated.call("silu_cuda", of_array(x), of_array(y), ctypes.c_double(1), device=CUDA)
    assert call == (OK, "")
    assert y.tolist() == [0.0, 800.0, 0.0]
