"""What the commands share by which a person decides about one output.

Knows how an output is named on the command line; the decisions are the workspace's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from opgen.cli import noop
from opgen.dataclass import dataclass
from opgen.outputs import RelPath

if TYPE_CHECKING:
    from opgen.cli.session import Session
    from opgen.config import Project


@dataclass(frozen=True, slots=True)
class Decided:
    """Where a decision is made and about what."""

    project: Project
    path: RelPath
    display: str


Decision = Callable[[Decided], bool]


def decide(session: Session, command: str, *, files: tuple[str, ...], decision: Decision) -> int:
    """Make one decision about each of ``files`` and return the exit code."""
    from opgen.workspace import recover

    project = session.project()
    if project is None:
        return session.finish(command)
    paths = [output_path(session, project, file) for file in files]
    noop.forget(project)
    recover(project.output)
    display = session.shown(project.output)
    done = [path for path in paths if decision(Decided(project, path, display))]
    failed = len(done) < len(paths)
    code = session.finish(command, failed=failed, data={"done": done})
    for path in done:
        session.say(f"{command}: {display}/{path}")
    return code


def output_path(session: Session, project: Project, text: str) -> RelPath:
    """Return the output meant by ``text``: a path from here, or one below the output root.

    Raises:
        UsageError: It is no path below the output root.
    """
    root = project.output
    from_here = session.path(text)
    for path in (from_here, session.path(str(root / text))):
        if root not in {from_here, path} and path.is_relative_to(root):
            return RelPath(path.relative_to(root).as_posix())
    raise click.UsageError(f"`{text}` is no path below the output root `{session.shown(root)}`")
