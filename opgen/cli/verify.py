"""``opgen verify``: compile and run what was generated, and print what came out.

Knows the runners' interface alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import Enum
from typing import Any

import click

from opgen.cli.options import configured, including, targeting
from opgen.cli.preparation import counted
from opgen.cli.session import Session
from opgen.cli.table import table

_GOOD = frozenset({"passed", "skipped"})


@click.command("verify")
@click.argument("ops", nargs=-1, metavar="[OP]...")
@targeting
@including
@configured
@click.pass_obj
def command(session: Session, /, *, ops: tuple[str, ...]) -> int:
    """Compile and run the generated operators OP, or all, on the samples of their specs.

    Results are compared with the references, gradients with finite differences and with the
    framework's own checker. A framework that isn't installed is listed as skipped.
    """
    from opgen.runners import verify

    project = session.project()
    if project is None:
        return session.finish("verify")
    targets = session.choices.targets or None
    rows = verify(project, ops=ops, targets=targets, diagnostics=session.diagnostics)
    cells = [(row.op, row.target, row.check, _name(row.outcome), row.detail) for row in rows]
    session.result(table(("operator", "target", "check", "outcome", "detail"), cells))
    outcomes = [_name(row.outcome) for row in rows]
    failed = any(outcome not in _GOOD for outcome in outcomes)
    code = session.finish("verify", failed=failed, data=[_row_json(row) for row in rows])
    if rows:
        session.say(_summary(outcomes))
    return code


def _name(outcome: object) -> str:
    return str(outcome.value) if isinstance(outcome, Enum) else str(outcome)


def _summary(outcomes: Sequence[str]) -> str:
    counts = {outcome: outcomes.count(outcome) for outcome in dict.fromkeys(outcomes)}
    listed = ", ".join(f"{number} {outcome}" for outcome, number in counts.items())
    return f"{counted(len(outcomes), 'check')}: {listed}"


def _row_json(row: Any) -> dict[str, Any]:
    return {**dataclasses.asdict(row), "outcome": _name(row.outcome)}
