"""Show a plan as a unified diff. Must not know how it was decided or is carried out."""

from __future__ import annotations

from difflib import unified_diff as unified
from typing import TYPE_CHECKING

from opgen.workspace.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opgen.workspace.actions import Action, Plan


def unified_diff(plan: Plan) -> Iterator[str]:
    """Yield the lines of a diff from the outputs as they are to what the plan makes of them."""
    for action in plan.writes:
        yield from _one(action)


def _one(action: Action) -> Iterator[str]:
    source = action.source or action.path
    if action.source:
        yield f"rename from {action.source}\nrename to {action.path}\n"
    old = "/dev/null" if action.old is None else f"a/{source}"
    new = "/dev/null" if action.new is None else f"b/{action.path}"
    for line in unified(_shown(action.old), _shown(action.new), old, new):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _shown(data: bytes | None) -> list[str]:
    return [line.decode("utf-8", "replace") for line in Text(data or b"").lines]
