"""``opgen records``: print what a spec file evaluates to. Knows the TableGen front end alone."""

from __future__ import annotations

import click

from opgen.cli.options import configured, including
from opgen.cli.session import Session


@click.command("records")
@click.argument("file", metavar="FILE.td")
@click.option("--json", "as_json", is_flag=True, help="Print JSON as llvm-tblgen --dump-json does.")
@including
@configured
@click.pass_obj
def command(session: Session, /, *, file: str, as_json: bool) -> int:
    """Print the TableGen classes and records that FILE.td evaluates to."""
    from opgen.specs import prelude_directory
    from opgen.tablegen import dump_json, dump_text, load

    project = session.project()
    if project is None:
        return session.finish("records")
    keeper = load(
        session.path(file),
        include_dirs=(*project.include_dirs, prelude_directory()),
        defines=project.defines,
        diagnostics=session.diagnostics,
        shown_as=session.shown,
    )
    if session.diagnostics.has_errors:
        return session.finish("records")
    session.result(dump_json(keeper) if as_json else dump_text(keeper))
    return session.finish("records", data=None)
