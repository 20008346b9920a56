"""Bracket expressions: ``[a-z]``, ``[^[:alpha:]_]``, ``[[.hyphen.]]``.

Knows nothing of the rest of regular expressions.
"""

from __future__ import annotations

import string

from opgen.dataclass import dataclass
from opgen.hints import Final

ALL: Final = frozenset(map(chr, range(256)))
_BYTE: Final = 128
_SPACE: Final = "\t\n\v\f\r "
_CLASSES: Final = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "cntrl": "".join(map(chr, range(1, 32))) + "\x7f",
    "digit": string.digits,
    "graph": string.ascii_letters + string.digits + string.punctuation,
    "lower": string.ascii_lowercase,
    "print": string.ascii_letters + string.digits + string.punctuation + " ",
    "punct": string.punctuation,
    "space": _SPACE,
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}
_CONTROLS: Final = (
    "NUL SOH STX ETX EOT ENQ ACK alert backspace tab newline vertical-tab form-feed carriage-return"
    " SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC IS4 IS3 IS2 IS1"
)
_SIGNS: Final = (
    "space exclamation-mark quotation-mark number-sign dollar-sign percent-sign ampersand"
    " apostrophe left-parenthesis right-parenthesis asterisk plus-sign comma hyphen period slash"
    " zero one two three four five six seven eight nine colon semicolon less-than-sign equals-sign"
    " greater-than-sign question-mark commercial-at"
)
_MORE_NAMES: Final = {
    "\0\a\b\t\n\v\f\r\x1c\x1d\x1e\x1f\x7f": "NUL BEL BS HT LF VT FF CR FS GS RS US DEL",
    "-./": "hyphen-minus full-stop solidus",
    "[\\\\]": "left-square-bracket backslash reverse-solidus right-square-bracket",
    "^^__": "circumflex circumflex-accent underscore low-line",
    "`|~": "grave-accent vertical-line tilde",
    "{{}}": "left-brace left-curly-bracket right-brace right-curly-bracket",
}
_NAMES: Final = {
    **{name: chr(code) for code, name in enumerate(_CONTROLS.split())},
    **{name: chr(code) for code, name in enumerate(_SIGNS.split(), ord(" "))},
    **{
        name: character
        for characters, names in _MORE_NAMES.items()
        for character, name in zip(characters, names.split(), strict=True)
    },
}


class InvalidPatternError(Exception):
    """The expression isn't one."""


@dataclass(slots=True)
class Cursor:
    """A place in an expression."""

    text: str
    at: int = 0

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def sees(self, words: str) -> bool:
        """Return whether ``words`` come next."""
        return self.text.startswith(words, self.at)

    def eat(self, words: str) -> bool:
        """Take ``words`` if they come next, and return whether they did."""
        if not self.sees(words):
            return False
        self.at += len(words)
        return True

    def peek(self, ahead: int = 0) -> str:
        """Return the next character, or "" at the end."""
        return self.text[self.at + ahead : self.at + ahead + 1]

    def take(self) -> str:
        """Take the next character, which there must be."""
        if self.is_at_end:
            raise InvalidPatternError
        self.at += 1
        return self.text[self.at - 1]


def read_bracket(cursor: Cursor) -> frozenset[str]:
    """Read a bracket expression after its ``[``."""
    is_inverted = cursor.eat("^")
    members: set[str] = set()
    for first in "]-":
        if cursor.eat(first):
            members.add(first)
            break
    while not cursor.is_at_end and not cursor.sees("]") and not cursor.sees("-]"):
        members |= _read_term(cursor)
    if cursor.eat("-"):
        members.add("-")
    if not cursor.eat("]"):
        raise InvalidPatternError
    return ALL - members if is_inverted else frozenset(members)


def _read_term(cursor: Cursor) -> set[str]:
    if cursor.sees("-"):
        raise InvalidPatternError
    if cursor.eat("[:"):
        return set(_read_class(cursor))
    if cursor.eat("[="):
        if cursor.sees("-") or cursor.sees("]"):
            raise InvalidPatternError
        return {_read_element(cursor, "=")}
    return _read_range(cursor)


def _read_class(cursor: Cursor) -> str:
    end = cursor.text.find(":]", cursor.at)
    name = cursor.text[cursor.at : max(end, cursor.at)]
    if name not in _CLASSES:
        raise InvalidPatternError
    cursor.at = end + 2
    return _CLASSES[name]


def _read_range(cursor: Cursor) -> set[str]:
    first = last = _read_symbol(cursor)
    if cursor.sees("-") and cursor.peek(1) not in {"", "]"}:
        cursor.take()
        last = "-" if cursor.eat("-") else _read_symbol(cursor)
    start, end = _as_signed(first), _as_signed(last)
    if start > end:
        raise InvalidPatternError
    return {chr(code & 0xFF) for code in range(start, end + 1)}


def _as_signed(character: str) -> int:
    """Return the code as a ``signed char``, as which llvm compares the ends of a range."""
    code = ord(character)
    return code - 2 * _BYTE if code >= _BYTE else code


def _read_symbol(cursor: Cursor) -> str:
    return _read_element(cursor, ".") if cursor.eat("[.") else cursor.take()


def _read_element(cursor: Cursor, mark: str) -> str:
    end = cursor.text.find(f"{mark}]", cursor.at)
    if end < 0:
        raise InvalidPatternError
    name = cursor.text[cursor.at : end]
    cursor.at = end + 2
    if name in _NAMES:
        return _NAMES[name]
    if len(name) != 1:
        raise InvalidPatternError
    return name
