"""The prepass: finds directives, comments and includes, and blanks what the lexer mustn't see.

Text is blanked, never cut, so that every offset stays true. Knows the lexical rules that decide
where a comment or a directive can stand (strings and code blocks hide them), nothing of tokens or
statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostic, Diagnostics, Label
from opgen.hints import Final
from opgen.source import SourceFile, Span
from opgen.tablegen.prepass_facts import blanked

OnInclude = Callable[[int | None, Span], None]
"""Called for each live include with the offset of the word, if it is in this file, and the name."""

_PIECE: Final = re.compile(
    r'"(?:[^"\\\r\n]|\\[^\r\n])*"?'  # a string, perhaps unfinished
    r"|\[\{(?:[^}]|\}[^\]])*(?:\}\]|\}?\Z)"  # a code block, perhaps unfinished
    r"|//[^\r\n]*(?:[ \t\r\n]+//[^\r\n]*)*"  # comments one below the other
    r"|/\*"
    r"|\#[a-z]*"
    r"|include(?![0-9A-Za-z_])"
)
"""Each begins with a character of its own, which makes the search a fast one."""
_CODE: Final = re.compile(r"\[\{(?:[^}]|\}[^\]])*\}\]")
_COMMENT_EDGE: Final = re.compile(r"/\*|\*/")
_NEXT_IN_DEAD: Final = re.compile(r"\n[ \t\r]*(?=\#|/\*)")
"""What may matter in dead text: a directive or a block comment where a line begins.

There a line ends with a line feed only.
"""
_DIRECTIVES: Final = frozenset({"#ifdef", "#ifndef", "#else", "#endif", "#define"})
_TAKE_NAMES: Final = frozenset({"#define", "#ifdef", "#ifndef"})
_WORD: Final = re.compile(r"#[a-z]+")
_MACRO: Final = re.compile(r"[ \t]*(?P<name>[A-Za-z_][0-9A-Za-z_]*)?")
_BEHIND: Final = re.compile(r"[ \t]*(?://[^\r\n]*|(?P<text>(?:(?!/[*/])[^\r\n])*))")
"""What follows a directive up to the end of the line, or text up to a comment."""
_LONE_RETURN: Final = re.compile(r"\r[ \t]*\#(?:else|endif)")
"""A directive that isn't one in dead text."""
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_NUMBER: Final = re.compile(
    r"(?:(?:(?<![0-9A-Za-z_$+-])|![a-zA-Z]+)(?:0x[0-9a-fA-F]+|0b[01]+)|[+-][0-9]+)\Z"
)
"""What a word may follow without a blank, other than punctuation: some numbers."""
_STRING: Final = re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*"')


@dataclass(slots=True)
class _Region:
    """An ``#ifdef`` or ``#ifndef`` that is open."""

    span: Span
    live: bool
    outer_live: bool
    has_else: bool = False


@dataclass(slots=True)
class Word:
    """A word ``include`` that waits for the name: its offset, and those of its file."""

    offset: int
    words: set[int]


@dataclass(slots=True)
class Prepass:
    """Runs over one file.

    Attributes:
        source: The file.
        macros: The macros defined so far; shared by all files, since ``#define`` holds from
            there on, over include borders.
        waiting: The words ``include`` that wait for a name; shared as well, since the name may
            be the first token of another file.
        words: The offsets of the words ``include`` that found their name.
        asked: The macros that the file asked for.
        is_blank: Nothing but blanks is left of the text.
        blanks: Where text was blanked: begin and end of each stretch, one after the other.
        is_included: Another file includes it, and may go on where it ends.
    """

    source: SourceFile
    macros: set[str]
    diagnostics: Diagnostics
    on_include: OnInclude
    waiting: list[Word] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    words: set[int] = field(default_factory=set)
    is_blank: bool = True
    blanks: list[int] = field(default_factory=list)
    is_included: bool = False
    _out: list[str] = field(default_factory=list)
    _regions: list[_Region] = field(default_factory=list)
    _comments: set[int] = field(default_factory=set)
    _has_nul: bool = False
    _is_cut: bool = False
    _done: int = 0
    _mark: int = 0

    def run(self) -> str:
        """Return the text with everything blanked that isn't live program text."""
        text, at = self.source.text, 0
        piece = ""
        self._has_nul = "\0" in text
        while match := _PIECE.search(text, at):
            piece = match.group()
            at = match.end()
            if self._is_nothing(match):
                continue
            if piece[0] == "#":
                self._at_hash(match)
            elif piece == "/*":
                self._keep(match.start())
                self._comments.add(len(self._out))
                self._blank(self._end_of_comment(match.start()))
            elif piece.startswith("//"):
                self._keep(match.start())
                self._blank(match.end())
            else:
                self._keep(match.start())
                if self.waiting:
                    self._at_name(match)
                self._keep(match.end())
                if piece == "include":
                    self.waiting.append(Word(match.start(), self.words))
                    self._mark = len(self._out)
            at = self._done
        self._keep(len(text))
        self._drop_waiting()
        # What is behind an unfinished comment or code block isn't known.
        is_open = piece.startswith("[{") and at == len(text) and not _CODE.fullmatch(piece)
        if not (is_open or self._is_cut):
            self._report_open_regions()
        return "".join(self._out)

    def _report_open_regions(self) -> None:
        if not self._regions:
            return
        advice = "add `#endif`"
        if _LONE_RETURN.search(self.source.text, self._regions[0].span.end):
            advice = "end lines with line feeds: in text that is left out, no other ends count"
        for region in self._regions:
            self._problem("region opened here is never closed", region.span, help=advice)

    def _is_nothing(self, match: re.Match[str]) -> bool:
        """Whether a piece needs no look: a string or code, or the end of another word."""
        first = match[0][0]
        if first == "i":
            return _goes_on_at(self.source.text, match.start())
        if first == "[" and self._has_nul:
            self._look_for_nul(*match.span())
        return first in '"[' and not self.waiting

    def _look_for_nul(self, start: int, end: int) -> None:
        """Report the first NUL in code or in a comment, where the lexer won't find it."""
        at = self.source.text.find("\0", start, end)
        if at >= 0:
            message, size, advice = "NUL character in the source", at + 1, "remove it"
            self.diagnostics.add(Diagnostic("OPG0102", message, self._span(at, size), help=advice))

    def _keep(self, end: int) -> None:
        kept = self.source.text[self._done : end]
        self.is_blank = self.is_blank and not kept.strip(" \t\r\n")
        self._out.append(kept)
        self._done = end

    def _blank(self, end: int) -> None:
        self._out.append(blanked(self.source.text[self._done : end]))
        self.blanks += (self._done, end)
        self._done = end

    def _problem(
        self,
        message: str,
        span: Span,
        *,
        secondary: tuple[Label, ...] = (),
        help: str = "",  # noqa: A002 - the word of the data
    ) -> None:
        self.diagnostics.add(Diagnostic("OPG0103", message, span, secondary=secondary, help=help))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _end_of_comment(self, start: int) -> int:
        """Return where the block comment at ``start`` ends; comments nest."""
        depth = 0
        for edge in _COMMENT_EDGE.finditer(self.source.text, start):
            depth += 1 if edge.group() == "/*" else -1
            if depth == 0:
                if self._has_nul:
                    self._look_for_nul(start, edge.end())
                return edge.end()
        self._is_cut = True
        self.diagnostics.add(
            Diagnostic(
                "OPG0102",
                "comment is never closed",
                self._span(start, start + 2),
                help="add `*/`; block comments nest, so each `/*` needs its own",
            )
        )
        return len(self.source.text)

    def _at_name(self, match: re.Match[str]) -> None:
        """Handle what follows the word ``include``, perhaps its name."""
        self._drop_waiting()
        if self.waiting and _STRING.fullmatch(match.group()):
            word = self.waiting.pop()
            word.words.add(word.offset)
            self._keep(match.end())
            self._mark = len(self._out)
            is_own = word.words is self.words
            self.on_include(word.offset if is_own else None, self._span(*match.span()))

    def _drop_waiting(self) -> None:
        """Give up the words that something else than a name follows."""
        if self.waiting and "".join(self._out[self._mark :]).strip(" \t\r\n"):
            self.waiting.clear()

    def _at_hash(self, match: re.Match[str]) -> None:
        self._keep(match.start())
        if self._is_directive(match):
            self._directive(match.group(), match.start(), match.end())
        else:
            self._keep(match.start() + 1)

    def _is_directive(self, match: re.Match[str]) -> bool:
        if not self._is_directive_word(match):
            return False
        for number in range(len(self._out) - 1, -1, -1):
            # A line that ends in a comment doesn't end for the lexer.
            if number in self._comments:
                continue
            piece = self._out[number]
            begin = 1 + max(piece.rfind("\n"), piece.rfind("\r"))
            if piece[begin:].strip(" \t"):
                return False
            if begin:
                return True
        return True

    def _directive(self, word: str, start: int, end: int) -> None:
        """Handle the live directive at ``start``, and skip the dead text it may begin."""
        name, stop = self._arguments(word, end)
        span = self._span(start, stop)
        match word:
            case "#define":
                if name:
                    self.macros.add(name)
            case "#ifdef" | "#ifndef":
                live = (name in self.macros) == (word == "#ifdef") or not name
                self._regions.append(_Region(span, live=live, outer_live=True))
            case "#else":
                self._else(span)
            case _:
                self._endif(span)
        self._blank(self._end_of_directive(word, name, stop))
        if self._regions and not self._regions[-1].live:
            self._skip_dead()

    def _arguments(self, word: str, end: int) -> tuple[str, int]:
        """Return the macro name of a directive and where its text ends."""
        text = self.source.text
        name = ""
        if word in _TAKE_NAMES:
            match = _MACRO.match(text, end)
            name = (match and match["name"]) or ""
            if match and name:
                self.asked.add(name)
                end = match.end()
            else:
                self._problem(f"macro name expected after `{word}`", self._span(end, end))
        elif end == len(text) and self._regions:
            self._problem(
                f"`{word}` ends the file",
                self._span(end - len(word), end),
                help="end the line; TableGen knows a directive by what follows it",
            )
        return name, end

    def _end_of_directive(self, word: str, name: str, at: int) -> int:
        """Return where the line of a directive ends, behind comments that span lines."""
        text = self.source.text
        # What lacks its name has been reported, and so has all that stands behind it.
        is_told = word in _TAKE_NAMES and not name
        while match := _BEHIND.match(text, at):
            at = match.end()
            if match["text"] and not is_told:
                start = match.start("text")
                extra = self._span(start, start + len(match["text"].rstrip()))
                self._problem(f"only a comment may follow `{word}`", extra)
                is_told = True
            if text.startswith("/*", at):
                at = self._end_of_comment(at)
            elif not text.startswith("//", at):
                break
        return at

    def _else(self, span: Span) -> None:
        if not self._regions:
            self._problem("`#else` without `#ifdef` or `#ifndef`", span)
            return
        region = self._regions[-1]
        if region.has_else:
            earlier = (Label(region.span, "of this region"),)
            self._problem("second `#else` in a region", span, secondary=earlier)
        region.has_else = True
        region.live = region.outer_live and not region.live

    def _endif(self, span: Span) -> None:
        if self._regions:
            self._regions.pop()
        else:
            self._problem("`#endif` without `#ifdef` or `#ifndef`", span)

    def _skip_dead(self) -> None:
        """Blank dead text line by line up to the directive that ends it."""
        text, at = self.source.text, self._done
        while following := _NEXT_IN_DEAD.search(text, at):
            at = self._line_content(following.end())
            word = _WORD.match(text, at)
            if word and word.group() != "#define" and self._is_directive_word(word):
                self._blank(at)
                if self._dead_directive(word):
                    return
                at = self._done
        self._blank(len(text))

    def _line_content(self, at: int) -> int:
        """Return where text begins behind blanks and block comments."""
        text = self.source.text
        while True:
            blanks = _BLANKS.match(text, at)
            at = blanks.end() if blanks else at
            if not text.startswith("/*", at):
                return at
            at = self._end_of_comment(at)

    def _is_directive_word(self, word: re.Match[str]) -> bool:
        if word.group() not in _DIRECTIVES:
            return False
        after = self.source.text[word.end() : word.end() + 2]
        if not after:
            # In an included file this is a paste, unless there is something to end.
            return bool(self._regions) or not self.is_included
        return after[0] in " \t\r\n\xff" or after in {"//", "/*"}

    def _dead_directive(self, word: re.Match[str]) -> bool:
        """Handle a directive in dead text; return whether text is live behind it."""
        name = word.group()
        macro, stop = self._arguments(name, word.end())
        span = self._span(word.start(), stop)
        if name in {"#ifdef", "#ifndef"}:
            self._regions.append(_Region(span, live=False, outer_live=False))
        elif name == "#else":
            self._else(span)
        else:
            self._endif(span)
        self._blank(self._end_of_directive(name, macro, stop))
        return not self._regions or self._regions[-1].live


def _goes_on_at(text: str, at: int) -> bool:
    """Whether the word at an offset is the end of another."""
    if at == 0 or not _is_in_words(text[at - 1]):
        return False
    start = at
    while start and _is_in_words(text[start - 1]):
        start -= 1
    # What stands in front of the word before decides what that is.
    return _NUMBER.search(text[max(start - 1, 0) : at]) is None


def _is_in_words(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
