"""``opgen status``: how far people have come with what was generated.

Knows the workspace's report alone; nothing is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from opgen.cli.options import building
from opgen.cli.preparation import prepare
from opgen.cli.session import Session
from opgen.cli.table import table

if TYPE_CHECKING:
    from opgen.workspace import Row, StatusReport


@click.command("status")
@building
@click.pass_obj
def command(session: Session, /) -> int:
    """List what is still a stub, what was edited, and what waits for a decision.

    Exits with 1 if something waits: a conflict, a left-over text, a refused file.
    """
    from opgen.workspace import State, status

    preparation = prepare(session)
    if preparation is None:
        return session.finish("status")
    display = session.shown(preparation.project.output)
    report = status(
        preparation.prepared.files,
        root=preparation.project.output,
        diagnostics=session.diagnostics,
        display=display,
    )
    session.result(_table(report, display))
    waiting = report.of(State.CONFLICTED) + report.of(State.ORPHANED)
    data = [_row_json(row) for row in report.rows]
    code = session.finish("status", failed=bool(waiting), data=data)
    session.say(_summary(report))
    return code


def _table(report: StatusReport, display: str) -> str:
    rows = [
        (row.state.value, f"{display}/{row.path}:{row.line}", row.key, row.stored)
        for row in report.rows
    ]
    return table(("state", "place", "region", "text kept in"), rows)


def _summary(report: StatusReport) -> str:
    states = [row.state.value for row in report.rows]
    counts = [f"{states.count(state)} {state}" for state in dict.fromkeys(states)]
    return ", ".join(counts) or "nothing to fill, nothing edited"


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "state": row.state.value,
        "path": row.path,
        "region": row.key or None,
        "line": row.line,
        "stored": row.stored or None,
    }
