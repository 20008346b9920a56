"""Find what stays behind where an operator's files move: what somebody put beside them.

It is reported and never moved: opgen doesn't know what else includes it. Must not know diagnostics.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from opgen.outputs import RelPath
from opgen.workspace.conflicts import Matter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from opgen.workspace.actions import Action
    from opgen.workspace.fs import Fs


def left_behind(
    actions: Iterable[Action], known: Collection[RelPath], fs: Fs
) -> list[tuple[RelPath, str]]:
    """Return the files that stay in directories which operators leave, and where those go.

    Args:
        actions: What a build does.
        known: The outputs, as the manifest lists them before it.
        fs: Where they are.
    """
    moves: dict[str, str] = {}
    for action in actions:
        source = _former(action)
        if source is not None:
            old, new = (PurePosixPath(path).parent.as_posix() for path in (source, action.path))
            moves[old] = new
    return [
        (path, new)
        for old, new in sorted(moves.items())
        if old != new
        for path in fs.walk(RelPath(old))
        if path not in known and not path.endswith(".opgen-new")
    ]


def _former(action: Action) -> RelPath | None:
    """Return where an output was that gets its text from there or, belatedly, from the attic."""
    if action.source is not None:
        return action.source
    gone = (e.path for e in action.settled if e.matter is Matter.REMOVED and not e.key)
    return next((path for path in gone if path != action.path), None)
