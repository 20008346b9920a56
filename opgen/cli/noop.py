"""Keeps the state by which the next build may find that it has nothing to do.

Knows what a build depends on; what a state is and when it counts is ``incremental``'s.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from opgen import incremental
from opgen.cli.loaded import code_files
from opgen.cli.session import Verbosity
from opgen.diagnostics import Severity
from opgen.diagnostics.formats import Format

if TYPE_CHECKING:
    from opgen.cli.preparation import Preparation
    from opgen.cli.session import Session
    from opgen.config import Project

_PAUSE = 0.02
_UNSTABLE = frozenset({"cache", "txn"})
"""Directories below ``.opgen`` that hold nothing a build depends on."""


def forget(project: Project) -> None:
    """Remove the state; a build that goes on does so first."""
    incremental.forget(str(project.output))


def make_cache(project: Project) -> None:
    """Make the directories in which a build keeps what it made; without, nothing is kept."""
    from opgen.pipeline import CACHES

    for name in CACHES:
        with contextlib.suppress(OSError):
            (project.output / ".opgen" / "cache" / name).mkdir(parents=True, exist_ok=True)


def record(session: Session, preparation: Preparation, *, summary: str, started: int) -> None:
    """Write the state of a build that ended well and has nothing to say each time."""
    remarks = [item for item in session.diagnostics.items if item.severity is not Severity.NOTE]
    if remarks or session.choices.form is not Format.TEXT:
        return
    formatters = _formatters(session, preparation.project)
    if formatters is None:
        return
    read = incremental.stamps([*map(str, session.read), *code_files(), *formatters])
    if not incremental.older_than(read, started):
        return
    stamps = read | incremental.stamps(_written(preparation))
    for _ in range(2):
        if incremental.record(
            str(preparation.project.output),
            session.arguments[1:],
            str(session.cwd),
            check=_holds_for_check(preparation),
            summary=summary if session.choices.verbosity >= Verbosity.NORMAL else "",
            stamps=stamps,
            search=_search(session) if formatters else "",
        ):
            return
        time.sleep(_PAUSE)


def _formatters(session: Session, project: Project) -> list[str] | None:
    """Return what says that formatters do what they did; ``None`` if nothing can."""
    from opgen.workspace import Commands

    table = Commands.of_table(project.formatters, root=project.output, project=project.root)
    found = table.watched(_search(session))
    return None if found is None else list(map(str, found))


def _search(session: Session) -> str:
    return session.environ.get("PATH", "")


def _holds_for_check(preparation: Preparation) -> bool:
    return all(action.kind.name != "KEEP_DELETED" for action in preparation.plan.actions)


def _written(preparation: Preparation) -> list[str]:
    output = preparation.project.output
    files = [f"{output}/{file.path}" for file in preparation.prepared.files]
    return [*files, str(output / ".opgen" / "conflicts.json"), *_records(output)]


def _records(output: Path) -> Iterator[str]:
    """Yield the workspace's records: each file of the manifest, else directories.

    A replaced file changes its directory, but one that is written in place doesn't.
    """
    top = output / ".opgen"
    manifest = str(top / "manifest")
    for directory, names, files in os.walk(top):
        if directory == str(top):
            names[:] = sorted(set(names) - _UNSTABLE)
            continue
        yield directory
        if directory.startswith(manifest):
            yield from (f"{directory}/{name}" for name in files)
