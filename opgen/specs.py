"""Which spec files a build reads, and which of them it was asked about.

Knows the project's directories and nothing of what is in a spec.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from opgen.config import Project
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics, Severity

SUFFIX = ".td"
INCLUDE_DIRECTORY = "include"
"""A directory of this name holds files to be included; its files are no specs of their own."""


@dataclass(frozen=True, slots=True)
class SpecFiles:
    """The spec files of a build.

    Attributes:
        files: All spec files, absolute, sorted.
        directories: Directories that were searched for them.
        chosen: The files and directories, relative to the project, that the build is about;
            empty when it is about everything.
    """

    files: tuple[Path, ...]
    directories: tuple[Path, ...]
    chosen: tuple[str, ...]

    def covers(self, origin: str) -> bool:
        """Return whether the build is about the spec file ``origin``, relative to the project."""
        return not self.chosen or any(
            chosen in {origin, "."} or origin.startswith(f"{chosen}/") for chosen in self.chosen
        )


def find_specs(
    project: Project,
    named: tuple[Path, ...],
    diagnostics: Diagnostics,
    *,
    named_as: Callable[[Path], str] | None = None,
) -> SpecFiles:
    """Find the project's spec files and those that were named.

    The project's own files are read even when others are named, so that what is generated about
    a library as a whole is always about all of it.

    Args:
        project: The project.
        named: The files and directories that were named.
        diagnostics: Takes what is found to be wrong.
        named_as: How a path is named in messages; relative to the project if that isn't said.
    """
    shown = named_as or partial(origin_of, project)
    found: set[Path] = set()
    directories: set[Path] = set()
    for path in (*project.specs, *named):
        if path.is_dir():
            below = set(_below(path, directories))
            found |= below
            if path in named and not below:
                diagnostics.add(_none_found(project, (path,), shown))
        elif path.exists():
            found.add(path)
        else:
            diagnostics.add(
                Diagnostic(
                    "OPG0001",
                    f"spec `{path.name}` does not exist",
                    path=origin_of(project, path),
                    help="name a .td file or a directory of them",
                )
            )
    for path in sorted(found):
        if not _is_utf_8(origin_of(project, path)):
            diagnostics.add(_not_utf_8(project, path))
    if not found and not diagnostics.has_errors:
        diagnostics.add(_none_found(project, named, shown))
    for path in _in_output(project, (*project.specs, *named)):
        diagnostics.add(_lies_in_output(project, path))
    chosen = tuple(origin_of(project, path) for path in named)
    return SpecFiles(tuple(sorted(found)), tuple(sorted(directories)), chosen)


def _below(root: Path, directories: set[Path]) -> Iterator[Path]:
    for directory, names, entries in os.walk(root):
        names[:] = sorted(n for n in names if n != INCLUDE_DIRECTORY and not n.startswith("."))
        directories.add(Path(directory))
        yield from (Path(directory, entry) for entry in entries if entry.endswith(SUFFIX))


def _none_found(
    project: Project, named: tuple[Path, ...], shown: Callable[[Path], str]
) -> Diagnostic:
    where = [f"`{shown(path)}`" for path in named or project.specs]
    message = "no spec file" + (f" in {', '.join(where)}" if where else " was named")
    advice = "name a .td file or a directory of them"
    if not where and project.config is None:
        advice += "; no [tool.opgen] was found from here upwards: `opgen init` sets a project up"
    elif not where:
        advice += ", or list them as `specs` in [tool.opgen]"
    return Diagnostic("OPG0001", message, help=advice)


def _is_utf_8(name: str) -> bool:
    """Whether a name can be written into a text; one of other bytes has half characters."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _not_utf_8(project: Project, path: Path) -> Diagnostic:
    return Diagnostic(
        "OPG0006",
        "the path of a spec isn't UTF-8, so no output can name where it comes from",
        path=origin_of(project, path),
        help="rename the file, or the directory that it is in",
    )


def _in_output(project: Project, paths: Iterable[Path]) -> list[Path]:
    output = project.output.resolve()
    return [path for path in paths if path.exists() and path.resolve().is_relative_to(output)]


def _lies_in_output(project: Project, path: Path) -> Diagnostic:
    origin = origin_of(project, path)
    return Diagnostic(
        "OPG0010",
        f"spec `{path.name}` lies in the output root, which is opgen's to fill and to empty",
        severity=Severity.WARNING,
        path=origin,
        help="keep specs elsewhere, or choose another output directory",
    )


def origin_of(project: Project, path: Path) -> str:
    """Return ``path`` as it is written into outputs: relative to the project, with ``/``."""
    prelude = prelude_directory()
    if path == prelude:
        return prelude.as_posix()
    if path.is_relative_to(prelude):
        return path.relative_to(prelude).as_posix()
    return Path(os.path.relpath(path, project.root)).as_posix()


def prelude_directory() -> Path:
    """Return the directory that ``include "opgen/OpBase.td"`` is found in."""
    return _PRELUDE


_PRELUDE = Path(__file__).parent / "include"
