"""What ``opgen verify`` prints: how far it is, the table, what failed, the sum.

Knows the rows that runners yield, not how they come about.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from opgen.cli.session import Verbosity
from opgen.cli.table import table
from opgen.diagnostics import counted
from opgen.runners import Outcome, Row

if TYPE_CHECKING:
    from opgen.cli.session import Session

_HEADER: Final = ("operator", "target", "check", "outcome", "detail")
_CLEAR: Final = "\r\x1b[K"


def watched(session: Session, rows: Iterable[Row], targets: Sequence[str]) -> Iterator[Row]:
    """Yield ``rows``; meanwhile a line of a terminal says how far they are, or a line for each."""
    is_shown = _is_watched(session)
    done = failed = 0
    if is_shown:
        _show(f"starting {', '.join(targets)}")
    try:
        for row in rows:
            session.detail(f"{row.outcome.value}: {row.target} {row.op} {row.check}")
            done, failed = done + 1, failed + (row.outcome is Outcome.FAILED)
            if is_shown:
                _show(f"{counted(done, 'check')}, {failed} failed; {row.target} {row.op}")
            yield row
    finally:
        if is_shown:
            _show("")


def report(session: Session, rows: Sequence[Row]) -> int:
    """Print what came out and return the exit code."""
    failed = [row for row in rows if row.outcome is Outcome.FAILED]
    is_quiet = session.choices.verbosity < Verbosity.NORMAL
    if not is_quiet:
        session.result(_table(rows))
    if is_quiet or 0 < len(failed) < len(rows):
        gap = "" if is_quiet or not failed else "\nfailed:\n"
        session.result(gap + _table(failed))
    code = session.finish("verify", failed=bool(failed), data=[_row_json(row) for row in rows])
    session.result(f"{_summary(rows)}\n")
    return code


def _is_watched(session: Session) -> bool:
    choices = session.choices
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    is_plain = session.environ.get("TERM") != "dumb" and not choices.form.for_machines
    return is_terminal and is_plain and choices.verbosity is Verbosity.NORMAL


def _show(text: str) -> None:
    sys.stderr.write(f"{_CLEAR}{text}")
    sys.stderr.flush()


def _table(rows: Sequence[Row]) -> str:
    cells = [(row.op, row.target, row.check, row.outcome.value, row.detail) for row in rows]
    return table(_HEADER, cells)


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
