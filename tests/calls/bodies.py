"""Kernels of the operators in ``specs/calls.td``, as a developer writes them into the stubs."""

from __future__ import annotations

BODIES = {
    "negated": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = -x[i];
  return OPGEN_OK;
""",
    "long_sum": """\
  using Compute = opgen::ComputeType<T, opgen::In<opgen::Half, double>, opgen::In<float, double>>;
  const int64_t n = x.shape[x.ndim - 1];
  for (int64_t r = 0; r < y.numel(); ++r) {
    Compute sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += static_cast<Compute>(x[r * n + i]);
    y[r] = static_cast<T>(sum);
  }
  return OPGEN_OK;
""",
    "summed": """\
  const opgen::BroadcastTo<const T> a_at(a, y), b_at(b, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(a_at[i] + b_at[i]);
  return OPGEN_OK;
""",
    "summed_grad": """\
  std::fill_n(da.data, da.numel(), T(0));
  std::fill_n(db.data, db.numel(), T(0));
  const opgen::BroadcastTo<T> da_at(da, dy), db_at(db, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    da_at[i] = static_cast<T>(da_at[i] + dy[i]);
    db_at[i] = static_cast<T>(db_at[i] + dy[i]);
  }
  return OPGEN_OK;
""",
    "quotient": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = a[i] / b[i];
  return OPGEN_OK;
""",
    "less": """\
  const opgen::BroadcastTo<const T> a_at(a, is_less), b_at(b, is_less);
  for (int64_t i = 0; i < is_less.numel(); ++i) {
    is_less[i] = a_at[i] < b_at[i];
    sign[i] = (a_at[i] < b_at[i]) - (b_at[i] < a_at[i]);
  }
  return OPGEN_OK;
""",
    "rounded": """\
  for (int64_t i = 0; i < y.numel(); ++i) {
    switch (mode) {
      case RoundedMode::kDown:
        y[i] = std::floor(x[i]);
        break;
      case RoundedMode::kUp:
        y[i] = std::ceil(x[i]);
        break;
      case RoundedMode::kToEven:
        y[i] = std::nearbyint(x[i]);
        break;
    }
  }
  return OPGEN_OK;
""",
    "loss": """\
  if (reduction == LossReduction::kNone) {
    std::copy_n(x.data, x.numel(), y.data);
    return OPGEN_OK;
  }
  y[0] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) y[0] += x[i];
  if (reduction == LossReduction::kMean && x.numel() > 0) y[0] /= static_cast<T>(x.numel());
  return OPGEN_OK;
""",
    "filled": """\
  std::fill_n(y.data, y.numel(), x[0]);
  return OPGEN_OK;
""",
    "converted": """\
  if (dtype != opgen::dtype_of<U>) return opgen::fail(ctx, "converted", "dtype differs");
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<U>(x[i]);
  return OPGEN_OK;
""",
    "scaled_each": """\
  for (int64_t at = 0; at < ys.size(); ++at) {
    for (int64_t i = 0; i < ys[at].numel(); ++i) ys[at][i] = static_cast<T>(factor) * xs[at][i];
  }
  return OPGEN_OK;
""",
    "total": """\
  const opgen::BroadcastTo<const T> x_at(x, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x_at[i];
  for (int64_t at = 0; at < xs.size(); ++at) {
    const opgen::BroadcastTo<const T> part(xs[at], y);
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += part[i];
  }
  if (bias) {
    const opgen::BroadcastTo<const T> bias_at(bias, y);
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += bias_at[i];
  }
  return OPGEN_OK;
""",
    "total_grad": """\
  const auto reduce = [&dy](const opgen::View<T>& to) {
    std::fill_n(to.data, to.numel(), T(0));
    const opgen::BroadcastTo<T> to_at(to, dy);
    for (int64_t i = 0; i < dy.numel(); ++i) to_at[i] += dy[i];
  };
  reduce(dx);
  reduce(dbias);
  for (int64_t at = 0; at < dxs.size(); ++at) reduce(dxs[at]);
  return OPGEN_OK;
""",
    "copies": """\
  for (int64_t at = 0; at < ys.size(); ++at) std::copy_n(x.data, x.numel(), ys[at].data);
  return OPGEN_OK;
""",
    "standardized": """\
  const int64_t n = x.shape[x.ndim - 1];
  for (int64_t r = 0; r < mean.numel(); ++r) {
    T sum = 0, squares = 0;
    for (int64_t i = 0; i < n; ++i) sum += x[r * n + i];
    mean[r] = sum / static_cast<T>(n);
    for (int64_t i = 0; i < n; ++i) squares += (x[r * n + i] - mean[r]) * (x[r * n + i] - mean[r]);
    rstd[r] = 1 / std::sqrt(squares / static_cast<T>(n) + static_cast<T>(eps));
    for (int64_t i = 0; i < n; ++i) y[r * n + i] = (x[r * n + i] - mean[r]) * rstd[r];
  }
  return OPGEN_OK;
""",
    "standardized_grad": """\
  const int64_t n = x.shape[x.ndim - 1];
  for (int64_t r = 0; r < mean.numel(); ++r) {
    T sum = 0, dot = 0;
    for (int64_t i = 0; i < n; ++i) {
      sum += dy[r * n + i];
      dot += dy[r * n + i] * (x[r * n + i] - mean[r]) * rstd[r];
    }
    for (int64_t i = 0; i < n; ++i) {
      const T z = (x[r * n + i] - mean[r]) * rstd[r];
      dx[r * n + i] = (dy[r * n + i] - (sum + z * dot) / static_cast<T>(n)) * rstd[r];
    }
  }
  return OPGEN_OK;
""",
    "clipped": """\
  const T top = static_cast<T>(bound);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = std::min(std::max(x[i], -top), top);
  return OPGEN_OK;
""",
    "clipped_grad": """\
  const T top = static_cast<T>(bound);
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = std::abs(x[i]) < top ? dy[i] : T(0);
  return OPGEN_OK;
""",
    "momentum_step": """\
  for (int64_t i = 0; i < change.numel(); ++i) {
    const T v = static_cast<T>(momentum) * velocity[i] + gradient[i];
    new_velocity[i] = v;
    change[i] = -static_cast<T>(rate) * v;
    new_param[i] = param[i] + change[i];
  }
  return OPGEN_OK;
""",
    "reversed": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[y.numel() - 1 - i];
  return OPGEN_OK;
""",
    "dropout": """\
  const opgen::Random random(seed);
  const T scale = static_cast<T>(1 / (1 - p));
  for (int64_t i = 0; i < y.numel(); ++i) {
    mask[i] = random.uniform(i) >= p;
    y[i] = mask[i] ? x[i] * scale : T(0);
  }
  return OPGEN_OK;
""",
    "dropout_grad": """\
  if (!opgen::same_dims(dy, mask)) return opgen::fail(ctx, "dropout_grad", "mask: not like dy");
  const T scale = static_cast<T>(1 / (1 - p));
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = mask[i] ? dy[i] * scale : T(0);
  return OPGEN_OK;
""",
    "noisy": """\
  const opgen::Random random(seed);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] * static_cast<T>(random.normal(i));
  return OPGEN_OK;
""",
    "marked": """\
  const bool given[] = {has_lag,   has_scale,   has_negate, has_text,  has_mode,
                        has_sizes, has_weights, has_flags,  has_dtype, has_shape};
  double value = static_cast<double>(lag) + scale + (mode == MarkedMode::kToEven) / 2.0;
  for (size_t at = 0; at < std::size(given); ++at) value += given[at] * std::ldexp(1.0, at);
  const int64_t letters = static_cast<int64_t>(text.size());
  const int64_t lengths = letters + sizes.size + weights.size + flags.size + shape.size;
  value += 1024.0 * static_cast<double>(lengths);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(value);
  return OPGEN_OK;
""",
    "padded": """\
  std::fill_n(y.data, y.numel(), T(0));
  std::copy_n(x.data, x.numel(), y.data + before);
  return OPGEN_OK;
""",
    "padded_grad": """\
  std::copy_n(dy.data + before, dx.numel(), dx.data);
  return OPGEN_OK;
""",
    "steepened": """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = has_factor ? static_cast<T>(factor) * x[i] : x[i];
  return OPGEN_OK;
""",
    "ranked": """\
  const opgen::Workspace<T> kept(ctx, x.numel());
  std::copy_n(x.data, x.numel(), kept.data());
  std::sort(kept.begin(), kept.end());
  std::copy_n(kept.data(), kept.size(), y.data);
  return OPGEN_OK;
""",
}
