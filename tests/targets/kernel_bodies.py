"""Kernel bodies for the operators of :mod:`tests.targets.ops_by_hand`, as a developer writes them.

Each replaces the statement by which a generated stub says that it isn't written.
"""

from __future__ import annotations

import re
from pathlib import Path

BODIES = {
    "square": """
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] * x[i];
  return OPGEN_OK;""",
    "square_grad": """
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = 2 * x[i] * dy[i];
  return OPGEN_OK;""",
    "leaky_relu_yzh": """
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > 0 ? x[i] : slope * x[i];
  return OPGEN_OK;""",
    "leaky_relu_yzh_grad": """
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < dx.numel(); ++i) dx[i] = x[i] > 0 ? dy[i] : slope * dy[i];
  return OPGEN_OK;""",
    "fused_add_scale": """
  const opgen::BroadcastTo<const T> a(x, y), b(bias, y), s(scale, y);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = (a[i] + b[i]) * s[i];
  return OPGEN_OK;""",
    "fused_add_scale_grad": """
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  std::fill_n(dscale.data, dscale.numel(), T(0));
  const opgen::BroadcastTo<const T> a(x, dy), b(bias, dy), s(scale, dy);
  const opgen::BroadcastTo<T> da(dx, dy), db(dbias, dy), ds(dscale, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    da[i] += dy[i] * s[i];
    db[i] += dy[i] * s[i];
    ds[i] += dy[i] * (a[i] + b[i]);
  }
  return OPGEN_OK;""",
    "fused_add_scale_grad_grad": """
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gbias.data, gbias.numel(), T(0));
  std::fill_n(gscale.data, gscale.numel(), T(0));
  const opgen::BroadcastTo<const T> a(x, dy), b(bias, dy), s(scale, dy);
  const opgen::BroadcastTo<const T> da(ddx, dy), db(ddbias, dy), ds(ddscale, dy);
  const opgen::BroadcastTo<T> ga(gx, dy), gb(gbias, dy), gs(gscale, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    gdy[i] = (da[i] + db[i]) * s[i] + ds[i] * (a[i] + b[i]);
    ga[i] += ds[i] * dy[i];
    gb[i] += ds[i] * dy[i];
    gs[i] += (da[i] + db[i]) * dy[i];
  }
  return OPGEN_OK;""",
    "custom_linear": """
  const int64_t n = weight.shape[0], k = weight.shape[1];
  const int64_t rows = n == 0 ? 0 : y.numel() / n;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      T sum = bias && use_bias ? bias[j] : T(0);
      for (int64_t l = 0; l < k; ++l) sum += x[i * k + l] * weight[j * k + l];
      y[i * n + j] = sum;
    }
  }
  return OPGEN_OK;""",
    "custom_linear_grad": """
  const int64_t n = weight.shape[0], k = weight.shape[1];
  const int64_t rows = n == 0 ? 0 : dy.numel() / n;
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dweight.data, dweight.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      const T d = dy[i * n + j];
      if (use_bias) dbias[j] += d;
      for (int64_t l = 0; l < k; ++l) {
        dx[i * k + l] += d * weight[j * k + l];
        dweight[j * k + l] += d * x[i * k + l];
      }
    }
  }
  return OPGEN_OK;""",
    "custom_linear_grad_grad": """
  const int64_t n = weight.shape[0], k = weight.shape[1];
  const int64_t rows = n == 0 ? 0 : dy.numel() / n;
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gweight.data, gweight.numel(), T(0));
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      const T d = dy[i * n + j];
      T sum = use_bias ? ddbias[j] : T(0);
      for (int64_t l = 0; l < k; ++l) {
        sum += ddx[i * k + l] * weight[j * k + l] + x[i * k + l] * ddweight[j * k + l];
        gx[i * k + l] += d * ddweight[j * k + l];
        gweight[j * k + l] += d * ddx[i * k + l];
      }
      gdy[i * n + j] = sum;
    }
  }
  return OPGEN_OK;""",
}

_STUB = re.compile(r"\n  return opgen::not_written\([^;]*;")


def fill_kernels(generated: Path, library: str, bodies: dict[str, str]) -> None:
    """Write ``bodies`` into the stubs of a generated tree; an op without a body stays a stub."""
    for op, body in bodies.items():
        path = generated / "kernels" / library / op / f"{op}_cpu.cc"
        if path.exists():
            text, count = _STUB.subn(lambda _, body=body: body, path.read_text())
            assert count == 1, f"{path} has {count} stubs"
            path.write_text(
                text.replace('#include "opgen_b', '#include <algorithm>\n\n#include "opgen_b')
            )
