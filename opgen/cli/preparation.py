"""From the command line to a plan: what most commands begin with.

Knows the pipeline's interface; nothing is written here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from opgen.cli.places import moved, with_notes_moved
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics

if TYPE_CHECKING:
    from opgen.cli.session import Session
    from opgen.config import Project
    from opgen.ops import OpSet
    from opgen.pipeline import Prepared
    from opgen.workspace import Plan


_RENDERING = "OPG04"
_WORKSPACE = "OPG05"


@dataclass(frozen=True, slots=True)
class Preparation:
    """A prepared build without errors."""

    project: Project
    prepared: Prepared
    plan: Plan
    model: OpSet


def prepare(
    session: Session, project: Project | None = None, *, reads_all: bool = True
) -> Preparation | None:
    """Prepare the build that the session asks for; ``None`` where diagnostics stand against it.

    Args:
        session: The session.
        project: The project, if it is known already.
        reads_all: Whether outputs are read that are as they were when nothing was to be done.
    """
    known = project or session.project()
    if known is None:
        return None
    from opgen.pipeline import Request
    from opgen.pipeline import prepare as prepare_build

    specs = tuple(session.path(text) for text in session.choices.specs)
    shown = session.shown(known.output)
    targets = session.choices.targets or None
    request = Request(known, specs, targets, shown, named_as=session.shown, reads_all=reads_all)
    found = Diagnostics()
    prepared = prepare_build(request, found)
    session.read.update(specs, known.specs)
    session.read.update(prepared.inputs, prepared.searched, template_folders(known))
    for item in _relocated(session, known, found):
        session.diagnostics.add(item)
    if prepared.plan is None or prepared.model is None:
        return None
    return Preparation(known, prepared, prepared.plan, prepared.model)


def template_folders(project: Project) -> Iterator[Path]:
    """Yield the directories in which a template may appear that replaces a shipped one."""
    if project.templates is not None:
        for directory, _, _ in os.walk(project.templates):
            yield Path(directory)


def _relocated(session: Session, project: Project, found: Diagnostics) -> Iterator[Diagnostic]:
    """Yield what was found with its places as seen from here."""
    from opgen.specs import prelude_directory

    def from_root(name: str) -> str:
        path = Path(os.path.normpath(project.root / name))
        # A file of the prelude goes by the name by which it is included.
        is_prelude = not path.exists() and (prelude_directory() / name).exists()
        return name if is_prelude else session.shown(path)

    def from_output(name: str) -> str:
        return session.shown(project.output / name)

    for item in found.items:
        if item.code.startswith(_WORKSPACE):
            yield with_notes_moved(item, from_root)
        else:
            paths = from_output if item.code.startswith(_RENDERING) else from_root
            yield from moved([item], files=from_root, paths=paths)
