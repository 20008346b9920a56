"""Show a plan, or the versions of one output, as a unified diff.

Must not know how a plan was decided or is carried out.
"""

from __future__ import annotations

from difflib import unified_diff as unified
from typing import TYPE_CHECKING

from opgen.workspace import report
from opgen.workspace.fs import Fs
from opgen.workspace.store import Store, read_base
from opgen.workspace.text import Text, encoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RelPath, RenderedFile
    from opgen.workspace.actions import Action, Plan


def unified_diff(plan: Plan) -> Iterator[str]:
    """Yield the lines of a diff from the outputs as they are to what the plan makes of them."""
    for action in plan.writes:
        yield from _one(action)


def diff_from_base(
    root: Path, path: RelPath, *, diagnostics: Diagnostics, display: str
) -> str | None:
    """Return what somebody changed in an output since it was last generated.

    Returns:
        None, with a diagnostic, if what was generated isn't known.
    """
    fs = Fs(root)
    shown = f"{display}/{path}"
    try:
        entry = Store.read(fs).manifest.entries.get(path)
        base = None if entry is None else read_base(fs, entry)
        user = fs.read(path)
    except OSError as fault:
        diagnostics.add(report.unreadable(shown, fault.strerror or str(fault)))
        return None
    if base is None:
        why = "isn't merged, so that no former rendering of it is kept"
        diagnostics.add(report.nothing_to_do(shown, why))
        return None
    return "".join(_between(base, user, f"base/{path}", f"yours/{path}"))


def diff_to_new(
    root: Path,
    path: RelPath,
    files: Sequence[RenderedFile],
    *,
    diagnostics: Diagnostics,
    display: str,
) -> str | None:
    """Return how an output differs from what is generated now.

    Returns:
        None, with a diagnostic, if it isn't generated.
    """
    shown = f"{display}/{path}"
    file = next((each for each in files if each.path == path), None)
    if file is None:
        why = "is generated from no operator of this project"
        diagnostics.add(report.nothing_to_do(shown, why))
        return None
    try:
        user = Fs(root).read(path)
    except OSError as fault:
        diagnostics.add(report.unreadable(shown, fault.strerror or str(fault)))
        return None
    return "".join(_between(user, encoded(file.text), f"yours/{path}", f"new/{path}"))


def _one(action: Action) -> Iterator[str]:
    source = action.source or action.path
    if action.source:
        yield f"rename from {action.source}\nrename to {action.path}\n"
    yield from _between(action.old, action.new, f"a/{source}", f"b/{action.path}")


def _between(old: bytes | None, new: bytes | None, *names: str) -> Iterator[str]:
    before, after = (
        "/dev/null" if data is None else name for data, name in zip((old, new), names, strict=True)
    )
    for line in unified(_shown(old), _shown(new), before, after):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _shown(data: bytes | None) -> list[str]:
    return [line.decode("utf-8", "replace") for line in Text(data or b"").lines]
