"""The parser: text to syntax trees.

What is right goes through the driver; what isn't is parsed again, to say what was expected and to
go on behind it. Knows the grammar, nothing of what a program means.
"""

from __future__ import annotations

from opgen.accelerators import import_module
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.hints import TYPE_CHECKING
from opgen.source import SourceFile
from opgen.tablegen.ast import BodyItem, ClassStatement, Statement
from opgen.tablegen.driver import drive
from opgen.tablegen.scan import Tokens, scan
from opgen.tablegen.tables import load_tables

if TYPE_CHECKING:
    from opgen.tablegen.recovery import Recovery


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The statements of a file, and the names that a syntax error kept from being introduced."""

    statements: tuple[Statement, ...]
    lost_names: frozenset[str]


def parse(
    source: SourceFile,
    text: str,
    diagnostics: Diagnostics,
    *,
    start: int = 0,
    stop: int | None = None,
) -> ParseResult:
    """Parse ``text``, the blanked text of ``source``, or the part from ``start`` to ``stop``."""
    stop = len(text) if stop is None else stop
    tokens = read_tokens(source, text, diagnostics, start=start, stop=stop)
    return parse_tokens(source, tokens, diagnostics)


def parse_tokens(source: SourceFile, tokens: Tokens, diagnostics: Diagnostics) -> ParseResult:
    """Parse tokens whose offsets are those of ``source``."""
    statements = drive(tokens, load_tables())
    if statements is not None:
        return ParseResult(statements, frozenset())
    recovery = _recovery(source, tokens, diagnostics)
    return ParseResult(recovery.run(), frozenset(recovery.lost))


def parse_body(source: SourceFile, text: str, diagnostics: Diagnostics) -> tuple[BodyItem, ...]:
    """Parse ``text``, the blanked text of ``source``, as what stands in the body of a record."""
    tables = load_tables()
    tokens = read_tokens(source, text, diagnostics, start=0, stop=len(text))
    for at, word in enumerate(("class", "_", "{")):
        kind = tables.literals.get(word) or tables.number("ID")
        tokens.insert(at, kind, word, place=0)
    tokens.insert(len(tokens.kinds) - 1, tables.literals["}"], "}", place=tokens.starts[-1])
    found = Diagnostics()
    statements = parse_tokens(source, tokens, found).statements
    # One mistake leaves the rest, and the brace that isn't written, without a place to stand.
    diagnostics.items += found.items[:1]
    if len(statements) == 1 and isinstance(statements[0], ClassStatement):
        return statements[0].body.items
    if not found.items:
        message = "file included in a body ends that body"
        span = source.span(0, 0)
        diagnostics.add(Diagnostic("OPG0101", message, span, help="let it hold whole items"))
    return ()


def read_tokens(
    source: SourceFile, text: str, diagnostics: Diagnostics, *, start: int, stop: int
) -> Tokens:
    """Return the tokens of ``text`` from ``start`` to ``stop``; report what is none."""
    tables = load_tables()
    tokens = scan(text, tables, start, stop=stop)
    if tokens is None:
        # The modules that know of mistakes are loaded where there are some.
        lexer = import_module("opgen.tablegen.lexer")
        tokens = lexer.tokenize(
            source, text, tables=tables, diagnostics=diagnostics, start=start, stop=stop
        )
    assert isinstance(tokens, Tokens)
    return tokens


def _recovery(source: SourceFile, tokens: Tokens, diagnostics: Diagnostics) -> Recovery:
    make: type[Recovery] = import_module("opgen.tablegen.recovery").Recovery
    return make(source, load_tables(), tokens, diagnostics)
