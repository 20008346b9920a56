"""Parsing what isn't right: each mistake is reported, and the rest is understood as well as may be.

What was understood before a mistake is kept, the statement is skipped, and the names it would have
introduced are remembered, so that their absence isn't reported as well. Loaded when the driver
finds that something is wrong, and gives the same trees where nothing is.
"""

from __future__ import annotations

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostics
from opgen.hints import Any, Final
from opgen.source import SourceFile
from opgen.tablegen.ast import Statement, Token
from opgen.tablegen.scan import Tokens
from opgen.tablegen.syntax_errors import accepted_terminals, syntax_error
from opgen.tablegen.tables import END, Rule, Tables

_STATEMENTS: Final = [
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
_NAMING: Final = ["class", "def", "defm", "defset", "deftype", "defvar", "multiclass"]
_OPENING: Final = ["{", "(", "["]
_CLOSING: Final = ["}", ")", "]"]

_AT_TOP: Final = 2
"""Length of the stack between statements: the start and the statements so far."""


@dataclass(slots=True)
class Recovery:
    """Parses tokens that may not be right.

    Attributes:
        lost: The names that mistakes kept from being introduced.
    """

    source: SourceFile
    tables: Tables
    tokens: Tokens
    diagnostics: Diagnostics
    lost: set[str] = field(default_factory=set)
    _states: list[int] = field(default_factory=lambda: [0])
    _values: list[Any] = field(default_factory=list)
    _firsts: list[int] = field(default_factory=list)

    def run(self) -> tuple[Statement, ...]:
        """Return the statements that were understood; report what is wrong with the rest."""
        actions, rules, kept = self.tables.actions, self.tables.rules, self.tables.kept
        kinds = self.tokens.kinds
        texts, starts, ends = self.tokens.texts, self.tokens.starts, self.tokens.ends
        states, values, firsts = self._states, self._values, self._firsts
        at, count = 0, len(kinds)
        while at < count:
            kind = kinds[at]
            if kind == END and states[-1] == self.tables.accept:
                break
            action = actions[states[-1]].get(kind)
            if action is None:
                at = self._recover(at)
            elif action < 0:
                self._reduce(rules[~action], at)
            else:
                states.append(action)
                values.append(Token(texts[at], starts[at], ends[at]) if kept[kind] else None)
                firsts.append(at)
                at += 1
        result: tuple[Statement, ...] = values[0]
        return result

    def _reduce(self, rule: Rule, at: int) -> None:
        length = rule.length
        states, values, firsts = self._states, self._values, self._firsts
        if rule.passes:
            index = rule.plan[0]
            value = values[index - length] if index is not None else None
            first = firsts[-length]
        elif length:
            value, first = self._children(rule), firsts[-length]
            if rule.action:
                value = rule.action(value, self.tokens.starts[first], self.tokens.ends[at - 1])
        else:
            value, first = self._empty(rule, at), at
        if length:
            del states[-length:], values[-length:], firsts[-length:]
        states.append(self.tables.gotos[states[-1]][rule.origin])
        values.append(value)
        firsts.append(first)

    def _empty(self, rule: Rule, at: int) -> Any:
        start = self.tokens.starts[at]
        children: list[Any] = [None] * len(rule.plan)
        return rule.action(children, start, start) if rule.action else children

    def _children(self, rule: Rule) -> list[Any]:
        values, length = self._values, rule.length
        children: list[Any] = []
        for step in rule.plan:
            if step is None:
                children.append(None)
            elif step >= 0:
                children.append(values[step - length])
            elif children:
                children += values[~step - length]
            else:
                children = values[~step - length]
        return children

    def _recover(self, at: int) -> int:
        """Report the token at ``at``, drop the statement it stands in; return where to go on."""
        expected = accepted_terminals(self.tables, self._states)
        self.diagnostics.add(
            syntax_error(self.source, self.tokens, at, expected=[*map(self._human, expected)])
        )
        first = self._unwind(at)
        resume = self._next_statement(first, at)
        self._remember_lost(first, resume)
        return resume

    def _human(self, number: int) -> str:
        for literal, terminal in self.tables.literals.items():
            if terminal == number:
                return literal
        return self.tables.terminals[number]

    def _unwind(self, at: int) -> int:
        """Pop to the innermost place where a statement can stand; return the first token lost."""
        marker = self.tables.literals["def"]
        at_end = self.tokens.kinds[at] == END
        first = at
        while self.tables.actions[self._states[-1]].get(marker, -1) < 0 or (
            at_end and len(self._states) > _AT_TOP
        ):
            self._states.pop()
            self._values.pop()
            first = self._firsts.pop()
        return first

    def _next_statement(self, first: int, at: int) -> int:
        literals, tokens = self.tables.literals, self.tokens
        statements = {literals[word] for word in _STATEMENTS}
        opening = {literals[mark] for mark in _OPENING}
        closing = {literals[mark] for mark in _CLOSING}
        continuing = {literals[word] for word in ("in", "then", "else")}
        nested = len(self._states) > _AT_TOP
        depth = 0
        for index in range(first, len(tokens.kinds) - 1):
            kind = tokens.kinds[index]
            if index >= max(at, first + 1):
                starts = kind in statements and tokens.kinds[index - 1] not in continuing
                if starts and (depth <= 0 or self._is_at_margin(index)):
                    return index
                if depth == 0 and nested and kind == literals["}"]:
                    return index
            depth += (kind in opening) - (kind in closing)
        return len(tokens.kinds) - 1

    def _is_at_margin(self, index: int) -> bool:
        start = self.tokens.starts[index]
        return start == 0 or self.source.text[start - 1] in "\r\n"

    def _remember_lost(self, first: int, end: int) -> None:
        naming = {self.tables.literals[word] for word in _NAMING}
        name = self.tables.number("ID")
        kinds, texts = self.tokens.kinds, self.tokens.texts
        for index in range(first, end - 1):
            if kinds[index] in naming and kinds[index + 1] == name:
                self.lost.add(texts[index + 1])
