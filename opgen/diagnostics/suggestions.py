"""Which known name an unknown one may be meant for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from opgen.accelerators import import_module
from opgen.hints import Final

_LIKE: Final = 0.6
_MUCH_LIKE: Final = 0.7
_WORD: Final = r"[A-Z]+[a-z0-9]*|[a-z0-9]+"
_MOST_RELATIVES: Final = 12


def similar(name: str, known: Iterable[str], *, most: int, cutoff: float = _LIKE) -> list[str]:
    """Return known names that are like ``name``, in whatever case, the likest first."""
    lowered = {candidate.lower(): candidate for candidate in sorted(known)}
    wanted = name.lower()
    # Only a mistake needs the module, and it takes long to load.
    difflib = import_module("difflib")
    close: list[str] = difflib.get_close_matches(wanted, lowered, max(most, 5), cutoff)
    # Letters in another order are the likeliest slip, which the measure of closeness doesn't know.
    swapped = [other for other in close if sorted(other) == sorted(wanted)]
    return [lowered[other] for other in dict.fromkeys([*swapped, *close])][:most]


def closest(name: str, known: Iterable[str], *, cutoff: float = _LIKE) -> str:
    """Return the known name that is most like ``name``, in whatever case, or nothing."""
    best = similar(name, known, most=1, cutoff=cutoff)
    return best[0] if best else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "did you mean" with the known name closest to ``name``, or nothing."""
    best = closest(name, known)
    return f"did you mean `{best}`?" if best else ""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return "did you mean" with the closest name, else those that share a word, or nothing.

    It is for names of several words, as records have.
    """
    known = list(known)
    best = closest(name, known, cutoff=_MUCH_LIKE)
    relatives = _relatives(name, known)
    if best in relatives:
        # What both end in makes `IntAttr` close to `StrAttr`.
        own, other = (text.removesuffix(_words(name)[-1]).lower() for text in (name, best))
        matcher = import_module("difflib").SequenceMatcher(None, own, other)
        best = best if matcher.ratio() >= _LIKE else ""
    if best:
        return f"did you mean `{best}`?"
    if len(relatives) == 1:
        return f"did you mean `{relatives[0]}`?"
    return f"known are {', '.join(f'`{other}`' for other in relatives)}" if relatives else ""


def _words(name: str) -> list[str]:
    return re.findall(_WORD, name)


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
