"""The outermost declarations of a text: where each begins, with what stands above it, and ends.

Data and what the scanners of several languages share. Must not know regions or operators.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Item:
    """A declaration at the outermost level, as a range of lines.

    Attributes:
        first: First line, with the comments and decorators directly above the declaration.
        head: The line where its code starts.
        body: One past the line where its head ends and its body begins.
        last: One past its last line.
        code: Its text up to the body, with comments and the insides of strings blanked.
        has_body: Whether it's a definition rather than a declaration or a call.
    """

    first: int
    head: int
    body: int
    last: int
    code: str
    has_body: bool


@dataclass(frozen=True, slots=True)
class Scan:
    """The items of a text in order, no two on one line.

    Attributes:
        items: The items.
        is_whole: Whether brackets and strings are closed, so that the items can be trusted.
    """

    items: tuple[Item, ...]
    is_whole: bool


def text_of(lines: Sequence[bytes]) -> str:
    """Return ``lines`` as a text with one character per byte and a line feed at each end."""
    text = b"".join(lines).decode("latin-1")
    return text if "\n" in text else text.replace("\r", "\n")


class LineIndex:
    """Which line an offset of a text is on, from 0."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """Return the line that holds ``offset``."""
        return bisect_right(self.starts, offset) - 1


def blanked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    """Return ``text`` with the characters of ``ranges`` made spaces; line feeds stay."""
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join((*parts, text[at:]))


def apart(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return ``items`` with those that share a line joined into one."""
    found: list[Item] = []
    for item in items:
        if found and item.first < found[-1].last:
            found[-1] = _both(found[-1], item)
        else:
            found.append(item)
    return tuple(found)


def _both(one: Item, two: Item) -> Item:
    return Item(
        one.first,
        one.head,
        one.body,
        max(one.last, two.last),
        f"{one.code}\n{two.code}",
        one.has_body or two.has_body,
    )


def squashed(code: str) -> str:
    """Return ``code`` without white space, to compare heads that somebody reformatted."""
    return "".join(code.split())


def tokens(lines: Sequence[bytes]) -> list[str]:
    """Return the words and signs of ``lines``, to compare code whatever its layout."""
    return _TOKEN.findall(b"".join(lines).decode("latin-1"))


@cache
def anchor_pattern(anchor: str) -> re.Pattern[str]:
    """Return what finds ``anchor`` as whole words, with any white space between its tokens."""
    raw = anchor.encode("utf-8").decode("latin-1")
    tokens = re.findall(r"\w+|[^\w\s]", raw)
    pattern = ""
    for before, token in zip(("", *tokens), tokens, strict=False):
        between_words = before[-1:].isidentifier() and token[:1].isidentifier()
        gap = r"\s+" if between_words else r"\s*"
        pattern += (gap if before else "") + re.escape(token)
    head = r"(?<!\w)" if raw[:1].isalnum() or raw[:1] == "_" else ""
    tail = r"(?!\w)" if raw[-1:].isalnum() or raw[-1:] == "_" else ""
    return re.compile(head + pattern + tail)


def named_line(item: Item, anchor: str) -> int | None:
    """Return the line where ``anchor`` stands in the head of ``item``, outside brackets."""
    for match in anchor_pattern(anchor).finditer(item.code):
        before = item.code[: match.start()]
        if sum(map(before.count, "([")) <= sum(map(before.count, ")]")):
            return item.head + before.count("\n")
    return None


def is_named(item: Item, anchor: str) -> bool:
    """Whether ``anchor`` stands in the head of ``item``, outside brackets."""
    return named_line(item, anchor) is not None
