"""The names that OneFlow 0.9.0 registers itself: an operator can't have one of them again.

Knows nothing but the list beside it, a line for each operator: its name and its class.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_LIST = Path(__file__).with_name("builtin.txt")


@cache
def builtin_classes() -> dict[str, str]:
    """Return the class of each operator, by the name that it is registered by."""
    lines = _LIST.read_text(encoding="ascii").splitlines()
    classes: dict[str, str] = {}
    for line in lines:
        name, _, class_name = line.partition(" ")
        if name != "#":
            classes[name] = class_name
    return classes
