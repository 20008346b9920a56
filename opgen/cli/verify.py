"""``opgen verify``: compile and run what was generated.

Knows the runners' interface; which Python a framework lives in is decided here.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from opgen.cli.options import configured, including, targeting
from opgen.cli.outdated import examine
from opgen.cli.session import Session
from opgen.cli.verified import report, watched
from opgen.dataclass import replace
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.reference import line_of_reference
from opgen.outputs import OpId
from opgen.runners import ENVIRONMENT, VERIFIED_TARGETS, Row, Runner
from opgen.targets import DEFAULT_TARGETS, report_unknown

if TYPE_CHECKING:
    from opgen.config import Project
    from opgen.ops import OpSet

_PLACE: Final = re.compile(r"(?<![\w./-])([\w.-]+(?:/[\w.-]+)+):(\d+)")


@click.command("verify")
@click.argument("ops", nargs=-1, metavar="[OP]...")
@targeting
@click.option("--quick", is_flag=True, help="Leave out the checks that take long.")
@click.option("--time", "timed", is_flag=True, help="Measure instead, where that is possible.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="number of CPUs",
    help="How many operators to check at once.",
)
@including
@configured
@click.pass_obj
def command(
    session: Session, /, *, ops: tuple[str, ...], quick: bool, timed: bool, jobs: int
) -> int:
    """Compile and run the generated operators OP, or all, on the samples of their specs.

    OP is the name of an operator, with its library (nn.relu) or without, or of a library.

    Results are compared with the references, gradients with finite differences and with the
    framework's own checker. A framework that isn't installed is listed as skipped, unless it was
    asked for: by --target, or by saying which Python has it. Outputs that aren't what the specs
    give now aren't run; -I and -D say what they said when these were built.
    """
    project = session.project()
    if project is None:
        return session.finish("verify")
    targets = _targets(session, project)
    if session.diagnostics.has_errors:
        return session.finish("verify")
    pythons = {target: interpreter(session, project, target) for target in targets}
    runner = Runner(
        project.output,
        pythons,
        jobs=1 if timed else jobs,
        quick=quick,
        timed=timed,
        required=_required(session, project, targets),
    )
    _check_ops(session, runner, ops)
    outputs = examine(session, project, ops, targets=targets)
    if not outputs.are_current:
        return session.finish("verify")

    def advised(row: Row) -> Row:
        row = _placed(session, project, outputs.model, row=_advised(row))
        return replace(row, detail=_from_here(session, project, row.detail))

    rows = map(advised, runner.verify(ops, targets))
    return report(session, list(watched(session, rows, targets)))


def _targets(session: Session, project: Project) -> list[str]:
    named = session.choices.targets
    wanted = named or project.targets or DEFAULT_TARGETS
    span = None if named else project.targets_span
    report_unknown(wanted, session.diagnostics, span, meant=VERIFIED_TARGETS if named else ())
    for target, place in project.interpreter_spans:
        report_unknown([target], session.diagnostics, place, meant=VERIFIED_TARGETS)
    chosen = [target for target in wanted if target in VERIFIED_TARGETS]
    if not chosen and not session.diagnostics.has_errors:
        runnable = ", ".join(VERIFIED_TARGETS)
        raise click.UsageError(f"none of {', '.join(wanted)} can be run; these can: {runnable}")
    return chosen


def interpreter(session: Session, project: Project, target: str) -> str:
    """Return the Python of ``target``: environment first, then configuration, then this one."""
    configured_ones = dict(project.interpreters)
    from_environment = session.environ.get(_variable(target))
    return from_environment or configured_ones.get(target) or sys.executable


def _required(session: Session, project: Project, targets: Sequence[str]) -> frozenset[str]:
    """Return the targets that were asked for by name, or whose Python somebody named."""
    named = {*session.choices.targets, *dict(project.interpreters)}
    return frozenset(
        target for target in targets if target in named or session.environ.get(_variable(target))
    )


def _variable(target: str) -> str:
    return f"OPGEN_PYTHON_{target.upper().replace('.', '_').replace('-', '_')}"


def _advised(row: Row) -> Row:
    """Return a row that says of a framework which isn't there how to say where it is."""
    if row.check != ENVIRONMENT:
        return row
    where = f"name one that has it by {_variable(row.target)} or verify.{row.target}.python"
    return replace(row, detail=f"{row.detail}; {where}")


def _placed(session: Session, project: Project, model: OpSet | None, *, row: Row) -> Row:
    """Return a row that says where in the spec the reference failed, if it did."""
    op = model.by_id.get(OpId(row.op)) if model else None
    if not row.reference_line or op is None or not op.reference.strip():
        return row
    span = line_of_reference(op, row.reference_line)
    line, column = span.position
    place = f"{session.shown(project.root / span.file.path)}:{line}:{column}"
    return replace(row, detail=f"{place}: {row.detail}")


def _from_here(session: Session, project: Project, text: str) -> str:
    """Return what generated code says, with the outputs that it names as they are seen from here.

    It names a file to fill in by its path below the output root, whose place it doesn't know.
    """

    def shown(place: re.Match[str]) -> str:
        file = project.output / place[1]
        return f"{session.shown(file)}:{place[2]}" if file.is_file() else place[0]

    return _PLACE.sub(shown, text)


def _check_ops(session: Session, runner: Runner, ops: Sequence[str]) -> None:
    files = runner.sample_files()
    if not files:
        where = session.shown(runner.generated)
        raise click.UsageError(f"nothing is generated in `{where}`; run `opgen build` first")
    known = {f"{path.parent.name}.{path.stem}" for path in files} | {path.stem for path in files}
    known |= {path.parent.name for path in files}
    for op in ops:
        if op not in known:
            advice = did_you_mean(op, known) or "see `opgen list`"
            raise click.UsageError(f"no operator `{op}` was generated; {advice}")
