"""From the command line to a plan: what most commands begin with.

Knows the pipeline's interface; nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opgen.cli.session import Session
    from opgen.config import Project
    from opgen.ops import OpSet
    from opgen.pipeline import Prepared
    from opgen.workspace import Plan


@dataclass(frozen=True, slots=True)
class Preparation:
    """A prepared build without errors."""

    project: Project
    prepared: Prepared
    plan: Plan
    model: OpSet


def prepare(session: Session, project: Project | None = None) -> Preparation | None:
    """Prepare the build that the session asks for; ``None`` where diagnostics stand against it."""
    from opgen.pipeline import Request
    from opgen.pipeline import prepare as prepare_build

    known = project or session.project()
    if known is None:
        return None
    specs = tuple(session.path(text) for text in session.choices.specs)
    request = Request(project=known, specs=specs, targets=session.choices.targets or None)
    prepared = prepare_build(request, session.diagnostics)
    if prepared.plan is None or prepared.model is None:
        return None
    return Preparation(known, prepared, prepared.plan, prepared.model)


def counted(number: int, noun: str) -> str:
    """Return ``number`` and ``noun``, in the plural where it is due."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
