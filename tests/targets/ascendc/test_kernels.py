"""Kernels made of formulas, run on the stand-in for an AI core and compared with NumPy."""

from __future__ import annotations

import re

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ascendc_tree, check, failures
from tests.targets.formula_tree import formula_model

STUB = re.compile(r"  __aicore__ inline void Process\(\) \{ ascendc_assert.*?\}\n", re.DOTALL)

pytestmark = needs("compiler", "numpy")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return ascendc_tree(tmp_path_factory.mktemp("cores"), formula_model(HERE / "ops.td"))


@pytest.mark.parametrize(
    "op",
    ["leaky_relu_yzh", "pick", "mix", "either", "aged", "older", "bound", "bound_grad"],
)
def test_a_kernel_computes_its_formula(tree, op):
    rows = check(tree, f"cores.{op}")
    assert failures(rows) == {}
    lengths = {name.split()[-1] for name in rows if "length" in name}
    assert lengths == {"1", "7", "31", "32", "33", "4096", "100003"}


@pytest.mark.parametrize(
    "op",
    [
        "fused_add_scale",
        "fused_add_scale_grad",
        "custom_linear",
        "product",
        "norm",
        "norm_grad_grad",
        "spread",
        "aged_sum",
    ],
)
def test_a_kernel_goes_through_tensors_of_different_shapes(tree, op):
    rows = check(tree, f"cores.{op}")
    assert failures(rows) == {}
    assert sum(outcome == "passed" for outcome, _ in rows.values()) >= 6


@pytest.mark.parametrize(
    ("op", "call"),
    [
        ("leaky_relu_yzh", "LeakyRelu(y, x, tiling_->alpha_value, count);"),
        ("product", "Axpy(sum, tile_, count_value, count);"),
    ],
)
def test_a_kernel_calls_the_function_that_does_it_at_once(tree, op, call):
    assert call in (tree / f"ascendc/cores/{op}/op_kernel/{op}.cpp").read_text(encoding="utf-8")


WRITTEN = """
  __aicore__ inline void Process() {
    LocalMemAllocator<Hardware::UB> memory;
    LocalTensor<T> x = memory.Alloc<TPosition::VECIN, T>(tiling_->tile);
    LocalTensor<T> y = memory.Alloc<TPosition::VECOUT, T>(tiling_->tile);
    const uint64_t step = uint64_t{tiling_->tile} * GetBlockNum();
    for (uint64_t at = uint64_t{tiling_->tile} * GetBlockIdx(); at < tiling_->total; at += step) {
      const uint64_t left = tiling_->total - at;
      const uint32_t count = left < tiling_->tile ? static_cast<uint32_t>(left) : tiling_->tile;
      opgen::npu::Load(x, xGlobal_, at, 1, count);
      SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
      WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
      Mul(y, x, x, count);
      PipeBarrier<PIPE_V>();
      Mul(y, y, x, count);
      SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
      WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
      opgen::npu::Store(yGlobal_, at, y, count);
    }
  }
"""


def test_a_developer_writes_a_kernel(tree):
    rows = check(tree, "cores.cube", "--quick")
    assert rows
    assert all(
        "unfilled" in detail and "cube is not written" in detail for _, detail in rows.values()
    )
    kernel = tree / "ascendc/cores/cube/op_kernel/cube.cpp"
    text = kernel.read_text(encoding="utf-8")
    filled, count = STUB.subn(lambda _: WRITTEN.strip("\n"), text)
    assert count == 1
    kernel.write_text(filled, encoding="utf-8")
    rows = check(tree, "cores.cube")
    assert failures(rows) == {}
    # Vectors have no bfloat16, so that it is not offered without a formula.
    assert {name.split()[1] for name in rows} == {"f16", "f32"}


WRITTEN_FOR_LISTS = """
  __aicore__ inline void Process() {
    TBuf<TPosition::VECCALC> memory;
    pipe_->InitBuffer(memory, tiling_->tile * sizeof(T));
    const LocalTensor<T> tile = memory.Get<T>();
    const uint64_t each = tiling_->total / xsList_.GetSize();
    for (uint32_t number = GetBlockIdx(); number < xsList_.GetSize(); number += GetBlockNum()) {
      GlobalTensor<T> from, to;
      from.SetGlobalBuffer(xsList_.GetDataPtr<T>(number), each);
      to.SetGlobalBuffer(ysList_.GetDataPtr<T>(number), each);
      for (uint64_t at = 0; at < each; at += tiling_->tile) {
        const uint64_t left = each - at;
        const uint32_t count = left < tiling_->tile ? static_cast<uint32_t>(left) : tiling_->tile;
        opgen::npu::Load(tile, from, at, 1, count);
        opgen::npu::Meet<HardEvent::MTE2_V>();
        Add(tile, tile, tile, count);
        opgen::npu::Meet<HardEvent::V_MTE3>();
        opgen::npu::Store(to, at, tile, count);
        opgen::npu::Meet<HardEvent::MTE3_MTE2>();
      }
    }
  }
"""


def test_a_developer_writes_a_kernel_for_lists(tree):
    kernel = tree / "ascendc/cores/doubled/op_kernel/doubled.cpp"
    text = kernel.read_text(encoding="utf-8")
    filled, count = STUB.subn(lambda _: WRITTEN_FOR_LISTS.strip("\n"), text)
    assert count == 1
    kernel.write_text(filled, encoding="utf-8")
    rows = check(tree, "cores.doubled")
    assert failures(rows) == {}
    assert rows["values f16 length 100003"] == ("passed", "")


def test_a_wrong_kernel_is_found(tree):
    kernel = tree / "ascendc/cores/square/op_kernel/square.cpp"
    text = kernel.read_text(encoding="utf-8")
    kernel.write_text(
        text.replace("Mul(y, x, x, count);", "Mul(y, x, x, count / 2);"), encoding="utf-8"
    )
    rows = check(tree, "cores.square", "--quick")
    assert set(failures(rows)) == {
        f"values {t} {s}" for t in ("f16", "bf16", "f32") for s in ("sample 1", "length 33")
    }
