"""Words for a syntax error: what stands there, and what could stand there instead.

What is expected comes from the automaton itself: each terminal is tried on its stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from opgen.diagnostics import Diagnostic
from opgen.hints import Final
from opgen.source import SourceFile, Span
from opgen.tablegen.scan import Tokens
from opgen.tablegen.tables import END, Tables

KEYWORDS: Final = frozenset(
    [
        "assert",
        "bit",
        "bits",
        "class",
        "code",
        "dag",
        "def",
        "defm",
        "defset",
        "deftype",
        "defvar",
        "dump",
        "else",
        "false",
        "field",
        "foreach",
        "if",
        "in",
        "include",
        "int",
        "let",
        "list",
        "multiclass",
        "string",
        "then",
        "true",
    ]
)
_VALUE: Final = frozenset(
    ["INT", "STRING", "CODE", "BIN", "BANG", "!cond", "?", "(", "true", "false"]
)
_TYPE: Final = frozenset(["bit", "bits", "code", "dag", "int", "list", "string"])
_STATEMENT: Final = frozenset(
    [
        "assert",
        "class",
        "def",
        "defm",
        "defset",
        "deftype",
        "defvar",
        "dump",
        "foreach",
        "if",
        "include",
        "let",
        "multiclass",
    ]
)
_SUFFIX: Final = frozenset([".", "[", "{", "#", "...", "-", "INT", "STRING", "MINUS", "ELLIPSIS"])
_ENDS: Final = frozenset([";", ",", ">", ")", "]", "in", "then", "=", ":", "{"])
_WORDS: Final = {
    "ID": "a name",
    "INT": "an integer",
    "STRING": "a string",
    "VAR": "a name such as `$x`",
    "BANG": "an operator",
    "BIN": "bits",
    "CODE": "a code block",
    "COMMA": "`,`",
    "ELLIPSIS": "`...`",
    "MINUS": "`-`",
    "$END": "the end of the file",
}
_MOST_SHOWN: Final = 4


def accepted_terminals(tables: Tables, states: Sequence[int]) -> list[int]:
    """Return the terminals that the automaton would take on with this stack."""
    return [
        terminal for terminal in tables.actions[states[-1]] if _accepts(tables, states, terminal)
    ]


def _accepts(tables: Tables, states: Sequence[int], terminal: int) -> bool:
    stack = list(states)
    while (action := tables.actions[stack[-1]].get(terminal)) is not None:
        if action >= 0:
            return True
        rule = tables.rules[~action]
        if rule.length:
            del stack[-rule.length :]
        stack.append(tables.gotos[stack[-1]][rule.origin])
    return False


def syntax_error(
    source: SourceFile, tokens: Tokens, at: int, *, expected: Iterable[str]
) -> Diagnostic:
    """Return the diagnostic for the token at ``at``."""
    wanted = set(expected)
    if tokens.kinds[at] == END and "}" in wanted:
        wanted = {"}"}
    found = tokens.texts[at]
    message = f"unexpected {_shown(found)}" if tokens.kinds[at] != END else "file ends here"
    words = _in_words(wanted)
    if words:
        message += f", expected {words}"
    is_name = tokens.texts[at - 1] not in {"{", "["} if at else False
    if found in KEYWORDS and is_name and "ID" in wanted and not wanted & _STATEMENT:
        span = source.span(tokens.starts[at], tokens.ends[at])
        return Diagnostic(
            "OPG0101", message, span, help=f"`{found}` is a keyword, choose another name"
        )
    return Diagnostic(
        "OPG0101",
        message,
        _place(source, tokens, at, wanted=wanted),
        help=_fraction(source, tokens, at) or _advice(wanted),
    )


_FRACTION: Final = re.compile(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?")


def _fraction(source: SourceFile, tokens: Tokens, at: int) -> str:
    """Return how to write a number with a fraction, if the token at ``at`` is in one."""
    for first in range(at, max(at - 4, -1), -1):
        number = _FRACTION.match(source.text, tokens.starts[first])
        if number is not None and number.end() >= tokens.ends[at]:
            return f'TableGen has no fractions; as a string it is `"{number[0]}"`'
    return ""


def _shown(text: str) -> str:
    line = text.split("\n", 1)[0]
    return f"`{line[:40]}`"


def _place(source: SourceFile, tokens: Tokens, at: int, *, wanted: set[str]) -> Span:
    """Return where to point: behind the last token if it is there that something is missing."""
    start, end = tokens.starts[at], tokens.ends[at]
    at_end = tokens.kinds[at] == END
    if at and wanted & {";", ">", ")", "]", ",", "}" if at_end else ";"}:
        before = tokens.ends[at - 1]
        is_elsewhere = at_end or "\n" in source.text[before:start]
        if is_elsewhere or (";" in wanted and tokens.texts[at] in {"}", *_STATEMENT}):
            return source.span(before, before)
    return source.span(start, end)


def _advice(wanted: set[str]) -> str:
    if ";" in wanted and ":" not in wanted and not wanted & _VALUE - _SUFFIX:
        return "add `;` here"
    return ""


def _in_words(wanted: set[str]) -> str:
    words: list[str] = []
    if wanted >= _VALUE:
        words.append("a value")
        wanted = wanted - _VALUE - {"[", "{", "ID"}
    if wanted >= _STATEMENT - {"include"}:
        words.append("a statement")
        wanted = wanted - _STATEMENT
    if wanted >= _TYPE:
        words.append("a type")
        wanted = wanted - _TYPE - {"ID", "field"}
    if wanted & _ENDS:
        wanted = wanted - _SUFFIX | (wanted & {"{"} if not wanted & {"]", ",", ")"} else set())
    words += sorted(_WORDS.get(word) or f"`{word}`" for word in wanted)
    if not words or len(words) > _MOST_SHOWN:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
