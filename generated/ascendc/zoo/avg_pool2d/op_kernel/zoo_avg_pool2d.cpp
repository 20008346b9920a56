// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_avg_pool2d_tiling.h"

using namespace AscendC;

// The mean of each window, its padding counted as zeros or not at all
template <typename T>
class KernelZooAvgPool2d {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");

  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const ZooAvgPool2dTilingData& tiling,
                              TPipe& pipe) {
    pooling_ = &tiling.pooling;
    xGlobal_ = opgen::npu::Floats(x);
    yGlobal_ = opgen::npu::Floats(y);
    const uint32_t bytes = pooling_->cut.tile * sizeof(float);
    taps_.Init(pooling_->columns, pooling_->cut, pipe);
    pipe.InitBuffer(resultQueue_, 2, bytes);
    pipe.InitBuffer(sum_, bytes);
    pipe.InitBuffer(tap_, bytes);
    pipe.InitBuffer(widths_, bytes);
  }

  // Blocks take parts of rows of y in turn.
  __aicore__ inline void Process() {
    const uint64_t rows = pooling_->rows.narrow, columns = pooling_->columns.narrow;
    const uint32_t tile = pooling_->cut.tile;
    const uint64_t parts = (columns + tile - 1) / tile, items = pooling_->planes * rows * parts;
    for (uint64_t item = GetBlockIdx(); item < items; item += GetBlockNum()) {
      const uint64_t begin = item % parts * tile;
      count_ = opgen::npu::Count(begin, columns, tile);
      const uint64_t row = item / parts % rows, plane = item / parts / rows;
      Duplicate(sum_.Get<float>(), 0.0f, static_cast<int32_t>(count_));
      for (int64_t tap = 0; tap < pooling_->rows.window; ++tap) {
        const int64_t source = pooling_->rows.Source(static_cast<int64_t>(row), tap);
        if (source < 0) continue;
        AddRow((plane * pooling_->rows.wide + source) * pooling_->columns.wide, begin);
      }
      CountWidths(begin);
      Finish((plane * rows + row) * columns + begin, static_cast<int64_t>(row));
    }
  }

 private:
  __aicore__ inline void AddRow(uint64_t row, uint64_t begin) {
    const LocalTensor<float> sum = sum_.Get<float>(), met = tap_.Get<float>();
    for (uint32_t first = 0; first < pooling_->columns.window; first += pooling_->cut.taps) {
      taps_.LoadWide(xGlobal_, row, static_cast<int64_t>(begin), count_, first, 0.0f);
      for (uint32_t tap = 0; tap < taps_.Taps(first); ++tap) {
        taps_.Take(met, tap);
        Add(sum, sum, met, static_cast<int32_t>(count_));
      }
      taps_.Free();
    }
  }

  // How many columns each window has: the same for all rows.
  __aicore__ inline void CountWidths(uint64_t begin) {
    if (begin == countedBegin_) return;
    opgen::npu::Meet<HardEvent::V_S>();
    const LocalTensor<float> widths = widths_.Get<float>();
    for (uint32_t at = 0; at < count_; ++at) {
      widths.SetValue(at, Size(pooling_->columns.At(static_cast<int64_t>(begin + at))));
    }
    opgen::npu::Meet<HardEvent::S_V>();
    countedBegin_ = begin;
  }

  __aicore__ inline float Size(const opgen::npu::Span& span) const {
    return static_cast<float>(pooling_->countsPadding ? span.padded : span.end - span.start);
  }

  __aicore__ inline void Finish(uint64_t place, int64_t row) {
    const int32_t count = static_cast<int32_t>(count_);
    LocalTensor<float> made = resultQueue_.AllocTensor<float>();
    Muls(made, widths_.Get<float>(), Size(pooling_->rows.At(row)), count);
    Div(made, sum_.Get<float>(), made, count);
    resultQueue_.EnQue(made);
    LocalTensor<float> result = resultQueue_.DeQue<float>();
    opgen::npu::Store(yGlobal_, place, result, count_);
    resultQueue_.FreeTensor(result);
  }

  const opgen::npu::Pooling* pooling_;
  uint32_t count_;
  uint64_t countedBegin_ = UINT64_MAX;
  opgen::npu::RowTaps taps_;
  TQue<TPosition::VECOUT, 2> resultQueue_;
  TBuf<TPosition::VECCALC> sum_;
  TBuf<TPosition::VECCALC> tap_;
  TBuf<TPosition::VECCALC> widths_;
  GlobalTensor<float> xGlobal_;
  GlobalTensor<float> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_avg_pool2d(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                     GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooAvgPool2dTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooAvgPool2d<DTYPE_X> kernel_;
  kernel_.Init(x, y, data, pipe);
  kernel_.Process();
}
