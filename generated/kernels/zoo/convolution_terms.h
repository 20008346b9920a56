// Convolutions and their gradients on a GPU: what an element of each tensor is the sum of.
#ifndef ZOO_CONVOLUTION_TERMS_H_
#define ZOO_CONVOLUTION_TERMS_H_

#include <cstdint>

#include "opgen_cuda.h"
#include "zoo/convolution.h"

namespace zoo {

// Terms are called as `term(i, j)`: number j of element i.
template <typename T>
struct ConvolutionTerm {
  using Compute = opgen::ComputeType<T>;

  const T *first, *second;

  OPGEN_HD Compute of(const Factors& factors) const {
    return factors ? Compute(first[factors.first]) * Compute(second[factors.second]) : Compute(0);
  }
};

// Of narrow, the correlation of wide and weight.
template <typename T>
struct NarrowTerm {
  Convolution convolution;
  ConvolutionTerm<T> factors;  // wide and weight

  OPGEN_HD opgen::ComputeType<T> operator()(int64_t i, int64_t j) const {
    return factors.of(convolution.of_narrow(i, j));
  }
};

// Of wide, which is summed from narrow.
template <typename T>
struct WideTerm {
  Convolution convolution;
  ConvolutionTerm<T> factors;  // narrow and weight

  OPGEN_HD opgen::ComputeType<T> operator()(int64_t i, int64_t j) const {
    return factors.of(convolution.of_wide(i, j));
  }
};

// Of weight, the windows that correlate wide with narrow.
template <typename T>
struct WeightTerm {
  Convolution convolution;
  ConvolutionTerm<T> factors;  // wide and narrow

  OPGEN_HD opgen::ComputeType<T> operator()(int64_t i, int64_t j) const {
    return factors.of(convolution.of_weight(i, j));
  }
};

// A value for each channel of a tensor [n, channels, h, w], or zeros.
template <typename T>
struct OfChannels {
  opgen::View<const T> values;
  int64_t channels, plane;

  template <typename U>
  OfChannels(const opgen::View<const T>& given, const opgen::View<U>& tensor)
      : values(given), channels(tensor.shape[1]), plane(tensor.numel(2, 4)) {}

  OPGEN_HD opgen::ComputeType<T> operator[](int64_t i) const {
    using Compute = opgen::ComputeType<T>;
    return values ? Compute(values[i / plane % channels]) : Compute(0);
  }
};

// sums[channel] = what the tensor [n, channels, h, w] has there
template <typename T>
void sum_channels(opgen::Launch& launch, const opgen::View<const T>& tensor,
                  const opgen::View<T>& sums) {
  using Compute = opgen::ComputeType<T>;
  const int64_t channels = tensor.shape[1], plane = tensor.numel(2, 4);
  launch.reduce_each(
      channels, tensor.shape[0] * plane, opgen::Sum<Compute>(),
      [=] __device__(int64_t i, int64_t j) -> Compute {
        return tensor[(j / plane * channels + i) * plane + j % plane];
      },
      [=] __device__(int64_t i, Compute sum) { sums[i] = static_cast<T>(sum); });
}

}  // namespace zoo

#endif  // ZOO_CONVOLUTION_TERMS_H_
