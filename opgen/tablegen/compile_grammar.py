"""Compile ``grammar.lark`` into ``automaton.py``, the tables that the parser runs.

A build step, run by hand when the grammar changes (``python -m opgen.tablegen.compile_grammar``)
and by the test that compares the two. The only module of the front end that needs Lark; nothing
imports it at run time.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from lark import Lark
from lark.common import LexerConf
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.lexer import Lexer, LexerState, Token
from lark.parsers.lalr_analysis import Shift

from opgen.hints import Any, Final

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE / "grammar.lark"
TABLES: Final = HERE / "automaton.py"
WIDTH: Final = 100
_TYPES: Final = {
    "TERMINALS": "tuple[str, ...]",
    "LITERALS": "dict[str, int]",
    "ACTIONS": "tuple[dict[int, int], ...]",
    "GOTOS": "tuple[dict[int, int], ...]",
    "RULES": "tuple[tuple[int, int, str, tuple[int | None, ...]], ...]",
}
"""The types of the tables whose values don't say it."""


class _NoLexer(Lexer):
    """Stands in for Lark's lexer: only the parser's tables are wanted."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        super().__init__()
        self.conf = lexer_conf

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        return iter(())


def compile_grammar(text: str) -> dict[str, Any]:
    """Return the LALR(1) tables of ``text`` by name, independent of hash order.

    Raises:
        lark.exceptions.GrammarError: The grammar is wrong or has a conflict.
    """
    grammar = Lark(
        text, parser="lalr", lexer=_NoLexer, start="start", maybe_placeholders=True, strict=True
    )
    table: Any = grammar.parser.parser._parse_table  # noqa: SLF001
    terminals = ["$END", *sorted(t.name for t in grammar.terminals if not t.name.startswith("__I"))]
    origins = sorted({rule.origin.name for rule in grammar.rules})
    order = _order_states(table.states, table.start_states["start"])
    rules = {rule: number for number, rule in enumerate(sorted(grammar.rules, key=_rule_key))}
    actions: list[dict[int, int]] = []
    gotos: list[dict[int, int]] = []
    for state in order:
        actions.append({})
        gotos.append({})
        for symbol, (action, target) in sorted(table.states[state].items()):
            number = order[target] if action is Shift else ~rules[target]
            if symbol in origins:
                gotos[-1][origins.index(symbol)] = number
            else:
                actions[-1][terminals.index(symbol)] = number
    return {
        "TERMINALS": tuple(terminals),
        "LITERALS": {
            t.pattern.value: terminals.index(t.name)
            for t in sorted(grammar.terminals, key=lambda t: t.name)
            if type(t.pattern).__name__ == "PatternStr"
        },
        "ACTIONS": tuple(actions),
        "GOTOS": tuple(gotos),
        "ACCEPT": order[table.end_states["start"]],
        "RULES": tuple(_encode(rule, origins) for rule in rules),
    }


def spell(tables: dict[str, Any]) -> str:
    """Return the text of the module that holds the tables."""
    lines = ['"""The automaton of ``grammar.lark``, made by ``compile_grammar``, which see."""', ""]
    lines += ["# fmt: off", "# ruff: noqa: Q000", "from opgen.hints import Final", ""]
    for name, value in tables.items():
        kind = f": Final[{_TYPES[name]}]" if name in _TYPES else ": Final"
        # A line is broken where there is a blank: not inside of a pair.
        text = repr(value).replace(": ", ":")
        lines += textwrap.wrap(
            f"{name}{kind} = {text}", WIDTH, subsequent_indent=" ", break_on_hyphens=False
        )
    return "\n".join([*lines, ""])


def _order_states(states: dict[int, Any], start: int) -> dict[int, int]:
    """Number the states breadth first, so that the numbers don't depend on hashes."""
    order = {start: 0}
    for state in (queue := [start]):
        for _, (action, target) in sorted(states[state].items(), key=lambda item: str(item[0])):
            if action is Shift and target not in order:
                order[target] = len(order)
                queue.append(target)
    return order


def _rule_key(rule: Rule) -> tuple[str, list[str], str]:
    return (rule.origin.name, [s.name for s in rule.expansion], rule.alias or "")


def _encode(rule: Rule, origins: list[str]) -> tuple[int, int, str, tuple[int | None, ...]]:
    """Return origin, length, builder and plan of a rule.

    The builder is the name of the node to make, ``""`` for a bare list (a helper rule, or one
    that is inlined into its parent), or ``"?"`` for "the only child itself". A step of the plan
    is the index of a child to keep, ``~index`` of a list to splice in, or None for an absent
    optional part.
    """
    plan = _plan(rule)
    name = rule.alias or rule.origin.name
    if rule.options.expand1 and not rule.alias and len(plan) == 1 and (plan[0] or 0) >= 0:
        name = "?"
    elif not rule.alias and rule.origin.name.startswith("_"):
        name = ""
    return origins.index(rule.origin.name), len(rule.expansion), str(name), tuple(plan)


def _plan(rule: Rule) -> list[int | None]:
    marks = rule.options.empty_indices or (False,) * len(rule.expansion)
    symbols = iter(enumerate(rule.expansion))
    plan: list[int | None] = []
    for is_placeholder in marks:
        if is_placeholder:
            plan.append(None)
            continue
        index, symbol = next(symbols)
        if _is_kept(symbol):
            plan.append(~index if _is_spliced(symbol) else index)
    return plan


def _is_kept(symbol: Symbol) -> bool:
    return not (isinstance(symbol, Terminal) and symbol.filter_out)


def _is_spliced(symbol: Symbol) -> bool:
    return isinstance(symbol, NonTerminal) and symbol.name.startswith("_")


def main() -> None:
    """Write ``automaton.py``."""
    TABLES.write_text(spell(compile_grammar(SOURCE.read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
