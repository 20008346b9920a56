// Small kernels, each with one mistake, and what the stand-in says of it; then some without any.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernel_operator.h"

using namespace AscendC;

namespace {

using In = TQue<TPosition::VECIN, 2>;
using Out = TQue<TPosition::VECOUT, 2>;

std::vector<float> memory(256, 1.0f);

struct Kernel {
  TPipe pipe;
  In in;
  Out out;
  TBuf<TPosition::VECCALC> spare;
  GlobalTensor<float> whole;

  Kernel() {
    pipe.InitBuffer(in, 2, 256);
    pipe.InitBuffer(out, 2, 256);
    pipe.InitBuffer(spare, 512);
    whole.SetGlobalBuffer(memory.data(), memory.size());
  }
  LocalTensor<float> loaded() {
    LocalTensor<float> tile = in.AllocTensor<float>();
    DataCopy(tile, whole, 64);
    in.EnQue(tile);
    return in.DeQue<float>();
  }
};

void pad(const LocalTensor<float>& to, const GlobalTensor<float>& from, DataCopyExtParams params) {
  DataCopyPad(to, from, params, DataCopyPadExtParams<float>{false, 0, 0, 0.0f});
}

void gather(uint32_t offset) {
  Kernel k;
  auto x = k.loaded();
  auto offsets = k.spare.Get<uint32_t>();
  offsets.SetValue(0, offset);
  auto y = k.out.AllocTensor<float>();
  Gather(y, x, offsets, 0, 1);
}

const std::map<std::string, std::function<void()>> kMistakes = {
    {"kept", [] { Kernel k; k.loaded(); }},
    {"starved", [] { Kernel k; k.loaded(); k.loaded(); k.loaded(); }},
    {"freed twice",
     [] { Kernel k; auto x = k.loaded(); k.in.FreeTensor(x); k.in.FreeTensor(x); }},
    {"used after",
     [] { Kernel k; auto x = k.loaded(); k.in.FreeTensor(x); Adds(x, x, 1.0f, 64); }},
    {"used again",
     [] {
       Kernel k;
       auto x = k.loaded();
       k.in.FreeTensor(x);
       k.in.AllocTensor<float>();
       Adds(x, x, 1.0f, 64);
     }},
    {"used in queue",
     [] { Kernel k; auto x = k.in.AllocTensor<float>(); k.in.EnQue(x); Adds(x, x, 1.0f, 64); }},
    {"freed in queue",
     [] { Kernel k; auto x = k.in.AllocTensor<float>(); k.in.EnQue(x); k.in.FreeTensor(x); }},
    {"other queue", [] { Kernel k; auto x = k.loaded(); k.out.FreeTensor(x); }},
    {"full queue",
     [] {
       TPipe pipe;
       TQue<TPosition::VECIN, 1> queue;
       pipe.InitBuffer(queue, 2, 256);
       auto x = queue.AllocTensor<float>(), y = queue.AllocTensor<float>();
       queue.EnQue(x);
       queue.EnQue(y);
     }},
    {"empty queue", [] { Kernel k; k.in.DeQue<float>(); }},
    {"never allocated", [] { LocalTensor<float> x; Adds(x, x, 1.0f, 1); }},
    {"overflow", [] { TPipe pipe; In in; pipe.InitBuffer(in, 2, 100 * 1024); }},
    {"allocator overflow",
     [] { LocalMemAllocator<Hardware::UB> all; all.Alloc<float>(40000); all.Alloc<half>(20000); }},
    {"buffer too small", [] { Kernel k; k.spare.Get<float>(129); }},
    {"unaligned length",
     [] { Kernel k; auto x = k.in.AllocTensor<float>(); DataCopy(x, k.whole, 7); }},
    {"unaligned operand",
     [] { Kernel k; auto x = k.loaded(); Adds(x[1], x[1], 1.0f, 8); }},
    {"unaligned copy",
     [] { Kernel k; auto x = k.loaded(); pad(x[1], k.whole, {1, 16, 0, 0, 0}); }},
    {"global range",
     [] { Kernel k; auto x = k.loaded(); pad(x, k.whole[250], {1, 28, 0, 0, 0}); }},
    {"beyond memory",
     [] {
       Kernel k;
       GlobalTensor<float> open;
       open.SetGlobalBuffer(memory.data());
       auto x = k.loaded();
       pad(x, open[250], {1, 28, 0, 0, 0});
     }},
    {"local range", [] { Kernel k; auto x = k.loaded(); Adds(x, x, 1.0f, 65); }},
    {"element range", [] { Kernel k; auto x = k.loaded(); x.SetValue(64, 0.0f); }},
    {"many blocks", [] { Kernel k; auto x = k.loaded(); pad(x, k.whole, {4096, 4, 0, 0, 0}); }},
    {"half registers",
     [] {
       Kernel k;
       auto x = k.loaded();
       CompareScalar(k.spare.Get<uint8_t>(), x, 0.0f, CMPMODE::GT, 33);
     }},
    {"integers in order",
     [] {
       Kernel k;
       auto x = k.loaded().ReinterpretCast<int32_t>();
       Compare(k.spare.Get<uint8_t>(), x, x, CMPMODE::LT, 64);
     }},
    {"no rounding",
     [] { Kernel k; Cast(k.spare.Get<bfloat16_t>(), k.loaded(), RoundMode::CAST_NONE, 64); }},
    {"no element", [] { Kernel k; auto x = k.loaded(); ReduceSum(x, x, x, 0); }},
    {"beyond a list",
     [] {
       uint64_t list[] = {1, 0};
       ListTensorDesc(list).GetDataPtr<float>(1);
     }},
    {"shape beyond a list",
     [] {
       uint64_t list[] = {1, 0, 0}, shape[8];
       TensorDesc<float> one;
       one.SetShapeAddr(shape);
       ListTensorDesc(list).GetDesc(one, 1);
     }},
    {"axis of a list",
     [] {
       uint64_t list[] = {1, 0, 1, 5}, shape[8];
       TensorDesc<float> one;
       one.SetShapeAddr(shape);
       ListTensorDesc(list).GetDesc(one, 0);
       one.GetShape(1);
     }},
    {"shape without memory",
     [] {
       uint64_t list[] = {1, 0, 0};
       TensorDesc<float> one;
       ListTensorDesc(list).GetDesc(one, 0);
     }},
    {"gathers from beyond", [] { gather(256); }},
    {"gathers half an element", [] { gather(2); }},
    {"packs in several passes",
     [] {
       Kernel k;
       auto x = k.loaded();
       uint64_t kept = 0;
       GatherMask(k.spare.Get<float>(), x, 1, false, 64, {1, 1, 8, 8}, kept);
     }},
    {"unknown pattern",
     [] {
       Kernel k;
       auto x = k.loaded();
       uint64_t kept = 0;
       GatherMask(k.spare.Get<float>(), x, 8, true, 64, {1, 1, 8, 8}, kept);
     }},
    {"shifts too far",
     [] {
       Kernel k;
       auto x = k.loaded().ReinterpretCast<int32_t>();
       ShiftLeft(x, x, 32, 64);
     }},
    {"waits for ever", [] { WaitFlag<HardEvent::MTE2_V>(0); }},
    {"nobody waits", [] { SetFlag<HardEvent::MTE2_V>(3); }},
    {"trap", [] { Trap(); }},
    {"blocks meet", [] { SyncAll(); }},
    {"assertion", [] { ascendc_assert(1 + 1 == 3); }},
    {"assertion with words", [] { ascendc_assert(false, "of %d", 7); }},
};

// The rules that a correct kernel makes use of.
void correct() {
  Kernel k;
  auto x = k.in.AllocTensor<float>();
  pad(x, k.whole, {4, 12, 8, 1, 0});  // 3 elements, gap of 2; in local memory every 16th
  k.in.EnQue(x);
  x = k.in.DeQue<float>();
  auto y = k.out.AllocTensor<float>();
  Adds(y, x, 1.0f, 64);
  k.out.EnQue(y);
  y = k.out.DeQue<float>();
  DataCopyPad(k.whole[100], y, DataCopyExtParams{4, 12, 1, 4, 0});
  k.out.FreeTensor(y);
  k.in.FreeTensor(x);
}

}  // namespace

int main() {
  for (const auto& mistake : kMistakes) {
    Core::current().forget_memory();
    Core::current().allow(memory.data(), memory.size() * sizeof(float));
    const std::string said = opgen_shim::launch(2, mistake.second);
    std::printf("%s|%s\n", mistake.first.c_str(), said.c_str());
  }
  for (size_t at = 0; at < memory.size(); ++at) memory[at] = static_cast<float>(at);
  std::printf("correct|%s", opgen_shim::launch(1, correct).c_str());
  for (size_t at = 100; at < 116; ++at) std::printf(" %g", memory[at]);
  std::printf("\n");
  return 0;
}
