// Random numbers in vectors, printed beside those that other devices make one by one.
#include <cmath>
#include <cstdio>

#include "kernel_operator.h"
#include "opgen_ascend_random.h"
#include "opgen_random.h"

namespace {

constexpr uint32_t kTile = 256;
constexpr uint32_t kCount = 200;
constexpr uint64_t kSeeds[] = {0, 1, 0xfedcba9876543210u};
constexpr uint64_t kPositions[] = {0, 512, 0xffffff00u, 0x500000000u};
constexpr double kBounds[] = {0, 0x1p-53, 0.3, 0.5, 1 - 0x1p-53, 1};

void compare() {
  AscendC::TPipe pipe;
  AscendC::TBuf<AscendC::TPosition::VECCALC> memory;
  opgen::npu::Random* random = nullptr;
  pipe.InitBuffer(memory, kTile * sizeof(float));
  const AscendC::LocalTensor<float> made = memory.Get<float>();
  for (uint64_t seed : kSeeds) {
    random = new opgen::npu::Random;
    random->Init(pipe, seed, kTile);
    const opgen::Random single(seed);
    for (uint64_t position : kPositions) {
      int wrong = 0;
      double farthest = 0;
      random->Draw(position, kCount);
      for (uint32_t half = 0; half < 2; ++half) {
        const auto number = [&](uint32_t at) {
          return single.uniform(static_cast<int64_t>(2 * (position + at) + half));
        };
        random->Uniform(made, half);
        for (uint32_t at = 0; at < kCount; ++at) {
          farthest = std::fmax(farthest, std::fabs(made.GetValue(at) - number(at)));
        }
        for (double bound : kBounds) {
          random->AtLeast(made, half, static_cast<uint64_t>(std::ceil(bound * 0x1p53)));
          for (uint32_t at = 0; at < kCount; ++at) {
            wrong += made.GetValue(at) != (number(at) >= bound ? 1.0f : 0.0f);
          }
        }
        const auto exact = static_cast<uint64_t>(number(7) * 0x1p53);
        random->AtLeast(made, half, exact), wrong += made.GetValue(7) != 1.0f;
        random->AtLeast(made, half, exact + 1), wrong += made.GetValue(7) != 0.0f;
      }
      std::printf("seed %llx position %llx|%d %g\n", static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(position), wrong, farthest);
    }
    delete random;
  }
}

}  // namespace

int main() {
  std::printf("said|%s\n", opgen_shim::launch(1, compare).c_str());
  return 0;
}
