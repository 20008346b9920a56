"""The renderings that a decision about one output is made beside.

Knows that what stands open about other outputs is no matter then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opgen.cli.preparation import prepare
from opgen.diagnostics import Diagnostics

if TYPE_CHECKING:
    from opgen.cli.session import Session
    from opgen.outputs import RenderedFile


def rendered(session: Session) -> tuple[RenderedFile, ...] | None:
    """Return the renderings; None, with diagnostics, if there are none to be had."""
    preparation = prepare(session)
    if preparation is None:
        return None
    session.diagnostics = Diagnostics()
    return preparation.prepared.files
