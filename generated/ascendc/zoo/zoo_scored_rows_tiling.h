// What the host tells the kernels of cross_entropy and its gradients.
#ifndef ZOO_SCORED_ROWS_TILING_H_
#define ZOO_SCORED_ROWS_TILING_H_

#include <cstdint>

namespace zoo {

// What becomes of the losses of rows.
enum class Reduction : uint32_t { kNone, kMean, kSum };

// The wanted probabilities: `target` more for the target class than `others` for each class.
struct CrossEntropyTiling {
  uint64_t rows;
  uint64_t classes;
  int64_t ignored;
  float target;
  float others;
  Reduction reduction;
  uint32_t tile;
};

}  // namespace zoo

#endif  // ZOO_SCORED_ROWS_TILING_H_
