// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_order.h"
#include "zoo_topk_tiling.h"

using namespace AscendC;

// The k greatest values along an axis, or the least, in order, and where they are
template <typename T, typename I>
class KernelZooTopk {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR values, GM_ADDR indices,
                              const ZooTopkTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    valuesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(values));
    indicesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(indices));
    const uint32_t tile = tiling_->tile;
    pipe.InitBuffer(xQueue_, 2, tile * sizeof(T));
    pipe.InitBuffer(valuesQueue_, 2, tile * sizeof(T));
    pipe.InitBuffer(indicesQueue_, 2, tile * sizeof(I));
    pipe.InitBuffer(numbers_, kPlaces * tile * sizeof(float));
    pipe.InitBuffer(mask_, tile / 8);
    pipe.InitBuffer(single_, 32);
    keys_.Init(numbers_.Get<float>()[3 * tile], mask_.Get<uint8_t>());
  }

  // Blocks take rows in turn. A row is gone through twice for each value that is taken: for the
  // next one in the order, then for all places where it is. Sort is faster where many are wanted.
  __aicore__ inline void Process() {
    const opgen::npu::Along& x = tiling_->x;
    for (uint64_t row = GetBlockIdx(); row < x.outer * x.inner; row += GetBlockNum()) {
      const uint64_t outer = row / x.inner, inner = row % x.inner;
      first_ = outer * x.size * x.inner + inner;
      target_ = outer * tiling_->taken * x.inner + inner;
      if (x.size <= tiling_->tile && tiling_->taken > 0) CopyIn(0);
      int32_t key = zoo::kGreatestKey;
      for (uint64_t done = 0; done < tiling_->taken;) {
        key = KeyBelow(key);
        done = Take(key, done);
      }
      if (x.size <= tiling_->tile && tiling_->taken > 0) xQueue_.FreeTensor(tile_);
    }
  }

 private:
  // A row that fits into a tile stays there; of another one, each pass copies all tiles.
  __aicore__ inline uint32_t Begin(uint64_t at) {
    if (tiling_->x.size > tiling_->tile) CopyIn(at);
    return opgen::npu::Count(at, tiling_->x.size, tiling_->tile);
  }
  __aicore__ inline void End() {
    if (tiling_->x.size > tiling_->tile) xQueue_.FreeTensor(tile_);
  }

  __aicore__ inline void CopyIn(uint64_t at) {
    const uint64_t apart = tiling_->x.inner;
    const uint32_t count = opgen::npu::Count(at, tiling_->x.size, tiling_->tile);
    tile_ = xQueue_.template AllocTensor<T>();
    opgen::npu::Load(tile_, xGlobal_, first_ + at * apart, apart, count);
    xQueue_.EnQue(tile_);
    tile_ = xQueue_.template DeQue<T>();
    keys_.Make(Place(0), tile_, count, tiling_->isAscending != 0);
  }

  // The greatest key of a row that is less than another one.
  __aicore__ inline int32_t KeyBelow(int32_t bound) {
    const LocalTensor<int32_t> keys = Place(0), below = Place(1), spare = Place(2);
    const LocalTensor<uint8_t> mask = mask_.Get<uint8_t>();
    int32_t greatest = zoo::kLeastKey;
    for (uint64_t at = 0; at < tiling_->x.size; at += tiling_->tile) {
      const uint32_t count = Begin(at);
      const int32_t size = static_cast<int32_t>(count);
      Duplicate(below, bound, size);
      opgen::npu::Compare(mask, keys, below, CMPMODE::LT, spare, opgen::npu::Padded(count));
      Duplicate(below, zoo::kLeastKey, size);
      opgen::npu::Select(below, mask, keys, below, count);
      const int32_t here = zoo::Extremum<true>(below, count);
      if (here > greatest) greatest = here;
      End();
    }
    return greatest;
  }

  // Takes the elements of a key, in the order of their places, and says how many there are now.
  __aicore__ inline uint64_t Take(int32_t key, uint64_t done) {
    for (uint64_t at = 0; at < tiling_->x.size && done < tiling_->taken; at += tiling_->tile) {
      const uint32_t count = Begin(at);
      const uint32_t found = Pack(key, at, count);
      const uint64_t left = tiling_->taken - done;
      const uint32_t taken = found < left ? found : static_cast<uint32_t>(left);
      CopyOut(valuesQueue_, valuesGlobal_, done, taken);
      CopyOut(indicesQueue_, indicesGlobal_, done, taken);
      done += taken;
      End();
    }
    return done;
  }

  __aicore__ inline uint32_t Pack(int32_t key, uint64_t at, uint32_t count) {
    using Word = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
    const LocalTensor<int32_t> keys = Place(0), spare = Place(1), places = Place(2);
    const LocalTensor<uint8_t> mask = mask_.Get<uint8_t>();
    const GatherMaskParams once{1, 1, 8, 8};
    uint64_t found = 0;
    Duplicate(spare, key, static_cast<int32_t>(count));
    opgen::npu::Compare(mask, keys, spare, CMPMODE::EQ, places, opgen::npu::Padded(count));
    LocalTensor<T> values = valuesQueue_.template AllocTensor<T>();
    GatherMask(values, tile_, mask.ReinterpretCast<Word>(), true, count, once, found);
    valuesQueue_.EnQue(values);
    CreateVecIndex(places, static_cast<int32_t>(at), count);
    GatherMask(spare, places, mask.ReinterpretCast<uint32_t>(), true, count, once, found);
    LocalTensor<I> indices = indicesQueue_.template AllocTensor<I>();
    Cast(indices, spare, RoundMode::CAST_NONE, static_cast<uint32_t>(found));
    indicesQueue_.EnQue(indices);
    return static_cast<uint32_t>(found);
  }

  template <typename Queue, typename E>
  __aicore__ inline void CopyOut(Queue& queue, const GlobalTensor<E>& to, uint64_t done,
                                 uint32_t count) {
    const uint64_t apart = tiling_->x.inner;
    LocalTensor<E> tile = queue.template DeQue<E>();
    if (apart > 1 && count > 1) {
      opgen::npu::Scatter(to, target_ + done * apart, apart, tile, single_.Get<E>(), count);
    } else if (count > 0) {
      opgen::npu::Store(to, target_ + done * apart, tile, count);
    }
    queue.FreeTensor(tile);
  }

  __aicore__ inline LocalTensor<int32_t> Place(uint32_t number) {
    return numbers_.Get<int32_t>()[number * tiling_->tile];
  }

  static constexpr uint32_t kPlaces = 5;

  const ZooTopkTilingData* tiling_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> valuesQueue_;
  TQue<TPosition::VECOUT, 2> indicesQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> mask_;
  TBuf<TPosition::VECCALC> single_;
  zoo::Keys<T> keys_;
  LocalTensor<T> tile_;
  uint64_t first_ = 0;
  uint64_t target_ = 0;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> valuesGlobal_;
  GlobalTensor<I> indicesGlobal_;
};

extern "C" __global__ __aicore__ void zoo_topk(GM_ADDR x, GM_ADDR values, GM_ADDR indices,
                                               GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooTopkTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooTopk<DTYPE_X, DTYPE_INDICES> kernel;
  kernel.Init(x, values, indices, data, pipe);
  kernel.Process();
}
