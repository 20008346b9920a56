"""The formats in which diagnostics can be had, by name.

Knows every renderer; where the text goes and what colour it may have is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from opgen.diagnostics.concise import render_concise
from opgen.diagnostics.diagnostic import Diagnostic
from opgen.diagnostics.github import render_github
from opgen.diagnostics.json import render_json, render_json_lines
from opgen.diagnostics.palette import Palette
from opgen.diagnostics.sarif import render_sarif
from opgen.diagnostics.text import render_text
from opgen.hints import Any, assert_never


class Format(Enum):
    """A format of diagnostics."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSON_LINES = "json-lines"
    GITHUB = "github"
    SARIF = "sarif"

    @property
    def for_machines(self) -> bool:
        """Whether the whole output of a command is one document of this format."""
        return self in {Format.JSON, Format.JSON_LINES, Format.SARIF}


def render(
    items: Sequence[Diagnostic],
    form: Format,
    *,
    palette: Palette | None = None,
    extra: dict[str, Any] | None = None,
) -> str:
    """Render ``items``; ``extra`` goes into a JSON document beside them."""
    paint, more = palette or Palette(), extra or {}
    match form:
        case Format.TEXT:
            return render_text(items, palette=paint)
        case Format.CONCISE:
            return render_concise(items, palette=paint)
        case Format.JSON:
            return render_json(items, extra=more)
        case Format.JSON_LINES:
            return render_json_lines(items, extra=more)
        case Format.GITHUB:
            return render_github(items)
        case Format.SARIF:
            return render_sarif(items)
        case _:
            assert_never(form)
