"""``opgen status``: how far people have come with what was generated.

Knows the workspace's report alone; nothing is written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from opgen.cli.options import building
from opgen.cli.preparation import prepare
from opgen.cli.session import Session
from opgen.cli.table import table
from opgen.cli.unwritten import as_unwritten

if TYPE_CHECKING:
    from opgen.workspace import Plan, Row, StatusReport

_DELETED: Final = "deleted"
"""Beside the states of what is there: somebody deleted the output, so it isn't generated."""


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
    session.diagnostics = as_unwritten(session.diagnostics, preparation.plan)
    report = status(
        preparation.prepared.files,
        root=preparation.project.output,
        diagnostics=session.diagnostics,
        display=display,
    )
    deleted = _deleted(preparation.plan, {row.path for row in report.rows})
    session.result(_table(report, display, deleted))
    waiting = report.of(State.CONFLICTED) + report.of(State.ORPHANED)
    data = [_row_json(row) for row in report.rows]
    data += [_deleted_json(path) for path in deleted]
    code = session.finish("status", failed=bool(waiting), data=data)
    summary = _summary(report, deleted)
    if summary or code == 0:
        session.say(summary or "nothing to fill, nothing edited")
    return code


def _deleted(plan: Plan, reported: Collection[str]) -> list[str]:
    """Return the outputs that stay deleted because somebody deleted them."""
    paths = [action.path for action in plan.actions if action.kind.name == "KEEP_DELETED"]
    return [path for path in paths if path not in reported]


def _table(report: StatusReport, display: str, deleted: Sequence[str]) -> str:
    rows: list[tuple[str, ...]] = [
        (
            row.state.value,
            f"{display}/{row.path}:{row.line}",
            row.key,
            f"{display}/{row.stored}" if row.stored else "",
            row.note,
        )
        for row in report.rows
    ]
    rows += [(_DELETED, f"{display}/{path}", "", "", "") for path in deleted]
    return table(("state", "place", "region", "text kept in", "note"), rows)


def _summary(report: StatusReport, deleted: Sequence[str]) -> str:
    states = [*(row.state.value for row in report.rows), *(_DELETED for _ in deleted)]
    counts = [f"{states.count(state)} {state}" for state in dict.fromkeys(states)]
    return ", ".join(counts)


def _deleted_json(path: str) -> dict[str, Any]:
    nothing = dict.fromkeys(("region", "line", "stored", "note"))
    return {"state": _DELETED, "path": path, **nothing}


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "state": row.state.value,
        "path": row.path,
        "region": row.key or None,
        "line": row.line,
        "stored": row.stored or None,
        "note": row.note or None,
    }
