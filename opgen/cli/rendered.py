"""The renderings that a decision about one output is made beside.

Knows that what stands open about other outputs is no matter then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opgen.cli.preparation import Preparation, prepare
from opgen.diagnostics import Diagnostics

if TYPE_CHECKING:
    from opgen.cli.session import Session


def rendered(session: Session) -> Preparation | None:
    """Return the build that has the renderings; None, with diagnostics, if there is none."""
    preparation = prepare(session)
    if preparation is not None:
        session.diagnostics = Diagnostics()
    return preparation
