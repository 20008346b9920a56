"""Diagnostics of a plan that isn't carried out: what they say is kept isn't there yet.

Knows what a plan would write; the plan's diagnostics are worded for a build.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from opgen.dataclass import replace
from opgen.diagnostics import Diagnostic, Diagnostics

if TYPE_CHECKING:
    from opgen.workspace import Plan

_KEPT = re.compile(r"\bis in (?P<quote>[`'])(?P<place>.+?)(?P=quote)")


def as_unwritten(found: Diagnostics, plan: Plan) -> Diagnostics:
    """Return what was found, saying of each text that isn't kept yet that it would be."""
    extras = [extra for action in plan.actions for extra in action.extras]
    coming = {f"{plan.display}/{extra.path}" for extra in extras if extra.old is None}
    return Diagnostics([_worded(item, coming) for item in found.items])


def _worded(item: Diagnostic, coming: set[str]) -> Diagnostic:
    def would(match: re.Match[str]) -> str:
        is_there = match["place"] not in coming
        return match[0] if is_there else match[0].replace("is in", "would go to", 1)

    notes = tuple(replace(note, fact=_KEPT.sub(would, note.fact)) for note in item.notes)
    return replace(item, message=_KEPT.sub(would, item.message), notes=notes)
