"""Find the outermost declarations of Python, and the blocks of other indented text.

Must not know regions or operators.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field, replace
from opgen.workspace.items import Item, LineIndex, Scan, apart, blanked, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PYTHON: Final = re.compile(
    r"""
      (?P<comment> \#[^\n]* )
    | (?P<string> \"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z) | '{3}(?:\\.|[^\\])*?(?:'{3}|\Z)
                | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? )
    | (?P<mark> [()\[\]{}] | \\\r?\n | \n )
    """,
    re.VERBOSE | re.DOTALL,
)
_HASHED: Final = re.compile(r"(?P<comment>(?m:^[ \t]*\#)[^\n]*)")
_CONTINUES: Final = re.compile(r"(?:else|elif|except|finally)\b")
_DEFINES: Final = re.compile(r"(?:def|class|async)\b")


def scan_python(lines: Sequence[bytes]) -> Scan:
    """Return the outermost items of Python ``lines``."""
    text = text_of(lines)
    tokens = list(_PYTHON.finditer(text))
    index = LineIndex(text)
    inner, is_whole = _inner_lines(tokens, index)
    hidden = [_hidden(token) for token in tokens if token.lastgroup != "mark"]
    walk = _Walk(text.split("\n"), blanked(text, hidden).split("\n"), inner)
    return Scan(apart(walk.items()), is_whole and walk.is_whole)


def scan_blocks(lines: Sequence[bytes]) -> Scan:
    """Return the blocks of ``lines``: a line at the margin and the indented ones below it."""
    text = text_of(lines)
    hidden = [token.span() for token in _HASHED.finditer(text)]
    walk = _Walk(text.split("\n"), blanked(text, hidden).split("\n"), frozenset())
    return Scan(apart(walk.items()), is_whole=True)


def _hidden(token: re.Match[str]) -> tuple[int, int]:
    if token.lastgroup == "comment":
        return token.span()
    return token.start() + 1, max(token.start() + 1, token.end() - 1)


def _inner_lines(tokens: Sequence[re.Match[str]], index: LineIndex) -> tuple[frozenset[int], bool]:
    """Return the lines that begin within a string, a bracket or a continued line."""
    inner: set[int] = set()
    depth = 0
    is_whole = True
    for token in tokens:
        first, last = index.line(token.start()), index.line(token.end())
        if token.lastgroup == "string":
            inner.update(range(first + 1, last + 1))
            is_whole &= not _is_open(token[0])
        elif token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
            is_whole &= depth >= 0
        elif token[0].startswith("\\") or (token[0] == "\n" and depth > 0):
            inner.add(last)
    return frozenset(inner), is_whole and depth == 0


def _is_open(string: str) -> bool:
    quotes = string[:3]
    if quotes not in {'"""', "'''"}:
        return False
    return len(string) < len(quotes) * 2 or not string.endswith(quotes)


@dataclass(slots=True)
class _Walk:
    """Walks over lines; ``code`` holds them with comments and strings blanked."""

    lines: list[str]
    code: list[str]
    inner: frozenset[int]
    is_whole: bool = True
    _items: list[Item] = field(default_factory=list)
    _decorated: int = -1

    def items(self) -> list[Item]:
        """Return the items of the text."""
        for at, text in enumerate(self.code):
            line = text.lstrip("\f")
            if at in self.inner or (line[:1].isspace() and line.strip()):
                self._extend(at)
            elif line.strip():
                self._margin(at, line)
            elif self.lines[at][:1].isspace() and self.lines[at].strip() and self._items:
                self._extend(at)
        return self._items

    def _margin(self, at: int, line: str) -> None:
        """Take a line of code that starts at the margin."""
        if line.startswith("@"):
            self._decorated = self._decorated if self._decorated >= 0 else at
        elif _CONTINUES.match(line) and self._items:
            self._extend(at)
        else:
            self._start(at)

    def _start(self, at: int) -> None:
        first = self._decorated if self._decorated >= 0 else at
        floor = self._items[-1].last if self._items else 0
        while first > floor and self._is_comment(first - 1):
            first -= 1
        end = at + 1
        while end in self.inner:
            end += 1
        code = "\n".join(self.code[at:end])
        self._items.append(Item(first, at, end, at + 1, code, bool(_DEFINES.match(code))))
        self._decorated = -1

    def _is_comment(self, at: int) -> bool:
        return at not in self.inner and bool(self.lines[at].strip()) and not self.code[at].strip()

    def _extend(self, at: int) -> None:
        """Make the line part of the item above, or of the decorators below it."""
        if self._decorated >= 0:
            return
        if not self._items:
            self.is_whole = False
            return
        last = self._items[-1]
        self._items[-1] = replace(last, last=at + 1)
