"""``opgen verify``: compile and run what was generated, and print what came out.

Knows the runners' interface; which Python a framework lives in is decided here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from opgen.cli.options import configured, targeting
from opgen.cli.preparation import counted
from opgen.cli.session import Session
from opgen.cli.table import table
from opgen.runners import VERIFIED_TARGETS, Outcome, Row, Runner
from opgen.targets import DEFAULT_TARGETS

if TYPE_CHECKING:
    from opgen.config import Project


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
@configured
@click.pass_obj
def command(
    session: Session, /, *, ops: tuple[str, ...], quick: bool, timed: bool, jobs: int
) -> int:
    """Compile and run the generated operators OP, or all, on the samples of their specs.

    OP is the name of an operator, with its library (nn.relu) or without, or of a library.

    Results are compared with the references, gradients with finite differences and with the
    framework's own checker. A framework that isn't installed is listed as skipped.
    """
    project = session.project()
    if project is None:
        return session.finish("verify")
    targets = _targets(session, project)
    pythons = {target: interpreter(session, project, target) for target in targets}
    runner = Runner(project.output, pythons, jobs=1 if timed else jobs, quick=quick, timed=timed)
    _check_ops(session, runner, ops)
    rows = []
    for row in runner.verify(ops, targets):
        session.detail(f"{row.outcome.value}: {row.target} {row.op} {row.check}")
        rows.append(row)
    session.result(_table(rows))
    failed = any(row.outcome is Outcome.FAILED for row in rows)
    code = session.finish("verify", failed=failed, data=[_row_json(row) for row in rows])
    session.say(_summary(rows))
    return code


def _targets(session: Session, project: Project) -> list[str]:
    wanted = session.choices.targets or project.targets or DEFAULT_TARGETS
    chosen = [target for target in wanted if target in VERIFIED_TARGETS]
    if not chosen:
        runnable = ", ".join(VERIFIED_TARGETS)
        raise click.UsageError(f"none of {', '.join(wanted)} can be run; these can: {runnable}")
    return chosen


def interpreter(session: Session, project: Project, target: str) -> str:
    """Return the Python of ``target``: environment first, then configuration, then this one."""
    variable = f"OPGEN_PYTHON_{target.upper().replace('.', '_').replace('-', '_')}"
    configured_ones = dict(project.interpreters)
    return session.environ.get(variable) or configured_ones.get(target) or sys.executable


def _check_ops(session: Session, runner: Runner, ops: Sequence[str]) -> None:
    files = runner.sample_files()
    if not files:
        where = session.shown(runner.generated)
        raise click.UsageError(f"nothing is generated in `{where}`; run `opgen build` first")
    known = {f"{path.parent.name}.{path.stem}" for path in files} | {path.stem for path in files}
    known |= {path.parent.name for path in files}
    for op in ops:
        if op not in known:
            raise click.UsageError(f"no operator `{op}` was generated; see `opgen list`")


def _table(rows: Sequence[Row]) -> str:
    cells = [(row.op, row.target, row.check, row.outcome.value, row.detail) for row in rows]
    return table(("operator", "target", "check", "outcome", "detail"), cells)


def _summary(rows: Sequence[Row]) -> str:
    outcomes = [row.outcome for row in rows]
    counts = [(outcomes.count(outcome), outcome.value) for outcome in Outcome]
    listed = ", ".join(f"{number} {name}" for number, name in counts if number)
    return f"{counted(len(rows), 'check')}: {listed}" if rows else "nothing was checked"


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "op": row.op,
        "target": row.target,
        "check": row.check,
        "outcome": row.outcome.value,
        "detail": row.detail,
    }
