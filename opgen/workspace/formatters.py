"""Run the formatters that a project names: a text goes in, it comes out laid out.

Their results are kept in the cache, by text and formatter. Must not know what is formatted.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opgen.workspace.formatting import FormatterError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opgen.outputs import RelPath

_SECONDS: Final = 60
_CONFIGURED_BY: Final = (
    ".clang-format",
    "_clang-format",
    "pyproject.toml",
    "ruff.toml",
    ".ruff.toml",
    ".editorconfig",
)


# No slots: cached properties need a dictionary.
@dataclass(frozen=True)
class Command:
    """A formatter that is a program: text on its standard input, result on standard output.

    Attributes:
        arguments: The program and its arguments; ``{path}`` stands for the file.
        root: The output root.
        project: The directory to run it in.
        cache: Where results are kept, if it is a directory.
    """

    arguments: tuple[str, ...]
    root: Path
    project: Path
    cache: Path

    @cached_property
    def id(self) -> str:
        """A hash of the command, its version, and the files that configure formatters."""
        parts = [*self.arguments, self._version()]
        for place in (self.project, self.root):
            for name in _CONFIGURED_BY:
                file = place / name
                parts.append(file.read_text("latin-1") if file.is_file() else "")
        return sha256("\0".join(parts).encode()).hexdigest()[:16]

    def _version(self) -> str:
        if shutil.which(self.arguments[0]) is None:
            return ""
        try:
            done = subprocess.run(
                [self.arguments[0], "--version"],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.decode("latin-1")

    def format(self, path: RelPath, data: bytes) -> bytes:
        """Return a file's text, laid out.

        Raises:
            FormatterError: The program is missing or failed.
        """
        name = sha256(f"{self.id}\0{path}\0".encode() + data).hexdigest()
        kept = self.cache / "format" / name
        if self.cache.is_dir() and kept.is_file():
            return kept.read_bytes()
        result = self._run(path, data)
        if self.cache.is_dir():
            kept.parent.mkdir(exist_ok=True)
            fresh = kept.with_suffix(".tmp")
            fresh.write_bytes(result)
            fresh.replace(kept)
        return result

    def _run(self, path: RelPath, data: bytes) -> bytes:
        program = self.arguments[0]
        place = str(self.root / path)
        try:
            done = subprocess.run(
                [each.replace("{path}", place) for each in self.arguments],
                input=data,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                cwd=self.project,
            )
        except FileNotFoundError:
            raise FormatterError(f"there is no program `{program}`") from None
        except OSError as fault:
            raise FormatterError(f"`{program}` can't be run: {fault.strerror}") from fault
        except subprocess.TimeoutExpired:
            raise FormatterError(f"`{program}` took more than {_SECONDS} s") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise FormatterError(f"`{program}` failed: {said[0] if said else done.returncode}")
        if data.strip() and not done.stdout.strip():
            raise FormatterError(f"`{program}` printed nothing")
        return done.stdout


@dataclass(frozen=True, slots=True)
class Commands:
    """The formatters of a project, by patterns of file names; the first that fits counts."""

    formatters: tuple[tuple[str, Command], ...]

    @classmethod
    def of_table(
        cls, table: Iterable[tuple[str, tuple[str, ...]]], *, root: Path, project: Path
    ) -> Commands:
        """Return the formatters of a table: patterns and commands."""
        cache = root / ".opgen" / "cache"
        return cls(
            tuple((pattern, Command(command, root, project, cache)) for pattern, command in table)
        )

    def of(self, path: RelPath) -> Command | None:
        """Return the formatter of a file, if it has one."""
        name = path.rpartition("/")[2]
        for pattern, command in self.formatters:
            if fnmatch(path if "/" in pattern else name, pattern):
                return command
        return None
