"""The escapes in quoted strings."""

from __future__ import annotations

import re

from opgen.hints import Final

_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t"}


def unescape(literal: str) -> str:
    """Return the content of a quoted string."""
    body = literal[1:-1]
    if "\\" not in body:
        return body
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), body)
