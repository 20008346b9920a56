"""The explain pages: what a code means, an example of it, and how to put it right.

Knows the registry of codes and the pages beside this module, nothing else.
"""

from __future__ import annotations

from pathlib import Path

from opgen.diagnostics.codes import CODES
from opgen.diagnostics.suggestions import similar
from opgen.hints import Final

_PAGES: Final = Path(__file__).parent / "explain"


def page(code: str) -> str | None:
    """Return the page of ``code`` in Markdown, or ``None`` where there is none."""
    if code not in CODES:
        return None
    entry = _PAGES / f"{code}.md"
    return entry.read_text(encoding="utf-8") if entry.is_file() else None


def find_code(text: str) -> str | None:
    """Return the code meant by ``text``: a code in any case, its number alone, or its name."""
    wanted = text.strip().lower()
    number = wanted.removeprefix("opg")
    if number.isdecimal():
        code = f"OPG{int(number):04d}"
        return code if code in CODES else None
    return next((code for code, name in CODES.items() if name == wanted), None)


def similar_codes(text: str) -> list[str]:
    """Return codes whose number or name is like ``text``, the best first."""
    wanted = text.strip().lower()
    by_name = {name: code for code, name in CODES.items()}
    by_code = {code.lower(): code for code in CODES}
    known = by_name | by_code
    return [known[match] for match in similar(wanted, known, most=3)]
