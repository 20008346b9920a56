// Turning pairs of elements by angles, for rope and its gradient.
#ifndef ZOO_ROTATION_NPU_H_
#define ZOO_ROTATION_NPU_H_

#include "opgen_ascend_loops.h"
#include "opgen_ascend_pairs.h"
#include "zoo_rotation_tiling.h"

namespace zoo {

using namespace AscendC;

// Turns pairs of the rows of x [..., s, 2 * h] by the angles whose cosines and sines [s, h] are
// given; backwards for the gradient.
template <typename T, bool isBackwards>
class Rotation {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR cos, GM_ADDR sin, GM_ADDR y,
                              const RotationTiling& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    x_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    cos_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(cos));
    sin_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(sin));
    y_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    const uint32_t tile = tiling.tile;
    pipe.InitBuffer(xQueue_, 2, 2 * tile * sizeof(T));
    pipe.InitBuffer(angleQueue_, 2, 2 * tile * sizeof(T));
    pipe.InitBuffer(yQueue_, 2, 2 * tile * sizeof(T));
    pipe.InitBuffer(numbers_, kPlaces * tile * sizeof(float));
    pairs_.Init(pipe, tile);
  }

  __aicore__ inline void Process() {
    if (tiling_->isInterleaved != 0) {
      TurnNeighbours();
    } else {
      TurnHalves();
    }
  }

 private:
  // Where pairs are neighbours, a row follows the other as its angles do: one long row of them.
  __aicore__ inline void TurnNeighbours() {
    const uint64_t period = tiling_->places * tiling_->pairs;
    const uint32_t tile = tiling_->tile;
    const uint64_t parts = (period + tile - 1) / tile;
    for (uint64_t item = GetBlockIdx(); item < tiling_->repeats * parts; item += GetBlockNum()) {
      const uint64_t at = item % parts * tile;
      const uint32_t count = opgen::npu::Count(at, period, tile);
      const uint64_t place = 2 * (item / parts * period + at);
      LocalTensor<T> x = xQueue_.template AllocTensor<T>();
      opgen::npu::Load(x, x_, place, 1, 2 * count);
      xQueue_.EnQue(x);
      CopyAngles(at, {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0});
      x = xQueue_.template DeQue<T>();
      pairs_.Separate(Place(kPair), opgen::npu::Widened<float>(x, Place(kWide), 2 * count), count);
      xQueue_.FreeTensor(x);
      Turn(Place(kPair), Place(kTurned), count);
      LocalTensor<T> y = yQueue_.template AllocTensor<T>();
      const LocalTensor<float> wide = opgen::npu::Target<float>(y, Place(kWide));
      pairs_.Combine(wide, Place(kTurned), Place(kSpare), 2 * count);
      opgen::npu::Narrow(y, wide, 2 * count);
      yQueue_.EnQue(y);
      y = yQueue_.template DeQue<T>();
      opgen::npu::Store(y_, place, y, 2 * count);
      yQueue_.FreeTensor(y);
    }
  }

  // Where pairs are half a row apart, as many rows at once as a tile holds, or a part of one.
  __aicore__ inline void TurnHalves() {
    const uint64_t pairs = tiling_->pairs, places = tiling_->places;
    const uint32_t rows = tiling_->rows, columns = tiling_->columns;
    const uint64_t groups = (places + rows - 1) / rows, chunks = (pairs + columns - 1) / columns;
    const uint64_t work = tiling_->repeats * groups * chunks;
    for (uint64_t item = GetBlockIdx(); item < work; item += GetBlockNum()) {
      const uint64_t column = item % chunks * columns, group = item / chunks;
      const uint64_t place = group % groups * rows;
      const uint16_t count = static_cast<uint16_t>(opgen::npu::Count(place, places, rows));
      const uint32_t width = opgen::npu::Count(column, pairs, columns);
      const uint64_t row = group / groups * places + place;
      TurnRows(row * 2 * pairs + column, place * pairs + column, count, width);
    }
  }

  __aicore__ inline void TurnRows(uint64_t at, uint64_t angle, uint16_t rows, uint32_t width) {
    const uint32_t pairs = static_cast<uint32_t>(tiling_->pairs), tile = tiling_->tile;
    const uint32_t bytes = width * sizeof(T), whole = 2 * pairs * sizeof(T) - bytes;
    const DataCopyPadExtParams<T> pad{false, 0, 0, T(0)};
    const DataCopyExtParams in{rows, bytes, whole, 0, 0}, out{rows, bytes, 0, whole, 0};
    LocalTensor<T> x = xQueue_.template AllocTensor<T>();
    DataCopyPad(x, x_[at], in, pad);
    DataCopyPad(x[tile], x_[at + pairs], in, pad);
    xQueue_.EnQue(x);
    CopyAngles(angle, {rows, bytes, static_cast<uint32_t>(pairs * sizeof(T)) - bytes, 0, 0});
    // Rows begin at multiples of 32 bytes, so that what lies between them is turned, too.
    const uint32_t count = rows * ((bytes + 31) / 32 * 32) / static_cast<uint32_t>(sizeof(T));
    x = xQueue_.template DeQue<T>();
    LocalTensor<T> y = yQueue_.template AllocTensor<T>();
    const LocalTensor<float> turned = opgen::npu::Target<float>(y, Place(kTurned));
    Turn(WidenedHalves(x, count), turned, count);
    opgen::npu::Narrow(y, turned, count);
    opgen::npu::Narrow(y[tile], turned[tile], count);
    xQueue_.FreeTensor(x);
    yQueue_.EnQue(y);
    y = yQueue_.template DeQue<T>();
    DataCopyPad(y_[at], y, out);
    DataCopyPad(y_[at + pairs], y[tile], out);
    yQueue_.FreeTensor(y);
  }

  // Cosines and sines of the next pairs, as the two halves of a tensor.
  __aicore__ inline void CopyAngles(uint64_t at, const DataCopyExtParams& copy) {
    const DataCopyPadExtParams<T> pad{false, 0, 0, T(0)};
    LocalTensor<T> angle = angleQueue_.template AllocTensor<T>();
    DataCopyPad(angle, cos_[at], copy, pad);
    DataCopyPad(angle[tiling_->tile], sin_[at], copy, pad);
    angleQueue_.EnQue(angle);
  }

  __aicore__ inline LocalTensor<float> WidenedHalves(const LocalTensor<T>& from, uint32_t count) {
    opgen::npu::Widened<float>(from[tiling_->tile], Place(kWide)[tiling_->tile], count);
    return opgen::npu::Widened<float>(from, Place(kWide), count);
  }

  // (a, b) becomes (a cos - b sin, a sin + b cos); backwards, the sine has the other sign.
  __aicore__ inline void Turn(const LocalTensor<float>& pair, const LocalTensor<float>& turned,
                              uint32_t count) {
    const uint32_t tile = tiling_->tile;
    LocalTensor<T> angle = angleQueue_.template DeQue<T>();
    const LocalTensor<float> cos = opgen::npu::Widened<float>(angle, Place(kAngle), count);
    const LocalTensor<float> sin =
        opgen::npu::Widened<float>(angle[tile], Place(kAngle)[tile], count);
    const LocalTensor<float> spare = Place(kSpare);
    const LocalTensor<float> first = pair, second = pair[tile];
    const int32_t size = static_cast<int32_t>(count);
    Mul(spare, second, sin, size);
    Mul(turned, first, cos, size);
    AddOrSub<isBackwards>(turned, turned, spare, size);
    Mul(spare, first, sin, size);
    Mul(turned[tile], second, cos, size);
    AddOrSub<!isBackwards>(turned[tile], turned[tile], spare, size);
    angleQueue_.FreeTensor(angle);
  }

  template <bool adds>
  __aicore__ inline void AddOrSub(const LocalTensor<float>& to, const LocalTensor<float>& left,
                                  const LocalTensor<float>& right, int32_t count) {
    if constexpr (adds) {
      Add(to, left, right, count);
    } else {
      Sub(to, left, right, count);
    }
  }

  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * tiling_->tile];
  }

  // Places of two tiles each, but the last.
  static constexpr uint32_t kTurned = 0;
  static constexpr uint32_t kPair = 2;
  static constexpr uint32_t kWide = 4;
  static constexpr uint32_t kAngle = 6;
  static constexpr uint32_t kSpare = 8;
  static constexpr uint32_t kPlaces = 9;

  const RotationTiling* tiling_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> angleQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  opgen::npu::Pairs pairs_;
  GlobalTensor<T> x_;
  GlobalTensor<T> cos_;
  GlobalTensor<T> sin_;
  GlobalTensor<T> y_;
};

}  // namespace zoo

#endif  // ZOO_ROTATION_NPU_H_
