"""A dialect in MLIR's vocabulary, built, compiled and called from NumPy."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest

from tests.ops.ods.test_reader import SPECS, built
from tests.requirements import needs
from tests.targets.kernel_tree import STRICT, build, fill, write

pytestmark = [needs("compiler"), needs("numpy")]

BODIES = {
    "gain": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(factor * x[i]);
  return OPGEN_OK;
""",
    "mix": """\
  for (int64_t i = 0; i < mixed.numel(); ++i) mixed[i] = (left[i] + right[i]) / 2;
  return OPGEN_OK;
""",
    "blend": """\
  const opgen::BroadcastTo<const T> a_at(a, y), b_at(b, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = a_at[i] * b_at[i];
  return OPGEN_OK;
""",
    "offset": """\
  const int64_t columns = x.shape[1];
  for (int64_t i = 0; i < y.numel(); ++i) {
    const T added = bias ? bias[i % columns] : T(0);
    y[i] = (negate ? -x[i] : x[i]) + added + static_cast<T>(has_lag ? lag : 0);
  }
  return OPGEN_OK;
""",
    "total": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = start[i];
    for (int64_t j = 0; j < xs.size(); ++j) y[i] += xs[j][i];
  }
  return OPGEN_OK;
""",
    "time_shift": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    const T edge_value = edge == ShiftEdge::kNearest ? x[0] : T(0);
    y[i] = i < by ? edge_value : x[i - by];
  }
  return OPGEN_OK;
""",
    "round": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<U>(std::nearbyint(x[i]));
  return OPGEN_OK;
""",
    "is_peak": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > threshold;
  return OPGEN_OK;
""",
}


@pytest.fixture(scope="module")
def signal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    prepared, found = built(SPECS / "signal.td", targets=("kernels", "numpy"))
    assert found == []
    root = write(tmp_path_factory.mktemp("signal"), {file.path: file for file in prepared.files})
    assert {op.name for op in prepared.model.ops} == BODIES.keys()
    fill(root, BODIES, "signal_ops")
    build(root, "signal_ops", CXXFLAGS=STRICT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", STRICT)
        patch.syspath_prepend(str(root / "numpy"))
        yield importlib.import_module("signal_ops")
    generated = {"signal_ops", "opgen_runtime"}
    for name in [name for name in sys.modules if name.partition(".")[0] in generated]:
        del sys.modules[name]


@pytest.fixture
def x() -> np.ndarray:
    return np.random.default_rng(0).uniform(-3, 3, (4, 5))


def test_results_are_those_of_numpy(signal: ModuleType, x: np.ndarray) -> None:
    row = np.arange(5.0)
    np.testing.assert_array_equal(signal.gain(x), 2 * x)
    np.testing.assert_array_equal(signal.gain(x, factor=0.5), 0.5 * x)
    np.testing.assert_array_equal(signal.mix(x, x[::-1]), (x + x[::-1]) / 2)
    np.testing.assert_array_equal(signal.blend(x, row), x * row)
    np.testing.assert_array_equal(signal.total([x, 2 * x], x), 4 * x)
    np.testing.assert_array_equal(signal.time_shift(row, by=2), [0, 0, 0, 1, 2])
    np.testing.assert_array_equal(signal.time_shift(row + 1, by=1, edge="zero"), [0, 1, 2, 3, 4])
    rounded = signal.round(x, y_dtype="i32")
    assert rounded.dtype == np.int32
    np.testing.assert_array_equal(rounded, np.round(x))
    np.testing.assert_array_equal(signal.is_peak(x), x > 0.5)


def test_what_may_be_left_out(signal: ModuleType, x: np.ndarray) -> None:
    row = np.arange(5.0)
    np.testing.assert_array_equal(signal.offset(x), x)
    np.testing.assert_array_equal(signal.offset(x, row, negate=True), row - x)
    np.testing.assert_array_equal(signal.offset(x, lag=3), x + 3)


@pytest.mark.parametrize(
    ("name", "arguments", "options", "message"),
    [
        ("mix", [(3,), (4,)], {}, "mix"),
        ("offset", [(3,)], {}, "rank"),
        ("time_shift", [(3,)], {"by": -1}, "by >= 0"),
        ("round", [(3,)], {"y_dtype": "f32"}, "f32"),
    ],
)
def test_what_the_constraints_exclude_is_refused(
    signal: ModuleType, name: str, arguments: list, options: dict, message: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        getattr(signal, name)(*map(np.zeros, arguments), **options)
