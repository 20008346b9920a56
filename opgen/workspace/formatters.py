"""Run the formatters that a project names: a text goes in, it comes out laid out.

Their results are kept in the cache, by text and formatter. Must not know what is formatted.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from contextlib import suppress
from fnmatch import fnmatch
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opgen import cachefile
from opgen.dataclass import dataclass
from opgen.source import read_plain
from opgen.workspace.formatting import FormatterError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
_PROJECT: Final = "pyproject.toml"
_MODULE: Final = "-m"


def _up_to_repository(directory: Path) -> Iterator[Path]:
    """Yield a directory and those above it, up to the top of its repository, if it's in one."""
    above = [directory, *directory.parents]
    tops = [at for at, each in enumerate(above) if (each / ".git").exists()]
    yield from above[: tops[0] + 1] if tops else above[:1]


def _said(file: Path, arguments: Sequence[str]) -> str:
    """Return what a file may say to a formatter; empty if it can't be read."""
    try:
        text = read_plain(file).replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")
    except OSError:
        return ""
    return _of_tools(text, arguments) if text and file.name == _PROJECT else text


def _of_tools(text: str, arguments: Sequence[str]) -> str:
    """Return the part of a project's configuration that may concern a formatter.

    The tables of the tools that its command names count, or else all tables but opgen's own.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeError):
        return text
    tools = document.get("tool", {})
    names = {Path(argument).name for argument in arguments} & set(tools)
    chosen = {name: tools[name] for name in names or set(tools) - {"opgen"}}
    python = document.get("project", {}).get("requires-python", "")
    return json.dumps([chosen, python], sort_keys=True, default=str) if chosen or python else ""


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
        parts += [_said(file, self.arguments) for file in self._configurations()]
        return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:16]

    def _configurations(self) -> list[Path]:
        """Return the files that may configure it, those that don't exist included.

        They are looked for where the project and its outputs are, and up to the repository's
        top: what is above differs from one machine to another.
        """
        places = dict.fromkeys((*_up_to_repository(self.project), *_up_to_repository(self.root)))
        return [place / name for place in places for name in _CONFIGURED_BY]

    def watched(self, search: str) -> list[Path] | None:
        """Return the files, existing or not, without a change of which it does what it did.

        Args:
            search: The directories that programs are looked for in, as ``PATH`` has them.

        Returns:
            The files; ``None`` if there's no telling, as for a module of a language.
        """
        if _MODULE in self.arguments:
            return None
        program = self.arguments[0]
        found = [self.project / each for each in self.arguments if "{" not in each]
        if os.sep not in program:
            for directory in search.split(os.pathsep):
                found.append(Path(directory) / program)
                if found[-1].is_file():
                    break
        real = [Path(os.path.realpath(each)) for each in found]
        return [*dict.fromkeys((*found, *real)), *self._configurations()]

    def _version(self) -> str:
        if shutil.which(self.arguments[0]) is None:
            return ""
        # Not loaded where nothing is formatted.
        subprocess = import_module("subprocess")
        module = self.arguments.index(_MODULE) + 2 if _MODULE in self.arguments else 1
        try:
            done = subprocess.run(
                [*self.arguments[:module], "--version"],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        said: bytes = done.stdout
        return said.decode("latin-1")

    def format(self, path: RelPath, data: bytes) -> bytes:
        """Return a file's text, laid out.

        Raises:
            FormatterError: The program is missing or failed.
        """
        name = sha256(f"{self.id}\0{path}\0".encode() + data).hexdigest()
        place = self.cache / "format" / name
        kept = cachefile.read(place, name.encode())
        if kept is not None:
            return kept
        result = self._run(path, data)
        with suppress(OSError):
            if self.cache.is_dir():
                place.parent.mkdir(exist_ok=True)
                cachefile.write(place, name.encode(), result)
        return result

    def _run(self, path: RelPath, data: bytes) -> bytes:
        program = self.arguments[0]
        place = str(self.root / path)
        subprocess = import_module("subprocess")
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
        output: bytes = done.stdout
        return output


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

    def watched(self, search: str) -> list[Path] | None:
        """Return the files, existing or not, that say what the formatters do.

        Args:
            search: The directories that programs are looked for in, as ``PATH`` has them.

        Returns:
            The files; ``None`` if there's no telling.
        """
        found: list[Path] = []
        for _, command in self.formatters:
            files = command.watched(search)
            if files is None:
                return None
            found += files
        return found

    def of(self, path: RelPath) -> Command | None:
        """Return the formatter of a file, if it has one."""
        name = path.rpartition("/")[2]
        for pattern, command in self.formatters:
            if fnmatch(path if "/" in pattern else name, pattern):
                return command
        return None
