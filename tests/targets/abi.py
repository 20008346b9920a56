"""The C ABI as ctypes sees it, written down once more so that tests don't trust the runtime."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

CODES = {
    "float16": 0x11002,
    "bfloat16": 0x11004,
    "float32": 0x12002,
    "float64": 0x14002,
    "uint8": 0x10801,
    "int8": 0x10800,
    "int16": 0x11000,
    "int32": 0x12000,
    "int64": 0x14000,
    "bool": 0x10806,
}
OK, INVALID, UNWRITTEN, FAILED = range(4)


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


class Meta(ctypes.Structure):
    _fields_ = [
        ("shape", ctypes.c_int64 * 64),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


class Context(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("alloc", ctypes.c_void_p),
        ("err", ctypes.c_char * 256),
        ("impl", ctypes.c_void_p),
    ]


_ALLOC = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)

ABSENT = Tensor(None, None, None, -1, 0)


def of_shape(shape: Sequence[int], dtype: str = "float64") -> Tensor:
    """A tensor without data, as where only shapes are asked for."""
    return Tensor(None, (ctypes.c_int64 * len(shape))(*shape), None, len(shape), CODES[dtype])


def of_array(array: Any, *, strides: bool = False) -> Tensor:
    tensor = of_shape(array.shape, array.dtype.name)
    tensor.data = array.ctypes.data
    tensor.array = array  # kept alive as long as what points to it
    if strides:
        steps = [step // array.itemsize for step in array.strides]
        tensor.strides = (ctypes.c_int64 * array.ndim)(*steps)
    return tensor


class Library:
    """The functions of a kernel library; each call returns its status and message."""

    def __init__(self, path: Path, name: str = "custom") -> None:
        self._functions = ctypes.CDLL(str(path))
        self._name = name

    def call(self, symbol: str, *arguments: Any, device: int = 1) -> tuple[int, str]:
        context = Context(struct_size=ctypes.sizeof(Context), device_type=device)
        workspaces = []

        def alloc(_context: int, size: int, _align: int) -> int:
            workspaces.append(ctypes.create_string_buffer(size + 64))
            return (ctypes.addressof(workspaces[-1]) + 63) // 64 * 64

        allocator = _ALLOC(alloc)
        context.alloc = ctypes.cast(allocator, ctypes.c_void_p)
        passed = [ctypes.byref(a) if isinstance(a, ctypes.Structure) else a for a in arguments]
        function = getattr(self._functions, f"{self._name}_{symbol}")
        status = function(ctypes.byref(context), *passed)
        return status, context.err.decode()

    def infer(self, op: str, *arguments: Any, results: int = 1) -> tuple[int, str, list[Any]]:
        """Call ``infer``; the metas of the results go in after the last tensor."""
        metas = [Meta() for _ in range(results)]
        tensors = [a for a in arguments if isinstance(a, Tensor)]
        rest = [a for a in arguments if not isinstance(a, Tensor)]
        status, message = self.call(f"{op}_infer", *tensors, *metas, *rest)
        shapes = [tuple(meta.shape[: meta.ndim]) for meta in metas] if status == OK else []
        return status, message, shapes


def float64(*shape: int) -> Any:
    return np.arange(1.0, 1 + int(np.prod(shape))).reshape(shape)
