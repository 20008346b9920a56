# Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
# spec into it.
"""Shapes and element types of the results of leaky_relu_yzh_grad; sizes may be symbolic."""

from __future__ import annotations

import torch

import opgen_torch


def fake(x: torch.Tensor, dy: torch.Tensor, alpha: float = 0.01) -> torch.Tensor:
    """Return new tensors like the results: contiguous, with the right shapes and types."""
    dtype = opgen_torch.check_dtypes(
        "leaky_relu_yzh_grad", (torch.float32, torch.float64), x=x, dy=dy
    )
    shape = opgen_torch.same_shape("leaky_relu_yzh_grad", x=x, dy=dy)
    return x.new_empty(shape, dtype=dtype)
