"""The project: ``[tool.opgen]`` of the nearest ``pyproject.toml`` that has it, checked by hand.

Knows TOML and diagnostics. It reads neither the command line nor the environment; where to
start looking is passed in, and what the values mean to later stages is theirs to check.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostic, Diagnostics, Severity
from opgen.diagnostics.suggestions import did_you_mean
from opgen.source import SourceFile, Span

CONFIG_NAME: Final = "pyproject.toml"
TABLE: Final = "tool.opgen"
DEFAULT_OUTPUT: Final = "generated"
_BYTE_ORDER_MARK: Final = "\u00ef\u00bb\u00bf"
"""That of UTF-8, as Latin-1; editors don't show it, so it takes no column here either."""


@dataclass(frozen=True, slots=True)
class Project:
    """What is built and how; all paths are absolute.

    Attributes:
        root: The directory of the configuration file, else the one the search began in.
        output: The output root.
        specs: Spec files and directories of them.
        include_dirs: Directories that ``include`` is looked up in, first to last.
        defines: Macros that are defined for ``#ifdef``.
        targets: Names of targets; ``None`` leaves the choice to the pipeline.
        templates: A directory whose templates replace shipped ones of the same name.
        library: The library of an operator that names none.
        interpreters: For each target with an environment of its own, the Python there.
        formatters: For each pattern of file names, the formatter's command.
        protected: Patterns of outputs that are never written.
        config: The configuration file that was read.
        searched: Every file that was looked for as configuration, whether it exists or not.
        targets_span: Where the targets are written.
        interpreter_spans: For each target that has options for ``verify``, where they are written.
    """

    root: Path
    output: Path
    specs: tuple[Path, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    targets: tuple[str, ...] | None = None
    templates: Path | None = None
    library: str | None = None
    interpreters: tuple[tuple[str, str], ...] = ()
    formatters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    protected: tuple[str, ...] = ()
    config: Path | None = None
    searched: tuple[Path, ...] = ()
    targets_span: Span | None = None
    interpreter_spans: tuple[tuple[str, Span | None], ...] = ()


def default_project(root: Path, searched: Iterable[Path] = ()) -> Project:
    """Return the project of a directory without configuration."""
    return Project(root=root, output=root / DEFAULT_OUTPUT, searched=tuple(searched))


def find_project(
    start: Path, *, diagnostics: Diagnostics, shown_as: Callable[[Path], str]
) -> Project:
    """Read the configuration of the nearest directory, from ``start`` upwards, that has one."""
    searched: list[Path] = []
    for directory in (start, *start.parents):
        candidate = directory / CONFIG_NAME
        searched.append(candidate)
        if not os.path.lexists(candidate):
            continue
        document = _read(candidate, shown_as(candidate), diagnostics)
        if document is None:
            return default_project(start, searched)
        if document.table is not None:
            return _project(document, tuple(searched), diagnostics)
    return default_project(start, searched)


def read_project(
    path: Path, *, diagnostics: Diagnostics, shown_as: Callable[[Path], str]
) -> Project:
    """Read the configuration file ``path``, which has to hold ``[tool.opgen]``."""
    document = _read(path, shown_as(path), diagnostics)
    if document is not None and document.table is not None:
        return _project(document, (path,), diagnostics)
    if document is not None:
        diagnostics.add(
            Diagnostic(
                "OPG0003",
                f"no table `[{TABLE}]` in the configuration file",
                path=document.source.path,
                help=f"add `[{TABLE}]`, or leave --config out",
            )
        )
    return default_project(path.parent, (path,))


@dataclass(frozen=True, slots=True)
class _Document:
    """A TOML file and the table in it that is opgen's."""

    file: Path
    source: SourceFile
    table: Mapping[str, Any] | None


def _read(path: Path, shown: str, diagnostics: Diagnostics) -> _Document | None:
    try:
        read = SourceFile.read(path, shown)
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        diagnostics.add(
            Diagnostic(
                "OPG0003",
                f"can't read the configuration file: {reason}",
                path=shown,
                help="check the path and its permissions",
            )
        )
        return None
    source = SourceFile(shown, read.text.removeprefix(_BYTE_ORDER_MARK))
    try:
        values = tomllib.loads(source.text.encode("latin-1").decode("utf-8"))
    except UnicodeDecodeError as error:
        _invalid(diagnostics, "the file isn't UTF-8", Span(source, error.start, error.end))
        return None
    except tomllib.TOMLDecodeError as error:
        _invalid(diagnostics, *_syntax_error(source, str(error)))
        return None
    except RecursionError:
        _invalid(diagnostics, "a value is nested too deeply", _longest(source, r"[\[{][\[{\s]*"))
        return None
    except ValueError:
        # Python's limit for decimal numbers, which the TOML parser doesn't report as its own.
        _invalid(diagnostics, "a number has too many digits", _longest(source, r"[0-9_]+"))
        return None
    top = _Reader(_Document(path, source, None), "", values, diagnostics)
    tool = top.subtable("tool")
    return _Document(
        path, source, tool.subtable("opgen").values if "opgen" in tool.values else None
    )


def _invalid(diagnostics: Diagnostics, message: str, span: Span) -> None:
    diagnostics.add(
        Diagnostic(
            "OPG0003", f"invalid TOML: {message}", span=span, help="correct the file's syntax"
        )
    )


def _longest(source: SourceFile, pattern: str) -> Span:
    """Return where the longest text like ``pattern`` begins, where the parser tells no place."""
    runs = re.finditer(pattern, source.text)
    run = max(runs, key=lambda found: found.end() - found.start(), default=None)
    return Span(source, run.start(), run.start() + 1) if run else Span(source, 0, 0)


_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _syntax_error(source: SourceFile, message: str) -> tuple[str, Span]:
    found = _PLACE.search(message)
    text = message[: found.start()] if found else message
    offset = len(source.text)
    if found and found[1]:
        lines = source.text.splitlines(keepends=True)
        offset = sum(map(len, lines[: int(found[1]) - 1])) + int(found[2]) - 1
    return text[:1].lower() + text[1:], Span(source, offset, offset)


def _project(document: _Document, searched: tuple[Path, ...], diagnostics: Diagnostics) -> Project:
    reader = _Reader(document, TABLE, document.table or {}, diagnostics)
    reader.reject_unknown(_KEYS)
    root = document.file.parent
    return Project(
        root=root,
        output=root / (reader.string("output") or DEFAULT_OUTPUT),
        specs=tuple(root / name for name in reader.strings("specs") or ()),
        include_dirs=tuple(reader.directories("include", root)),
        defines=reader.macros("defines"),
        targets=reader.strings("targets"),
        templates=reader.directory("templates", root),
        library=reader.string("library"),
        interpreters=tuple(_interpreters(reader)),
        formatters=tuple(_formatters(reader)),
        protected=reader.strings("protect") or (),
        config=document.file,
        searched=(*searched, *reader.named),
        targets_span=locate(document.source, TABLE, "targets"),
        interpreter_spans=tuple(
            (target, locate(document.source, f"{TABLE}.verify", target))
            for target in reader.subtable("verify").values
        ),
    )


def _interpreters(reader: _Reader) -> Iterable[tuple[str, str]]:
    verify = reader.subtable("verify")
    for target in verify.values:
        options = verify.subtable(target)
        options.reject_unknown(("python",))
        python = options.string("python")
        if python:
            yield target, python


def _formatters(reader: _Reader) -> Iterable[tuple[str, tuple[str, ...]]]:
    table = reader.subtable("format")
    for pattern in table.values:
        command = table.strings(pattern)
        if command:
            yield pattern, command
        elif command is not None:
            table.reject_empty(pattern)


_KEYS: Final = (
    "specs",
    "include",
    "defines",
    "output",
    "targets",
    "templates",
    "library",
    "verify",
    "format",
    "protect",
)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values out of one table and reports those that are wrong.

    Attributes:
        named: The directories that are named, but not there.
    """

    document: _Document
    name: str
    values: Mapping[str, Any]
    diagnostics: Diagnostics
    named: list[Path] = field(default_factory=list)

    def reject_unknown(self, known: tuple[str, ...]) -> None:
        for key in self.values:
            if key not in known:
                advice = did_you_mean(key, known) or "known: " + ", ".join(known)
                message = f"unknown key `{key}` in [{self.name}]"
                self._report("OPG0004", message, key=key, advice=advice)

    def string(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is None or _is_string(value):
            return value
        self._wrong(key, "a string that isn't empty and holds no NUL")
        return None

    def directory(self, key: str, root: Path) -> Path | None:
        name = self.string(key)
        if name is None or (root / name).is_dir():
            return root / name if name else None
        self.named.append(root / name)
        message = f"`{_dotted(self.name, key)}` names `{name}`, which is no directory"
        advice = "make the directory, correct the path, or leave the key out"
        self._report("OPG0003", message, key=key, advice=advice)
        return None

    def directories(self, key: str, root: Path) -> Iterable[Path]:
        for name in self.strings(key) or ():
            if not (root / name).is_dir():
                span = locate(self.document.source, self.name, key)
                shown = self.document.source.path
                self.diagnostics.add(no_include_directory(name, span=span, path=shown))
            yield root / name

    def macros(self, key: str) -> tuple[str, ...]:
        names = self.strings(key) or ()
        for name in names:
            if not is_macro(name):
                message = f"`{name}` in `{_dotted(self.name, key)}` is no name of a macro"
                self._report("OPG0003", message, key=key, advice=MACRO_RULE)
        return names

    def strings(self, key: str) -> tuple[str, ...] | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, list) and all(map(_is_string, value)):
            return tuple(value)
        self._wrong(key, 'a list of strings, for example ["one"]')
        return None

    def reject_empty(self, key: str) -> None:
        self._wrong(key, 'a command, for example ["ruff", "format", "-"]')

    def subtable(self, key: str) -> _Reader:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self._wrong(key, "a table")
            value = {}
        return _Reader(self.document, _dotted(self.name, key), value, self.diagnostics)

    def _wrong(self, key: str, wanted: str) -> None:
        found = _KINDS.get(type(self.values[key]), "another type")
        message = f"`{_dotted(self.name, key)}` has to be {wanted}"
        self._report("OPG0003", message, key=key, advice=f"the value here is {found}")

    def _report(self, code: str, message: str, *, key: str, advice: str) -> None:
        span = locate(self.document.source, self.name, key)
        path = "" if span else self.document.source.path
        self.diagnostics.add(Diagnostic(code, message, span=span, path=path, help=advice))


def _is_string(value: object) -> bool:
    """Whether ``value`` can be a path or a name: neither may be empty or hold a NUL."""
    return isinstance(value, str) and value != "" and "\0" not in value


MACRO_RULE: Final = "a macro has no value; its name is letters, digits and `_`, no digit first"


def is_macro(name: str) -> bool:
    """Whether ``#ifdef`` can ask for ``name``."""
    return re.fullmatch(r"[A-Za-z_][0-9A-Za-z_]*", name) is not None


def no_include_directory(name: str, *, span: Span | None, path: str) -> Diagnostic:
    """Return a warning that ``name`` is no directory to look includes up in."""
    return Diagnostic(
        "OPG0011",
        f"include directory `{name}` does not exist",
        severity=Severity.WARNING,
        span=span,
        path="" if span else path,
        help="correct the path, or leave it out: nothing is found there",
    )


_KINDS: Final = {
    str: "a string",
    int: "an integer",
    float: "a float",
    bool: "a boolean",
    list: "a list",
    dict: "a table",
}

_HEADER = re.compile(r"^[ \t]*\[+[ \t]*([^\]\n#]+?)[ \t]*\]+", re.MULTILINE)


def locate(source: SourceFile, table: str, key: str) -> Span | None:
    """Return where ``key`` of ``table`` is written, as far as a search of the text tells."""
    for start, end, name in _sections(source.text):
        if f"{table}.".startswith(f"{name}." if name else ""):
            inner = [part for part in table[len(name) :].split(".") if part]
            found = _key_in(source, (start, end), [*inner, key])
            if found:
                return found
        elif f"{name}.".startswith(f"{_dotted(table, key)}."):
            header = source.text.rindex("[", 0, start)
            return Span(source, header, source.text.index("]", header) + 1)
    return None


def _key_in(source: SourceFile, section: tuple[int, int], keys: list[str]) -> Span | None:
    """Return where nested ``keys`` of a section are written, or the inline table they are in."""
    parts = [rf"(?:{part}|\"{part}\"|'{part}')" for part in map(re.escape, keys)]
    for depth in range(len(parts), 0, -1):
        name = r"[ \t]*\.[ \t]*".join(parts[:depth])
        after = "[=.]" if depth == len(parts) else "="
        pattern = re.compile(rf"^[ \t]*({name})[ \t]*{after}", re.MULTILINE)
        found = pattern.search(source.text, *section)
        if found:
            return Span(source, found.start(1), found.end(1))
    return None


def _dotted(table: str, key: str) -> str:
    return f"{table}.{key}" if table else key


def _sections(text: str) -> list[tuple[int, int, str]]:
    """Return the start, end and name of each section, that before the first header included."""
    headers = list(_HEADER.finditer(text))
    ends = [*(header.start() for header in headers), len(text)]
    names = ["", *("".join(header[1].replace('"', "").split()) for header in headers)]
    starts = [0, *(header.end() for header in headers)]
    return list(zip(starts, ends, names, strict=True))
