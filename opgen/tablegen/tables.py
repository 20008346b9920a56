"""The compiled grammar: LALR(1) tables as Python data, loaded once per process.

The tables are made by ``compile_grammar``; Lark isn't needed to use them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from opgen.tablegen.actions import ACTIONS, Action

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


@dataclass(frozen=True, slots=True)
class Tables:
    """The automaton.

    Attributes:
        terminals: Names of the terminals by number.
        literals: Keywords and punctuation with their numbers.
        actions: For each state, what to do on a terminal: go to a state, or ``~`` a rule.
        gotos: For each state, where a nonterminal leads.
        accept: The state in which the end of the text is accepted.
        shortcuts: Where chains of unit rules lead, by the two states on top and the terminal;
            filled while parsing.
    """

    terminals: tuple[str, ...]
    literals: dict[str, int]
    actions: tuple[dict[int, int], ...]
    gotos: tuple[dict[int, int], ...]
    accept: int
    rules: tuple[Rule, ...]
    shortcuts: dict[int, int] = field(default_factory=dict)

    def number(self, terminal: str) -> int:
        """Return the number of a terminal by its name."""
        return self.terminals.index(terminal)


@cache
def load_tables() -> Tables:
    """Read the compiled grammar that ships with the package."""
    data = json.loads(Path(__file__).with_name("grammar.json").read_bytes())
    return Tables(
        terminals=tuple(data["terminals"]),
        literals=data["literals"],
        actions=tuple(_int_keys(row) for row in data["actions"]),
        gotos=tuple(_int_keys(row) for row in data["gotos"]),
        accept=data["accept"],
        rules=tuple(
            Rule(
                origin,
                length,
                ACTIONS.get(name),
                passes=name == "?",
                is_unit=name == "?" and length == 1,
                plan=tuple(plan),
            )
            for origin, length, name, plan in data["rules"]
        ),
    )


def _int_keys(row: dict[str, int]) -> dict[int, int]:
    return {int(key): value for key, value in row.items()}
