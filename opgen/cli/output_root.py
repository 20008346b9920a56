"""Whether the output root can be worked in, asked before anything is read or written there.

Knows where opgen keeps its records below the root, nothing of what is in them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from opgen.diagnostics import Diagnostic

_STORE = ".opgen"
_DIRECTORIES = ("", "attic", "base", "cache", "manifest", "txn")
"""Those of the store that opgen writes to; each may be missing."""
_FILES = ("lock", "conflicts.json", "txn/journal.json")
"""Those that opgen can't do without being able to open them, if they are there."""


def find_fault(output: Path, shown: Callable[[Path], str]) -> Diagnostic | None:
    """Return what keeps ``output`` from being an output root, if anything does."""
    existing = next(path for path in (output, *output.parents) if os.path.lexists(path))
    if not existing.is_dir():
        return _no_output(shown(existing), "is no directory, so nothing can be written there")
    try:
        # One by one, since a missing directory hides what is wrong with the names below it.
        for name in ("", *output.relative_to(existing).parts):
            _look_at(existing / name)
        _look_at(output)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return _no_output(shown(output), f"can't be the output directory: {reason}")
    return _store_fault(output, shown)


def _look_at(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        path.lstat()


def _no_output(path: str, why: str) -> Diagnostic:
    return Diagnostic(
        "OPG0002",
        f"`{path}` {why}",
        path=path,
        help="move it away, or name another output directory with --output",
    )


def _store_fault(output: Path, shown: Callable[[Path], str]) -> Diagnostic | None:
    store, top = output / _STORE, _real(output)
    for name in (*_DIRECTORIES, *_FILES):
        path = store / name
        why = _unusable(path, top, is_file=name in _FILES)
        if why:
            return Diagnostic(
                "OPG0012",
                f"`{shown(path)}` {why}",
                path=shown(path),
                help="move it away; if it had records of opgen's, bring them back in its place",
            )
    return None


def _real(path: Path) -> Path:
    """Return where a path leads; one that goes in a circle leads to itself."""
    return Path(os.path.realpath(path))


def _unusable(path: Path, top: Path, *, is_file: bool) -> str:
    """Return what is wrong with a place of the store in the output root ``top``, if anything."""
    if not os.path.lexists(path):
        return ""
    if not _real(path).is_relative_to(top):
        return "leads out of the output directory"
    if is_file:
        return "" if path.is_file() else "is no file, so opgen can't open it"
    return "" if path.is_dir() else "is no directory, so opgen can't keep its records there"
