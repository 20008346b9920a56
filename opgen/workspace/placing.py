"""Give the texts that are kept beside a file places where they overwrite nothing.

Must not know why they are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opgen.dataclass import replace
from opgen.outputs import RelPath
from opgen.workspace.actions import Action, Extra
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opgen.workspace.conflicts import Open
    from opgen.workspace.fs import Fs


def placed(action: Action, fs: Fs, side: Sequence[Open] = ()) -> Action:
    """Return an action whose texts overwrite none but opgen's own.

    Args:
        action: The action.
        fs: The files.
        side: Open matters whose side files may be replaced.

    Raises:
        OSError: What is in a place can't be read.
    """
    ours = {each.pending.sha for each in side if each.pending is not None}
    moved: dict[RelPath, RelPath] = {}
    extras = []
    for extra in action.extras:
        old = fs.read(extra.path)
        if old not in {None, extra.data} and digest(old or b"") not in ours:
            moved[extra.path] = RelPath(f"{extra.path}.{digest(extra.data)}")
            old = fs.read(moved[extra.path])
        extras.append(Extra(moved.get(extra.path, extra.path), extra.data, old))
    opened = [replace(each, stored=moved.get(each.stored, each.stored)) for each in action.opened]
    return replace(action, extras=tuple(extras), opened=tuple(opened))


def side_file(each: Open, fs: Fs) -> Extra | None:
    """Return a side file that is no longer needed, if it is as opgen wrote it."""
    data = fs.read(each.stored)
    if data is None or each.pending is None or digest(data) != each.pending.sha:
        return None
    return Extra(each.stored, data, data)
