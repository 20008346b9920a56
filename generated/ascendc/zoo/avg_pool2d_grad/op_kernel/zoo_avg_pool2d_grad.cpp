// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_avg_pool2d_grad_tiling.h"

using namespace AscendC;

// Gradient of avg_pool2d
template <typename T>
class KernelZooAvgPool2dGrad {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");

  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooAvgPool2dGradTilingData& tiling, TPipe& pipe) {
    pooling_ = &tiling.pooling;
    dyGlobal_ = opgen::npu::Floats(dy);
    dxGlobal_ = opgen::npu::Floats(dx);
    const uint32_t bytes = pooling_->cut.tile * sizeof(float);
    const uint32_t room = pooling_->cut.room * sizeof(float);
    taps_.Init(pooling_->columns, pooling_->cut, pipe);
    pipe.InitBuffer(resultQueue_, 2, bytes);
    pipe.InitBuffer(tap_, bytes);
    pipe.InitBuffer(widths_, room);
    pipe.InitBuffer(sizes_, room);
  }

  // Blocks take parts of rows of dx in turn.
  __aicore__ inline void Process() {
    const uint64_t rows = pooling_->rows.wide, columns = pooling_->columns.wide;
    const uint32_t tile = pooling_->cut.tile;
    const uint64_t parts = (columns + tile - 1) / tile, items = pooling_->planes * rows * parts;
    for (uint64_t item = GetBlockIdx(); item < items; item += GetBlockNum()) {
      const uint64_t begin = item % parts * tile;
      count_ = opgen::npu::Count(begin, columns, tile);
      const uint64_t row = item / parts % rows, plane = item / parts / rows;
      LocalTensor<float> sum = resultQueue_.AllocTensor<float>();
      Duplicate(sum, 0.0f, static_cast<int32_t>(count_));
      for (int64_t tap = 0; tap < pooling_->rows.window; ++tap) {
        const int64_t position = pooling_->rows.Position(static_cast<int64_t>(row), tap);
        if (position >= 0) AddRow(sum, plane, position, begin);
      }
      resultQueue_.EnQue(sum);
      LocalTensor<float> result = resultQueue_.DeQue<float>();
      opgen::npu::Store(dxGlobal_, (plane * rows + row) * columns + begin, result, count_);
      resultQueue_.FreeTensor(result);
    }
  }

 private:
  // The shares of the windows of a row of dy that have elements of the part of dx.
  __aicore__ inline void AddRow(const LocalTensor<float>& sum, uint64_t plane, int64_t position,
                                uint64_t begin) {
    const LocalTensor<float> met = tap_.Get<float>();
    const float height = Size(pooling_->rows.At(position));
    const uint64_t row = (plane * pooling_->rows.narrow + position) * pooling_->columns.narrow;
    for (uint32_t first = 0; first < pooling_->columns.window; first += pooling_->cut.taps) {
      taps_.LoadNarrow(dyGlobal_, row, static_cast<int64_t>(begin), count_, first);
      Divide(height);
      taps_.Spread();
      for (uint32_t tap = 0; tap < taps_.Taps(first); ++tap) {
        taps_.Take(met, tap);
        Add(sum, sum, met, static_cast<int32_t>(count_));
      }
      taps_.Free();
    }
  }

  __aicore__ inline void Divide(float height) {
    const int32_t room = static_cast<int32_t>(pooling_->cut.room);
    const LocalTensor<float> sizes = sizes_.Get<float>();
    CountWidths(taps_.FirstPosition());
    Muls(sizes, widths_.Get<float>(), height, room);
    Div(taps_.Part(), taps_.Part(), sizes, room);
  }

  // How many columns each window has: the same for all rows. Where there is none, zeros are divided.
  __aicore__ inline void CountWidths(int64_t first) {
    if (first == countedFirst_) return;
    opgen::npu::Meet<HardEvent::V_S>();
    const LocalTensor<float> widths = widths_.Get<float>();
    for (uint32_t at = 0; at < pooling_->cut.room; ++at) {
      const int64_t position = first + at;
      const bool isWindow = position >= 0 && position < pooling_->columns.narrow;
      widths.SetValue(at, isWindow ? Size(pooling_->columns.At(position)) : 1.0f);
    }
    opgen::npu::Meet<HardEvent::S_V>();
    countedFirst_ = first;
  }

  __aicore__ inline float Size(const opgen::npu::Span& span) const {
    return static_cast<float>(pooling_->countsPadding ? span.padded : span.end - span.start);
  }

  const opgen::npu::Pooling* pooling_;
  uint32_t count_;
  int64_t countedFirst_ = INT64_MIN;
  opgen::npu::RowTaps taps_;
  TQue<TPosition::VECOUT, 2> resultQueue_;
  TBuf<TPosition::VECCALC> tap_;
  TBuf<TPosition::VECCALC> widths_;
  TBuf<TPosition::VECCALC> sizes_;
  GlobalTensor<float> dyGlobal_;
  GlobalTensor<float> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_avg_pool2d_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                          GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooAvgPool2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooAvgPool2dGrad<DTYPE_DY> kernel_;
  kernel_.Init(dy, x, dx, data, pipe);
  kernel_.Process();
}
