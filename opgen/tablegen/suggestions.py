"""Which known name an unknown one may be meant for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Final

_WORD: Final = re.compile(r"[A-Z]+[a-z0-9]*|[a-z0-9]+")
_MOST_RELATIVES: Final = 12


def suggest(name: str, known: Iterable[str]) -> str:
    """Return "did you mean" with the closest name, else those that share a word, or nothing."""
    lowered = {candidate.lower(): candidate for candidate in known}
    difflib = import_module("difflib")
    close = difflib.get_close_matches(name.lower(), lowered, 1, 0.7)
    best = lowered[close[0]] if close else ""
    relatives = _relatives(name, lowered.values())
    if best in relatives:
        # What both end in makes `IntAttr` close to `StrAttr`.
        own, other = (text.removesuffix(_words(name)[-1]).lower() for text in (name, best))
        best = best if difflib.SequenceMatcher(None, own, other).ratio() >= 0.6 else ""  # noqa: PLR2004
    if best:
        return f"did you mean `{best}`?"
    if len(relatives) == 1:
        return f"did you mean `{relatives[0]}`?"
    return f"known are {', '.join(f'`{other}`' for other in relatives)}" if relatives else ""


def _words(name: str) -> list[str]:
    return _WORD.findall(name)


def _relatives(name: str, known: Iterable[str]) -> list[str]:
    """Return names of several words that end as ``name`` does, else those that begin so."""
    words = _words(name)
    if len(words) < 2:  # noqa: PLR2004
        return []
    split = [(other, _words(other)) for other in sorted(known)]
    several = [(other, parts) for other, parts in split if len(parts) > 1]
    for at in (-1, 0):
        found = [other for other, parts in several if parts[at] == words[at]]
        if found:
            return found if len(found) <= _MOST_RELATIVES else []
    return []
