// A kernel that says which of several it is.
#include <cstdint>

extern "C" int number(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void*) {
  int64_t elements = 1;
  for (int axis = 0; axis < ndims[0]; ++axis) elements *= shapes[0][axis];
  for (int64_t i = 0; i < elements; ++i) static_cast<float*>(params[1])[i] = NUMBER;
  return 0;
}
