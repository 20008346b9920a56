"""Kernels, references and gradients made of formulas, against NumPy, PyTorch, SymPy, differences.

The kernels are loops in C++, the references whole arrays in NumPy: they agree on every sample, and
gradients agree with finite differences of the kernels. PyTorch and SymPy are independent of both.
"""

import importlib
import os
import zlib

import numpy as np
import pytest

from opgen.runners.numpy_suite import run
from tests.requirements import needs
from tests.targets.formula_tree import formula_model, formula_tree, imported
from tests.targets.kernel_tree import STRICT, build

pytestmark = [needs("numpy", "compiler")]

MODEL = formula_model()
OPS = [op.name for op in MODEL.ops]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("formulas")
    return formula_tree(root, MODEL)


@pytest.fixture(scope="module")
def fx(tree):
    os.environ["CXXFLAGS"], before = STRICT, os.environ.get("CXXFLAGS")
    try:
        build(tree, "fx", CXXFLAGS=STRICT)
        with imported(tree, "fx") as module:
            yield module
    finally:
        del os.environ["CXXFLAGS"]
        if before is not None:
            os.environ["CXXFLAGS"] = before


def test_every_operator_has_a_backward_operator_that_has_one():
    forward = [name for name in OPS if not name.endswith("_grad")]
    without = {"adamw", "compare"}
    assert {f"{name}_grad" for name in forward if name not in without} <= set(OPS)
    assert {f"{name}_grad_grad" for name in ("softmax", "matmul", "mish", "layer_norm")} <= set(OPS)
    assert not any(name.endswith("_grad_grad_grad") for name in OPS)


@pytest.mark.parametrize("op", OPS)
def test_samples_agree_with_references_and_differences(fx, tree, op):
    subject = run._subject(tree, "fx", op)
    rows = {}
    for name, check in run.checks(subject, quick=False):
        if not name.startswith("sbp"):
            rows[name] = run._run(subject, check)
    failed = {name: row["detail"] for name, row in rows.items() if row["outcome"] == "failed"}
    assert failed == {}
    assert any(row["outcome"] == "passed" for row in rows.values())


def draw(name, *shape, low=-2.0, high=2.0):
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    return generator.uniform(low, high, shape)


def softmax(x):
    return torch().softmax(x, -1)


def torch():
    return importlib.import_module("torch")


def functional():
    return importlib.import_module("torch.nn.functional")


# For each operator arguments and the same thing in PyTorch.
IN_TORCH = {
    "gelu": ([(3, 4)], lambda x: functional().gelu(x)),
    "gelu_tanh": ([(3, 4)], lambda x: functional().gelu(x, approximate="tanh")),
    "soft_plus": ([(3, 4)], lambda x: functional().softplus(x)),
    "tangent": ([(5,)], lambda x: x.tanh()),
    "logistic": ([(5,)], lambda x: x.sigmoid()),
    "mish": ([(5,)], lambda x: functional().mish(x)),
    "relu6": ([(7,)], lambda x: functional().relu6(x)),
    "hard_swish": ([(7,)], lambda x: functional().hardswish(x)),
    "root": ([(7,)], lambda x: x.sqrt() + x.rsqrt() + x.log2() + (x / 4).tan()),
    "arc": ([(7,)], lambda x: x.asin() + x.acos() * x.sinh() - x.cosh()),
    "multiply_add": ([(4, 6), (6,), ()], lambda a, b, c: a * b + c),
    "divide": ([(3, 1), (2, 1, 4)], lambda a, b: a / b),
    "maximum": ([(3, 1), (2, 1, 4)], lambda a, b: torch().maximum(a, b)),
    "power": ([(3, 4), (4,)], lambda a, b: a**b),
    "hypot": ([(3, 4), (3, 1)], lambda a, b: torch().hypot(a, b)),
    "softmax": ([(2, 3, 5)], softmax),
    "log_softmax": ([(2, 3, 5)], lambda x: x.log_softmax(-1)),
    "normalized": ([(4, 5)], lambda x: x / (x * x).sum(-1, keepdim=True).add(0.01).sqrt()),
    "sum_of_batch": ([(2, 3, 4)], lambda x: (x * x).sum((0, 1))),
    "largest": ([(2, 3, 4)], lambda x: (x.amax((-2, -1)), x.amin(-2))),
    "log_sum_exp": ([(2, 3, 4)], lambda x: x.logsumexp(-1)),
    "axes_sum": ([(2, 3, 4)], lambda x: x.sum((0, 2))),
    "axes_max": ([(2, 3, 4)], lambda x: x.amax(1, keepdim=True)),
    "axes_lse": ([(2, 3, 4)], lambda x: x.logsumexp((0, 1))),
    "axes_norm": ([(2, 3)], lambda x: (x.square().sum(0, keepdim=True) + 0.1).sqrt() / 2),
    "variance": ([(5, 3)], lambda x: x.var(unbiased=False)),
    "axis_softmax": ([(2, 3, 4)], lambda x: x.softmax(1)),
    "layer_norm": (
        [(2, 3, 6), (6,), (6,)],
        lambda x, g, b: functional().layer_norm(x, (6,), g, b, 1e-5),
    ),
    "rms_norm": ([(2, 6), (6,)], lambda x, g: functional().rms_norm(x, (6,), g, 1e-6)),
    "batch_norm": (
        [(4, 3, 2, 5), (3,), (3,)],
        lambda x, g, b: (
            functional().batch_norm(x, None, None, g, b, training=True, eps=1e-5),
            x.mean((0, 2, 3)),
            x.var((0, 2, 3), unbiased=False),
        ),
    ),
    "linear": ([(2, 4, 3), (5, 3), (5,)], lambda x, w, b: functional().linear(x, w, b)),
    "matmul": ([(2, 1, 4, 3), (5, 3, 2)], lambda a, b: a @ b),
    "outer": ([(3,), (4,)], lambda a, b: torch().outer(b, a) + a),
    "cross_entropy": ([(4, 5), (4, 5)], lambda x, t: (x.logsumexp(-1) - (x * t).sum(-1)).mean()),
}
POSITIVE = {"root", "power"}


@needs("pytorch")
@pytest.mark.parametrize("op", IN_TORCH)
def test_values_and_gradients_are_those_of_pytorch(fx, op):
    shapes, function = IN_TORCH[op]
    low = 0.3 if op in POSITIVE else -0.9 if op == "arc" else -2.0
    high = 0.9 if op == "arc" else 2.0
    arrays = [draw(f"{op} {at}", *s, low=low, high=high) for at, s in enumerate(shapes)]
    tensors = [torch().tensor(array, requires_grad=True) for array in arrays]
    expected = function(*tensors)
    expected = expected if isinstance(expected, tuple) else (expected,)
    results = getattr(fx, op)(*arrays)
    results = results if isinstance(results, tuple) else (results,)
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, wanted.detach().numpy(), rtol=1e-9, atol=1e-12)
    cotangents = [draw(f"{op} d{at}", *r.shape) for at, r in enumerate(results)]
    gradients = getattr(fx, f"{op}_vjp")(*cotangents, *arrays)
    wanted = torch().autograd.grad(expected, tensors, [torch().tensor(c) for c in cotangents])
    for gradient, tensor in zip(gradients, wanted, strict=False):
        np.testing.assert_allclose(gradient, tensor.numpy(), rtol=1e-8, atol=1e-11)


@needs("pytorch")
@pytest.mark.parametrize(
    "op", ["softmax", "layer_norm", "matmul", "divide", "mish", "hypot", "axis_softmax", "variance"]
)
def test_second_derivatives_are_those_of_pytorch(fx, op):
    shapes, function = IN_TORCH[op]
    arrays = [draw(f"{op} {at}", *s) for at, s in enumerate(shapes)]
    tensors = [torch().tensor(array, requires_grad=True) for array in arrays]
    result = function(*tensors)
    cotangent = torch().tensor(draw(f"{op} d", *result.shape), requires_grad=True)
    first = torch().autograd.grad(result, tensors, cotangent, create_graph=True)
    seconds = [draw(f"{op} dd{at}", *s) for at, s in enumerate(shapes)]
    directions = [torch().tensor(s) for s in seconds]
    wanted = torch().autograd.grad(first, tensors, directions, materialize_grads=True)

    def pulled(*operands):
        return getattr(fx, f"{op}_vjp")(cotangent.detach().numpy(), *operands)

    # The derivative of the gradient along a direction, which the second derivative has to be.
    for at, (array, gradient) in enumerate(zip(arrays, wanted, strict=True)):
        direction = draw(f"{op} direction {at}", *array.shape)
        step = 1e-6
        up, down = (
            sum(
                (s * g).sum()
                for s, g in zip(
                    seconds, pulled(*_moved(arrays, at, sign * step * direction)), strict=True
                )
            )
            for sign in (1, -1)
        )
        slope = (up - down) / (2 * step)
        assert slope == pytest.approx(
            float((gradient.numpy() * direction).sum()), rel=1e-5, abs=1e-6
        )


def _moved(arrays, at, by):
    return [array + by if number == at else array for number, array in enumerate(arrays)]


IN_SYMPY = {
    "gelu": "x*(1 + erf(x/sqrt(2)))/2",
    "gelu_tanh": "x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x**3)))/2",
    "soft_plus": "log(1 + exp(x))",
    "tangent": "tanh(x)",
    "logistic": "1/(1 + exp(-x))",
    "mish": "x*tanh(log(1 + exp(x)))",
    "scaled_silu": "x/(1 + exp(-1.7*x))",
    "log_square": "log(1 + x**2) + exp(-abs(x)) - 1 + atan(x) - cos(x)*sin(x)",
    "root": "sqrt(x) + 1/sqrt(x) + log(x)/log(2) + tan(x/4)",
    "arc": "asin(x) + acos(x)*sinh(x) - cosh(x)",
}


@needs("sympy")
@pytest.mark.parametrize("op", IN_SYMPY)
@pytest.mark.parametrize("order", [0, 1, 2])
def test_derivatives_are_those_of_sympy(fx, op, order):
    sympy = importlib.import_module("sympy")
    x = sympy.Symbol("x", real=True)
    expression = sympy.diff(sympy.sympify(IN_SYMPY[op], locals={"x": x}), x, order)
    points = np.linspace(0.15, 0.85, 8) if op in {"root", "arc"} else np.linspace(-3.1, 2.9, 16)
    expected = [float(expression.subs(x, point).evalf(30)) for point in points]
    ones = np.ones_like(points)
    if order == 0:
        found = getattr(fx, op)(points)
    elif order == 1:
        (found, *_) = _tuple(getattr(fx, f"{op}_vjp")(ones, points))
    else:
        step = 1e-6
        up, down = (
            _tuple(getattr(fx, f"{op}_vjp")(ones, points + sign * step))[0] for sign in (1, -1)
        )
        found = (up - down) / (2 * step)
    np.testing.assert_allclose(found, expected, rtol=1e-10 if order < 2 else 1e-6, atol=1e-8)


def _tuple(value):
    return value if isinstance(value, tuple) else (value,)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "op",
    ["gelu", "gelu_tanh", "soft_plus", "tangent", "logistic", "mish", "hard_swish", "scaled_silu"],
)
def test_large_arguments_overflow_nowhere(fx, op, dtype):
    x = np.array([-800.0, -100.0, -88.0, 88.0, 100.0, 800.0], dtype)
    value = getattr(fx, op)(x)
    (gradient, *_) = _tuple(getattr(fx, f"{op}_vjp")(np.ones_like(x), x))
    assert np.isfinite(value).all()
    assert np.isfinite(gradient).all()
    assert abs(gradient[0]) < 1e-6
    limit = 0 if op in {"tangent", "logistic"} else 1
    assert abs(gradient[-1] - limit) < 1e-5


def test_large_rows_overflow_nowhere(fx):
    x = np.array([[-800.0, 0.0, 800.0], [700.0, 700.0, -700.0]])
    dy = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    np.testing.assert_allclose(fx.softmax(x), [[0, 0, 1], [0.5, 0.5, 0]])
    assert all(np.isfinite(g).all() for g in _tuple(fx.softmax_vjp(dy, x)))
    assert np.isfinite(fx.log_sum_exp(x)).all()
    assert all(np.isfinite(g).all() for g in _tuple(fx.log_softmax_vjp(dy, x)))


def _slopes(fx, op, *points):
    x = np.array(points)
    return _tuple(getattr(fx, f"{op}_vjp")(np.ones_like(x), x))[0].tolist()


def test_kinks_follow_the_convention(fx):
    assert _slopes(fx, "relu6", -1.0, 0.0, 3.0, 6.0, 7.0) == [0, 0, 1, 0, 0]
    assert _slopes(fx, "hard_swish", -3.0, 3.0) == [0, 1]
    assert _slopes(fx, "hard_swish_half", -3.0, 3.0) == [-0.25, 1.25]
    a, b = np.array([1.0, 2.0, 3.0]), np.array([2.0, 2.0, 2.0])
    assert [g.tolist() for g in fx.maximum_vjp(np.ones(3), a, b)] == [[0, 0, 1], [1, 0, 0]]


def test_what_is_not_chosen_makes_no_nan(fx):
    assert _slopes(fx, "safe_log", -1.0, 0.0, 2.0) == [0, 0, 0.5]


def test_a_largest_element_that_comes_twice_shares_the_gradient(fx):
    x = np.array([[1.0, 3.0], [3.0, 2.0]])
    gradient = _tuple(fx.largest_vjp(np.array(1.0), np.zeros(2), x))[0]
    assert gradient.tolist() == [[0, 0.5], [0.5, 0]]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [1, 7, 31, 32, 33, 70])
def test_a_largest_element_of_a_row_of_any_length_is_found_and_so_is_a_nan(fx, size, dtype):
    x = np.random.default_rng(size).standard_normal((3, size)).astype(dtype)
    np.testing.assert_array_equal(fx.axes_max(x, axes=[1], keepdim=False), x.max(1))
    for at in range(size):
        changed = x.copy()
        changed[0, at], changed[1, at] = 10, np.nan
        found = fx.axes_max(changed, axes=[1], keepdim=False)
        np.testing.assert_array_equal(found, changed.max(1))


def test_empty_and_single_sizes(fx):
    assert fx.multiply_add(np.zeros((0, 3)), np.zeros(3), np.zeros(1)).shape == (0, 3)
    gradients = fx.multiply_add_vjp(np.zeros((0, 3)), np.zeros((0, 3)), np.ones(3), np.ones(1))
    assert [g.tolist() for g in gradients] == [[], [0, 0, 0], [0]]
    assert fx.matmul(np.zeros((2, 0)), np.zeros((0, 3))).tolist() == [[0, 0, 0]] * 2
    assert fx.sum_of_batch(np.zeros((0, 2))).tolist() == [0, 0]


def test_operands_that_do_not_broadcast_are_refused(fx):
    with pytest.raises(ValueError, match="multiply_add_grad"):
        fx.multiply_add_grad(np.zeros((2, 3)), np.zeros((2, 3)), np.zeros(4), np.zeros(1))


def test_kernels_are_complete(tree):
    sources = list((tree / "kernels" / "fx").glob("*/*_cpu.inc"))
    assert len(sources) == len(OPS)
    assert not [path for path in sources if "not_written" in path.read_text()]
