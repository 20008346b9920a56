"""Source files and spans: where a piece of text came from.

Knows nothing else of opgen. Text is handled as Latin-1 so that an offset is a byte offset
whatever the file holds; :meth:`SourceFile.line_text` decodes UTF-8 for display.
"""

from __future__ import annotations

import errno
import os
import stat
from bisect import bisect_right

from opgen.dataclass import dataclass, field
from opgen.namedtuple import NamedTuple


def read_plain(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file, if it is one.

    A pipe would wait for somebody to write to it, and a device may never end.

    Raises:
        OSError: It can't be read, or is something else.
    """
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is no plain file")
    with open(path, "rb") as stream:
        return stream.read()


class Position(NamedTuple):
    """A place in a file as people count it: line and column from 1, the column in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """The text of one file and the index of its lines.

    Attributes:
        path: The path as it is shown to people: relative to where they stand, with ``/``.
        text: The bytes of the file decoded as Latin-1; offsets into it are byte offsets.
    """

    path: str
    text: str
    _starts: list[int] = field(default_factory=list, init=False, repr=False)
    _data: bytes | None = field(default=None, init=False, repr=False)

    @classmethod
    def of_bytes(cls, path: str, data: bytes) -> SourceFile:
        """Return a file with these bytes, which are decoded when the text is asked for."""
        made = cls.__new__(cls)
        for name, value in (("path", path), ("_starts", []), ("_data", data)):
            object.__setattr__(made, name, value)
        return made

    def __getattr__(self, name: str) -> str:
        """Decode the text when it is asked for."""
        if name != "text" or self._data is None:
            message = f"`{type(self).__name__}` has no `{name}`"
            raise AttributeError(message)
        text = self._data.decode("latin-1")
        object.__setattr__(self, "text", text)
        return text

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode("latin-1") if self._data is None else self._data

    @classmethod
    def read(cls, path: str | os.PathLike[str], shown_as: str | None = None) -> SourceFile:
        """Read a file.

        Raises:
            OSError: The file can't be read, or is something else.
        """
        shown = os.fspath(path).replace(os.sep, "/") if shown_as is None else shown_as
        return cls.of_bytes(shown, read_plain(path))

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts

    def line_of(self, offset: int) -> int:
        """Return the number, from 1, of the line that holds ``offset``."""
        return bisect_right(self._line_starts(), offset)

    def position(self, offset: int) -> Position:
        """Return the line and column of ``offset``."""
        line = self.line_of(offset)
        start = self._line_starts()[line - 1]
        return Position(line, len(_decode(self.text[start:offset])) + 1)

    def span(self, start: int, end: int) -> Span:
        """Return the range of offsets ``[start, end)`` as a span."""
        return Span(self, start, end)

    def line_text(self, line: int) -> str:
        """Return line ``line`` without its line end, decoded for display."""
        starts = self._line_starts()
        end = starts[line] if line < len(starts) else len(self.text)
        return _decode(self.text[starts[line - 1] : end].rstrip("\r\n"))


@dataclass(frozen=True, slots=True)
class Span:
    """The half-open range ``[start, end)`` of byte offsets in a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the span, decoded for display."""
        return _decode(self.file.text[self.start : self.end])

    @property
    def position(self) -> Position:
        """Line and column of the first character."""
        return self.file.position(self.start)

    def __str__(self) -> str:
        line, column = self.position
        return f"{self.file.path}:{line}:{column}"

    def inner(self, start: int, end: int) -> Span:
        """Return the part ``[start, end)`` of this span, counted from its own start."""
        return Span(self.file, self.start + start, self.start + end)


def _decode(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")
