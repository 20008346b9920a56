"""``opgen diff``: show what a build would change. Knows only ``build``."""

from __future__ import annotations

import click

from opgen.cli.build import Mode, Wanted, build
from opgen.cli.options import building
from opgen.cli.session import Session


@click.command("diff")
@building
@click.pass_obj
def command(session: Session, /) -> int:
    """Show what a build of SPECS would change, as a unified diff.

    Exits with 1 if there is a difference. Nothing is written.
    """
    return build(session, Wanted(command="diff", mode=Mode.DIFF))
