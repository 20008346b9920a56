"""From the text of a formula to its syntax tree, by precedence; every mistake has its place.

Knows the grammar only. The first mistake of a text is reported, since what follows it means
little.
"""

from __future__ import annotations

import math
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.formulas.lexer import Kind, Token, tokenize
from opgen.ops.formulas.syntax import (
    COMPARISONS,
    Binary,
    Call,
    Conditional,
    Expression,
    Index,
    ListOf,
    Name,
    Number,
    Reduction,
    Slice,
    Statement,
    Text,
    Truth,
    Unary,
    children,
)
from opgen.ops.spec_text import Reporter

MAX_NESTING: Final = 40
"""Brackets, signs and conditions within each other."""

MAX_HEIGHT: Final = 120
"""Levels of a syntax tree, so that what walks over it may do so by recursion."""

_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN, _POWER = range(8)

_LEVELS: Final[dict[str, int]] = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(COMPARISONS, _COMPARE),
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
    "//": _PRODUCT,
    "%": _PRODUCT,
    "**": _POWER,
}

_WORDS: Final = frozenset({"and", "or", "not", "if", "else", "true", "false"})
_FOREIGN: Final = {"True": "true", "False": "false", "None": "given(...)", "lambda": "", "for": ""}


class _MistakeError(Exception):
    """The text is wrong, and that has been reported."""


def parse_expression(report: Reporter, extent: tuple[int, int] | None = None) -> Expression | None:
    """Parse one expression.

    Args:
        report: Holds the text and takes what is wrong.
        extent: The part of the text to parse; all of it by default.

    Returns:
        The expression, or ``None`` when it has been reported as wrong.
    """
    tokens = tokenize(report, *(extent or (0, len(report.source.text))))
    if tokens is None:
        return None
    parser = _Parser([t for t in tokens if t.text != "\n"], report)
    try:
        expression = parser.expression()
        parser.expect_end()
    except _MistakeError:
        return None
    return expression


def parse_statements(
    report: Reporter, extent: tuple[int, int] | None = None
) -> tuple[Statement, ...] | None:
    """Parse ``name = expression`` statements, separated by ``;`` or line feeds.

    Args:
        report: Holds the text and takes what is wrong.
        extent: The part of the text to parse; all of it by default.

    Returns:
        At least one statement, or ``None`` when the text has been reported as wrong.
    """
    tokens = tokenize(report, *(extent or (0, len(report.source.text))))
    if tokens is None:
        return None
    try:
        return _Parser(tokens, report).statements()
    except _MistakeError:
        return None


@dataclass(slots=True)
class _Parser:
    tokens: list[Token]
    report: Reporter
    at: int = 0
    nesting: int = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def statements(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while self.token.kind is not Kind.END:
            if self.token.kind is Kind.SEPARATOR:
                self.at += 1
                continue
            found.append(self._statement())
            if self.token.kind not in {Kind.SEPARATOR, Kind.END}:
                self._unexpected("an operator or the end of the statement")
        if not found:
            raise self._mistake(self.token, "the formula is empty", "write `result = expression`")
        return tuple(found)

    def _statement(self) -> Statement:
        target = self.token
        if target.kind is not Kind.NAME or self.tokens[self.at + 1].text != "=":
            raise self._mistake(
                target, f"a statement can't begin with {target.shown}", "write `name = expression`"
            )
        self.at += 2
        value = self.expression()
        name = Name(target.text, start=target.start, end=target.end)
        return Statement(name, value, start=target.start, end=value.end)

    def expect_end(self) -> None:
        """Report what stands after a whole expression."""
        if self.token.kind is not Kind.END:
            self._unexpected("an operator or the end")

    def expression(self) -> Expression:
        """Parse an expression that is not too deep."""
        first = self.token
        value = self._conditional()
        if _height(value) > MAX_HEIGHT:
            raise self._mistake(first, "the formula is too deep", "name parts of it")
        return value

    def _conditional(self) -> Expression:
        self._enter()
        then = self._binary(_OR)
        if self.token.text == "if":
            self.at += 1
            condition = self._binary(_OR)
            self._take("else")
            otherwise = self._conditional()
            then = Conditional(condition, then, otherwise, start=then.start, end=otherwise.end)
        self.nesting -= 1
        return then

    def _binary(self, level: int) -> Expression:
        left = self._prefix(level)
        while (own := _LEVELS.get(self.token.text, -1)) >= level and self.token.kind in {
            Kind.SYMBOL,
            Kind.NAME,
        }:
            operator = self.token
            self.at += 1
            # A power binds to the right, and its exponent may have a sign.
            right = self._power_operand() if own == _POWER else self._binary(own + 1)
            left = Binary(operator.text, left, right, start=left.start, end=right.end)
            if own == _COMPARE and self.token.text in COMPARISONS:
                raise self._mistake(
                    self.token, "comparisons can't be chained", "write `a < b and b < c`"
                )
        return left

    def _power_operand(self) -> Expression:
        return self._binary(_SIGN)

    def _prefix(self, level: int) -> Expression:
        token = self.token
        if token.text == "not" and level <= _NOT:
            operand = self._under(_NOT)
        elif token.text in {"-", "+"} and token.kind is Kind.SYMBOL:
            operand = self._under(_SIGN)
        else:
            return self._postfix()
        return Unary(token.text, operand, start=token.start, end=operand.end)

    def _under(self, level: int) -> Expression:
        self._enter()
        self.at += 1
        operand = self._binary(level)
        self.nesting -= 1
        return operand

    def _postfix(self) -> Expression:
        value = self._primary()
        while self.token.text == "[" and self.token.kind is Kind.SYMBOL:
            value = self._subscript(value)
        return value

    def _primary(self) -> Expression:
        token = self.token
        self.at += 1
        if token.kind is Kind.SYMBOL and token.text == "(":
            value = self._conditional()
            self._take(")")
            return value
        if token.kind is Kind.SYMBOL and token.text == "[":
            items = self._items("]")
            return ListOf(items, start=token.start, end=self.tokens[self.at - 1].end)
        if token.text == "...":
            return Name(token.text, start=token.start, end=token.end)
        if token.kind is Kind.NAME and token.text not in _WORDS:
            return self._named(Name(token.text, start=token.start, end=token.end))
        return self._literal(token)

    def _literal(self, token: Token) -> Expression:
        start, end = token.start, token.end
        if token.kind is Kind.NUMBER:
            return Number(self._number(token), start=start, end=end)
        if token.kind is Kind.TEXT:
            return Text(token.text[1:-1], start=start, end=end)
        if token.text in {"true", "false"}:
            return Truth(token.text == "true", start=start, end=end)
        self.at -= 1
        return self._unexpected("an expression")

    def _number(self, token: Token) -> int | float:
        if token.text.isdecimal() and len(token.text) < len(str(2**63)) + 1:
            return int(token.text)
        value = float(token.text)
        if not math.isfinite(value) or token.text.isdecimal():
            raise self._mistake(token, f"{token.text[:20]} is too large a number", "")
        return value

    def _named(self, name: Name) -> Expression:
        if self.token.text == "(" and self.token.kind is Kind.SYMBOL:
            self.at += 1
            arguments = self._items(")")
            end = self.tokens[self.at - 1].end
            return Call(name, arguments, start=name.start, end=end)
        letters = self._letters()
        if letters is not None:
            value = self._conditional()
            end = self._take(")").end
            return Reduction(name, letters, value, start=name.start, end=end)
        return name

    def _letters(self) -> tuple[Name, ...] | None:
        """Return the letters of ``[m k](``, and stand after it; ``None`` where there is none."""
        if self.token.text != "[":
            return None
        at = self.at + 1
        letters: list[Name] = []
        while (t := self.tokens[at]).kind is Kind.NAME or t.text in {"...", ","}:
            if t.text != ",":
                letters.append(Name(t.text, start=t.start, end=t.end))
            at += 1
        if [t.text for t in self.tokens[at : at + 2]] != ["]", "("] or not letters:
            return None
        self.at = at + 2
        return tuple(letters)

    def _items(self, closing: str) -> tuple[Expression, ...]:
        items: list[Expression] = []
        while self.token.text != closing:
            items.append(self._conditional())
            if self.token.text != closing:
                self._take(",")
        self.at += 1
        return tuple(items)

    def _subscript(self, value: Expression) -> Expression:
        self.at += 1
        first = None if self.token.text == ":" else self._conditional()
        is_slice = self.token.text == ":"
        self.at += is_slice
        last = self._conditional() if is_slice and self.token.text != "]" else None
        end = self._take("]").end
        if is_slice or first is None:
            return Slice(value, first, last, start=value.start, end=end)
        return Index(value, first, start=value.start, end=end)

    def _take(self, text: str) -> Token:
        token = self.token
        if token.text != text or token.kind is Kind.TEXT:
            self._unexpected(f"`{text}`")
        self.at += 1
        return token

    def _enter(self) -> None:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self._mistake(self.token, "the formula is too deep", "name parts of it")

    def _unexpected(self, wanted: str) -> Expression:
        token = self.token
        advice = ""
        if token.text == "=":
            advice = "write `==` to compare"
        elif _FOREIGN.get(token.text):
            advice = f"write `{_FOREIGN[token.text]}`"
        raise self._mistake(token, f"expected {wanted}, found {token.shown}", advice)

    def _mistake(self, token: Token, message: str, advice: str) -> _MistakeError:
        self.report(token.start, token.end, message, help=advice)
        return _MistakeError()


def _height(root: Expression) -> int:
    level: list[Expression] = [root]
    height = 0
    while level and height <= MAX_HEIGHT:
        height += 1
        level = [child for node in level for child in children(node)]
    return height
