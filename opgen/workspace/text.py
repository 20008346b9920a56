"""The bytes of a file as lines: byte-order mark, line ends, what counts as equal.

Works on bytes, so that no encoding can lose anything. Must not know regions or files.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOM: Final = b"\xef\xbb\xbf"


def digest(data: bytes) -> str:
    """Return the SHA-256 of ``data`` in hexadecimal."""
    return sha256(data).hexdigest()


def encoded(text: str) -> bytes:
    """Return the bytes of a rendered text."""
    return text.encode("utf-8", "surrogateescape")


def bare(line: bytes) -> bytes:
    """Return ``line`` without its line end; two lines are equal when this is."""
    if line.endswith(b"\n"):
        return line[:-2] if line.endswith(b"\r\n") else line[:-1]
    return line[:-1] if line.endswith(b"\r") else line


def bares(lines: Iterable[bytes]) -> list[bytes]:
    """Return ``lines`` without their line ends."""
    return [
        line[:-1] if line[-1:] == b"\n" and line[-2:-1] != b"\r" else bare(line) for line in lines
    ]


def same(left: Sequence[bytes], right: Sequence[bytes]) -> bool:
    """Whether two runs of lines are equal but for their line ends."""
    return len(left) == len(right) and bares(left) == bares(right)


def is_blank(lines: Iterable[bytes]) -> bool:
    """Whether no line holds more than white space."""
    return not any(line.strip() for line in lines)


def _plain(data: bytes) -> bytes:
    return data.removeprefix(BOM).removesuffix(b"\n")


# No slots: cached properties need a dictionary.
@dataclass(frozen=True)
class Text:
    """A file's bytes, cut at line feeds only; each line keeps its own end.

    A file that holds carriage returns and no line feed is cut at those.
    """

    data: bytes

    @cached_property
    def bom(self) -> bytes:
        """The byte-order mark, or nothing."""
        return BOM if self.data.startswith(BOM) else b""

    @cached_property
    def lines(self) -> tuple[bytes, ...]:
        """The lines without the byte-order mark."""
        body = self.data[len(self.bom) :]
        end = b"\r" if b"\n" not in body and b"\r" in body else b"\n"
        lines = [line + end for line in body.split(end)]
        last = lines.pop()[:-1]
        return (*lines, last) if last else tuple(lines)

    @cached_property
    def keys(self) -> list[bytes]:
        """The lines without their ends."""
        if b"\r" in self.data:
            return bares(self.lines)
        lines = self.data[len(self.bom) :].split(b"\n")
        return lines if lines[-1] else lines[:-1]

    @cached_property
    def eol(self) -> bytes:
        """The line end that most lines have."""
        crlf = self.data.count(b"\r\n")
        feeds = self.data.count(b"\n")
        if not feeds and b"\r" in self.data:
            return b"\r"
        return b"\r\n" if crlf * 2 > feeds else b"\n"

    @property
    def is_binary(self) -> bool:
        """Whether it holds a NUL byte; such a file is never merged."""
        return b"\0" in self.data

    def is_like(self, other: bytes) -> bool:
        """Whether it equals ``other`` but for line ends and byte-order mark."""
        if b"\r" not in self.data and b"\r" not in other:
            return _plain(self.data) == _plain(other)
        return self.keys == Text(other).keys

    def dressed(self, lines: Sequence[bytes]) -> bytes:
        """Return ``lines`` as a file with this one's byte-order mark and missing last line end."""
        body = b"".join(lines)
        if body and self.lines and bare(self.lines[-1]) == self.lines[-1]:
            body = bare(body)
        return self.bom + body


def with_eol(lines: Iterable[bytes], eol: bytes) -> list[bytes]:
    """Return ``lines`` with ``eol`` as the end of each that has one."""
    if eol == b"\n":
        return [
            line if line[-1:] == b"\n" and line[-2:-1] != b"\r" else _ended(line, eol)
            for line in lines
        ]
    return [_ended(line, eol) for line in lines]


def _ended(line: bytes, eol: bytes) -> bytes:
    return line if bare(line) == line else bare(line) + eol


def joined(runs: Iterable[Sequence[bytes]], eol: bytes) -> list[bytes]:
    """Return the runs of lines as one, where every line but the last has an end."""
    lines = [line for run in runs for line in run]
    for at, line in enumerate(lines[:-1]):
        if bare(line) == line:
            lines[at] = line + eol
    return lines
