"""Diagnostics as GitHub Actions workflow commands, which annotate a pull request.

Knows spans and diagnostics, nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from opgen.diagnostics.codes import CODES
from opgen.diagnostics.diagnostic import Diagnostic, Severity
from opgen.hints import assert_never

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render_github(items: Sequence[Diagnostic]) -> str:
    """Render each of ``items`` as one workflow command."""
    return "".join(_command(item) for item in items)


def _command(item: Diagnostic) -> str:
    properties = {**_place(item), "title": f"{item.code} {CODES.get(item.code, '')}".rstrip()}
    listed = ",".join(f"{key}={_escape(value, _PROPERTY)}" for key, value in properties.items())
    lines = [item.message, *(f"note: {note.text}" for note in item.notes)]
    lines += [f"help: {item.help}"] if item.help else []
    return f"::{_level(item.severity)} {listed}::{_escape(chr(10).join(lines), _DATA)}\n"


def _place(item: Diagnostic) -> dict[str, str]:
    if item.span is None:
        return {"file": item.path} if item.path else {}
    start = item.span.position
    end = item.span.file.position(item.span.end)
    place = {"file": item.span.file.path, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        place |= {"col": str(start.column), "endColumn": str(end.column)}
    return place


def _level(severity: Severity) -> str:
    match severity:
        case Severity.ERROR:
            return "error"
        case Severity.WARNING:
            return "warning"
        case Severity.NOTE:
            return "notice"
        case _:
            assert_never(severity)


def _escape(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(char, char) for char in text)
