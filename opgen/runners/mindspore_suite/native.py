"""The reference as an expression of MindSpore's own operators, which MindSpore differentiates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mindspore as ms
import mindspore.numpy as mnp
import numpy as np
from mindspore import ops
from numpy_suite.loading import load
from numpy_suite.subject import SkipError

from .subject import Arguments, Subject


class _Native:
    """Stands in for NumPy: MindSpore's functions of that name, and those that it lacks."""

    def __getattr__(self, name: str) -> Any:
        return getattr(mnp, name)

    @staticmethod
    def shape(tensor: Any) -> Any:
        """Return the shape."""
        return tensor.shape

    @staticmethod
    def ndim(tensor: Any) -> Any:
        """Return the number of axes."""
        return tensor.ndim

    @staticmethod
    def broadcast_shapes(*shapes: Any) -> Any:
        """Return the shape that shapes broadcast to."""
        return np.broadcast_shapes(*shapes)

    @staticmethod
    def vectorize(function: Callable[..., Any], **_: Any) -> Any:
        """Return MindSpore's operator of the name of a function of ``math``."""
        return getattr(ops, function.__name__)

    @staticmethod
    def logaddexp(first: Any, second: Any) -> Any:
        """Return the logarithm of a sum of exponentials, also for a plain number."""
        greater = mnp.maximum(first, second)
        return greater + ops.log1p(ops.exp(-ops.abs(second - first)))


def _sum_to(tensor: Any, shape: tuple[int, ...]) -> Any:
    """Sum a broadcast tensor back; where NumPy sums no axes, MindSpore sums all."""
    leading = tensor.ndim - len(shape)
    axes = (*range(leading), *(leading + at for at, size in enumerate(shape) if size == 1))
    return tensor.sum(axis=axes).reshape(shape) if axes else tensor


def native(path: Path) -> Callable[..., Any]:
    """Return the reference in a file over tensors."""
    module = load(path)
    module.np = _Native()
    if hasattr(module, "sum_to"):
        module.sum_to = _sum_to
    function: Callable[..., Any] = module.reference
    return function


def native_results(subject: Subject, arguments: Arguments) -> Callable[..., Any]:
    """Return the reference as a function of all tensors in a row.

    Raises:
        SkipError: It uses something that MindSpore's functions don't have.
    """
    if subject.reference_file is None:
        raise SkipError("the spec has no reference")
    function = native(subject.reference_file)

    def row(*tensors: Any) -> Any:
        rest, named = list(tensors), dict(arguments.reference)
        for operand, count, is_list in zip(
            subject.document["operands"], arguments.counts, arguments.lists, strict=True
        ):
            taken, rest = rest[:count], rest[count:]
            if taken:
                named[operand["name"]] = taken if is_list else taken[0]
        made = function(**named)
        described = subject.document["results"]
        parts = made if isinstance(made, tuple) else (made,)
        public = [p for r, p in zip(described, parts, strict=True) if "saved" not in r]
        return tuple(public)

    try:
        made = row(*arguments.tensors)
        ms.runtime.synchronize()
    except Exception as error:
        reason = str(error).partition("\n")[0][:200]
        raise SkipError(f"the reference is no expression of MindSpore's: {reason}") from error
    if not all(isinstance(part, (ms.Tensor, list)) for part in made):
        raise SkipError("the reference gives no tensors of MindSpore's")
    return row
