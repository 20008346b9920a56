"""Files put into one another at their includes, for programs whose includes stand in the middle.

TableGen's own lexer goes on in the included file wherever an ``include`` stands: in an expression,
in front of the one statement of a ``let``, in a statement that the included file ends. Where the
files of a program can't be understood one by one, their tokens are joined as that lexer would see
them. Knows files and tokens, not statements.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostics
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile, Span
from opgen.tablegen.parser import ParseResult, parse_tokens, read_tokens
from opgen.tablegen.scan import Tokens
from opgen.tablegen.tables import END, Tables, load_tables
from opgen.tablegen.units import Unit

_BLANKS = " \t\r\n"


class Part(NamedTuple):
    """A stretch of a file as it stands in the joined text: from ``start`` there to the next part.

    Attributes:
        start: Where it begins in the joined text.
        file: The file it is from.
        origin: Where it begins in that file.
    """

    start: int
    file: SourceFile
    origin: int


@dataclass(frozen=True, slots=True, eq=False)
class SplicedFile(SourceFile):
    """The text of several files as one; its spans are spans of the files."""

    parts: tuple[Part, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Return the span in the file in which ``start`` lies, up to where that file is left."""
        find = bisect_left if start == end else bisect_right
        number = max(find(self.parts, start, key=_start_of) - 1, 0)
        part = self.parts[number]
        rest = self.parts[number + 1 : number + 2]
        if rest and end > rest[0].start:
            left = self.text[start : rest[0].start]
            end = start + len(left.rstrip(_BLANKS))
        moved = part.origin - part.start
        return part.file.span(start + moved, end + moved)


def _start_of(part: Part) -> int:
    return part.start


class Spliced(NamedTuple):
    """A program as one unit without includes, its statements, and what is wrong with them."""

    unit: Unit
    result: ParseResult
    diagnostics: Diagnostics


def splice(root: Unit) -> Spliced:
    """Join ``root`` with all it includes and parse that."""
    diagnostics = Diagnostics()
    joiner = _Joiner(load_tables(), diagnostics)
    joiner.add(root)
    source = SplicedFile(root.source.path, "".join(joiner.texts), tuple(joiner.parts))
    tokens = joiner.tokens
    tokens.append(END, "", start=joiner.length, end=joiner.length)
    result = parse_tokens(source, tokens, diagnostics)
    unit = Unit(
        source,
        blanks=(),
        includes={},
        words=set(),
        names={},
        asked=frozenset(),
        name=root.name,
        hash=b"",
        is_blank=False,
    )
    return Spliced(unit, result, diagnostics)


@dataclass(slots=True)
class _Joiner:
    tables: Tables
    diagnostics: Diagnostics
    tokens: Tokens = field(default_factory=lambda: Tokens([], [], [], []))
    parts: list[Part] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    length: int = 0

    def add(self, unit: Unit) -> None:
        """Add a unit's tokens, with those of the units it includes in place of their names."""
        own = read_tokens(unit.source, unit.text, self.diagnostics, start=0, stop=len(unit.text))
        word, name = self.tables.literals["include"], self.tables.number("STRING")
        done = 0
        moved = self._open_part(unit, 0)
        for kind, text, start, end in zip(
            own.kinds[:-1], own.texts, own.starts, own.ends, strict=False
        ):
            is_name = kind == name and start in unit.names
            if not is_name and not (kind == word and start in unit.words):
                self.tokens.append(kind, text, start=start + moved, end=end + moved)
                continue
            self._add_text(unit.source.text[done:start])
            if is_name and (inner := unit.names[start]) is not None:
                self.add(inner)
            done = end
            moved = self._open_part(unit, done)
        self._add_text(unit.source.text[done:])

    def _open_part(self, unit: Unit, origin: int) -> int:
        """Begin a stretch of a file; return by how much its tokens are moved."""
        self.parts.append(Part(self.length, unit.source, origin))
        return self.length - origin

    def _add_text(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)
