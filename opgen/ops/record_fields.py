"""Reading strings and lists of an op's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from opgen.ops.spec_text import SpecText
from opgen.tablegen import Record, Value, as_list, as_record, as_string


def text_of(record: Record, field: str) -> str:
    """Return a string; an empty one where it is unset."""
    return as_string(record.value(field)) or ""


def text_if_any(record: Record, field: str) -> str:
    """Return a string; an empty one where it is unset, or where there is no such field."""
    return text_of(record, field) if field in record.values else ""


def record_if_any(record: Record, field: str) -> Record | None:
    """Return a record; ``None`` where it is unset, or where there is no such field."""
    return as_record(record.value(field)) if field in record.values else None


def elements_of(record: Record, field: str) -> Sequence[Value]:
    """Return a list; an empty one where it is unset."""
    return as_list(record.value(field)) or ()


def texts_of(record: Record, field: str) -> Iterator[SpecText]:
    """Yield the strings of a list, each with its place."""
    for index, value in enumerate(elements_of(record, field)):
        yield SpecText(as_string(value) or "", record.locate(field, index))


def pairs_of(
    record: Record, field: str, parts: tuple[str, str]
) -> Iterator[tuple[SpecText, SpecText]]:
    """Yield two strings of each record of a list; they are its first two template arguments."""
    for index, value in enumerate(elements_of(record, field)):
        item = as_record(value)
        if item is not None:
            first, second = (
                SpecText(text_of(item, part), record.locate(field, index, at))
                for at, part in enumerate(parts)
            )
            yield first, second
