"""Values of attributes, written in a spec as text.

The notation is JSON's, with Python's way of writing floats: ``0.01``, ``1e-5``, ``-3``,
``true``, ``"mean"``, ``[1, 1]``.
"""

from __future__ import annotations

import json
import math
from typing import assert_never

from opgen.ops.dtypes import AttributeKind, AttributeValue

_INT64 = range(-(2**63), 2**63)


def parse_attribute_value(text: str, kind: AttributeKind) -> AttributeValue | None:
    """Return the value that ``text`` denotes, or ``None`` if it is none of that kind."""
    if kind.element in {AttributeKind.F32, AttributeKind.F64} and not kind.is_array:
        return _parse_float(text)
    try:
        value = json.loads(text)
    except ValueError:
        return None
    if not kind.is_array:
        return _coerce(value, kind)
    if not isinstance(value, list):
        return None
    elements = [_coerce(element, kind.element) for element in value]
    return None if None in elements else tuple(e for e in elements if e is not None)


def _parse_float(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def _finite(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if math.isfinite(value) else None


def _coerce(value: object, kind: AttributeKind) -> AttributeValue | None:
    match kind:
        case AttributeKind.BOOL:
            return value if isinstance(value, bool) else None
        case AttributeKind.I64:
            if not isinstance(value, int) or isinstance(value, bool):
                return None
            return value if value in _INT64 else None
        case AttributeKind.F32 | AttributeKind.F64:
            return _finite(value)
        case AttributeKind.STR:
            return value if isinstance(value, str) else None
        case AttributeKind.I64_ARRAY | AttributeKind.F64_ARRAY | AttributeKind.BOOL_ARRAY:
            return None
        case _:
            assert_never(kind)


def example_of(kind: AttributeKind) -> str:
    """Return a value of ``kind`` as it is written in a spec."""
    examples = {
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
