"""Read what a project says of line ends, in ``.gitattributes`` and ``.editorconfig``.

It counts for files that opgen makes; one that is there keeps what it has. What git says comes
first, because a checkout would change the file to that. Must not know what the files are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from opgen.dataclass import dataclass, field
from opgen.source import read_plain

if TYPE_CHECKING:
    from opgen.outputs import RelPath

LINE_FEED: Final = b"\n"
ENDS: Final[Mapping[str, bytes]] = {"lf": LINE_FEED, "crlf": b"\r\n", "cr": b"\r"}
"""Line ends by the names that both files give them."""

_GIT: Final = ".gitattributes"
_EDITOR: Final = ".editorconfig"
_PIECE: Final = re.compile(
    r"\\.|\A\*\*/|/\*\*/|/\*\*\Z|\*\*|\{-?\d+\.\.-?\d+\}|\[!?\]?[^]/]*\]|.", re.DOTALL
)
_WILD: Final = {
    "**/": "(?:.*/)?",
    "/**/": "/(?:.*/)?",
    "/**": "/.*",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
}
_NOTHING: Final = "(?!)"
_MOST_NUMBERS: Final = 1000

_Attributes: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
_Sections: TypeAlias = tuple[bool, tuple[tuple[str, str], ...]]


def name_of(line_end: bytes) -> str:
    """Return the name of a line end; empty for line feeds, which need no mention."""
    return next((name for name, end in ENDS.items() if end == line_end != LINE_FEED), "")


def just_feeds(path: RelPath) -> bytes:
    """Return a line feed: what files have where nobody says otherwise."""
    del path
    return LINE_FEED


@dataclass(frozen=True, slots=True)
class Conventions:
    """What the files of a project say of its outputs, as they are when they are first asked.

    Attributes:
        root: The output root.
    """

    root: Path
    _git: dict[Path, _Attributes] = field(default_factory=dict)
    _editor: dict[Path, _Sections] = field(default_factory=dict)

    def line_end(self, path: RelPath) -> bytes:
        """Return the line end of a new file."""
        place = self.root / path
        return ENDS.get(self._from_git(place) or self._from_editor(place), LINE_FEED)

    def _from_git(self, place: Path) -> str:
        """Return what the nearest ``.gitattributes`` that says anything says of line ends."""
        is_text, end = "", ""
        for directory in reversed(list(_up_to_repository(place.parent))):
            below = place.relative_to(directory).as_posix()
            if directory not in self._git:
                self._git[directory] = _attributes(directory / _GIT)
            for pattern, attributes in self._git[directory]:
                if _git_pattern(pattern).fullmatch(below):
                    is_text = _last(attributes, "text", is_text)
                    end = _last(attributes, "eol", end)
        return "" if is_text == "-" else end

    def _from_editor(self, place: Path) -> str:
        """Return what the nearest ``.editorconfig`` that says anything says of line ends."""
        for directory in place.parents:
            below = place.relative_to(directory).as_posix()
            if directory not in self._editor:
                self._editor[directory] = _sections(directory / _EDITOR)
            is_top, sections = self._editor[directory]
            said = [end for pattern, end in sections if _editor_pattern(pattern).fullmatch(below)]
            if said:
                return "" if said[-1] == "unset" else said[-1]
            if is_top:
                break
        return ""


def _up_to_repository(directory: Path) -> Iterator[Path]:
    for each in (directory, *directory.parents):
        yield each
        if (each / ".git").exists():
            return


def _last(attributes: Iterable[str], name: str, known: str) -> str:
    """Return an attribute's value after some more were said: ``-`` if unset, empty if unknown."""
    for each in attributes:
        if each == f"!{name}":
            known = ""
        elif each == f"-{name}" or (name == "text" and each == "binary"):
            known = "-"
        elif each == name:
            known = "+"
        elif each.startswith(f"{name}="):
            known = each.partition("=")[2]
    return known


def _attributes(file: Path) -> _Attributes:
    """Return the patterns of a ``.gitattributes`` and the attributes of each."""
    found = []
    for line in _lines(file):
        pattern, *attributes = line.split()
        if not pattern.startswith(("#", "!", "[attr]")):
            found.append((pattern.strip('"'), tuple(attributes)))
    return tuple(found)


def _lines(file: Path) -> list[str]:
    """Return the lines of a file that hold anything; none if it can't be read."""
    try:
        text = read_plain(file).decode("utf-8-sig", "replace")
    except OSError:
        return []
    return [line.strip() for line in text.splitlines() if line.strip()]


def _sections(file: Path) -> _Sections:
    """Return whether a file says that it is the topmost, and the line ends of its sections."""
    is_top, section = False, ""
    found = []
    for line in _lines(file):
        if line.startswith(("#", ";")):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
            continue
        name, _, value = (part.strip().lower() for part in line.partition("="))
        if name == "root" and not section:
            is_top = value == "true"
        elif name == "end_of_line" and section:
            found.append((section, value))
    return is_top, tuple(found)


@cache
def _git_pattern(pattern: str) -> re.Pattern[str]:
    """Return what a pattern of ``.gitattributes`` matches, relative to that file."""
    if pattern.endswith("/"):
        return re.compile(_NOTHING)
    # Two stars mean more than one only where they are the whole of a part.
    pattern = re.sub(r"\*+", _stars, pattern)
    inner = pattern.strip("/")
    anywhere = "" if "/" in pattern.rstrip("/") else r"(?:.*/)?"
    expression = _expression(inner, braces=False)
    return re.compile(anywhere + expression, re.DOTALL)


def _stars(match: re.Match[str]) -> str:
    return "**" if len(match[0]) > 1 and _is_part(match) else "*"


def _is_part(match: re.Match[str]) -> bool:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return before in {"", "/"} and after in {"", "/"}


@cache
def _editor_pattern(pattern: str) -> re.Pattern[str]:
    """Return what a section of ``.editorconfig`` matches, relative to that file."""
    anywhere = "" if "/" in pattern else r"(?:.*/)?"
    return re.compile(anywhere + _expression(pattern.removeprefix("/"), braces=True), re.DOTALL)


def _expression(pattern: str, *, braces: bool) -> str:
    """Return a pattern of file names as a regular expression."""
    depth = 0
    signs = {"{": "(?:", "}": ")", ",": "|"}
    is_closed = braces and pattern.count("{") == pattern.count("}")
    parts = []
    for piece in _PIECE.findall(pattern):
        if is_closed and piece in signs and (depth or piece == "{"):
            depth += (piece == "{") - (piece == "}")
            parts.append(signs[piece])
        else:
            parts.append(_simple(piece, braces=braces))
    return "".join(parts)


def _simple(piece: str, *, braces: bool) -> str:
    if piece in _WILD:
        return _WILD[piece]
    if piece.startswith("[") and len(piece) > 1:
        inner = piece[1:-1]
        negated = inner.startswith("!")
        sign = "^/" if negated else ""
        return f"[{sign}{re.escape(inner[negated:])}]".replace(r"\-", "-")
    if ".." in piece and piece.startswith("{"):
        return _numbers(piece) if braces else re.escape(piece)
    return re.escape(piece[1:] if piece.startswith("\\") and len(piece) > 1 else piece)


def _numbers(piece: str) -> str:
    first, last = sorted(int(number) for number in piece[1:-1].split(".."))
    numbers = range(first, min(last + 1, first + _MOST_NUMBERS))
    return f"(?:{'|'.join(map(str, numbers))})"
