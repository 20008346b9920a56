"""Calling the shared library of an operator with NumPy arrays."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from .unit import Project

NUMBERS: Final = {
    "float": (0, "float32"),
    "float16": (1, "float16"),
    "int8": (2, "int8"),
    "int32": (3, "int32"),
    "uint8": (4, "uint8"),
    "int16": (6, "int16"),
    "int64": (9, "int64"),
    "double": (11, "float64"),
    "bool": (12, "bool"),
    "bf16": (27, "uint16"),
}
"""The graph engine's number of an element type, and what NumPy keeps it in."""

_KINDS: Final = ("int", "float", "bool", "string", "list_int", "list_float", "list_bool")
_MESSAGE: Final = 1000


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("ndim", ctypes.c_int32),
        ("type", ctypes.c_int32),
        ("bytes", ctypes.c_uint64),
    ]


class _Argument(ctypes.Structure):
    _fields_ = [("tensors", ctypes.POINTER(_Tensor)), ("count", ctypes.c_int32)]


class _Attribute(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32),
        ("whole", ctypes.c_int64),
        ("real", ctypes.c_double),
        ("text", ctypes.c_char_p),
        ("list", ctypes.c_void_p),
        ("size", ctypes.c_uint64),
    ]


class FaultError(Exception):
    """What the stand-in found wrong."""


class Kernel:
    """An operator that was compiled for the stand-in."""

    def __init__(self, project: Project, library: Path) -> None:
        """Load a shared library."""
        self.project = project
        self._run = ctypes.CDLL(str(library)).opgen_shim_run

    def __call__(
        self,
        column: int,
        inputs: Mapping[str, Any],
        shapes: Sequence[Any],
        *,
        attributes: Mapping[str, Any],
        blocks: int,
    ) -> list[Any]:
        """Return the results, each filled with what no kernel writes before it is run.

        Args:
            column: Which combination of element types.
            inputs: An array for each input that is there, kept as :data:`NUMBERS` says, or a list.
            shapes: The shapes of the results; a list of them where one stands for several.
            attributes: The value of each attribute.
            blocks: How many blocks run; 0 for as many as the tiling says.

        Raises:
            FaultError: The stand-in found something wrong.
        """
        document, types = self.project.document, self.project.columns[column]
        names = [tensor["name"] for tensor in document["output_desc"]]
        results = [_unwritten(shape, types[name]) for name, shape in zip(names, shapes)]
        inward = [(inputs.get(t["name"]), types[t["name"]]) for t in document["input_desc"]]
        tensors = [_argument(value, kind) for value, kind in inward]
        outward = [_argument(value, types[name]) for value, name in zip(results, names)]
        given = [_attribute(a, attributes[a["name"]]) for a in document.get("attr", [])]
        message = ctypes.create_string_buffer(_MESSAGE)
        failed = self._run(
            ctypes.c_int(column),
            ctypes.c_int64(blocks),
            (_Argument * (len(tensors) + 1))(*tensors),
            (_Argument * (len(outward) + 1))(*outward),
            (_Attribute * (len(given) + 1))(*given),
            message,
            ctypes.c_size_t(_MESSAGE),
        )
        if failed:
            raise FaultError(message.value.decode("utf-8", "replace"))
        return results


def _unwritten(shape: Any, kind: str) -> Any:
    """Return an array, or a list of them, full of what no kernel writes."""
    if isinstance(shape, list):
        return [_unwritten(one, kind) for one in shape]
    dtype = NUMBERS[kind][1]
    return np.full(shape, 1 if dtype == "bool" else 77, dtype)


def _argument(value: Any, kind: str) -> _Argument:
    is_list = isinstance(value, list)
    arrays = value if is_list else [value]
    tensors = (_Tensor * (len(arrays) + 1))(*(_tensor(array, kind) for array in arrays))
    made = _Argument(tensors, len(arrays) if is_list else -1)
    made.kept = tensors
    return made


def _tensor(array: Any, kind: str) -> _Tensor:
    if array is None:
        return _Tensor(None, None, -1, NUMBERS[kind][0], 0)
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    return _Tensor(array.ctypes.data, shape, array.ndim, NUMBERS[kind][0], array.nbytes)


def _attribute(described: Mapping[str, Any], value: Any) -> _Attribute:
    kind = described["type"]
    made = _Attribute(_KINDS.index(kind), 0, 0.0, None, None, 0)
    if kind in {"int", "bool"}:
        made.whole = int(value)
    elif kind == "float":
        made.real = float(value)
    elif kind == "string":
        made.text = str(value).encode("utf-8")
    else:
        dtype = {"list_int": "int64", "list_float": "float64", "list_bool": "uint8"}[kind]
        array = np.asarray(value, dtype)
        made.list, made.size = array.ctypes.data, array.size
        made.kept = array
    return made
