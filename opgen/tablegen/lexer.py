"""The lexer for text that isn't right: token by token, with a report of what is none.

Where nothing is wrong it gives the same tokens as the scan. Knows the grammar's terminals, nothing
of statements.
"""

from __future__ import annotations

import re

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.hints import Final
from opgen.source import SourceFile, Span
from opgen.tablegen.escapes import unescape
from opgen.tablegen.integers import WORD, WORD_BITS
from opgen.tablegen.scan import Tokens
from opgen.tablegen.tables import END, Tables

_TOKEN: Final = re.compile(
    r"[ \t\r\n]*(?:"
    r"((?![0-9]+(?:x[0-9a-fA-F]|b[01]))[0-9]*[A-Za-z_][0-9A-Za-z_]*)"  # 1 name or keyword
    r"|(\[\{(?:[^}]|\}[^\]])*\}\])"  # 2 code
    r"|(\[(?!\{)|[\]{}()<>:;,=?\#]|\.\.\.|\.(?!\.))"  # 3 punctuation
    r'|("(?:[^"\\\r\n]|\\[\\\'"tn])*")'  # 4 string
    r"|(0b[01]+)"  # 5 binary
    r"|(0x[0-9a-fA-F]+|[+-]?[0-9]+)"  # 6 integer
    r"|(\$[A-Za-z_][0-9A-Za-z_]*)"  # 7 dag name
    r"|(![a-zA-Z]+)"  # 8 operator
    r"|(-)"  # 9 minus
    r"|(.))",  # 10 anything else
    re.DOTALL,
)
_NAME, _CODE, _PUNCTUATION, _STRING, _BINARY, _INTEGER, _VARIABLE, _BANG, _MINUS, _OTHER = range(
    1, 11
)
_NUMBERS: Final = frozenset({_BINARY, _INTEGER})
_CLASSES: Final = {
    _NAME: "ID",
    _CODE: "CODE",
    _STRING: "STRING",
    _BINARY: "BIN",
    _INTEGER: "INT",
    _VARIABLE: "VAR",
    _BANG: "BANG",
    _MINUS: "MINUS",
}
_OPEN_STRING: Final = re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*("?)')
_BAD_ESCAPE: Final = re.compile(r"\\(?![\\'\"tn]).?", re.DOTALL)
_KNOWN: Final = {
    "\0": ("NUL character in the source", 1, "remove it, or save the file as UTF-8"),
    "\f": ("form feed is not a blank here", 1, "remove it"),
    "\xef\xbb\xbf": ("byte order mark in the source", 3, "save the file as UTF-8 without BOM"),
    "'": ("unexpected character `'`", 1, "a string is written in double quotes"),
    "..": ("unexpected `..`", 2, "a range is written with three dots: `0...7`"),
}
"""What can be said of some beginnings: message, length, help."""
_LONGEST_SAFE_INT: Final = 18
_LONGEST_INT: Final = 20


def tokenize(
    source: SourceFile,
    text: str,
    *,
    tables: Tables,
    diagnostics: Diagnostics,
    start: int = 0,
    stop: int | None = None,
) -> Tokens:
    """Split ``text``, the blanked text of ``source``, or the part from ``start`` to ``stop``.

    What is no token is reported and left out.
    """
    classes = {group: tables.number(name) for group, name in _CLASSES.items()}
    literals = tables.literals
    tokens = Tokens([], [], [], [])
    kinds, texts, starts, ends = tokens.kinds, tokens.texts, tokens.starts, tokens.ends
    part = text[start:stop] if start or stop is not None else text
    position, stop = start, start + len(part.rstrip(" \t\r\n"))
    while position < stop:
        for match in _TOKEN.finditer(text, position, stop):
            group = match.lastindex or _OTHER
            token = match[group]
            position = match.end()
            start = position - len(token)
            if group == _OTHER or (group in _NUMBERS and not _fits(token)):
                position = _report(source, start, token, diagnostics=diagnostics)
                group, token = _stand_in(text, start, group)
                if group == _OTHER:
                    break
            if group in {_NAME, _PUNCTUATION, _BANG}:
                kinds.append(literals.get(token) or classes[group])
            else:
                kinds.append(classes[group])
            texts.append(token)
            starts.append(start)
            ends.append(position)
            if position != match.end():
                break
    kinds.append(END)
    texts.append("")
    starts.append(stop)
    ends.append(stop)
    return tokens


def _stand_in(text: str, start: int, group: int) -> tuple[int, str]:
    """Return what the text that was reported was meant to be, so that it isn't missed as well."""
    if group in _NUMBERS:
        return _INTEGER, "0"
    if text[start] == '"':
        return _STRING, '""'
    if text.startswith("[{", start):
        return _CODE, "[{}]"
    return _OTHER, ""


def _fits(token: str) -> bool:
    if len(token) <= _LONGEST_SAFE_INT:
        return True
    if token.startswith("0x"):
        return int(token, 16) <= WORD
    if token.startswith("0b"):
        return len(token[2:].lstrip("0")) <= WORD_BITS
    digits = token.lstrip("+-0") or "0"
    if len(digits) > _LONGEST_INT:
        return False
    number = -int(digits) if token[0] == "-" else int(digits)
    return -(1 << 63) <= number <= WORD


def _report(source: SourceFile, start: int, token: str, *, diagnostics: Diagnostics) -> int:
    """Report the text at ``start`` that is no token; return where to go on."""
    message, end, help_ = _explain(source.text, start, token)
    shown_end = min(end, start + 2) if source.text.startswith("[{", start) else end
    diagnostics.add(Diagnostic("OPG0102", message, Span(source, start, shown_end), help=help_))
    return end


def _explain(text: str, start: int, found: str) -> tuple[str, int, str]:
    """Return what is wrong, where the text in question ends, and what to do about it."""
    after = start + len(found)
    if found == '"':
        return _explain_string(text, start)
    if len(found) > 1:
        return f"integer `{found[:40]}` doesn't fit into 64 bits", after, ""
    if text.startswith("[{", start):
        return "code block is never closed", len(text), "add `}]`; note that `}}]` doesn't end it"
    for beginning, (message, length, help_) in _KNOWN.items():
        if text.startswith(beginning, start):
            return message, start + length, help_
    end = after
    while found >= "\x80" and end < len(text) and text[end] >= "\x80":
        end += 1
    shown = text[start:end].encode("latin-1").decode("utf-8", "replace")
    return f"unexpected character `{shown}`", end, ""


def _explain_string(text: str, start: int) -> tuple[str, int, str]:
    match = _OPEN_STRING.match(text, start)
    end = match.end() if match else start + 1
    if not match or not match[1]:
        return "string is never closed", end, 'add `"`; a string ends on the line it begins on'
    bad = _BAD_ESCAPE.search(text, start, end)
    shown = bad.group() if bad else unescape(match.group())
    return f"unknown escape `{shown}` in a string", end, r"only \\ \' \" \t \n are allowed"
