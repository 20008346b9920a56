// What the host tells the kernels of rope and its gradient.
#ifndef ZOO_ROTATION_TILING_H_
#define ZOO_ROTATION_TILING_H_

#include <cstdint>

namespace zoo {

// Rows of `pairs`, each place of `places` with its angles, `repeats` times over.
struct RotationTiling {
  uint64_t repeats;
  uint64_t places;
  uint64_t pairs;
  uint32_t tile;     // in pairs
  uint32_t rows;     // in a tile, where pairs are half a row apart
  uint32_t columns;  // of such a row in a tile
  uint32_t isInterleaved;
};

}  // namespace zoo

#endif  // ZOO_ROTATION_TILING_H_
