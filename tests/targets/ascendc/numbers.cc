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

// Functions that shift bits, make indices and move elements by them.
void moved() {
  LocalMemAllocator<Hardware::UB> memory;
  auto x = memory.Alloc<float>(64), y = memory.Alloc<float>(64);
  auto i = memory.Alloc<int32_t>(64), j = memory.Alloc<int32_t>(64);
  auto mask = memory.Alloc<uint8_t>(32);
  for (int at = 0; at < kCount; ++at) x.SetValue(at, kValues[at]);
  CreateVecIndex(i, -3, kCount), show("indices", i);
  ShiftLeft(j, i, 30, kCount), show("left", j);
  ShiftRight(j, i, 1, kCount), show("right", j);
  ShiftRight(j.ReinterpretCast<uint32_t>(), i.ReinterpretCast<uint32_t>(), 4u, kCount);
  show("unsigned right", j);
  CreateVecIndex(i, 0, kCount), Muls(i, i, -4, kCount), Adds(i, i, 40, kCount);
  Gather(y, x, i.ReinterpretCast<uint32_t>(), 4, 11), show("gathered", y, 11);
  uint64_t kept = 0;
  const GatherMaskParams once{1, 1, 8, 8};
  GatherMask(y, x, 2, true, kCount, once, kept), show("odd", y, static_cast<int>(kept));
  GatherMask(y, x, 5, true, kCount, once, kept), show("third of four", y, static_cast<int>(kept));
  Duplicate(x[16], 0.0f, 48);
  CompareScalar(mask, x, 0.4f, CMPMODE::GT, 64);
  GatherMask(y, x, mask.ReinterpretCast<uint32_t>(), true, kCount, once, kept);
  show("wanted", y, static_cast<int>(kept));
}

// A list of tensors with their shapes.
void listed() {
  float first = 1, second = 2;
  uint64_t list[] = {2, reinterpret_cast<uint64_t>(&first), reinterpret_cast<uint64_t>(&second),
                     2, 5, 6, 1, 7};
  const ListTensorDesc all(list);
  uint64_t shape[8];
  TensorDesc<float> one;
  one.SetShapeAddr(shape);
  std::printf("list|");
  for (uint32_t at = 0; at < all.GetSize(); ++at) {
    all.GetDesc(one, at);
    std::printf(" %g %g", static_cast<double>(*one.GetDataPtr()), static_cast<double>(one.GetDim()));
    for (uint32_t axis = 0; axis < one.GetDim(); ++axis) {
      std::printf(" %g", static_cast<double>(one.GetShape(axis)));
    }
  }
  std::printf("\n");
}

}  // namespace

int main() {
  std::string said;
  for (auto* kernel : {all, moved, listed}) said += opgen_shim::launch(1, kernel);
  std::printf("said|%s\n", said.c_str());
  return 0;
}
