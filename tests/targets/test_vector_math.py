"""Functions of the C library that kernels call for several elements at once."""

from __future__ import annotations

import ctypes
import math
import platform
import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.requirements import needs

pytestmark = needs("compiler")

COMPILER = shutil.which("c++") or "g++"
COMPILER_IS_CLANG = "clang" in subprocess.getoutput(f"{COMPILER} --version")
GENERATED = Path(__file__).parents[2] / "generated" / "kernels"
FLAGS = runpy.run_path(str(GENERATED / "opgen_build.py"))["FLAGS"]
UNIT = (-1.0, 1.0)
WIDE = (-80.0, 80.0)
POSITIVE = (0.0, 1e30)
RANGES = {
    **dict.fromkeys(("exp", "expm1", "sinh", "cosh", "tanh", "atan", "erf"), WIDE),
    **dict.fromkeys(("sin", "cos", "tan"), (-1e4, 1e4)),
    **dict.fromkeys(("log", "log2", "log1p", "pow"), POSITIVE),
    **dict.fromkeys(("asin", "acos"), UNIT),
}
CALLS = {"pow": "std::pow(x[i], {type}(0.75))"}
REFERENCES = {
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
    "pow": lambda x: np.power(x, np.longdouble(0.75)),
}
SPECIAL = (0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 1e38, -1e38, 88.9, -104.5)
FUNCTION = """
extern "C" void {name}_{short}(const {type}* x, {type}* y, int64_t n) {{
  for (int64_t i = 0; i < n; ++i) y[i] = {call};
}}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("functions")
    types = {"f32": "float", "f64": "double"}
    source = '#include "opgen_math.h"\n' + "".join(
        FUNCTION.format(
            name=name,
            short=short,
            type=spelled,
            call=CALLS.get(name, f"std::{name}(x[i])").format(type=spelled),
        )
        for name in RANGES
        for short, spelled in types.items()
    )
    (folder / "functions.cc").write_text(source)
    path = folder / "functions.so"
    command = [COMPILER, *FLAGS, "-Werror", "-shared", f"-I{GENERATED}"]
    subprocess.run([*command, folder / "functions.cc", "-o", path], check=True)
    return path


def _inputs(name: str, dtype: type) -> NDArray[np.floating]:
    low, high = RANGES[name]
    drawn = np.random.default_rng(0).uniform(low, high, 10_000)
    small = drawn * 1e-6
    with np.errstate(over="ignore"):
        return np.concatenate([drawn, small, SPECIAL]).astype(dtype)


def _reference(name: str) -> Callable[[NDArray[np.longdouble]], NDArray[Any]]:
    found: Callable[[NDArray[np.longdouble]], NDArray[Any]]
    found = REFERENCES.get(name) or getattr(np, name)
    return found


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", RANGES)
def test_vectors_are_as_exact_as_numbers(library: Path, name: str, dtype: type) -> None:
    x = _inputs(name, dtype)
    y = np.empty_like(x)
    function = getattr(ctypes.CDLL(str(library)), f"{name}_f{x.itemsize * 8}")
    function(
        x.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(x.size)
    )
    with np.errstate(all="ignore"):
        expected = _reference(name)(x.astype(np.longdouble)).astype(dtype)
        unit = np.spacing(np.abs(expected))
        distance = np.abs(y.astype(np.longdouble) - expected) / unit
    np.testing.assert_array_equal(np.isnan(y), np.isnan(expected))
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(y[~finite], expected[~finite])
    assert distance[finite].max() <= 4


@pytest.mark.skipif(
    platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc" or COMPILER_IS_CLANG,
    reason="only GCC calls vector functions, and glibc has them for x86-64 alone",
)
def test_loops_call_the_functions_for_vectors(library: Path) -> None:
    symbols = subprocess.run(["nm", "-D", library], capture_output=True, text=True, check=True)
    for name in ("exp", "log", "sin", "cos"):
        assert f"_ZGVbN4v_{name}f@" in symbols.stdout
        assert f"_ZGVbN2v_{name}@" in symbols.stdout
