"""What one run of the command line has: where it stands, how it talks, what it has found.

Knows click only through its callers. Results go to stdout and everything else to stderr; with a
format for machines, stdout holds one document of it and nothing else.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, TextIO

from opgen.cli.output_root import find_fault
from opgen.config import (
    Project,
    default_project,
    find_project,
    no_include_directory,
    read_project,
)
from opgen.dataclass import dataclass, field, replace
from opgen.diagnostics import Diagnostic, Diagnostics, OpgenError
from opgen.diagnostics.formats import Format, render
from opgen.diagnostics.palette import Palette

_USAGE_CODES = "OPG00"
"""Diagnostics that a command can't be carried out as asked; the others are about its subject."""
BUSY = "OPG0008"
"""Another opgen is at work on the same output root."""
_WAIT = "run the command again when the other one has ended"


class ExitCode(IntEnum):
    """What the number means that opgen ends with."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 130


class Verbosity(IntEnum):
    """How much is said."""

    SILENT = 0
    QUIET = 1
    NORMAL = 2
    VERBOSE = 3


@dataclass(slots=True)
class Choices:
    """What the options that many commands share say; paths are as they were given."""

    form: Format = Format.TEXT
    color: str = "auto"
    verbosity: Verbosity = Verbosity.NORMAL
    specs: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    output: str | None = None
    config: str | None = None
    isolated: bool = False


@dataclass(slots=True)
class Session:
    """One run of one command.

    Attributes:
        read: What the run has read and looked for; a change there may change what comes of it.
    """

    arguments: list[str]
    cwd: Path
    environ: Mapping[str, str]
    choices: Choices = field(default_factory=Choices)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    read: set[Path] = field(default_factory=set)

    def again(self) -> Session:
        """Return a session as this one was when its command began."""
        return Session(self.arguments, self.cwd, self.environ, self.choices)

    def shown(self, path: Path) -> str:
        """Return ``path`` as people read it: relative to here, unless that leads far away."""
        relative = Path(os.path.relpath(path, self.cwd)).as_posix()
        return path.as_posix() if relative.startswith("../../..") else relative

    def path(self, text: str) -> Path:
        """Return the absolute path that ``text`` of the command line means."""
        return Path(os.path.normpath(self.cwd / text))

    def palette(self, stream: TextIO) -> Palette:
        """Return the colours for ``stream``."""
        return Palette(_wants_color(self.choices.color, self.environ, stream))

    def project(self) -> Project | None:
        """Return the project, or ``None`` with diagnostics where there can't be one."""
        project = self._configured()
        self.read.update(project.searched)
        chosen = self.choices
        for text in chosen.include_dirs:
            if not self.path(text).is_dir():
                shown = self.shown(self.path(text))
                self.diagnostics.add(no_include_directory(text, span=None, path=shown))
        project = replace(
            project,
            root=project.root if project.config else self._root_of_specs(),
            include_dirs=(*map(self.path, chosen.include_dirs), *project.include_dirs),
            defines=(*project.defines, *chosen.defines),
            protected=(*project.protected, *chosen.protected),
            output=self.path(chosen.output or str(project.output)),
        )
        fault = find_fault(project.output, self.shown)
        if fault is not None:
            self.diagnostics.add(fault)
            self.read.add(project.output)
        return None if self.diagnostics.has_errors else project

    def _root_of_specs(self) -> Path:
        """Return what specs are relative to without a configuration: see ``docs/cli.md``."""
        paths = [self.path(text) for text in self.choices.specs]
        folders = [path if path.is_dir() else path.parent for path in paths]
        return Path(os.path.commonpath(folders)).parent if folders else self.cwd

    def _configured(self) -> Project:
        if self.choices.isolated:
            return default_project(self.cwd)
        if self.choices.config is not None:
            path = self.path(self.choices.config)
            return read_project(path, diagnostics=self.diagnostics, shown_as=self.shown)
        return find_project(self.cwd, diagnostics=self.diagnostics, shown_as=self.shown)

    def say(self, text: str) -> None:
        """Print a line of result that --quiet leaves out."""
        if self.choices.verbosity >= Verbosity.NORMAL and not self.choices.form.for_machines:
            _write(sys.stdout, f"{text}\n")

    def remark(self, text: str) -> None:
        """Print a line to stderr about a command that failed; --quiet leaves it out."""
        if self.choices.verbosity >= Verbosity.NORMAL and not self.choices.form.for_machines:
            _write(sys.stderr, f"{text}\n")

    def detail(self, text: str) -> None:
        """Print a line to stderr that only --verbose asks for."""
        if self.choices.verbosity >= Verbosity.VERBOSE:
            _write(sys.stderr, f"{text}\n")

    def result(self, text: str) -> None:
        """Print what the command was asked for; only --silent leaves it out."""
        if self.choices.verbosity > Verbosity.SILENT and not self.choices.form.for_machines:
            _write(sys.stdout, text)

    def finish(self, command: str, *, failed: bool = False, data: Any = None) -> int:
        """Report all diagnostics and return the exit code.

        Args:
            command: The command's name.
            failed: Whether it failed for a reason that isn't among the diagnostics.
            data: The command's result as a JSON value.
        """
        code = self.exit_code(failed=failed)
        if self.choices.verbosity > Verbosity.SILENT:
            self._report({"command": command, "exit_code": int(code), "result": data})
        return code

    def exit_code(self, *, failed: bool = False) -> ExitCode:
        """Return what the diagnostics so far, and ``failed``, come to."""
        errors = [item for item in self.diagnostics.items if item.is_error]
        if any(item.code.startswith(_USAGE_CODES) for item in errors):
            return ExitCode.USAGE
        return ExitCode.FAILED if errors or failed else ExitCode.DONE

    def give_up(self, command: str, error: OpgenError) -> int:
        """Report the fault that ended ``command``, and all that was found before."""
        is_busy = error.code == BUSY
        advice = _WAIT if is_busy else f"put that right, then run `opgen {command}` again"
        self.diagnostics.add(Diagnostic(error.code, str(error), path=error.path, help=advice))
        return self.finish(command)

    def _report(self, extra: dict[str, Any]) -> None:
        form = self.choices.form
        stream = sys.stdout if form.for_machines or form is Format.GITHUB else sys.stderr
        items = self.diagnostics.sorted()
        _write(stream, render(items, form, palette=self.palette(stream), extra=extra))


def to_json(value: Any) -> str:
    """Return ``value`` as JSON to print."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None and text:
        stream.write(text)
        stream.flush()


def _wants_color(choice: str, environ: Mapping[str, str], stream: TextIO | None) -> bool:
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and environ.get("TERM") != "dumb"
