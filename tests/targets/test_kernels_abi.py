"""The C ABI and shape inference, called as an adapter calls them."""

from __future__ import annotations

import ctypes
import itertools
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opgen.ops import DType, OpSet
from tests.requirements import needs
from tests.targets.abi import (
    ABSENT,
    CODES,
    FAILED,
    INVALID,
    OK,
    UNWRITTEN,
    Context,
    Library,
    Meta,
    Tensor,
    float64,
    of_array,
    of_shape,
)
from tests.targets.kernel_tree import STRICT, build

pytestmark = needs("compiler")


@pytest.fixture(scope="module")
def library(kernel_tree: Path) -> Library:
    return Library(build(kernel_tree, CXXFLAGS=STRICT))


def _compiles(
    source: str, tree: Path, *flags: str, language: str = "c"
) -> subprocess.CompletedProcess[str]:
    compiler = shutil.which("cc") or "gcc"
    command = [compiler, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *flags]
    return subprocess.run(
        [*command, f"-I{tree / 'kernels'}", "-x", language, "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )


def test_headers_are_c99(kernel_tree: Path, model: OpSet) -> None:
    includes = [f'#include "custom/{op.name}/{op.name}.h"\n' for op in model.ops]
    source = "".join(['#include "opgen.h"\n', *includes, "int unused;\n"])
    done = _compiles(source, kernel_tree, "-std=c99", "-pedantic")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("language", "standard"), [("c", "c99"), ("c++", "c++17")])
def test_layout_of_the_abi_is_frozen(kernel_tree: Path, language: str, standard: str) -> None:
    sizes = {"opgen_tensor": 32, "opgen_ctx": 296, "opgen_meta": 520, "opgen_status": 4}
    offsets = {
        ("opgen_tensor", "shape"): 8,
        ("opgen_tensor", "strides"): 16,
        ("opgen_tensor", "ndim"): 24,
        ("opgen_tensor", "dtype"): 28,
        ("opgen_ctx", "stream"): 16,
        ("opgen_ctx", "alloc"): 24,
        ("opgen_ctx", "err"): 32,
        ("opgen_ctx", "impl"): 288,
        ("opgen_meta", "ndim"): 512,
        ("opgen_meta", "dtype"): 516,
    }
    values = {
        "OPGEN_ABI_VERSION": 1,
        "OPGEN_CPU": 1,
        "OPGEN_CUDA": 2,
        "OPGEN_NPU": 12,
        "OPGEN_OK": OK,
        "OPGEN_INVALID": INVALID,
        "OPGEN_UNWRITTEN": UNWRITTEN,
        "OPGEN_FAILED": FAILED,
        "OPGEN_F32": CODES["float32"],
        "OPGEN_F64": CODES["float64"],
        "OPGEN_F16": CODES["float16"],
        "OPGEN_BF16": CODES["bfloat16"],
        "OPGEN_I32": CODES["int32"],
        "OPGEN_I64": CODES["int64"],
        "OPGEN_BOOL": CODES["bool"],
    }
    asserts = [
        *(f"sizeof({name}) == {size}" for name, size in sizes.items()),
        *(f"offsetof({name}, {field}) == {at}" for (name, field), at in offsets.items()),
        *(f"{name} == {value}" for name, value in values.items()),
    ]
    lines = [f"typedef char check_{i}[({text}) ? 1 : -1];\n" for i, text in enumerate(asserts)]
    source = '#include "opgen.h"\n' + "".join(lines)
    done = _compiles(source, kernel_tree, f"-std={standard}", "-pedantic", language=language)
    assert done.returncode == 0, done.stderr


def test_codes_are_those_of_dlpack() -> None:
    for dtype in DType:
        code, bits = dtype.value.code, dtype.value.bits
        assert dtype.packed == code | bits << 8 | 1 << 16
    assert sorted(dtype.packed for dtype in DType) == sorted(CODES.values())
    assert (ctypes.sizeof(Tensor), ctypes.sizeof(Meta), ctypes.sizeof(Context)) == (32, 520, 296)


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...] | None:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        return None


def test_broadcast_inference_agrees_with_numpy(library: Library) -> None:
    draw = random.Random(1)
    for _ in range(800):
        shapes = [
            tuple(draw.choice((0, 1, 2, 3)) for _ in range(draw.randint(0, 5))) for _ in range(3)
        ]
        if draw.random() < 0.6:
            full = tuple(draw.choice((0, 1, 2, 3)) for _ in range(5))
            shapes = [
                tuple(draw.choice((1, size)) for size in full[draw.randint(0, 5) :])
                for _ in range(3)
            ]
        status, message, inferred = library.infer("fused_add_scale", *map(of_shape, shapes))
        expected = _broadcast(*shapes)
        assert (inferred or [None])[0] == expected, (shapes, message)
        assert (status == OK) == (expected is not None)


def test_dims_inference_agrees_with_numpy_matmul(library: Library) -> None:
    draw = random.Random(2)
    outcomes = set()
    for _ in range(500):
        x = np.zeros([draw.choice((0, 1, 2, 3)) for _ in range(draw.randint(1, 5))])
        weight = np.zeros([draw.choice((0, 1, 2, 3)) for _ in range(draw.choice((1, 2, 2, 2, 3)))])
        bias = np.zeros(draw.choice((0, 1, 2, 3)))
        tensors = (of_shape(x.shape), of_shape(weight.shape), of_shape(bias.shape))
        status, _, inferred = library.infer("custom_linear", *tensors, ctypes.c_uint8(1))
        fits = (
            weight.ndim == 2 and weight.shape[1] == x.shape[-1] and weight.shape[:1] == bias.shape
        )
        outcomes.add(fits)
        assert (status == OK) == fits
        if fits:
            assert inferred == [(x @ weight.T).shape]
    assert outcomes == {True, False}


@pytest.mark.parametrize("hidden", range(4))
def test_unknown_sizes_fit_anything_and_known_ones_win(library: Library, hidden: int) -> None:
    """Hiding sizes never turns a call that fits into one that doesn't, nor changes a size."""
    draw = random.Random(hidden)
    full = tuple(draw.choice((1, 2, 3)) for _ in range(4))
    shapes = [tuple(draw.choice((1, size)) for size in full) for _ in range(3)]
    expected = np.broadcast_shapes(*shapes)
    for mask in itertools.product((False, True), repeat=4):
        unknown = tuple(-1 if hide else size for hide, size in zip(mask, shapes[0], strict=True))
        tensors = map(of_shape, [unknown, *shapes[1:]])
        status, _, (inferred,) = library.infer("fused_add_scale", *tensors)
        assert status == OK
        for hide, known, size in zip(mask, expected, inferred, strict=True):
            assert size == known or (hide and size == -1)


def test_unknown_against_known(library: Library) -> None:
    cases = [((-1,), (1,), (-1,)), ((-1,), (3,), (3,)), ((-1,), (0,), (0,)), ((1,), (0,), (0,))]
    for left, right, expected in cases:
        for a, b in ((left, right), (right, left)):
            shapes = map(of_shape, (a, b, ()))
            assert library.infer("fused_add_scale", *shapes)[2] == [expected]
    status, _, inferred = library.infer(
        "custom_linear", of_shape((-1, -1)), of_shape((5, 3)), ABSENT, ctypes.c_uint8(1)
    )
    assert (status, inferred) == (OK, [(-1, 5)])


@pytest.mark.parametrize(
    ("op", "arguments", "message"),
    [
        (
            "custom_linear",
            (of_shape((2, 3)), of_shape((5, 4)), ABSENT, ctypes.c_uint8(1)),
            "custom_linear: weight: dim k is 4, expected 3 (from x)",
        ),
        (
            "custom_linear",
            (of_shape((2, 3)), of_shape((5, 3, 1)), ABSENT, ctypes.c_uint8(1)),
            'custom_linear: weight: shape [5, 3, 1] doesn\'t have the dimensions "n k"',
        ),
        (
            "custom_linear",
            (of_shape((2, 3)), of_shape((5, 3), "float32"), ABSENT, ctypes.c_uint8(1)),
            "custom_linear: weight: expected f64 as x, got f32",
        ),
        (
            "custom_linear",
            (of_shape((2, 3)), ABSENT, ABSENT, ctypes.c_uint8(1)),
            "custom_linear: weight: missing",
        ),
        (
            "square",
            (of_shape((2,), "int64"),),
            "square: x: expected f32 or f64, got i64",
        ),
        (
            "square_grad",
            (of_shape((2, 3)), of_shape((2, -1, 1))),
            "square_grad: dy: shape [2, ?, 1], expected [2, 3] (from x)",
        ),
        (
            "fused_add_scale",
            (of_shape((4, 6)), of_shape((5,)), of_shape(())),
            "fused_add_scale: bias: dim 0 is 5, expected 1 or 6 (from x)",
        ),
        (
            "square",
            (of_shape((1,) * 65),),
            "square: x: has 65 dimensions, at most 64 are supported",
        ),
    ],
)
def test_what_does_not_fit_is_named(
    library: Library, op: str, arguments: tuple[Any, ...], message: str
) -> None:
    assert library.infer(op, *arguments) == (INVALID, message, [])


def _run(library: Library, op: str, x: Tensor, y: Tensor) -> tuple[int, str]:
    return library.call(f"{op}_cpu", x, y)


def test_results_are_checked_before_the_kernel_writes(library: Library) -> None:
    x, y = float64(2, 3), np.zeros((2, 3))
    assert _run(library, "square", of_array(x), of_array(y)) == (OK, "")
    assert np.array_equal(y, x * x)
    cases = {
        "square: y: expected shape [2, 3], got [3, 2]": np.zeros((3, 2)),
        "square: y: expected shape [2, 3], got [6]": np.zeros(6),
        "square: y: expected f64, got f32": np.zeros((2, 3), "float32"),
    }
    for message, wrong in cases.items():
        assert _run(library, "square", of_array(x), of_array(wrong)) == (INVALID, message)
        assert not wrong.any()


def test_tensors_with_strides_are_refused_by_kernels_that_take_none(library: Library) -> None:
    x, y = float64(3, 2).T, np.zeros((2, 3))
    refused = "has strides, a compact tensor is expected"
    status = _run(library, "square", of_array(x, strides=True), of_array(y))
    assert status == (INVALID, f"square: x: {refused}")
    out = of_array(np.zeros((3, 2)).T, strides=True)
    assert _run(library, "square", of_array(y), out) == (INVALID, f"square: y: {refused}")
    # Strides of dimensions of size 1 say nothing, and those of a compact tensor are fine.
    single = of_array(float64(2, 1), strides=True)
    single.strides[1] = 77
    assert _run(library, "square", single, of_array(np.zeros((2, 1)))) == (OK, "")
    assert _run(library, "square", of_array(y, strides=True), of_array(y.copy())) == (OK, "")


def test_tensors_of_variadic_operands_are_checked_one_by_one(library: Library) -> None:
    y = np.zeros((2, 3))
    first, second = float64(2, 3), float64(3, 2).T
    compact = second.copy("C")
    tensors = (Tensor * 2)(of_array(first), of_array(second, strides=True))
    status = library.call("many_cpu", tensors, ctypes.c_size_t(2), ABSENT, of_array(y))
    assert status == (INVALID, "many: xs[1]: has strides, a compact tensor is expected")
    tensors = (Tensor * 2)(of_array(first), of_array(compact))
    bias = of_array(np.ones((2, 3)))
    assert library.call("many_cpu", tensors, ctypes.c_size_t(2), bias, of_array(y)) == (OK, "")
    assert np.array_equal(y, first + second + 1)


def test_no_tensor_at_all_for_a_variadic_operand(library: Library) -> None:
    none = (Tensor * 0)()
    y, x = np.ones((4, 3)), float64(3)
    status = library.call("stacked_cpu", none, ctypes.c_size_t(0), of_array(x), of_array(y[0]))
    assert status == (OK, "")
    assert not y[0].any()
    meta = Meta()
    status = library.call("many_infer", none, ctypes.c_size_t(0), ABSENT, meta)
    assert status == (INVALID, "many: xs: missing, but a result has its shape")


def test_a_failing_kernel_reports_through_its_context(library: Library, kernel_tree: Path) -> None:
    x, y = of_array(float64(2)), of_array(np.zeros(2))
    assert _run(library, "throwing", x, y) == (FAILED, "throwing: out of luck")
    file = "kernels/custom/unwritten/unwritten_cpu.cc"
    lines = (kernel_tree / file).read_text().splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "return opgen::not_written" in text)
    status, message = _run(library, "unwritten", x, y)
    assert status == UNWRITTEN
    # A compiler may take the first or the last line of the statement for __LINE__.
    assert message in {
        f"unwritten: kernel not written ({file}:{at})" for at in range(line, line + 2)
    }


def test_an_unwritten_inference_checks_dtypes_and_says_where_it_is(library: Library) -> None:
    status, message, _ = library.infer("by_hand_shape", of_shape((2,)))
    assert status == UNWRITTEN
    assert message.startswith(
        "by_hand_shape: infer not written (kernels/custom/by_hand_shape/by_hand_shape_infer.cc:"
    )
    status, message, _ = library.infer("by_hand_shape", of_shape((2,), "bool"))
    assert (status, message) == (INVALID, "by_hand_shape: x: expected f32 or f64, got bool")
