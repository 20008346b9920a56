"""Plain Python values out of TableGen values, for whoever reads records."""

from __future__ import annotations

from opgen.tablegen.records import DefRef, Record
from opgen.tablegen.values import (
    Bit,
    Bits,
    Int,
    ListValue,
    String,
    Value,
)


def as_string(value: Value) -> str | None:
    """Return the text of a string or code value, decoded; None for any other value."""
    if not isinstance(value, String):
        return None
    text = value.value
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")


def as_int(value: Value) -> int | None:
    """Return the number that an int, bit or bits value is; None for any other value."""
    if isinstance(value, Int):
        return value.value
    if isinstance(value, Bit):
        return int(value.value)
    return value.as_int() if isinstance(value, Bits) else None


def as_bool(value: Value) -> bool | None:
    """Return whether a bit, int or bits value is set; None for any other value."""
    number = as_int(value)
    return None if number is None else number != 0


def as_list(value: Value) -> tuple[Value, ...] | None:
    """Return the elements of a list; None for any other value."""
    return value.elements if isinstance(value, ListValue) else None


def as_record(value: Value) -> Record | None:
    """Return the record that a value refers to; None for any other value."""
    return value.record if isinstance(value, DefRef) else None
