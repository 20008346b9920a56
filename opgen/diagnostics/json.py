"""Diagnostics as JSON values, the same for a document and for one line each.

Knows spans and diagnostics; a document's other parts are its command's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from opgen.diagnostics.codes import CODES
from opgen.diagnostics.diagnostic import Diagnostic, Label, Severity
from opgen.hints import Any
from opgen.source import SourceFile, Span

SCHEMA_VERSION = 1


def diagnostic_json(item: Diagnostic) -> dict[str, Any]:
    """Return ``item`` as a JSON object."""
    labels = [] if item.span is None else [(Label(item.span, item.label), True)]
    labels += [(label, False) for label in item.secondary]
    return {
        "code": item.code,
        "name": CODES.get(item.code, ""),
        "severity": item.severity.value,
        "message": item.message,
        "url": None,
        "path": item.path or (item.span.file.path if item.span else None),
        "spans": [
            {**span_json(label.span), "label": label.text, "primary": primary}
            for label, primary in labels
        ],
        "notes": [
            {"text": note.text, "span": span_json(note.span) if note.span else None}
            for note in item.notes
        ],
        "help": item.help or None,
        "fix": None,
    }


def span_json(span: Span) -> dict[str, Any]:
    """Return ``span`` as a JSON object, counted from 1 (offsets: bytes, from 0)."""
    return {
        "file": span.file.path,
        "start": _point(span.file, span.start),
        "end": _point(span.file, span.end),
    }


def counts(items: Sequence[Diagnostic]) -> dict[str, int]:
    """Return how many of ``items`` have each severity."""
    return {f"{kind.value}s": sum(item.severity is kind for item in items) for kind in Severity}


def render_json(items: Sequence[Diagnostic], *, extra: dict[str, Any]) -> str:
    """Render one document: the diagnostics, their counts, and what the command adds."""
    document = {
        "version": SCHEMA_VERSION,
        **extra,
        "summary": counts(items),
        "diagnostics": [diagnostic_json(item) for item in items],
    }
    return dumps(document, indent=2, ensure_ascii=False) + "\n"


def render_json_lines(items: Sequence[Diagnostic], *, extra: dict[str, Any]) -> str:
    """Render one object a line: each diagnostic, then a summary."""
    objects = [{"type": "diagnostic", **diagnostic_json(item)} for item in items]
    summary = {"type": "summary", "version": SCHEMA_VERSION, **extra, "summary": counts(items)}
    return "".join(dumps(value, ensure_ascii=False) + "\n" for value in [*objects, summary])


def _point(file: SourceFile, offset: int) -> dict[str, int]:
    line, column = file.position(offset)
    return {"line": line, "column": column, "offset": offset}
