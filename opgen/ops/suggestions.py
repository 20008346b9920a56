"""The "did you mean" line of a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean "..."?`` for the known name closest to ``name``, or nothing."""
    close = get_close_matches(name, sorted(known), n=5, cutoff=0.6)
    # Letters in another order are the likeliest slip, which the measure of closeness doesn't know.
    best = next((other for other in close if sorted(other) == sorted(name)), *close[:1] or [""])
    return f"did you mean `{best}`?" if best else ""
