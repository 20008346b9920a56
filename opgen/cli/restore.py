"""``opgen restore``: bring outputs back as they are generated. Knows the workspace's decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from opgen.cli.decision import Decided, decide
from opgen.cli.options import configured, including, targeting
from opgen.cli.rendered import rendered
from opgen.cli.session import Session

if TYPE_CHECKING:
    from opgen.cli.preparation import Preparation


@click.command("restore")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@targeting
@including
@configured
@click.pass_obj
def command(session: Session, /, *, files: tuple[str, ...]) -> int:
    """Bring FILE, an output that was edited or deleted, back as it is generated.

    A text that this replaces is kept in the attic, generated/.opgen/attic. Of a directory, the
    outputs come back that were deleted below it; what was edited there stays.
    """
    from opgen.workspace import Conventions, restore

    preparation = rendered(session)
    if preparation is None:
        return session.finish("restore")
    renderings = preparation.prepared.files
    meant = tuple(path for file in files for path in _meant(session, preparation, file))

    def bring_back(it: Decided) -> bool:
        root, found = it.project.output, session.diagnostics
        return restore(
            root,
            it.path,
            renderings,
            diagnostics=found,
            display=it.display,
            line_end=Conventions(root).line_end,
        )

    return decide(session, "restore", files=meant, decision=bring_back)


def _meant(session: Session, preparation: Preparation, text: str) -> Iterator[str]:
    """Yield the deleted outputs below a directory; a path that is none, as it is."""
    from opgen.workspace import nothing_to_do

    root = preparation.project.output
    deleted = [root / path for path in preparation.plan.deleted]
    from_here, in_root = session.path(text), session.path(str(root / text))
    places = [path for path in (from_here, in_root) if root in path.parents]
    for place in [root] if from_here == root else places:
        below = [path for path in deleted if place in path.parents]
        if below:
            yield from map(str, below)
            return
    if from_here == root or any(place.is_dir() for place in places):
        shown = session.shown(from_here)
        session.diagnostics.add(nothing_to_do(shown, "holds no output that was deleted"))
        return
    yield text
