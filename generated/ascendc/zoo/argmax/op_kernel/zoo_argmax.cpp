// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_argmax_tiling.h"
#include "zoo_order.h"

using namespace AscendC;

// Where along an axis the greatest value is, the first of several
template <typename T, typename I>
class KernelZooArgmax {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, const ZooArgmaxTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    const uint32_t tile = tiling_->tile;
    pipe.InitBuffer(xQueue_, 2, tile * sizeof(T));
    pipe.InitBuffer(indexQueue_, 2, tile * sizeof(I));
    pipe.InitBuffer(numbers_, kPlaces * tile * sizeof(float));
    pipe.InitBuffer(mask_, tile / 8);
    keys_.Init(numbers_.Get<float>()[4 * tile], mask_.Get<uint8_t>());
  }

  // Blocks take tiles of results in turn.
  __aicore__ inline void Process() {
    const opgen::npu::Along& x = tiling_->x;
    const uint32_t tile = tiling_->tile, width = x.inner == 1 ? kLines : tile;
    const uint64_t lanes = x.inner == 1 ? x.outer : x.inner, parts = (lanes + width - 1) / width;
    const uint64_t work = x.inner == 1 ? parts : x.outer * parts;
    for (uint64_t item = GetBlockIdx(); item < work; item += GetBlockNum()) {
      const uint64_t lane = item % parts * width, outer = x.inner == 1 ? lane : item / parts;
      const uint32_t count = opgen::npu::Count(lane, lanes, width);
      LocalTensor<I> index = indexQueue_.template AllocTensor<I>();
      if constexpr (kIsLong) {
        FindEach(index, item / parts * x.size * x.inner, lane, count);
      } else if (x.inner == 1) {
        FindAlong(index, outer, count);
      } else {
        FindBeside(index, outer * x.size * x.inner + lane, count);
      }
      indexQueue_.EnQue(index);
      index = indexQueue_.template DeQue<I>();
      opgen::npu::Store(indexGlobal_, item / parts * lanes + lane, index, count);
      indexQueue_.FreeTensor(index);
    }
  }

 private:
  // Vectors have no integers of 64 bits: elements are compared one by one.
  __aicore__ inline void FindEach(const LocalTensor<I>& index, uint64_t first, uint64_t lane,
                                  uint32_t count) {
    const opgen::npu::Along& x = tiling_->x;
    const uint64_t apart = x.inner == 1 ? x.size : 1;
    for (uint32_t number = 0; number < count; ++number) {
      const uint64_t place = first + (lane + number) * apart;
      uint64_t best = 0;
      for (uint64_t at = 1; at < x.size; ++at) {
        const T value = xGlobal_.GetValue(place + at * x.inner);
        if (value > xGlobal_.GetValue(place + best * x.inner)) best = at;
      }
      index.SetValue(number, static_cast<I>(best));
    }
    opgen::npu::Meet<HardEvent::S_MTE3>();
  }

  // Along rows that lie one behind the other: the greatest of each tile, then where it is first.
  __aicore__ inline void FindAlong(const LocalTensor<I>& index, uint64_t row, uint32_t count) {
    const uint64_t size = tiling_->x.size;
    const LocalTensor<int32_t> keys = Place(0), spare = Place(1);
    for (uint32_t number = 0; number < count; ++number) {
      int32_t greatest = zoo::kLeastKey;
      uint64_t best = 0;
      for (uint64_t at = 0; at < size; at += tiling_->tile) {
        const uint32_t length = opgen::npu::Count(at, size, tiling_->tile);
        MakeKeys(keys, (row + number) * size + at, length);
        Adds(spare, keys, 0, static_cast<int32_t>(length));
        const int32_t here = zoo::Extremum<true>(spare, length);
        if (at != 0 && here <= greatest) continue;
        greatest = here;
        best = at + FirstOf(greatest, length);
      }
      index.SetValue(number, static_cast<I>(best));
    }
    opgen::npu::Meet<HardEvent::S_MTE3>();
  }

  __aicore__ inline uint32_t FirstOf(int32_t key, uint32_t count) {
    const LocalTensor<int32_t> keys = Place(0), spare = Place(1), wanted = Place(2);
    const LocalTensor<uint8_t> mask = mask_.Get<uint8_t>();
    Duplicate(wanted, key, static_cast<int32_t>(count));
    opgen::npu::Compare(mask, keys, wanted, CMPMODE::EQ, spare, opgen::npu::Padded(count));
    CreateVecIndex(spare, 0, count);
    Duplicate(wanted, zoo::kGreatestKey, static_cast<int32_t>(count));
    opgen::npu::Select(spare, mask, spare, wanted, count);
    return static_cast<uint32_t>(zoo::Extremum<false>(spare, count));
  }

  // Across rows side by side, a vector of the best so far.
  __aicore__ inline void FindBeside(const LocalTensor<I>& index, uint64_t place, uint32_t count) {
    const LocalTensor<int32_t> keys = Place(0), spare = Place(1), best = Place(2), where = Place(3);
    const LocalTensor<uint8_t> mask = mask_.Get<uint8_t>();
    const int32_t size = static_cast<int32_t>(count);
    MakeKeys(best, place, count);
    Duplicate(where, int32_t{0}, size);
    for (uint64_t at = 1; at < tiling_->x.size; ++at) {
      MakeKeys(keys, place + at * tiling_->x.inner, count);
      opgen::npu::Compare(mask, keys, best, CMPMODE::GT, spare, opgen::npu::Padded(count));
      opgen::npu::Select(best, mask, keys, best, count);
      Duplicate(spare, static_cast<int32_t>(at), size);
      opgen::npu::Select(where, mask, spare, where, count);
    }
    Cast(index, where, RoundMode::CAST_NONE, count);
  }

  __aicore__ inline void MakeKeys(const LocalTensor<int32_t>& keys, uint64_t place,
                                  uint32_t count) {
    LocalTensor<T> x = xQueue_.template AllocTensor<T>();
    opgen::npu::Load(x, xGlobal_, place, 1, count);
    xQueue_.EnQue(x);
    x = xQueue_.template DeQue<T>();
    keys_.Make(keys, x, count, false);
    xQueue_.FreeTensor(x);
  }

  __aicore__ inline LocalTensor<int32_t> Place(uint32_t number) {
    return numbers_.Get<int32_t>()[number * tiling_->tile];
  }

  static constexpr bool kIsLong = std::is_same<T, int64_t>::value;
  static constexpr uint32_t kPlaces = 6;
  static constexpr uint32_t kLines = 32;  // rows whose results are stored at once

  const ZooArgmaxTilingData* tiling_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> indexQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> mask_;
  zoo::Keys<T> keys_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<I> indexGlobal_;
};

extern "C" __global__ __aicore__ void zoo_argmax(GM_ADDR x, GM_ADDR index, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooArgmaxTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooArgmax<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, data, pipe);
  kernel.Process();
}
