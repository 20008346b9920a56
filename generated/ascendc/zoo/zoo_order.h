// The order of elements, for kernels that look for the greatest or the least of them.
#ifndef ZOO_ORDER_NPU_H_
#define ZOO_ORDER_NPU_H_

#include "opgen_ascend.h"

namespace zoo {

using namespace AscendC;

constexpr int32_t kLeastKey = -0x7fffffff - 1;
constexpr int32_t kGreatestKey = 0x7fffffff;

// Integers in whose order elements are: what is no number counts as the greatest, as elsewhere in
// the zoo, and zeros of either sign are equal. No key of a real number is the least or the greatest
// integer. `room` is for two numbers, `mask` for a bit of each element.
template <typename T>
class Keys {
 public:
  __aicore__ inline void Init(const LocalTensor<float>& room, const LocalTensor<uint8_t>& mask) {
    room_ = room;
    mask_ = mask;
  }

  // Makes keys of elements, in the opposite order where the least are wanted first.
  __aicore__ inline void Make(const LocalTensor<int32_t>& keys, const LocalTensor<T>& from,
                              uint32_t count, bool isAscending) {
    const int32_t size = static_cast<int32_t>(count);
    if constexpr (std::is_same<T, int32_t>::value) {
      Adds(keys, from, 0, size);
    } else {
      MakeOfReal(keys, opgen::npu::Widened<float>(from, room_, count), count);
    }
    if (!isAscending) return;
    Muls(keys, keys, -1, size);
    Adds(keys, keys, -1, size);
  }

 private:
  // The bits of positive numbers are in their order, so that a sign is all that is to be added.
  __aicore__ inline void MakeOfReal(const LocalTensor<int32_t>& keys,
                                    const LocalTensor<float>& from, uint32_t count) {
    const int32_t size = static_cast<int32_t>(count);
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<float> magnitude = room_[room_.GetSize() / 2];
    const LocalTensor<int32_t> spare = magnitude.template ReinterpretCast<int32_t>();
    Abs(magnitude, from, size);
    Muls(keys, spare, -1, size);
    CompareScalar(mask_, from, 0.0f, CMPMODE::LT, padded);
    opgen::npu::Select(keys, mask_, keys, spare, count);
    Duplicate(spare, kNoNumber, size);
    Compare(mask_, from, from, CMPMODE::EQ, padded);
    opgen::npu::Select(keys, mask_, keys, spare, count);
  }

  static constexpr int32_t kNoNumber = 0x7f800001;  // next to infinity

  LocalTensor<float> room_;
  LocalTensor<uint8_t> mask_;
};

// The extremum of integers, of which the vector unit reduces none: one half is put onto the other
// until a block of 32 bytes is left. The tensor is used up.
template <bool isGreatest>
__aicore__ inline int32_t Extremum(const LocalTensor<int32_t>& of, uint32_t count) {
  constexpr uint32_t kBlock = 8;
  while (count > kBlock) {
    const uint32_t half = ((count + 1) / 2 + kBlock - 1) / kBlock * kBlock;
    if constexpr (isGreatest) {
      Max(of, of, of[half], static_cast<int32_t>(count - half));
    } else {
      Min(of, of, of[half], static_cast<int32_t>(count - half));
    }
    count = half;
  }
  opgen::npu::Meet<HardEvent::V_S>();
  int32_t best = of.GetValue(0);
  for (uint32_t at = 1; at < count; ++at) {
    const int32_t value = of.GetValue(at);
    if (isGreatest ? value > best : value < best) best = value;
  }
  opgen::npu::Meet<HardEvent::S_V>();
  return best;
}

}  // namespace zoo

#endif  // ZOO_ORDER_NPU_H_
