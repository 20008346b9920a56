"""What tests of generated code need beside Python, and what its absence means."""

from __future__ import annotations

import importlib.util
import os
import shutil

import pytest

_FOUND = {
    "clang-format": lambda: shutil.which("clang-format") is not None,
    "compiler": lambda: any(map(shutil.which, ("c++", "g++", "clang++"))),
    "numpy": lambda: importlib.util.find_spec("numpy") is not None,
    "ruff": lambda: shutil.which("ruff") is not None,
    "pytorch": lambda: importlib.util.find_spec("torch") is not None,
}


def needs(name: str) -> pytest.MarkDecorator:
    """Skip a test where ``name`` isn't installed, unless ``OPGEN_REQUIRE`` lists it."""
    required = name in os.environ.get("OPGEN_REQUIRE", "").split(",")
    return pytest.mark.skipif(not required and not _FOUND[name](), reason=f"needs {name}")
