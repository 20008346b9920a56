"""``opgen adopt``: make an edited output one's own. Knows the workspace's decision alone."""

from __future__ import annotations

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured, including, targeting
from opgen.cli.rendered import rendered
from opgen.cli.session import Session


@click.command("adopt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@targeting
@including
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...]) -> int:
    """Keep FILE, an output that only opgen should write, as somebody edited it.

    It is accepted beside what is generated now: when that changes, builds report it, and you
    adopt it again or bring it back with "opgen restore".
    """
    from opgen.workspace import adopt

    preparation = rendered(session)
    if preparation is None:
        return session.finish("adopt")
    renderings = preparation.prepared.files

    def keep(it: Decided) -> bool:
        found = session.diagnostics
        return adopt(it.project.output, it.path, renderings, diagnostics=found, display=it.display)

    return decide(session, "adopt", files=files, decision=keep)
