"""``opgen restore``: bring an output back as it is generated. Knows the workspace's decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured, including, targeting
from opgen.cli.preparation import prepare
from opgen.cli.session import Session
from opgen.diagnostics import Diagnostics

if TYPE_CHECKING:
    from opgen.outputs import RenderedFile


@click.command("restore")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@targeting
@including
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...]) -> int:
    """Bring FILE, an output that was edited or deleted, back as it is generated.

    A text that this replaces is kept in the attic, generated/.opgen/attic.
    """
    from opgen.workspace import restore

    rendered = _rendered(session)
    if rendered is None:
        return session.finish("restore")

    def bring_back(it: Decided) -> bool:
        root, found = it.project.output, session.diagnostics
        return restore(root, it.path, rendered, diagnostics=found, display=it.display)

    return decide(session, "restore", files=files, decision=bring_back)


def _rendered(session: Session) -> tuple[RenderedFile, ...] | None:
    """Return the renderings; what stands open about other outputs is no matter here."""
    preparation = prepare(session)
    if preparation is None:
        return None
    session.diagnostics = Diagnostics()
    return preparation.prepared.files
