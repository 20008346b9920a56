"""The generated NumPy package, called as a user calls it."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from opgen.ops import OpSet
from tests.requirements import needs
from tests.targets.kernel_bodies import BODIES
from tests.targets.kernel_tree import STRICT, build, fill, render, write
from tests.targets.ops_by_hand import make_op, square_ops

pytestmark = [needs("compiler"), needs("numpy")]


@pytest.fixture(scope="module")
def custom(kernel_tree: Path) -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", STRICT)
        patch.syspath_prepend(str(kernel_tree / "numpy"))
        yield importlib.import_module("custom")
    generated = {"custom", "opgen_runtime"}
    for name in [name for name in sys.modules if name.partition(".")[0] in generated]:
        del sys.modules[name]


@pytest.fixture
def x() -> Any:
    return np.random.default_rng(0).uniform(0.1, 2.0, (4, 3))


def test_every_op_and_its_gradient_are_exported(custom: ModuleType, model: OpSet) -> None:
    for op in model.ops:
        assert op.name in custom.__all__
        assert (f"{op.name}_vjp" in custom.__all__) == op.is_differentiable
    assert all(callable(getattr(custom, name)) for name in custom.__all__)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_results_have_the_dtype_of_the_operands(custom: ModuleType, x: Any, dtype: str) -> None:
    a = x.astype(dtype)
    assert custom.square(a).dtype == dtype
    assert np.array_equal(custom.square(a), a * a)
    assert np.allclose(custom.custom_linear(a, a), a @ a.T, rtol=1e-5)


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a.T,
        lambda a: a[::2],
        lambda a: a[:, ::-1],
        lambda a: np.broadcast_to(a[0], (5, 3)),
        lambda a: a.astype(">f8"),
        lambda a: np.frombuffer(b"\0" + a.tobytes(), np.uint8)[1:].view(np.float64),
        lambda a: a[:0],
        lambda a: a[0, 0],
        lambda a: a.tolist(),
        lambda a: np.ma.masked_array(a, mask=a > 1),
    ],
)
def test_arrays_lie_in_memory_as_they_like(custom: ModuleType, x: Any, view: Any) -> None:
    viewed = view(x)
    result = custom.square(viewed)
    assert type(result) is np.ndarray
    assert np.array_equal(result, np.asarray(viewed) ** 2)


def test_kernels_that_take_strides_get_them(custom: ModuleType, x: Any) -> None:
    y, both = custom.walked(x.T[::2], x[:, :1].T)
    assert np.array_equal(y, x.T[::2])
    assert np.array_equal(both, x.T[::2] * x[:, :1].T)


def test_python_numbers_take_the_dtype_of_the_arrays(custom: ModuleType, x: Any) -> None:
    a = x.astype("float32")
    assert custom.fused_add_scale(a, 1, 0.5).dtype == np.float32
    assert np.array_equal(custom.fused_add_scale(a, 1, 0.5), (a + 1) * np.float32(0.5))
    assert custom.square(3.0) == 9.0
    with pytest.raises(ValueError, match="scale: expected f32 as x, got f64"):
        custom.fused_add_scale(a, 1, np.float64(0.5))
    with pytest.raises(ValueError, match="x: expected f32 or f64, got i64"):
        custom.square(3)


def test_attributes_of_every_kind_arrive(custom: ModuleType) -> None:
    zeros = np.zeros(9)
    defaults = custom.attributes(zeros, -(2**40) + 0)
    assert defaults.tolist() == [-(2**40), 0.25, float(np.float32(0.1)), 1, 2, -1, 3, 0, 0]
    given = custom.attributes(
        zeros,
        -3,
        ratio=-0.5,
        single=0.2,
        flag=False,
        axes=[7],
        weights=(0.5, 1),
        mask=np.array([False, True]),
    )[[0, 1, 2, 3, 4, 6, 7, 8]]
    assert given.tolist() == [-3, -0.5, float(np.float32(0.2)), 0, 1, 2, 1, 2]
    with pytest.raises(ValueError, match="attributes: mode: got schön"):
        custom.attributes(zeros, 1, mode="schön")


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"count": 1.5}, TypeError, "count: expected an integer of 64 bits, got 1.5"),
        ({"count": 2**63}, ValueError, "count: expected an integer of 64 bits"),
        ({"ratio": "1"}, TypeError, "ratio: expected a number, got '1'"),
        ({"flag": 1}, TypeError, "flag: expected a boolean, got 1"),
        ({"mode": 3}, TypeError, "mode: expected a string without NUL, got 3"),
        ({"mode": "a\0b"}, ValueError, "mode: expected a string without NUL"),
        ({"axes": 3}, TypeError, "axes: expected integers of 64 bits, got 3"),
        ({"mask": [1]}, TypeError, r"mask: expected booleans, got \[1\]"),
    ],
)
def test_attributes_of_wrong_types_are_named(
    custom: ModuleType, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"attributes: {message}"):
        custom.attributes(**{"x": np.zeros(1), "count": 1, **given})


def test_optional_and_variadic_operands(custom: ModuleType, x: Any) -> None:
    assert np.array_equal(custom.many([x, x, 2 * x]), 4 * x)
    assert np.array_equal(custom.many([x], bias=x), 2 * x)
    assert np.array_equal(custom.stacked([], x[0]), np.zeros(3))
    assert np.allclose(custom.sometimes(x, more=[]), x + 3)
    assert np.allclose(custom.sometimes(x, np.arange(5), more=[]), x + 13)
    assert np.allclose(custom.sometimes(x, more=[np.arange(2)]), x + 7)
    index = np.arange(3, dtype="int32")
    y, z = custom.picked(x, index)
    assert np.array_equal(y, x)
    assert z.dtype == np.int32
    assert np.array_equal(z, index + 1)


def test_errors_name_op_operand_and_both_sides(custom: ModuleType, x: Any) -> None:
    cases = [
        (lambda: custom.square(None), "square: x: missing"),
        (lambda: custom.square(x.astype("uint16")), "square: x: dtype uint16 isn't supported"),
        (lambda: custom.square_grad(x, x[:2]), r"dy: shape \[2, 3\], expected \[4, 3\] \(from x\)"),
        (lambda: custom.custom_linear(x, x[:, :2]), "weight: dim k is 2, expected 3"),
        (lambda: custom.many([x, x[0]]), r"many: xs\[1\]: shape \[3\], expected \[4, 3\]"),
    ]
    for call, message in cases:
        with pytest.raises(ValueError, match=message):
            call()


def test_stubs_and_failures_have_exceptions_of_their_own(custom: ModuleType, x: Any) -> None:
    runtime = importlib.import_module("opgen_runtime")
    file = "kernels/custom/unwritten/unwritten_cpu.cc"
    with pytest.raises(runtime.KernelNotWritten, match=rf"kernel not written \({file}:\d+\)"):
        custom.unwritten(x)
    assert issubclass(runtime.KernelNotWritten, NotImplementedError)
    with pytest.raises(RuntimeError, match="throwing: out of luck"):
        custom.throwing(x)


def test_half_precision_is_storage(custom: ModuleType, x: Any) -> None:
    half = x.astype("float16")
    assert custom.doubled(half).dtype == np.float16
    assert np.array_equal(custom.doubled(half), half * 2)


def test_gradients_of_absent_operands_are_none(custom: ModuleType, x: Any) -> None:
    dy = np.ones((4, 4))
    _, _, bias = custom.custom_linear_vjp(dy, x, x)
    assert bias is None
    _, _, bias = custom.custom_linear_vjp(dy, x, x, np.zeros(4))
    assert np.array_equal(bias, np.full(4, 4.0))
    assert custom.leaky_relu_yzh_grad_vjp(x, x, x)[0] is None


def test_missing_cotangents_stand_for_zeros(custom: ModuleType, x: Any) -> None:
    operands = (np.ones((4, 3)), x, np.ones(3), np.ones(()))
    some = custom.fused_add_scale_grad_vjp(None, np.ones(3), None, *operands)
    zeros = custom.fused_add_scale_grad_vjp(np.zeros((4, 3)), np.ones(3), np.zeros(()), *operands)
    for left, right in zip(some, zeros, strict=True):
        assert np.array_equal(left, right)


def test_gradients_use_results_and_literals_and_leave_some_out(custom: ModuleType, x: Any) -> None:
    (gradient,) = custom.grown_vjp(2 * x, x)
    assert np.allclose(gradient, 2 * x * np.exp(x))


def test_names_of_operands_never_hide_what_a_gradient_needs(custom: ModuleType, x: Any) -> None:
    left, right = custom.clashing_vjp(np.full_like(x, 3.0), x, 2 * x)
    assert np.allclose(left, 6 * x)
    assert np.allclose(right, 3 * x)


def _sum_to(array: Any, shape: tuple[int, ...]) -> Any:
    """Sum over the dimensions that broadcasting from ``shape`` added or stretched."""
    extra = array.ndim - len(shape)
    stretched = [extra + axis for axis, size in enumerate(shape) if size == 1]
    return array.sum(axis=(*range(extra), *stretched)).reshape(shape)


def test_kernels_broadcast_and_sum_as_numpy_does(custom: ModuleType) -> None:
    draw = np.random.default_rng(5)
    for _ in range(150):
        full = draw.integers(0, 4, size=draw.integers(0, 5))
        arrays = []
        for _ in range(3):
            kept = full[draw.integers(0, len(full) + 1) :]
            shape = np.where(draw.random(len(kept)) < 0.4, 1, kept)
            arrays.append(draw.uniform(0.5, 1.5, size=tuple(shape)))
        x, bias, scale = arrays
        y = custom.fused_add_scale(x, bias, scale)
        assert y.shape == np.broadcast_shapes(*(array.shape for array in arrays))
        assert np.allclose(y, (x + bias) * scale)
        dy = draw.uniform(0.5, 1.5, size=y.shape)
        dx, dbias, dscale = custom.fused_add_scale_grad(dy, x, bias, scale)
        assert np.allclose(dx, _sum_to(dy * scale + 0 * y, x.shape))
        assert np.allclose(dbias, _sum_to(dy * scale + 0 * y, bias.shape))
        assert np.allclose(dscale, _sum_to(dy * (x + bias) + 0 * y, scale.shape))


def test_kernels_walk_any_strides(custom: ModuleType) -> None:
    draw = np.random.default_rng(6)
    for _ in range(100):
        x = draw.uniform(size=draw.integers(1, 5, size=draw.integers(1, 4)))
        x = x.transpose(draw.permutation(x.ndim))
        x = x[tuple(slice(None, None, draw.choice([-2, -1, 1, 2])) for _ in x.shape)]
        z = draw.uniform(size=np.where(draw.random(x.ndim) < 0.5, 1, x.shape)[::-1]).T
        y, both = custom.walked(x, z)
        assert np.array_equal(y, x)
        assert np.array_equal(both, x * z)


def test_threads_may_call_at_once(custom: ModuleType) -> None:
    arrays = [np.full((50, 50), float(number)) for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        squares = list(pool.map(custom.square, arrays))
    assert [square[0, 0] for square in squares] == [number**2 for number in range(16)]


def _python(code: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "CXXFLAGS": "-O0", **environment},
    )


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    model = OpSet(tuple(square_ops()))
    root = write(tmp_path / "generated", render(model, ["kernels", "numpy"]))
    fill(root, BODIES)
    return root


def test_importing_compiles_nothing_and_works_from_anywhere(small_tree: Path) -> None:
    path = str(small_tree / "numpy")
    done = _python("import custom.square, custom; print(custom.square)", Path("/"), PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    assert not (small_tree / ".opgen").exists()
    code = "import os, sys; sys.path.insert(0, 'numpy'); import custom; os.chdir('/')\n"
    done = _python(code + "print(custom.square([1.0, 3.0]))", small_tree)
    assert done.stdout == "[1. 9.]\n", done.stderr
    assert list((small_tree / ".opgen/cache/lib").glob("libcustom-*.so"))


def test_an_inference_written_by_hand_decides_on_the_results(tmp_path: Path) -> None:
    model = OpSet((make_op("first_row", "x", "y"),))
    root = write(tmp_path / "generated", render(model, ["kernels", "numpy"]))
    copied = "  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i];\n  return OPGEN_OK;\n"
    fill(root, {"first_row": copied})
    file = root / "kernels/custom/first_row/first_row_infer.cc"
    written = """\
  opgen::Dims dims(&infer);
  dims.operand("x", x, "m n");
  dims.result("y", y, "n", T.dtype());
  return infer.status();
"""
    stub = re.compile(r"  if \(!infer.ok\(\)\).*?__LINE__\);\n", re.DOTALL)
    text, count = stub.subn(written, file.read_text())
    assert count == 1
    file.write_text(text)
    code = "import custom; print(custom.first_row([[1.0, 2.0], [3.0, 4.0]]))"
    done = _python(code, root, PYTHONPATH=str(root / "numpy"))
    assert done.stdout == "[1. 2.]\n", done.stderr


def test_a_missing_compiler_is_no_riddle(small_tree: Path) -> None:
    code = "import custom\ntry:\n    custom.square(1.0)\nexcept RuntimeError as e:\n    print(e)"
    path = str(small_tree / "numpy")
    done = _python(code, small_tree, PYTHONPATH=path, CXX="no-such-compiler")
    assert "set CXX" in done.stdout, done.stderr


def test_a_library_beside_the_package_needs_no_kernels(small_tree: Path) -> None:
    library = build(small_tree)
    library.rename(small_tree / "numpy/custom" / library.name)
    (small_tree / "kernels").rename(small_tree / "elsewhere")
    path = str(small_tree / "numpy")
    done = _python("import custom; print(custom.square(2.0))", small_tree, PYTHONPATH=path, CXX="x")
    assert done.stdout == "4.0\n", done.stderr


def test_without_library_and_kernels_it_says_where_they_were_looked_for(small_tree: Path) -> None:
    (small_tree / "kernels").rename(small_tree / "elsewhere")
    code = "import custom; custom.square(2.0)"
    done = _python(code, small_tree, PYTHONPATH=str(small_tree / "numpy"))
    assert "RuntimeError: neither a compiled library of custom" in done.stderr
