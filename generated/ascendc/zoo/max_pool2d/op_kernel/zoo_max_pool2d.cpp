// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_max_pool2d_tiling.h"

using namespace AscendC;

// The greatest value in each window, and where it is in its image
template <typename T, typename I>
class KernelZooMaxPool2d {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");
  static_assert(std::is_same<I, int64_t>::value, "places in an image have 64 bits");

  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR indices,
                              const ZooMaxPool2dTilingData& tiling, TPipe& pipe) {
    pooling_ = &tiling.pooling;
    xGlobal_ = opgen::npu::Floats(x);
    yGlobal_ = opgen::npu::Floats(y);
    indicesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(indices));
    const uint32_t padded = opgen::npu::Padded(pooling_->cut.tile);
    taps_.Init(pooling_->columns, pooling_->cut, pipe);
    pipe.InitBuffer(valueQueue_, 2, padded * sizeof(float));
    pipe.InitBuffer(placeQueue_, 2, padded * sizeof(I));
    pipe.InitBuffer(tap_, padded * sizeof(float));
    pipe.InitBuffer(at_, padded * sizeof(int32_t));
    pipe.InitBuffer(bestAt_, padded * sizeof(int32_t));
    pipe.InitBuffer(columns_, padded * sizeof(int32_t));
    pipe.InitBuffer(starts_, padded * sizeof(int32_t));
    pipe.InitBuffer(better_, padded / 8);
    pipe.InitBuffer(first_, padded / 8);
    pipe.InitBuffer(number_, padded / 8);
    const int32_t tile = static_cast<int32_t>(pooling_->cut.tile);
    CreateVecIndex(columns_.Get<int32_t>(), 0, pooling_->cut.tile);
    Muls(columns_.Get<int32_t>(), columns_.Get<int32_t>(),
         static_cast<int32_t>(pooling_->columns.stride), tile);
  }

  // Blocks take parts of rows of y in turn.
  __aicore__ inline void Process() {
    const uint64_t rows = pooling_->rows.narrow, columns = pooling_->columns.narrow;
    const uint32_t tile = pooling_->cut.tile;
    const uint64_t parts = (columns + tile - 1) / tile, items = pooling_->planes * rows * parts;
    for (uint64_t item = GetBlockIdx(); item < items; item += GetBlockNum()) {
      const int64_t begin = static_cast<int64_t>(item % parts * tile);
      count_ = opgen::npu::Count(static_cast<uint64_t>(begin), columns, tile);
      const uint64_t row = item / parts % rows, plane = item / parts / rows;
      LocalTensor<float> best = valueQueue_.AllocTensor<float>();
      Begin(best, static_cast<int64_t>(row), begin);
      for (int64_t tap = 0; tap < pooling_->rows.window; ++tap) {
        const int64_t source = pooling_->rows.Source(static_cast<int64_t>(row), tap);
        if (source >= 0) Compare(best, plane, source, begin);
      }
      Finish(best, (plane * rows + row) * columns + static_cast<uint64_t>(begin));
    }
  }

 private:
  // The first element of each window is where a greatest one is that isn't greater than infinity
  // below zero.
  __aicore__ inline void Begin(const LocalTensor<float>& best, int64_t row, int64_t begin) {
    const int32_t count = static_cast<int32_t>(count_);
    const LocalTensor<int32_t> starts = starts_.Get<int32_t>();
    if (begin != startedBegin_) {
      opgen::npu::Meet<HardEvent::V_S>();
      for (uint32_t at = 0; at < count_; ++at) {
        starts.SetValue(at, static_cast<int32_t>(pooling_->columns.At(begin + at).start));
      }
      opgen::npu::Meet<HardEvent::S_V>();
      startedBegin_ = begin;
    }
    const int64_t first = pooling_->rows.At(row).start * pooling_->columns.wide;
    Adds(bestAt_.Get<int32_t>(), starts, static_cast<int32_t>(first), count);
    Duplicate(best, -opgen::npu::kInfinity, count);
  }

  // Puts what is greater in a row of x, or the first that is no number, in place of the best.
  __aicore__ inline void Compare(const LocalTensor<float>& best, uint64_t plane, int64_t source,
                                 int64_t begin) {
    const LocalTensor<float> met = tap_.Get<float>();
    const LocalTensor<int32_t> at = at_.Get<int32_t>();
    const uint64_t row = (plane * pooling_->rows.wide + source) * pooling_->columns.wide;
    for (uint32_t first = 0; first < pooling_->columns.window; first += pooling_->cut.taps) {
      taps_.LoadWide(xGlobal_, row, begin, count_, first, -opgen::npu::kInfinity);
      for (uint32_t tap = 0; tap < taps_.Taps(first); ++tap) {
        const int64_t column = begin * pooling_->columns.stride - pooling_->columns.padding +
                               (first + tap) * pooling_->columns.dilation;
        taps_.Take(met, tap);
        Adds(at, columns_.Get<int32_t>(),
             static_cast<int32_t>(source * pooling_->columns.wide + column),
             static_cast<int32_t>(count_));
        Choose(best, met, at);
      }
      taps_.Free();
    }
  }

  __aicore__ inline void Choose(const LocalTensor<float>& best, const LocalTensor<float>& met,
                                const LocalTensor<int32_t>& at) {
    const uint32_t padded = opgen::npu::Padded(count_);
    const LocalTensor<uint8_t> better = better_.Get<uint8_t>(), first = first_.Get<uint8_t>();
    const LocalTensor<uint8_t> number = number_.Get<uint8_t>();
    const LocalTensor<int32_t> bestAt = bestAt_.Get<int32_t>();
    AscendC::Compare(better, met, best, CMPMODE::GT, padded);
    AscendC::Compare(first, met, met, CMPMODE::NE, padded);
    AscendC::Compare(number, best, best, CMPMODE::EQ, padded);
    opgen::npu::And(first, first, number, padded);
    opgen::npu::Or(better, better, first, padded);
    opgen::npu::Select(bestAt, better, at, bestAt, count_);
    opgen::npu::Select(best, better, met, best, count_);
  }

  __aicore__ inline void Finish(LocalTensor<float>& best, uint64_t place) {
    valueQueue_.EnQue(best);
    LocalTensor<float> value = valueQueue_.DeQue<float>();
    opgen::npu::Store(yGlobal_, place, value, count_);
    valueQueue_.FreeTensor(value);
    LocalTensor<I> made = placeQueue_.template AllocTensor<I>();
    Cast(made, bestAt_.Get<int32_t>(), RoundMode::CAST_NONE, count_);
    placeQueue_.EnQue(made);
    LocalTensor<I> places = placeQueue_.template DeQue<I>();
    opgen::npu::Store(indicesGlobal_, place, places, count_);
    placeQueue_.FreeTensor(places);
  }

  const opgen::npu::Pooling* pooling_;
  uint32_t count_;
  int64_t startedBegin_ = -1;
  opgen::npu::RowTaps taps_;
  TQue<TPosition::VECOUT, 2> valueQueue_;
  TQue<TPosition::VECOUT, 2> placeQueue_;
  TBuf<TPosition::VECCALC> tap_;
  TBuf<TPosition::VECCALC> at_;
  TBuf<TPosition::VECCALC> bestAt_;
  TBuf<TPosition::VECCALC> columns_;
  TBuf<TPosition::VECCALC> starts_;
  TBuf<TPosition::VECCALC> better_;
  TBuf<TPosition::VECCALC> first_;
  TBuf<TPosition::VECCALC> number_;
  GlobalTensor<float> xGlobal_;
  GlobalTensor<float> yGlobal_;
  GlobalTensor<I> indicesGlobal_;
};

extern "C" __global__ __aicore__ void zoo_max_pool2d(GM_ADDR x, GM_ADDR y, GM_ADDR indices,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxPool2dTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxPool2d<DTYPE_X, DTYPE_INDICES> kernel_;
  kernel_.Init(x, y, indices, data, pipe);
  kernel_.Process();
}
