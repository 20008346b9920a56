"""Defaults of MLIR's attributes, which are C++ expressions, as the spec language writes values."""

from __future__ import annotations

import functools
import json
import operator
import re
from collections.abc import Mapping
from typing import Final

from opgen.ops.attribute_values import parse_attribute_value
from opgen.ops.dtypes import AttributeKind, AttributeValue

_WRAPPED: Final = re.compile(
    r"(?:::)?(?:\w+::)*(?:AP(?:Float|Int|SInt)|ArrayRef<[\w:]+>|StringRef|float|double|int64_t|int32_t)"
    r"\s*[({](.*)[)}]\Z",
    re.DOTALL,
)
_INTEGER: Final = re.compile(r"[+-]?(\d+|0[xX][0-9a-fA-F]+)([uUlL]*)\Z")
_FLOAT: Final = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFlL]?\Z")
_QUALIFIED: Final = re.compile(r"(?:::)?(?:\w+::)+(\w+)\Z")
_NUMBERS: Final = frozenset({AttributeKind.F32, AttributeKind.F64})


def default_of(
    text: str, kind: AttributeKind, *, symbols: Mapping[str, str], flags: Mapping[str, int]
) -> AttributeValue | None:
    """Return the value of a C++ expression, ``None`` where it isn't plain.

    Args:
        text: The expression.
        kind: What it has to be.
        symbols: The words of an ``enum`` by the names of its enumerators in C++.
        flags: The values of enumerators that are added up.
    """
    text = text.strip()
    if flags:
        names = [part.strip().rpartition("::")[2] for part in text.split("|")]
        values = [flags[name] for name in names if name in flags]
        return functools.reduce(operator.or_, values) if len(values) == len(names) else None
    if kind is AttributeKind.ENUM:
        match = _QUALIFIED.match(text)
        word = symbols.get(match[1] if match else text.strip('"'))
        return parse_attribute_value(word, kind, tuple(symbols.values())) if word else None
    return parse_attribute_value(_as_json(text, kind), kind)


def _as_json(text: str, kind: AttributeKind) -> str:
    """Return an expression in the spec's notation, or as it is where it is none."""
    while (match := _WRAPPED.match(text)) is not None:
        text = match[1].strip()
    if kind.is_array and text.startswith(("{", "[")) and text[-1:] in {"}", "]"}:
        elements = [part.strip() for part in text[1:-1].split(",")]
        return f"[{', '.join(_as_json(e, kind.element) for e in elements if e)}]"
    if kind is AttributeKind.STR:
        return text if text.startswith('"') else json.dumps(text)
    if kind in _NUMBERS:
        match = _FLOAT.match(text)
        return match[1] if match else text
    match = _INTEGER.match(text)
    return str(int(text[: len(text) - len(match[2])], 0)) if match and text.isalnum() else text
