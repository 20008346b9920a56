"""Records as text, in the form of ``llvm-tblgen --print-records``.

Knows records and values, not how they are made.
"""

from __future__ import annotations

from collections.abc import Iterable

from opgen.source import Span
from opgen.tablegen.limits import UNWRITABLE, LimitExceededError, is_writable
from opgen.tablegen.records import Record, RecordClass
from opgen.tablegen.types import STRING, Declaration
from opgen.tablegen.values import LOST, String, Value


class UnwritableError(LimitExceededError):
    """The value of a field isn't known yet, and too long to be written out.

    Attributes:
        field: The field, and whose it is.
        span: Where it is written.
    """

    def __init__(self, field: str, span: Span) -> None:
        super().__init__(UNWRITABLE)
        self.field = field
        self.span = span


def writable(record: Record, name: str) -> Value:
    """Return the value of a field, which is about to be written.

    Raises:
        UnwritableError: It is too long.
    """
    value = record.values[name]
    if not is_writable(value.weight):
        plain = name.rpartition(":")[2]
        raise UnwritableError(f"`{plain}` of `{record.name}`", record.locate(name))
    return value


def record_text(record: Record) -> str:
    """Return a record or class: its name, parents and fields."""
    parameters = record.parameters if isinstance(record, RecordClass) else []
    shown = ", ".join(_field_text(record, record.declarations[name]) for name in parameters)
    head = f"{record.name}<{shown}>" if parameters else record.name
    parents = " ".join(record.superclasses)
    lines = [f"{head} {{" + (f"\t// {parents}" if parents else "")]
    fields = [d for d in record.declarations.values() if d.name not in parameters]
    ordered = [d for d in fields if d.is_field] + [d for d in fields if not d.is_field]
    lines += [f"  {_field_text(record, declared)};" for declared in ordered]
    return "\n".join([*lines, "}", ""])


def _field_text(record: Record, declared: Declaration) -> str:
    value = writable(record, declared.name)
    is_code = declared.type is STRING and isinstance(value, String) and value.is_code
    type_ = "code" if is_code else str(declared.type)
    shown = "" if value is LOST else f" = {value}"
    return f"{'field ' if declared.is_field else ''}{type_} {declared.name}{shown}"


def keeper_text(classes: Iterable[RecordClass], defs: Iterable[Record]) -> str:
    """Return all classes and records, each kind sorted by name."""
    parts = ["------------- Classes -----------------\n"]
    parts += [f"class {record_text(entity)}" for entity in sorted(classes, key=_by_name)]
    parts.append("------------- Defs -----------------\n")
    parts += [f"def {record_text(record)}" for record in sorted(defs, key=_by_name)]
    return "".join(parts)


def _by_name(record: Record) -> str:
    return record.name
