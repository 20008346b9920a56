"""Find the outermost declarations of C, C++, CUDA and Ascend C text.

``namespace`` and ``extern "C"`` blocks are looked through. Not a parser: it knows comments,
strings, directives and brackets, no more. Must not know regions or operators.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass, field
from opgen.workspace.items import Item, LineIndex, Scan, apart, blanked, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN: Final = re.compile(
    r"""
      (?P<directive> ^[ \t]*\# (?: "(?:[^"\\\n]|\\.)*" | /\*.*?(?:\*/|\Z)
                                 | //(?:\\\r?\n|[^\n])* | \\\r?\n | [^\n] )* )
    | (?P<comment> //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z) )
    | (?P<raw> (?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z) )
    | (?P<string> "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.)*'? )
    | (?P<word> \d(?:'?[\w.])* | \w+ )
    | (?P<mark> [{}()\[\];] )
    | (?P<blank> \n[ \t\r]*(?=\n) )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SCOPE: Final = re.compile(r'\s*(?:(?:inline\s+)?namespace\b[^=;()]*|extern\s*"\s*"\s*)\Z')
_DIRECTIVE: Final = re.compile(r"\s*#\s*(\w*)\s*(\w*)")
_IFS: Final = frozenset({"if", "ifdef", "ifndef"})
_ELSES: Final = frozenset({"else", "elif", "elifdef", "elifndef"})
_MACRO_CALL: Final = re.compile(r"\s*\w+\s*\(.*\)\s*\Z", re.DOTALL)
_CLOSES: Final = {")": "(", "]": "[", "}": "{"}
_JOINS_PREVIOUS: Final = ("", ",", ";", "=", ")", ".")


def scan_c(lines: Sequence[bytes]) -> Scan:
    """Return the outermost items of C-like ``lines``."""
    text = text_of(lines)
    tokens = list(_TOKEN.finditer(text))
    walk = _Walk(blanked(text, [_hidden(token) for token in tokens if _hides(token)]))
    for token in tokens:
        if token.lastgroup == "directive":
            walk.directive(token)
        elif token.lastgroup == "mark":
            walk.mark(token[0], token.start())
        elif token.lastgroup in {"blank", "comment"}:
            walk.pause(token.start())
    walk.finish()
    index = LineIndex(text)
    return Scan(
        _with_comments(walk.pieces, _comment_lines(tokens, text, index), index), walk.is_whole
    )


def _hides(token: re.Match[str]) -> bool:
    return token.lastgroup in {"comment", "raw", "string"}


def _hidden(token: re.Match[str]) -> tuple[int, int]:
    """Return what to blank of a token: a comment whole, a string but for its quotes."""
    if token.lastgroup == "comment":
        return token.span()
    inner = token.start() + len(token[0]) - len(token[0].lstrip("uUL8R")) + 1
    return inner, max(inner, token.end() - 1)


@dataclass(frozen=True, slots=True)
class _Piece:
    """An item as offsets."""

    head: int
    body: int
    end: int
    code: str
    has_body: bool


@dataclass(slots=True)
class _State:
    """What is open: brackets within an item, and the scopes that are looked through."""

    stack: list[str] = field(default_factory=list)
    scopes: int = 0

    def copy(self) -> _State:
        return _State(self.stack.copy(), self.scopes)


@dataclass(slots=True)
class _Walk:
    """Walks over the brackets and directives of a text and cuts it into pieces."""

    text: str
    pieces: list[_Piece] = field(default_factory=list)
    is_whole: bool = True
    _state: _State = field(default_factory=_State)
    _branches: list[_State] = field(default_factory=list)
    _at: int = 0
    _body: int = -1
    _off: int = -1
    _inner: int = 0

    def directive(self, token: re.Match[str]) -> None:
        """Take a preprocessor line: an item of its own unless inside one."""
        found = _DIRECTIVE.match(token[0])
        name, rest = (found[1], found[2]) if found else ("", "")
        if self._off >= 0 and not self._switched_on(name, token.start()):
            return
        self._branch(name)
        if name == "if" and rest in {"0", "false"}:
            self._off = token.end()
        if not self._state.stack and not self.text[self._at : token.start()].strip():
            self._at = token.start()
            self._cut(token.end(), has_body=False, code=token[0])
        elif not self._state.stack:
            self._blank(*token.span())

    def _switched_on(self, name: str, at: int) -> bool:
        """Whether a directive ends a text that ``#if 0`` switched off; that is then no code."""
        if name == "endif" and self._inner:
            self._inner -= 1
        elif name in _IFS:
            self._inner += 1
        elif name in _ELSES | {"endif"} and not self._inner:
            self._blank(self._off, at)
            self._off = -1
            return True
        return False

    def _blank(self, start: int, end: int) -> None:
        self.text = blanked(self.text, [(start, end)])

    def _branch(self, name: str) -> None:
        """Count the brackets of one branch of a conditional only."""
        if name in _IFS:
            self._branches.append(self._state.copy())
        elif name in _ELSES and self._branches:
            self._state = self._branches[-1].copy()
        elif name == "endif" and self._branches:
            self._branches.pop()

    def mark(self, mark: str, at: int) -> None:
        """Take a bracket or a semicolon."""
        if self._off >= 0:
            return
        if mark == ";":
            if not self._state.stack:
                self._cut(at + 1, has_body=False, code=self.text[self._at : at])
        elif mark in _CLOSES:
            self._close(mark, at)
        else:
            self._open(mark, at)

    def pause(self, at: int) -> None:
        """Take a blank line or a comment: it ends a macro call that has no semicolon."""
        if self._off < 0 and not self._state.stack and _MACRO_CALL.match(self.text, self._at, at):
            code = self.text[self._at : at].rstrip()
            self._cut(self._at + len(code), has_body=False, code=code)

    def _open(self, mark: str, at: int) -> None:
        if mark == "{" and not self._state.stack:
            if _SCOPE.match(self.text, self._at, at):
                self._state.scopes += 1
                self._cut(at + 1, has_body=False, code=self.text[self._at : at])
                return
            self._body = at
        self._state.stack.append(mark)

    def _close(self, mark: str, at: int) -> None:
        state = self._state
        if state.stack and state.stack[-1] == _CLOSES[mark]:
            state.stack.pop()
            if mark == "}" and not state.stack:
                self._cut(at + 1, has_body=True, code=self.text[self._at : self._body])
        elif mark == "}" and not state.stack and state.scopes:
            state.scopes -= 1
            self._cut(at + 1, has_body=False, code=self.text[self._at : at + 1])
        else:
            self.is_whole = False

    def _cut(self, end: int, *, has_body: bool, code: str) -> None:
        """End the current item; what only continues the one before becomes part of it."""
        head = end - len(self.text[self._at : end].lstrip())
        if self.pieces and code.strip()[:1] in _JOINS_PREVIOUS:
            last = self.pieces[-1]
            has_body = last.has_body or has_body
            self.pieces[-1] = _Piece(last.head, last.body, end, last.code, has_body)
        else:
            body = self._body if has_body else end - 1
            self.pieces.append(_Piece(head, body, end, code.strip(), has_body))
        self._at = end

    def finish(self) -> None:
        """Take what is left behind the last item."""
        if self._off >= 0 or self._state.stack or self._state.scopes or self._branches:
            self.is_whole = False
        if self.text[self._at :].strip():
            end = len(self.text.rstrip())
            self._cut(end, has_body=False, code=self.text[self._at : end])


def _comment_lines(tokens: Sequence[re.Match[str]], text: str, index: LineIndex) -> dict[int, int]:
    """Return the comments that have their lines to themselves: last line to first line."""
    found: dict[int, int] = {}
    for token in tokens:
        if token.lastgroup != "comment":
            continue
        first, last = index.line(token.start()), index.line(token.end() - 1)
        rest = text[token.end() : text.find("\n", token.end()) % (len(text) + 1)]
        if not text[index.starts[first] : token.start()].strip() and not rest.strip():
            found[last] = first
    return found


def _with_comments(
    pieces: Sequence[_Piece], comments: dict[int, int], index: LineIndex
) -> tuple[Item, ...]:
    items: list[Item] = []
    floor = 0
    for piece in pieces:
        head, last = index.line(piece.head), index.line(piece.end - 1) + 1
        first = head
        while first - 1 in comments and comments[first - 1] >= floor:
            first = comments[first - 1]
        body = index.line(piece.body) + 1
        items.append(Item(first, head, body, last, piece.code, piece.has_body))
        floor = last
    return apart(items)
