"""``opgen restore``: bring an output back as it is generated. Knows the workspace's decision."""

from __future__ import annotations

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured, including, targeting
from opgen.cli.rendered import rendered
from opgen.cli.session import Session


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
    from opgen.workspace import Conventions, restore

    renderings = rendered(session)
    if renderings is None:
        return session.finish("restore")

    def bring_back(it: Decided) -> bool:
        root, found = it.project.output, session.diagnostics
        return restore(
            root,
            it.path,
            renderings,
            diagnostics=found,
            display=it.display,
            line_end=Conventions(root).line_end,
        )

    return decide(session, "restore", files=files, decision=bring_back)
