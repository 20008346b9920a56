// Functions of the stand-in on a few numbers; printed for comparison with NumPy.
#include <cmath>
#include <cstdio>

#include "kernel_operator.h"

using namespace AscendC;

namespace {

const float kValues[] = {-3.7f, -2.5f, -1.0f, -0.4f, -0.0f, 0.0f, 0.3f, 0.5f, 1.0f, 1.5f, 2.5f, 70000.0f};
constexpr int kCount = 12;

template <class T>
void show(const char* name, const LocalTensor<T>& values, int count = kCount) {
  std::printf("%s|", name);
  for (int at = 0; at < count; ++at) std::printf(" %.9g", static_cast<double>(values.GetValue(at)));
  std::printf("\n");
}

void all() {
  LocalMemAllocator<Hardware::UB> memory;
  auto x = memory.Alloc<float>(64), y = memory.Alloc<float>(64), work = memory.Alloc<float>(64);
  auto h = memory.Alloc<half>(128);
  auto b = memory.Alloc<bfloat16_t>(128);
  auto i = memory.Alloc<int32_t>(64);
  auto mask = memory.Alloc<uint8_t>(32);
  Duplicate(x, 0.0f, 64);
  for (int at = 0; at < kCount; ++at) x.SetValue(at, kValues[at]);
  Tanh(y, x, kCount), show("tanh", y);
  Abs(y, x, kCount), Sqrt(y, y, kCount), show("sqrt", y);
  Mins(y, x, 20.0f, kCount), Exp(y, y, kCount), show("exp", y);
  LeakyRelu(y, x, 0.1f, kCount), show("leaky", y);
  Muls(y, x, 3.0f, kCount), Sub(y, y, x, kCount), Max(y, y, x, kCount), show("arithmetic", y);
  CompareScalar(mask, x, 0.3f, CMPMODE::GE, 64);
  Select(y, mask, x, -1.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, kCount), show("select", y);
  ReduceSum(y, x, work, kCount), show("sum", y, 1);
  ReduceMax(y, x, work, kCount, true);
  std::printf("max| %g %u\n", static_cast<double>(y.GetValue(0)), y.ReinterpretCast<uint32_t>().GetValue(1));
  ReduceMin(y, x, work, kCount), show("min", y, 1);
  Cast(h, x, RoundMode::CAST_RINT, kCount), show("half", h);
  Cast(b, x, RoundMode::CAST_RINT, kCount), show("bfloat16", b);
  Cast(b, x, RoundMode::CAST_TRUNC, kCount), show("truncated", b);
  Cast(i, x, RoundMode::CAST_RINT, kCount), show("rint", i);
  Cast(i, x, RoundMode::CAST_FLOOR, kCount), show("floor", i);
  Cast(i, x, RoundMode::CAST_CEIL, kCount), show("ceil", i);
  Cast(i, x, RoundMode::CAST_TRUNC, kCount), show("trunc", i);
  Cast(i, x, RoundMode::CAST_ROUND, kCount), show("round", i);
  Muls(i, i, 1 << 30, kCount), show("wraps", i);
  Adds(h, h, half(0.1f), kCount), show("half sum", h);
}

}  // namespace

int main() {
  const std::string said = opgen_shim::launch(1, all);
  std::printf("said|%s\n", said.c_str());
  return 0;
}
