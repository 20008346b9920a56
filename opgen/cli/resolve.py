"""``opgen resolve``: settle conflicts. Knows the workspace's decision alone."""

from __future__ import annotations

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured
from opgen.cli.session import Session


@click.command("resolve")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--ours", is_flag=True, help="Keep what somebody wrote.")
@click.option("--theirs", is_flag=True, help="Take what opgen generates.")
@click.option("--both", is_flag=True, help="Keep the one, then the other.")
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...], **sides: bool) -> int:
    """Settle the conflicts in FILE, an output, one way for all of them.

    To settle them one by one, edit the marked lines instead and build again. If a line that
    somebody wrote is left out, the file as it was is kept in the attic, generated/.opgen/attic.
    """
    from opgen.workspace import Choice, resolve

    chosen = [side for side, wanted in sides.items() if wanted]
    if len(chosen) != 1:
        raise click.UsageError("say which side to keep: --ours, --theirs or --both")
    choice = Choice(chosen[0])

    def settle(it: Decided) -> bool:
        root, found = it.project.output, session.diagnostics
        return resolve(root, it.path, choice, diagnostics=found, display=it.display)

    return decide(session, "resolve", files=files, decision=settle)
