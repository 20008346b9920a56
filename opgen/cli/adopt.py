"""``opgen adopt``: make an edited output one's own. Knows the workspace's decision alone."""

from __future__ import annotations

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured
from opgen.cli.session import Session


@click.command("adopt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...]) -> int:
    """Keep FILE, an output that only opgen should write, as somebody edited it.

    From then on it no longer follows its spec, until "opgen restore" brings it back.
    """
    from opgen.workspace import adopt

    def keep(it: Decided) -> bool:
        found = session.diagnostics
        return adopt(it.project.output, it.path, diagnostics=found, display=it.display)

    return decide(session, "adopt", files=files, decision=keep)
