// Kernels as MindSpore's documents show them, which take for granted what they are given.
#include <cstring>

#include "extra.h"

namespace {

int64_t size(int ndim, const int64_t* shape) {
  int64_t elements = 1;
  for (int axis = 0; axis < ndim; ++axis) elements *= shape[axis];
  return elements;
}

template <typename T>
void squares(int64_t elements, void** params) {
  const T* x = static_cast<const T*>(params[0]);
  T* y = static_cast<T*>(params[1]);
  for (int64_t i = 0; i < elements; ++i) y[i] = x[i] * x[i];
}

template <typename T>
int scales(int ndim, const int64_t* shape, void** params, void* extra) {
  const double* x = static_cast<const double*>(params[0]);
  double* y = static_cast<double*>(params[1]);
  const double factor = static_cast<Extra*>(extra)->Attr<T>("factor");
  for (int64_t i = 0; i < size(ndim, shape); ++i) y[i] = x[i] * factor;
  return 0;
}

int64_t calls = 0;
int64_t initialised = 0;
int64_t allocated = 0;
int64_t needed = 0;

}  // namespace

extern "C" {

int square(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void*) {
  ++calls;
  squares<float>(size(ndims[0], shapes[0]), params);
  return 0;
}

int64_t square_calls() { return calls; }

int square_of_any(int, void** params, int* ndims, int64_t** shapes, const char** dtypes, void*,
                  void*) {
  const int64_t elements = size(ndims[0], shapes[0]);
  if (std::strcmp(dtypes[0], "float64") == 0) {
    squares<double>(elements, params);
  } else {
    squares<float>(elements, params);
  }
  return 0;
}

// The square of a float32 tensor as a float64 one.
int square_wide(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void*) {
  const float* x = static_cast<const float*>(params[0]);
  double* y = static_cast<double*>(params[1]);
  for (int64_t i = 0; i < size(ndims[0], shapes[0]); ++i) y[i] = double(x[i]) * x[i];
  return 0;
}

int square_grad(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void*) {
  const float* x = static_cast<const float*>(params[0]);
  const float* dy = static_cast<const float*>(params[1]);
  float* dx = static_cast<float*>(params[2]);
  for (int64_t i = 0; i < size(ndims[0], shapes[0]); ++i) dx[i] = 2 * x[i] * dy[i];
  return 0;
}

// The second operand may be shorter.
int mul(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void*) {
  const float* x = static_cast<const float*>(params[0]);
  const float* w = static_cast<const float*>(params[1]);
  float* y = static_cast<float*>(params[2]);
  const int64_t period = size(ndims[1], shapes[1]);
  for (int64_t i = 0; i < size(ndims[0], shapes[0]); ++i) y[i] = x[i] * w[i % period];
  return 0;
}

int first(int, void** params, int*, int64_t**, const char**, void*, void*) {
  *static_cast<float*>(params[1]) = *static_cast<const float*>(params[0]);
  return 0;
}

std::vector<int64_t> firstInferShape(int*, int64_t**, Extra*) { return {}; }

TypeId firstInferType(std::vector<TypeId> types, Extra*) { return types[0]; }

int failing(int, void**, int*, int64_t**, const char**, void*, void*) { return 7; }

int scaled(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void* extra) {
  return scales<float>(ndims[0], shapes[0], params, extra);
}

int scaled_exactly(int, void** params, int* ndims, int64_t** shapes, const char**, void*,
                   void* extra) {
  return scales<double>(ndims[0], shapes[0], params, extra);
}

// What reads its attribute before there is a call.
int scaled_early(int, void**, int*, int64_t**, const char**, void*, void*) { return 0; }

int scaled_earlyInit(int*, int64_t**, const char**, Extra* extra) {
  return extra->Attr<float>("factor") < 0;
}

// What has a workspace of the size of its operand.
int worked(int, void** params, int* ndims, int64_t** shapes, const char**, void*, void* extra) {
  allocated = static_cast<int64_t>(static_cast<Extra*>(extra)->WorkSpace()[0]);
  needed = size(ndims[0], shapes[0]) * static_cast<int64_t>(sizeof(float));
  squares<float>(size(ndims[0], shapes[0]), params);
  return 0;
}

int workedInit(int* ndims, int64_t** shapes, const char**, Extra* extra) {
  ++initialised;
  extra->SetWorkSpace({static_cast<size_t>(size(ndims[0], shapes[0])) * sizeof(float)});
  return 0;
}

std::vector<int64_t> workedInferShape(int* ndims, int64_t** shapes, Extra*) {
  return {shapes[0], shapes[0] + ndims[0]};
}

int64_t workspace_initialised() { return initialised; }
int64_t workspace_allocated() { return allocated; }
int64_t workspace_needed() { return needed; }

}  // extern "C"
