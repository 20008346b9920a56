"""``opgen_build.py``: what is compiled when, and what a user is told."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from opgen.ops import OpSet
from tests.requirements import needs
from tests.targets.kernel_bodies import BODIES
from tests.targets.kernel_tree import build, fill, render, run_build, write
from tests.targets.ops_by_hand import square_ops

pytestmark = needs("compiler")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = write(tmp_path / "generated", render(OpSet(tuple(square_ops())), ["kernels"]))
    fill(root, BODIES)
    return root


def _module(tree: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", tree / "kernels" / "opgen_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _counting_compiler(tmp_path: Path) -> tuple[str, Callable[[], int]]:
    """Return a compiler that counts its calls other than for its version, and the counter."""
    log = tmp_path / "calls"
    script = tmp_path / "counting compiler"
    compiler = shutil.which("c++")
    script.write_text(
        f'#!/bin/sh\ncase "$*" in *--version*) ;; *) echo x >> "{log}" ;; esac\n'
        f'exec {compiler} "$@"\n'
    )
    script.chmod(0o755)

    def calls() -> int:
        count = len(log.read_text().split()) if log.exists() else 0
        log.write_text("")
        return count

    return f"'{script}' -g0", calls


def test_a_change_compiles_what_it_touches(tree: Path, tmp_path: Path) -> None:
    compiler, calls = _counting_compiler(tmp_path)
    first = build(tree, CXX=compiler)
    assert calls() == 7  # two operators of three sources each, and the link
    assert build(tree, CXX=compiler) == first
    assert calls() == 0
    kernel = tree / "kernels/custom/square/square_cpu.cc"
    before = kernel.read_text()
    kernel.write_text(before + "// a comment\n")
    second = build(tree, CXX=compiler)
    assert calls() == 2
    assert second != first
    kernel.write_text(before)
    assert build(tree, CXX=compiler) == first
    assert calls() == 0
    header = tree / "kernels/opgen_entry.h"
    header.write_text(header.read_text() + "// a comment\n")
    assert build(tree, CXX=compiler) not in {first, second}
    assert calls() == 3  # both entry points, and the link
    assert build(tree, CXX=compiler, CXXFLAGS="-O0 -DMORE") != first
    assert calls() == 7


def test_the_root_of_libraries_is_the_cache_unless_it_is_overridden(
    tree: Path, tmp_path: Path
) -> None:
    assert build(tree).parent == tree / ".opgen/cache/lib"
    assert build(tree, OPGEN_LIB_ROOT=str(tmp_path / "root")).parent == tmp_path / "root"


def test_builds_at_the_same_time_agree(tree: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        libraries = set(pool.map(lambda _: build(tree), range(3)))
    assert len(libraries) == 1
    root = tree / ".opgen/cache/lib"
    assert sorted({path.suffix for path in root.iterdir()}) == [".json", ".o", ".so"]


def test_a_missing_compiler_is_named(tree: Path) -> None:
    done = run_build(tree, CXX="no-such-compiler")
    assert done.returncode == 1
    assert "no-such-compiler" in done.stderr
    assert "set CXX" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_compiler_on_the_path_says_what_was_looked_for(tree: Path) -> None:
    done = run_build(tree, PATH=str(tree))
    assert done.returncode == 1
    assert "no C++ compiler found" in done.stderr
    assert "CXX" in done.stderr


def test_a_kernel_that_nothing_compiles_is_named_with_its_file_and_line_to_add(tree: Path) -> None:
    kernel = tree / "kernels/custom/square_grad/square_grad_cpu.cc"
    text = kernel.read_text()
    kernel.write_text(text.replace("CUSTOM_SQUARE_GRAD_CPU_INSTANTIATE;\n", ""))
    for _ in range(2):
        done = run_build(tree)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            f"square_grad: its kernel isn't compiled for every dtype: end {kernel} with "
            "`CUSTOM_SQUARE_GRAD_CPU_INSTANTIATE;`\n"
        )
    kernel.write_text(text)
    build(tree)


def test_a_library_that_lacks_something_else_is_left_to_whoever_loads_it(tree: Path) -> None:
    kernel = tree / "kernels/custom/square/square_cpu.cc"
    kernel.write_text(
        'extern "C" int elsewhere();\nint (*const used)() = elsewhere;\n' + kernel.read_text()
    )
    with pytest.raises(OSError, match="elsewhere"):
        ctypes.CDLL(str(build(tree)))


def test_what_the_compiler_says_is_shown_for_every_source(tree: Path) -> None:
    for op in ("square", "square_grad"):
        kernel = tree / f"kernels/custom/{op}/{op}_cpu.cc"
        kernel.write_text(kernel.read_text().replace("return OPGEN_OK;", f"return {op}_missing;"))
    done = run_build(tree)
    assert done.returncode == 1
    assert "square_missing" in done.stderr
    assert "square_grad_missing" in done.stderr
    assert "square_cpu.cc:" in done.stderr


def test_warnings_are_shown_once(tree: Path) -> None:
    kernel = tree / "kernels/custom/square/square_cpu.cc"
    kernel.write_text(
        kernel.read_text().replace("return OPGEN_OK;", "int idle;\n  return OPGEN_OK;")
    )
    first, second = run_build(tree), run_build(tree)
    assert first.returncode == second.returncode == 0
    assert "idle" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout


def test_a_signature_that_is_not_the_headers_is_an_error_of_the_compiler(tree: Path) -> None:
    kernel = tree / "kernels/custom/square/square_cpu.cc"
    kernel.write_text(kernel.read_text().replace("View<T> y)", "View<T> y, double alpha)"))
    done = run_build(tree)
    assert done.returncode == 1
    assert "square_cpu.cc:" in done.stderr


def test_an_unknown_library_has_no_sources(tree: Path) -> None:
    done = run_build(tree, "nonesuch")
    assert done.returncode == 1
    assert "nonesuch" in done.stderr


def test_paths_may_have_blanks_and_be_seen_from_anywhere(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "with a blank" / "and $dollar"
    shutil.copytree(tree, moved)
    monkeypatch.chdir(tmp_path)
    first = build(Path(os.path.relpath(moved)))
    assert first.is_absolute()
    header = moved / "kernels/opgen.h"
    header.write_text(header.read_text() + "/* more */\n")
    assert build(moved) != first


HALVES = """\
#include "opgen_half.h"
extern "C" void to_half(const float* from, uint16_t* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = opgen::Half(from[i]).bits;
}
extern "C" void from_half(const uint16_t* from, float* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    opgen::Half value;
    value.bits = from[i];
    to[i] = value;
  }
}
extern "C" void to_bfloat16(const float* from, uint16_t* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = opgen::BFloat16(from[i]).bits;
}
"""


def _converted(function: ctypes._CFuncPtr, array: np.ndarray, dtype: str) -> np.ndarray:
    result = np.zeros(array.shape, dtype)
    pointers = (ctypes.c_void_p(array.ctypes.data), ctypes.c_void_p(result.ctypes.data))
    function(*pointers, ctypes.c_int64(array.size))
    return result


def test_half_precision_rounds_as_numpy_does(tree: Path, tmp_path: Path) -> None:
    source = tmp_path / "halves.cc"
    source.write_text(HALVES)
    path = _module(tree).build_library("halves", [source], flags=["-Werror"])
    assert path.name.startswith("libhalves-")
    functions = ctypes.CDLL(str(path))
    bits = np.arange(1 << 16).astype(np.uint16)
    halves = bits.view(np.float16)
    widened = _converted(functions.from_half, bits, "float32")
    assert np.array_equal(widened, halves.astype(np.float32), equal_nan=True)

    random = np.random.default_rng(3)
    anything = random.integers(0, 1 << 32, 400_000, dtype=np.uint64).astype(np.uint32)
    finite = halves[np.isfinite(halves)].astype(np.float32)
    midpoints = (finite[1:] + finite[:-1]) / 2
    nearby = np.nextafter(midpoints, np.float32(np.inf))
    floats = np.concatenate([anything.view(np.float32), finite, midpoints, nearby])
    with np.errstate(all="ignore"):
        expected = floats.astype(np.float16)
    narrowed = _converted(functions.to_half, floats, "uint16").view(np.float16)
    assert np.array_equal(narrowed, expected, equal_nan=True)
    assert np.array_equal(np.signbit(narrowed), np.signbit(floats))

    narrowed = _converted(functions.to_bfloat16, floats, "uint16")
    assert np.array_equal(_widened(narrowed), _nearest_bfloat16(floats), equal_nan=True)


def _widened(bits: np.ndarray) -> np.ndarray:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def _nearest_bfloat16(floats: np.ndarray) -> np.ndarray:
    """Choose between both neighbours by distance, the even one where they are equally near."""
    lower = (floats.view(np.uint32) >> 16).astype(np.uint16)
    upper = (lower + 1).astype(np.uint16)
    with np.errstate(all="ignore"):
        exact = floats.astype(np.float64)
        below, above = _widened(lower).astype(np.float64), _widened(upper).astype(np.float64)
        # The neighbour of the largest is infinity, which lies where the next number would.
        beyond = np.where(np.isinf(above), np.copysign(2.0**128, exact), above)
        down, up = np.abs(exact - below), np.abs(beyond - exact)
    chosen = np.where((down < up) | ((down == up) & (lower % 2 == 0)), lower, upper)
    chosen = np.where(np.isnan(floats), np.uint16(0x7FC0), chosen)
    chosen = np.where(np.isinf(floats), lower, chosen)
    return _widened(chosen.astype(np.uint16))
