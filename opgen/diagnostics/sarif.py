"""Diagnostics as a SARIF 2.1.0 log, which code-scanning services read.

Knows spans, diagnostics and their explain pages, nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from urllib.parse import quote

from opgen import __version__
from opgen.diagnostics.codes import CODES
from opgen.diagnostics.diagnostic import Diagnostic, Severity
from opgen.diagnostics.pages import page
from opgen.hints import Any, assert_never
from opgen.source import Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(items: Sequence[Diagnostic]) -> str:
    """Render ``items`` as one log with one run."""
    codes = sorted({item.code for item in items})
    driver = {"name": "opgen", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, codes.index(item.code)) for item in items],
    }
    return dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict[str, Any]:
    name = CODES.get(code, code)
    text = page(code) or name
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": name.replace("-", " ")},
        "help": {"text": text, "markdown": text},
    }


def _result(item: Diagnostic, rule: int) -> dict[str, Any]:
    text = "\n".join(
        [item.message, *(note.text for note in item.notes), *filter(None, [item.help])]
    )
    related = [
        _location(label.span) | {"message": {"text": label.text}} for label in item.secondary
    ]
    return {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": _level(item.severity),
        "message": {"text": text},
        "locations": _locations(item),
    } | ({"relatedLocations": related} if related else {})


def _locations(item: Diagnostic) -> list[dict[str, Any]]:
    if item.span is not None:
        return [_location(item.span)]
    return (
        [{"physicalLocation": {"artifactLocation": {"uri": quote(item.path)}}}] if item.path else []
    )


def _location(span: Span) -> dict[str, Any]:
    start, end = span.position, span.file.position(span.end)
    region = {"startLine": start.line, "startColumn": start.column}
    region |= {"endLine": end.line, "endColumn": end.column}
    artifact = {"uri": quote(span.file.path)}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _level(severity: Severity) -> str:
    match severity:
        case Severity.ERROR | Severity.WARNING | Severity.NOTE:
            return severity.value
        case _:
            assert_never(severity)
