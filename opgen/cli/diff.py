"""``opgen diff``: show what a build would change, or how one output differs from a version of it.

Knows ``build`` and the workspace's diffs.
"""

from __future__ import annotations

import click

from opgen.cli.build import Mode, Wanted, build
from opgen.cli.decision import output_path
from opgen.cli.difference import colored
from opgen.cli.options import building
from opgen.cli.preparation import prepare
from opgen.cli.session import Session
from opgen.diagnostics import Diagnostics


@click.command("diff")
@building
@click.option("--base", metavar="FILE", help="Show what you changed in FILE since a build.")
@click.option("--new", metavar="FILE", help="Show how FILE differs from what is generated now.")
@click.pass_obj
def command(session: Session, /, *, base: str | None, new: str | None) -> int:
    """Show what a build of SPECS would change, as a unified diff.

    With --base or --new it is about one output, FILE, instead. Exits with 1 if there is a
    difference. Nothing is written.
    """
    if base is not None and new is not None:
        raise click.UsageError("--base and --new don't go together")
    if base is not None:
        return _from_base(session, base)
    if new is not None:
        return _to_new(session, new)
    return build(session, Wanted(command="diff", mode=Mode.DIFF))


def _from_base(session: Session, file: str) -> int:
    from opgen.workspace import diff_from_base

    project = session.project()
    if project is None:
        return session.finish("diff")
    path, display = output_path(session, project, file), session.shown(project.output)
    found = session.diagnostics
    return _shown(session, diff_from_base(project.output, path, diagnostics=found, display=display))


def _to_new(session: Session, file: str) -> int:
    from opgen.workspace import diff_to_new

    project = session.project()
    if project is None:
        return session.finish("diff")
    path, display = output_path(session, project, file), session.shown(project.output)
    preparation = prepare(session, project)
    if preparation is None:
        return session.finish("diff")
    # What is open about this output or another is no matter here.
    session.diagnostics = found = Diagnostics()
    files = preparation.prepared.files
    difference = diff_to_new(project.output, path, files, diagnostics=found, display=display)
    return _shown(session, difference)


def _shown(session: Session, difference: str | None) -> int:
    text = difference or ""
    session.result(colored(text, session))
    return session.finish("diff", failed=bool(text), data={"diff": text})
