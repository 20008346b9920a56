"""``opgen resolve``: settle conflicts. Knows the workspace's decision alone."""

from __future__ import annotations

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured
from opgen.cli.session import Session


@click.command("resolve")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--ours", "side", flag_value="ours", help="Keep what somebody wrote.")
@click.option("--theirs", "side", flag_value="theirs", help="Take what opgen generates.")
@click.option("--both", "side", flag_value="both", help="Keep the one, then the other.")
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...], side: str | None) -> int:
    """Settle the conflicts in FILE, an output, one way for all of them.

    To settle them one by one, edit the marked lines instead and build again.
    """
    from opgen.workspace import Choice, resolve

    if side is None:
        raise click.UsageError("say which side to keep: --ours, --theirs or --both")
    choice = Choice(side)

    def settle(it: Decided) -> bool:
        root, found = it.project.output, session.diagnostics
        return resolve(root, it.path, choice, diagnostics=found, display=it.display)

    return decide(session, "resolve", files=files, decision=settle)
