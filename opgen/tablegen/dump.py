"""Records as JSON, in the schema of ``llvm-tblgen --dump-json``, and as text.

Knows records and values, not how they are made.
"""

from __future__ import annotations

import json
import os

from opgen.hints import Any
from opgen.tablegen.keeper import RecordKeeper
from opgen.tablegen.printing import UnwritableError, keeper_text, writable
from opgen.tablegen.records import DefRef, Record
from opgen.tablegen.room import with_room
from opgen.tablegen.values import (
    Bit,
    Bits,
    DagValue,
    Int,
    ListValue,
    Lost,
    Place,
    String,
    Unset,
    Value,
    VarBit,
    VarRef,
)

__all__ = [
    "UnwritableError",
    "record_to_json",
    "to_json",
    "to_json_text",
    "to_text",
    "value_to_json",
]


def to_json(keeper: RecordKeeper) -> dict[str, Any]:
    """Return the records as JSON data; text of theirs that isn't UTF-8 is shown with U+FFFD.

    Raises:
        UnwritableError: A field holds an expression that isn't known yet and is too long to be
            written out. So do the other functions.
    """
    names = sorted(keeper.defs)
    instances: dict[str, list[str]] = {name: [] for name in sorted(keeper.classes)}
    for name in names:
        for class_name in keeper.defs[name].superclasses:
            instances[class_name].append(name)
    return {
        "!instanceof": {_text(name): list(map(_text, found)) for name, found in instances.items()},
        "!tablegen_json_version": 1,
        **{_text(name): record_to_json(keeper.defs[name]) for name in names},
    }


def to_json_text(keeper: RecordKeeper) -> str:
    """Return the records as the text of a JSON document, however deep the values are nested."""
    return with_room(lambda: json.dumps(to_json(keeper), separators=(",", ":"))) + "\n"


def record_to_json(record: Record) -> dict[str, Any]:
    """Return one record as JSON data."""
    data: dict[str, Any] = {
        "!anonymous": record.is_anonymous,
        "!fields": [_text(d.name) for d in record.declarations.values() if d.is_field],
        "!locs": [_location(place) for place in record.places],
        "!name": _text(record.name),
        "!superclasses": list(map(_text, record.superclasses)),
    }
    data |= {_text(name): value_to_json(writable(record, name)) for name in sorted(record.values)}
    return data


def value_to_json(value: Value) -> Any:
    """Return a value as JSON data."""
    match value:
        case Unset() | Lost():
            return None
        case Bit():
            return int(value.value)
        case Int():
            return value.value
        case String():
            return _text(value.value)
        case ListValue() | Bits():
            return [value_to_json(element) for element in value.elements]
        case _:
            return _object_to_json(value)


def _object_to_json(value: Value) -> dict[str, Any]:
    printable = _text(str(value))
    match value:
        case DefRef():
            return {"def": _text(value.record.name), "kind": "def", "printable": printable}
        case VarRef():
            return {"kind": "var", "printable": printable, "var": _text(value.name)}
        case VarBit(value=VarRef() as variable):
            return {
                "index": value.index,
                "kind": "varbit",
                "printable": printable,
                "var": _text(variable.name),
            }
        case DagValue():
            data: dict[str, Any] = {
                "args": [
                    [value_to_json(argument), None if name is None else _text(name)]
                    for argument, name in value.arguments
                ],
                "kind": "dag",
                "operator": value_to_json(value.operator),
                "printable": printable,
            }
            if value.name is not None:
                data["name"] = _text(value.name)
            return data
        case _:
            return {"kind": "complex", "printable": printable}


def _location(place: Place) -> str:
    span = place.span
    base = span.file.path.rpartition("/")[2].rpartition("\\")[2]
    if not base.isascii():
        base = os.fsencode(base).decode("utf-8", "replace")
    return f"{base}:{span.file.line_of(span.start)}"


def _text(text: str) -> str:
    """Return text of the program, which is bytes, as characters."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")


def to_text(keeper: RecordKeeper) -> str:
    """Return classes and records in the form of ``llvm-tblgen --print-records``."""
    return _text(
        with_room(lambda: keeper_text(keeper.classes.values(), keeper.defs.values())),
    )
