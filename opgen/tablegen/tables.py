"""The compiled grammar: LALR(1) tables as Python data, loaded once per process.

The tables are made by ``compile_grammar``; Lark isn't needed to use them.
"""

from __future__ import annotations

from functools import cache

from opgen.dataclass import dataclass, field
from opgen.hints import Final
from opgen.namedtuple import NamedTuple
from opgen.tablegen import automaton
from opgen.tablegen.actions import ACTIONS, Action
from opgen.tablegen.reductions import Build, make_build

KEPT: Final = frozenset(("ID", "BIN", "INT", "STRING", "CODE", "VAR", "BANG", "FIELD"))
"""The terminals whose tokens matter."""
END: Final = 0
"""The number of the terminal that stands for the end of the text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a reduction does.

    Attributes:
        origin: The nonterminal that is reduced to.
        length: How many symbols are taken off the stack.
        action: Makes the node; None leaves the bare list of children.
        passes: The rule only hands its one child on.
        is_unit: It hands the only symbol on, so that nothing but the state changes.
        plan: The children: an index, ``~index`` of a list to splice in, None for an absent one.
    """

    origin: int
    length: int
    action: Action | None
    passes: bool
    is_unit: bool
    plan: tuple[int | None, ...]


class Reduction(NamedTuple):
    """What a rule does when the driver applies it: the same as the rule, ready for use.

    Attributes:
        length: How many symbols are taken off the stack.
        origin: The nonterminal that is reduced to, shifted by eight bits.
        build: Puts what the rule makes in the place of its values; None if that is them already.
    """

    length: int
    origin: int
    build: Build | None


@dataclass(frozen=True, slots=True)
class Tables:
    """The automaton.

    Attributes:
        terminals: Names of the terminals by number.
        literals: Keywords and punctuation with their numbers.
        actions: For each state, what to do on a terminal: go to a state, or ``~`` a rule.
        gotos: For each state, where a nonterminal leads.
        accept: The state in which the end of the text is accepted.
        kept: For each terminal, whether its tokens matter.
        reductions: What the rules do when the driver applies them.
        jumps: Where a nonterminal and the unit rules behind it lead, by the state below, the
            nonterminal and the terminal that follows; filled while parsing.
    """

    terminals: tuple[str, ...]
    literals: dict[str, int]
    actions: tuple[dict[int, int], ...]
    gotos: tuple[dict[int, int], ...]
    accept: int
    rules: tuple[Rule, ...]
    kept: tuple[bool, ...]
    reductions: tuple[Reduction, ...]
    jumps: dict[int, int] = field(default_factory=dict)

    def number(self, terminal: str) -> int:
        """Return the number of a terminal by its name."""
        return self.terminals.index(terminal)

    def follow(self, below: int, origin: int, kind: int) -> int:
        """Return where a nonterminal leads, and unit rules behind it as often as they go."""
        top = self.gotos[below][origin]
        while (action := self.actions[top].get(kind)) is not None and action < 0:
            rule = self.rules[~action]
            if not rule.is_unit:
                break
            top = self.gotos[below][rule.origin]
        return top


@cache
def load_tables() -> Tables:
    """Return the compiled grammar, ready for use."""
    rules = tuple(
        [
            Rule(
                origin,
                length,
                ACTIONS.get(name),
                passes=name == "?",
                is_unit=name == "?" and length == 1,
                plan=plan,
            )
            for origin, length, name, plan in automaton.RULES
        ]
    )
    return Tables(
        terminals=automaton.TERMINALS,
        literals=automaton.LITERALS,
        actions=automaton.ACTIONS,
        gotos=automaton.GOTOS,
        accept=automaton.ACCEPT,
        rules=rules,
        kept=tuple([name in KEPT for name in automaton.TERMINALS]),
        reductions=tuple(
            [
                Reduction(
                    rule.length,
                    rule.origin << 8,
                    None if rule.passes else make_build(rule.action, rule.plan),
                )
                for rule in rules
            ]
        ),
    )
