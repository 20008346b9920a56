"""``opgen watch``: build, and build again whenever something changes that a build reads.

Knows ``build`` and how a file is told to have changed; it has no word in what is built.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NoReturn

import click

from opgen import incremental
from opgen.cli.build import Wanted, build
from opgen.cli.options import building
from opgen.cli.session import BUSY, Session
from opgen.diagnostics import OpgenError
from opgen.diagnostics.formats import Format

if TYPE_CHECKING:
    from opgen.incremental import Stamps

_PERIOD = 0.1
"""Seconds between two looks at the files."""
_CALM = 0.02
"""Seconds without a change after which a change counts as finished."""
_PATIENCE = 0.5
"""Seconds after which a build is tried again that another opgen kept out."""
_DOCUMENTS = frozenset({Format.JSON, Format.SARIF})


@click.command("watch")
@building
@click.pass_obj
def command(session: Session, /) -> NoReturn:
    """Build SPECS, and again whenever a spec, an include, a template or the configuration changes.

    Each build says what it did or what is wrong. Outputs aren't watched: what you write into them
    needs no build. Ctrl-C ends it.
    """
    form = session.choices.form
    if form in _DOCUMENTS:
        raise click.UsageError(
            f"--format {form.value} is one document, and each build would write one; "
            "take json-lines"
        )
    known: Stamps = {}
    is_waiting = False
    while True:
        started, run = time.time_ns(), session.again()
        is_waiting = _is_kept_out(run, again=is_waiting)
        if is_waiting:
            time.sleep(_PATIENCE)
            continue
        now = incremental.stamps(sorted(map(str, run.read)))
        is_settled = _is_settled(now, known, started)
        known = now
        if is_settled:
            known = _changed(known)


def _is_kept_out(session: Session, *, again: bool) -> bool:
    """Build once; return whether another opgen is at work, which is said only the first time."""
    try:
        build(session, Wanted())
    except OpgenError as error:
        is_kept_out = error.code == BUSY
        if not (is_kept_out and again):
            session.give_up("watch", error)
        return is_kept_out
    return False


def _is_settled(now: Stamps, before: Stamps, started: int) -> bool:
    """Return whether nothing has changed since the build began, as far as can be told."""
    fresh = {path: stamp for path, stamp in now.items() if path not in before}
    kept = all(before[path] == stamp for path, stamp in now.items() if path in before)
    return kept and incremental.older_than(fresh, started)


def _changed(known: Stamps) -> Stamps:
    """Wait until something differs from ``known`` and nothing moves; return how it is then."""
    paths = list(known)
    now = known
    while now == known:
        time.sleep(_PERIOD)
        now = incremental.stamps(paths)
    calm: Stamps = {}
    while calm != now:
        calm = now
        time.sleep(_CALM)
        now = incremental.stamps(paths)
    return now
