"""What a build reads and writes, for build systems: path lists and a Makefile rule.

Knows how make and ninja read a path; it takes no part in the build.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from opgen.cli.loaded import own_modules
from opgen.diagnostics import Diagnostic, OpgenError

if TYPE_CHECKING:
    from opgen.cli.preparation import Preparation
    from opgen.cli.session import Session

_ESCAPES = str.maketrans({" ": "\\ ", "#": "\\#", "$": "$$"})


def output_paths(session: Session, preparation: Preparation) -> list[str]:
    """Return the outputs, below the output root as it was given."""
    given = session.choices.output
    root = Path(given) if given else Path(_near(session, preparation.project.output))
    return [(root / file.path).as_posix() for file in preparation.prepared.files]


def input_paths(session: Session, preparation: Preparation) -> list[str]:
    """Return every file whose change may change an output, opgen's own code included."""
    config = preparation.project.config
    paths = [*preparation.prepared.inputs, *([config] if config else []), *map(Path, own_modules())]
    return list(dict.fromkeys(_near(session, path) for path in paths))


def no_depfile(session: Session, path: Path) -> Diagnostic | None:
    """Return why no depfile can be written at ``path``, as far as that shows beforehand."""
    shown = session.shown(path)
    if path.is_dir():
        why = f"`{shown}` is a directory"
    elif not path.parent.is_dir():
        why = f"there is no directory `{session.shown(path.parent)}`"
    else:
        return None
    return Diagnostic(
        "OPG0009",
        f"can't write the depfile: {why}",
        path=shown,
        help="nothing was built; name a file in a directory that exists",
    )


def write_depfile(session: Session, path: Path, preparation: Preparation) -> None:
    """Write a rule that makes all outputs depend on all inputs.

    Raises:
        OpgenError: The file can't be written.
    """
    outputs = " \\\n  ".join(map(_escaped, output_paths(session, preparation)))
    inputs = " \\\n  ".join(map(_escaped, input_paths(session, preparation)))
    try:
        rule = f"{outputs}: \\\n  {inputs}\n"
        # Names may be of bytes that aren't UTF-8.
        path.write_bytes(rule.encode("utf-8", "surrogateescape"))
    except OSError as error:
        reason, shown = error.strerror or str(error), session.shown(path)
        raise OpgenError(f"can't write the depfile `{shown}`: {reason}", path=shown) from error


def _near(session: Session, path: Path) -> str:
    """Return ``path`` relative to here if it is below, else as it is."""
    relative = os.path.relpath(path, session.cwd)
    return path.as_posix() if relative.startswith("..") else Path(relative).as_posix()


def _escaped(path: str) -> str:
    return path.translate(_ESCAPES)
