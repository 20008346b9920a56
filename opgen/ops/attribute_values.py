"""Values of attributes, written in a spec as text.

The notation is JSON's, with Python's way of writing floats: ``0.01``, ``1e-5``, ``-3``,
``true`` or ``True``, ``"mean"``, ``[1, 1]``. The word of an ``enum`` and a dtype need no quotes.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Sequence
from typing import Final, assert_never

from opgen.ops.dtypes import AttributeKind, AttributeValue

_FLOAT: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\Z")
_PYTHON_BOOL: Final = re.compile(r"\b(True|False)\b")
_INT64: Final = range(-(2**63), 2**63)


def parse_attribute_value(
    text: str, kind: AttributeKind, choices: Sequence[str] = ()
) -> AttributeValue | None:
    """Return the value that ``text`` denotes, or ``None`` if it is none of that kind.

    Args:
        text: The value as written.
        kind: What it has to be.
        choices: The words of an ``enum`` or the element types of a ``dtype``.
    """
    if kind in {AttributeKind.ENUM, AttributeKind.DTYPE}:
        word = text.strip('"')
        return word if word in choices else None
    if kind.element in {AttributeKind.F32, AttributeKind.F64} and not kind.is_array:
        return _coerce(float(text), kind) if _FLOAT.match(text) else None
    if kind.element is AttributeKind.BOOL or kind is AttributeKind.BOOL:
        text = _PYTHON_BOOL.sub(lambda word: word[0].lower(), text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not kind.is_array:
        return _coerce(value, kind)
    if not isinstance(value, list):
        return None
    elements = [_coerce(element, kind.element) for element in value]
    return None if None in elements else tuple(e for e in elements if e is not None)


def _finite(value: object, kind: AttributeKind) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        number = float(value)
        # An F32 value that is too large would be infinite in every target.
        struct.pack("<f" if kind is AttributeKind.F32 else "<d", number)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _is_text(value: str) -> bool:
    """Return whether ``value`` can be written to a file: JSON has halves of characters."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _coerce(value: object, kind: AttributeKind) -> AttributeValue | None:
    match kind:
        case AttributeKind.BOOL:
            return value if isinstance(value, bool) else None
        case AttributeKind.I64 | AttributeKind.SEED:
            if not isinstance(value, int) or isinstance(value, bool):
                return None
            return value if value in _INT64 else None
        case AttributeKind.F32 | AttributeKind.F64:
            return _finite(value, kind)
        case AttributeKind.STR:
            return value if isinstance(value, str) and _is_text(value) else None
        case (
            AttributeKind.I64_ARRAY
            | AttributeKind.F64_ARRAY
            | AttributeKind.BOOL_ARRAY
            | AttributeKind.SHAPE
            | AttributeKind.ENUM
            | AttributeKind.DTYPE
        ):
            return None
        case _:
            assert_never(kind)


def example_of(kind: AttributeKind, choices: Sequence[str] = ()) -> str:
    """Return a value of ``kind`` as it is written in a spec."""
    examples = {
        AttributeKind.ENUM: choices[0] if choices else "",
        AttributeKind.DTYPE: choices[0] if choices else "",
        AttributeKind.SHAPE: "[2, 3]",
        AttributeKind.SEED: "0",
        AttributeKind.I64: "-1",
        AttributeKind.F64: "0.01",
        AttributeKind.F32: "0.01",
        AttributeKind.BOOL: "true",
        AttributeKind.STR: r"\"mean\"",
        AttributeKind.I64_ARRAY: "[1, 1]",
        AttributeKind.F64_ARRAY: "[0.5, 1]",
        AttributeKind.BOOL_ARRAY: "[true, false]",
    }
    return examples[kind]
