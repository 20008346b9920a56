"""Kernels of the operators in ``specs/``, as a developer writes them into the stubs."""

from __future__ import annotations

BODIES = {
    "square": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] * x[i];
  return OPGEN_OK;
""",
    "square_grad": """\
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = 2 * x[i] * dy[i];
  return OPGEN_OK;
""",
    "leaky_relu_yzh": """\
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > 0 ? x[i] : slope * x[i];
  return OPGEN_OK;
""",
    "leaky_relu_yzh_grad": """\
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = x[i] > 0 ? dy[i] : slope * dy[i];
  return OPGEN_OK;
""",
    "fused_add_scale": """\
  const opgen::BroadcastTo<const T> x_at(x, y), bias_at(bias, y), scale_at(scale, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = (x_at[i] + bias_at[i]) * scale_at[i];
  return OPGEN_OK;
""",
    "fused_add_scale_grad": """\
  if (!opgen::broadcasts_to(x, dy) || !opgen::broadcasts_to(bias, dy) ||
      !opgen::broadcasts_to(scale, dy)) {
    return opgen::fail(ctx, "fused_add_scale_grad",
                       "dy: expected the shape that x, bias and scale broadcast to");
  }
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  std::fill_n(dscale.data, dscale.numel(), T(0));
  const opgen::BroadcastTo<const T> x_at(x, dy), bias_at(bias, dy), scale_at(scale, dy);
  const opgen::BroadcastTo<T> dx_at(dx, dy), dbias_at(dbias, dy), dscale_at(dscale, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    const T dsum = dy[i] * scale_at[i];
    dx_at[i] += dsum;
    dbias_at[i] += dsum;
    dscale_at[i] += dy[i] * (x_at[i] + bias_at[i]);
  }
  return OPGEN_OK;
""",
    "fused_add_scale_grad_grad": """\
  if (!opgen::same_dims(ddx, x) || !opgen::same_dims(ddbias, bias) ||
      !opgen::same_dims(ddscale, scale)) {
    return opgen::fail(ctx, "fused_add_scale_grad_grad",
                       "ddx, ddbias, ddscale: expected the shapes of x, bias and scale");
  }
  if (!opgen::broadcasts_to(x, dy) || !opgen::broadcasts_to(bias, dy) ||
      !opgen::broadcasts_to(scale, dy)) {
    return opgen::fail(ctx, "fused_add_scale_grad_grad",
                       "dy: expected the shape that x, bias and scale broadcast to");
  }
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gbias.data, gbias.numel(), T(0));
  std::fill_n(gscale.data, gscale.numel(), T(0));
  const opgen::BroadcastTo<const T> ddx_at(ddx, dy), ddbias_at(ddbias, dy), ddscale_at(ddscale, dy);
  const opgen::BroadcastTo<const T> x_at(x, dy), bias_at(bias, dy), scale_at(scale, dy);
  const opgen::BroadcastTo<T> gx_at(gx, dy), gbias_at(gbias, dy), gscale_at(gscale, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    const T ddsum = ddx_at[i] + ddbias_at[i];
    gdy[i] = ddsum * scale_at[i] + ddscale_at[i] * (x_at[i] + bias_at[i]);
    gx_at[i] += ddscale_at[i] * dy[i];
    gbias_at[i] += ddscale_at[i] * dy[i];
    gscale_at[i] += ddsum * dy[i];
  }
  return OPGEN_OK;
""",
    "custom_linear": """\
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t j = 0; j < n; ++j) {
      T sum = use_bias && bias ? bias[j] : T(0);
      for (int64_t i = 0; i < k; ++i) sum += x[r * k + i] * weight[j * k + i];
      y[r * n + j] = sum;
    }
  }
  return OPGEN_OK;
""",
    "custom_linear_grad": """\
  if (!opgen::same_dims(dy, x, 1)) {
    return opgen::fail(ctx, "custom_linear_grad", "dy: expected the leading dimensions of x");
  }
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dweight.data, dweight.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t j = 0; j < n; ++j) {
      const T d = dy[r * n + j];
      for (int64_t i = 0; i < k; ++i) {
        dx[r * k + i] += d * weight[j * k + i];
        dweight[j * k + i] += d * x[r * k + i];
      }
      if (use_bias) dbias[j] += d;
    }
  }
  return OPGEN_OK;
""",
    "custom_linear_grad_grad": """\
  if (!opgen::same_dims(ddx, x) || !opgen::same_dims(dy, x, 1)) {
    return opgen::fail(ctx, "custom_linear_grad_grad",
                       "ddx, dy: expected the leading dimensions of x");
  }
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gweight.data, gweight.numel(), T(0));
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t j = 0; j < n; ++j) {
      const T d = dy[r * n + j];
      T sum = use_bias ? ddbias[j] : T(0);
      for (int64_t i = 0; i < k; ++i) {
        sum += ddx[r * k + i] * weight[j * k + i] + x[r * k + i] * ddweight[j * k + i];
        gx[r * k + i] += d * ddweight[j * k + i];
        gweight[j * k + i] += d * ddx[r * k + i];
      }
      gdy[r * n + j] = sum;
    }
  }
  return OPGEN_OK;
""",
}
