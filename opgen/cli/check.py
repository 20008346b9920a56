"""``opgen check``: fail if a build would change anything. Knows only ``build``."""

from __future__ import annotations

import click

from opgen.cli.build import Mode, Wanted, build
from opgen.cli.options import building
from opgen.cli.session import Session


@click.command("check")
@building
@click.option("--diff", is_flag=True, help="Print what would change as a diff, too.")
@click.pass_obj
def command(session: Session, /, *, diff: bool) -> int:
    """Fail if the outputs aren't what a build of SPECS would leave.

    Outputs that are missing, stale, edited though generated alone, in conflict or left over
    count. Nothing is written.
    """
    mode = Mode.CHECK_AND_DIFF if diff else Mode.CHECK
    return build(session, Wanted(command="check", mode=mode))
