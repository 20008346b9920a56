"""Files: reading the root and what it includes, in the order in which TableGen would.

Every file is read and put through the prepass before anything is evaluated, since a ``#define``
holds from there on over all borders of files. Knows paths and the prepass, not the language.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence

from opgen.accelerators import import_module
from opgen.dataclass import dataclass, field, replace
from opgen.diagnostics import Diagnostic, Diagnostics, Note
from opgen.hints import TYPE_CHECKING, Final
from opgen.source import SourceFile, Span, read_plain
from opgen.tablegen.escapes import unescape
from opgen.tablegen.prepass_facts import (
    Event,
    Facts,
    KnownFacts,
    Macros,
    Revision,
    StaleError,
    blank,
    key_of,
    key_of_result,
)

if TYPE_CHECKING:
    from opgen.tablegen.prepass import OnInclude, Prepass, Word

_DEEPEST: Final = 200
_MOST: Final = 1 << 16


@dataclass(slots=True, eq=False)
class Unit:
    """A file as it was included once.

    Attributes:
        source: The file.
        blanks: Where the prepass blanks text of it: begin and end of each stretch in turn.
        includes: The units it includes, by the offset of the word ``include``.
        words: The offsets of all words ``include`` that have a name, perhaps in another file.
        names: The units it includes, by the offset of the name; None if there is no such file.
        asked: The macros it asked for.
        name: Its path and those of the macros that were defined.
        hash: Of its text after the prepass.
        is_blank: Nothing of it is left.
        revision: What is known of it from an earlier state of it.
    """

    source: SourceFile
    blanks: Sequence[int]
    includes: dict[int, Unit]
    words: set[int]
    names: dict[int, Unit | None]
    asked: frozenset[str]
    name: str
    hash: bytes
    is_blank: bool
    revision: Revision | None = None
    _text: str | None = None

    @property
    def text(self) -> str:
        """The text after the prepass."""
        if self._text is None:
            self._text = blank(self.source.data, self.blanks)
        return self._text


@dataclass(slots=True)
class Loader:
    """Reads a root file and its includes.

    Attributes:
        files: The files opened, in order, each once.
        searched: The paths at which an include was looked for and not found.
        facts: What is known about files that were read before.
        included_from: For an included file, the include that opened it.
    """

    include_dirs: Sequence[str]
    diagnostics: Diagnostics
    shown_as: Callable[[str], str]
    macros: Macros
    facts: KnownFacts = field(default_factory=KnownFacts)
    files: dict[str, SourceFile] = field(default_factory=dict)
    searched: dict[str, None] = field(default_factory=dict)
    included_from: dict[SourceFile, Span] = field(default_factory=dict)
    _active: list[tuple[str, int]] = field(default_factory=list)
    _found: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    _blank: dict[str, Unit] = field(default_factory=dict)
    _waiting: list[Word] = field(default_factory=list)
    _count: int = 0
    _elsewhere: dict[str, str] | None = None

    def advice_on(self, name: str) -> str:
        """Return which file to include where it declares ``name``, or nothing."""
        if self._elsewhere is None:
            look: Callable[[Sequence[str]], dict[str, str]]
            look = import_module("opgen.tablegen.elsewhere").files_that_declare
            self._elsewhere = look(self.include_dirs)
        file = self._elsewhere.get(name)
        return f'add `include "{file}"`' if file and file not in self._found else ""

    def load_root(self, path: str, *, from_pipe: bool = False) -> Unit | None:
        """Read the root file; report and return None if it can't be read.

        Args:
            path: The file.
            from_pipe: Whether it may be a pipe: that waits until somebody writes to it.
        """
        shown = self.shown_as(path)
        try:
            mode = os.stat(path).st_mode
            if from_pipe and stat.S_ISFIFO(mode):
                with open(path, "rb") as pipe:
                    return self._unit(path, SourceFile.of_bytes(shown, pipe.read()))
            if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
                return self._unit(path, SourceFile.read(path, shown))
            kind = "pipe" if stat.S_ISFIFO(mode) else "device"
            code, message, advice = "OPG0006", f"`{shown}` is a {kind}", "name a file"
        except IsADirectoryError:
            code, message, advice = "OPG0006", f"`{shown}` is a folder", "name a file in it"
        except PermissionError:
            code, message = "OPG0006", f"`{shown}` may not be read"
            advice = "give yourself permission to read it"
        except (FileNotFoundError, NotADirectoryError, ValueError):
            code, message = "OPG0001", f"file `{shown}` not found"
            advice = "check its name and the folder you stand in"
        except OSError:
            code, message = "OPG0006", f"`{shown}` can't be read"
            advice = "see that the path leads to a file on a disk that is there"
        self.diagnostics.add(Diagnostic(code, message, path=shown, help=advice))
        return None

    def notes(self, span: Span) -> tuple[Note, ...]:
        """Return the includes through which the file of ``span`` was reached."""
        notes: list[Note] = []
        outer = self.included_from.get(span.file)
        while outer is not None:
            notes.append(Note("included from here", outer))
            outer = self.included_from.get(outer.file)
        return tuple(notes)

    def add_notes(self) -> None:
        """Add to each diagnostic about an included file how that file was reached."""
        for number, found in enumerate(self.diagnostics.items):
            if found.span is not None and (notes := self.notes(found.span)):
                rest = tuple(note for note in notes if note not in found.notes)
                self.diagnostics.items[number] = replace(found, notes=found.notes + rest)

    def _unit(self, path: str, source: SourceFile) -> Unit:
        self.files.setdefault(path, source)
        includes: dict[int, Unit] = {}
        names: dict[int, Unit | None] = {}

        def on_include(offset: int | None, name: Span) -> None:
            self.macros.events.append(("i", offset, name.start, name.end))
            unit = names[name.start] = self._include(name)
            if unit is not None and offset is not None:
                includes[offset] = unit

        macros, problems = len(self.macros), len(self.diagnostics.items)
        self._active.append((path, macros))
        outer, self.macros.events = self.macros.events, []
        was_waiting = bool(self._waiting)
        key = key_of(source.data)
        known, revision = (None, None) if was_waiting else self._find_facts(path, source, key)
        text: str | None = None
        if known is not None:
            facts, words = known, set(known.words)
            self._repeat(source, facts, on_include)
        else:
            prepass = self._prepass(source, on_include)
            text = prepass.run()
            facts = _facts(prepass, self.macros.events)
            # A word may still find its name in another file.
            words = prepass.words
            is_whole = not was_waiting and not self._waiting and len(includes) == len(names)
            if is_whole and problems == len(self.diagnostics.items):
                self.facts.keep(key, facts)
        self._active.pop()
        self.macros.events = outer
        asked = frozenset(facts.asked)
        defined = sorted(asked & self.macros)
        name = "\0".join([absolute(path), *defined])
        unit = Unit(
            source,
            facts.blanks,
            includes,
            words=words,
            names=names,
            asked=asked,
            name=name,
            hash=key_of_result(key, facts),
            is_blank=facts.is_blank,
            revision=revision,
            _text=text if revision is None else revision.revised.text,
        )
        did_nothing = (macros, problems) == (len(self.macros), len(self.diagnostics.items))
        if did_nothing and not includes and unit.is_blank:
            self._blank[path] = unit
        return unit

    def _prepass(self, source: SourceFile, on_include: OnInclude) -> Prepass:
        # Not loaded where all files are known.
        make: type[Prepass] = import_module("opgen.tablegen.prepass").Prepass
        return make(
            source,
            self.macros,
            self.diagnostics,
            on_include,
            self._waiting,
            is_included=len(self._active) > 1,
        )

    def _find_facts(
        self, path: str, source: SourceFile, key: bytes
    ) -> tuple[Facts | None, Revision | None]:
        """Return what is known of a file, and how if that is by an earlier state of it."""
        known = self.facts.find(key, self.macros)
        revision = None if known else self.facts.revise(path, source.data, self.macros)
        if revision is None:
            self.facts.keep_text(path, source.data, key)
            return known, None
        self.facts.keep(key, revision.revised.facts)
        return revision.revised.facts, revision

    def _repeat(self, source: SourceFile, facts: Facts, on_include: OnInclude) -> None:
        """Let happen again what happened in the prepass of a file."""
        for kind, *parts in facts.events:
            if kind == "i":
                offset, start, end = parts
                on_include(offset, Span(source, start, end))
            elif kind == "+":
                self.macros.add(parts[0])
            elif (parts[0] in self.macros) != parts[1]:
                raise StaleError

    def _known_blank(self, path: str) -> Unit | None:
        """Return the unit of a file that a guard blanked before and would blank again."""
        unit = self._blank.get(path)
        if unit is None:
            return None
        _, *defined = unit.name.split("\0")
        return unit if unit.asked & self.macros == set(defined) else None

    def _include(self, name: Span) -> Unit | None:
        written = name.file.data[name.start : name.end].decode("latin-1")
        wanted = os.fsdecode(unescape(written).encode("latin-1"))
        # A path ends at a NUL for the operating system, and so for llvm-tblgen.
        wanted = wanted.partition("\0")[0]
        found = self._search(wanted, name)
        if found is None:
            return None
        path, data = found
        if (blank := self._known_blank(path)) is not None:
            return blank
        source = SourceFile.of_bytes(self.shown_as(path), data)
        self._count += 1
        # Macros are only ever added, so with none added the file would include itself for ever.
        is_endless = len(self._active) > _DEEPEST or self._count > _MOST
        if (path, len(self.macros)) in self._active or is_endless:
            self._problem(
                "OPG0105", f"file `{wanted}` includes itself", name, help="guard it with `#ifndef`"
            )
            return None
        self.included_from[source] = name
        return self._unit(path, source)

    def _search(self, wanted: str, name: Span) -> tuple[str, bytes] | None:
        """Return the path and the bytes of an included file; each is read once."""
        if (known := self._found.get(wanted)) is not None:
            return known
        places = [wanted, *(f"{folder}/{wanted}" for folder in self.include_dirs)]
        # A path that ends like that is one of a folder.
        is_file = wanted.rpartition("/")[2] not in {"", "."}
        candidates = [*map(spelled, places)]
        for path in candidates if is_file else ():
            try:
                found = self._found[wanted] = path, read_plain(path)
                return found  # noqa: TRY300 - the next path is tried only where this one fails
            except OSError:
                self.searched.setdefault(path)
            except ValueError:
                break
        is_there = any(path in self.searched and os.path.exists(path) for path in candidates)
        what = "can't be read" if is_there else "not found"
        message = f"include file `{wanted}` {what}"
        meant = self._similar(wanted)
        if meant:
            self._problem("OPG0104", message, name, help=f"did you mean `{meant}`?")
        else:
            advice = "correct the name, or add `-I FOLDER`"
            self._problem("OPG0104", message, name, help=advice, more=self._looked_in())
        return None

    def _similar(self, wanted: str) -> str:
        """Return the name of a file that may have been meant, or nothing."""
        parent, _, base = wanted.rpartition("/")
        for folder in self.include_dirs:
            try:
                names = sorted(os.listdir(f"{folder}/{parent}"))
            except (OSError, ValueError):
                continue
            # Not loaded where nothing is wrong.
            closest = import_module("opgen.diagnostics.suggestions").closest
            if close := closest(base, names):
                return f"{parent}/{close}" if parent else close
        return ""

    def _looked_in(self) -> tuple[Note, ...]:
        places = [self.shown_as(folder) for folder in self.include_dirs]
        looked_in = (Note("looked in", place=place) for place in dict.fromkeys(places))
        return (Note("looked in the current folder"), *looked_in)

    def _problem(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        help: str,  # noqa: A002 - the word of the data
        more: tuple[Note, ...] = (),
    ) -> None:
        notes = (*more, *self.notes(span))
        self.diagnostics.add(Diagnostic(code, message, span, notes=notes, help=help))


def _facts(prepass: Prepass, events: Sequence[Event]) -> Facts:
    words, asked = tuple(sorted(prepass.words)), tuple(sorted(prepass.asked))
    return Facts(tuple(events), tuple(prepass.blanks), words, asked, prepass.is_blank)


def spelled(path: str) -> str:
    """Return a path as :mod:`pathlib` spells it, with ``/``."""
    path = path.replace(os.sep, "/")
    rest = path.lstrip("/")
    slashes = len(path) - len(rest)
    root = "//" if slashes == 2 else "/" if slashes else ""  # noqa: PLR2004 - POSIX has it so
    return root + "/".join([part for part in rest.split("/") if part not in {"", "."}]) or "."


def absolute(path: str) -> str:
    """Return a path from the root, with what leads upwards left as it is."""
    return spelled(os.path.join(os.getcwd(), path))
