"""Ask git for what two branches had in common, where their merge mixed two renderings.

Without git, or outside a repository, there is nothing to be had. Must not know how files are
merged.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opgen.outputs import RelPath

_PARENTS: Final = (("HEAD", "MERGE_HEAD"), ("HEAD^1", "HEAD^2"))
_SECONDS: Final = 30


def ancestors(root: Path, path: RelPath) -> Iterator[bytes]:
    """Yield a file as it may have been before the branches parted, the surest first.

    While a merge has conflicts, git's index holds it; else it is in the commit that the merged
    branches, or those of the last merge, have in common.
    """
    if not root.is_dir():
        return
    staged = _git(root, "show", f":1:./{path}")
    if staged is not None:
        yield staged
    for pair in _PARENTS:
        commit = _git(root, "merge-base", *pair)
        if commit is not None:
            found = _git(root, "show", f"{commit.decode().strip()}:./{path}")
            if found is not None:
                yield found


def _git(root: Path, *arguments: str) -> bytes | None:
    # Not loaded where git isn't asked.
    subprocess = import_module("subprocess")
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=root,
            env=environment,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    output: bytes = done.stdout
    return None if done.returncode else output
