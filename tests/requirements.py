"""What a test can't do without: it skips with the reason, unless OPGEN_REQUIRE names it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

_MODULES = {"numpy": "numpy", "pytorch": "torch", "mindspore": "mindspore", "sympy": "sympy"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PROGRAMS = {
    "llvm-tblgen": ("llvm-tblgen-22",),
    "clang-format": ("clang-format",),
    "ninja": ("ninja",),
    "cmake": ("cmake",),
    "nvcc": ("nvcc",),
    "ruff": ("ruff",),
    "chromium": BROWSERS,
    "compiler": (os.environ.get("CXX", "c++"), "g++", "clang++"),
}
_FOLDERS = {
    "llvm-headers": "OPGEN_LLVM_HEADERS",
    "oneflow-sources": "OPGEN_ONEFLOW_SOURCES",
    "msopgen": "OPGEN_MSOPGEN",
}
"""Folders that an environment variable names."""
_FILES = {"oneflow-wheel": "OPGEN_ONEFLOW_WHEEL", "torch_npu": "OPGEN_PYTHON_TORCH_NPU"}
"""Files that one names."""
_INTERPRETERS = {
    "oneflow": "OPGEN_PYTHON_ONEFLOW",
    "oneflow-0.8": "OPGEN_PYTHON_ONEFLOW_0_8",
}
"""Interpreters with a framework that this one need not have."""


def _is_there(name: str) -> bool:
    if name in _MODULES:
        return importlib.util.find_spec(_MODULES[name]) is not None
    if name in _FOLDERS:
        return Path(os.environ.get(_FOLDERS[name], "/nonexistent")).is_dir()
    if name in _FILES:
        return Path(os.environ.get(_FILES[name], "/nonexistent")).is_file()
    if name in _INTERPRETERS:
        return shutil.which(os.environ.get(_INTERPRETERS[name], "")) is not None
    return any(shutil.which(program) for program in _PROGRAMS[name])


def needs(*names: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test where one of ``names`` is absent and not required."""
    required = os.environ.get("OPGEN_REQUIRE", "").split(",")
    absent = [name for name in names if not _is_there(name)]
    skipped = bool(absent) and not set(absent) & set(required)
    return pytest.mark.skipif(skipped, reason=f"not installed: {', '.join(absent)}")
