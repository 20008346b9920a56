"""Running a whole program: file by file, or as one text where its files don't stand alone.

Loaded only where statements have to be evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from opgen.diagnostics import Diagnostics
from opgen.hints import Final
from opgen.tablegen.evaluation import LOSS_HELP, Evaluation
from opgen.tablegen.limits import LimitExceededError
from opgen.tablegen.room import deeply_nested, nested
from opgen.tablegen.splice import Spliced, splice
from opgen.tablegen.statements import run_spliced, run_unit
from opgen.tablegen.units import Unit
from opgen.tablegen.values import LostValueError

_SYNTAX_ERROR: Final = "OPG0101"


def run(begin: Callable[[], Evaluation]) -> Evaluation:
    """Evaluate a program, file by file."""
    return _run(begin, lambda ev: run_unit(ev, ev.unit))


def needs_splicing(ev: Evaluation) -> bool:
    """Whether the files of a program can perhaps be understood as one."""
    found = ev.diagnostics.items
    return bool(ev.loader.included_from) and any(d.code == _SYNTAX_ERROR for d in found)


def run_as_one(begin: Callable[[], Evaluation], alone: Evaluation) -> Evaluation:
    """Evaluate a program as one text, if that makes more sense than its files ``alone`` did."""
    spliced = _splice(alone.unit, alone.diagnostics)
    return alone if spliced is None else _run(begin, lambda ev: run_spliced(ev, spliced))


def _splice(unit: Unit, alone: Diagnostics) -> Spliced | None:
    spliced = splice(unit)
    is_better = not spliced.diagnostics.items or any(
        d.code == _SYNTAX_ERROR and d.span is not None and d.span.text == "include"
        for d in alone.items
    )
    return spliced if is_better else None


def _run(begin: Callable[[], Evaluation], work: Callable[[Evaluation], None]) -> Evaluation:
    """Run a program; again with more room if it turns out to be nested deeply."""
    for room in (nested, deeply_nested):
        ev = begin()
        try:
            room(partial(work, ev))
        except RecursionError:
            ev.trail.clear()
            ev.report("OPG0122", "this is nested too deep", ev.place_of_site(), help="split it up")
        except LimitExceededError as error:
            ev.report(
                "OPG0122",
                f"program makes {error}",
                ev.place_of_site(),
                help="see that it comes to an end",
            )
            break
        except LostValueError as error:
            loses = error.node is not None
            what = "this loses its value" if loses else "this needs a value that was lost"
            message = (
                f"{what}: a `!cond` couldn't convert what it chose,"
                " or a `!getdagopname` found no name"
            )
            ev.report("OPG0125", message, ev.place_of_site(), help=LOSS_HELP)
            break
        else:
            break
    return ev
