"""The "did you mean" line of a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean "..."?`` for the known name closest to ``name``, or nothing."""
    close = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else ""
