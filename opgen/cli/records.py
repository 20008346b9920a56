"""``opgen records``: print what a spec file evaluates to. Knows the TableGen front end alone."""

from __future__ import annotations

import click

from opgen.cli.options import configured, including
from opgen.cli.session import Session
from opgen.diagnostics import Diagnostic


@click.command("records")
@click.argument("file", metavar="FILE.td")
@click.option("--json", "as_json", is_flag=True, help="Print JSON as llvm-tblgen --dump-json does.")
@click.option(
    "--language",
    type=click.Choice(["22", "23"]),
    default="22",
    show_default=True,
    help="The version of LLVM whose TableGen FILE.td is written in.",
)
@click.option("--no-unused-warnings", is_flag=True, help="Don't warn of unused template arguments.")
@including
@configured
@click.pass_obj
def command(
    session: Session, /, *, file: str, as_json: bool, language: str, no_unused_warnings: bool
) -> int:
    """Print the TableGen classes and records that FILE.td evaluates to."""
    from opgen.specs import prelude_directory
    from opgen.tablegen import Language, load
    from opgen.tablegen.dump import UnwritableError, to_json, to_json_text, to_text

    project = session.project()
    if project is None:
        return session.finish("records")
    keeper = load(
        session.path(file),
        include_dirs=(*project.include_dirs, prelude_directory()),
        defines=project.defines,
        diagnostics=session.diagnostics,
        shown_as=session.shown,
        language=Language(int(language), warns_of_unused=not no_unused_warnings),
        from_pipe=True,
    )
    if session.diagnostics.has_errors:
        return session.finish("records")
    data, wanted = None, session.choices.form.for_machines
    try:
        session.result(to_json_text(keeper) if as_json else to_text(keeper))
        data = to_json(keeper) if wanted else None
    except UnwritableError as error:
        help_ = "make a field of each part that occurs more than once"
        message = f"{error.field} is {error}"
        session.diagnostics.add(Diagnostic("OPG0122", message, error.span, help=help_))
    return session.finish("records", data=data)
