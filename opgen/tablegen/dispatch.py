"""The way from a node of the syntax tree to the function that evaluates or runs it.

The tables are filled by ``expressions`` and ``statements``, so that the modules behind those can
use each other through this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from opgen.accelerators import import_module
from opgen.hints import Any, Final, TypeAlias
from opgen.tablegen import ast
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.types import Type
from opgen.tablegen.values import Place, Value

Evaluate: TypeAlias = Callable[[Evaluation, Any, Type | None], Value]
Run: TypeAlias = Callable[[Evaluation, Any], None]

EXPRESSIONS: Final[dict[type, Evaluate]] = {}
STATEMENTS: Final[dict[type, Run]] = {}


def later(table: dict[type, Any], kind: type, module: str, *, name: str) -> None:
    """Have nodes of a kind handled by a function whose module is loaded for the first of them."""

    def handle(*args: Any) -> Any:
        table[kind] = found = getattr(import_module(f"opgen.tablegen.{module}"), name)
        return found(*args)

    table[kind] = handle


def place_of(ev: Evaluation, node: Any) -> Place:
    """Return the place of a node or token in the file being evaluated."""
    return ev.place(node.start, node.end)


def evaluate(ev: Evaluation, node: ast.Value, expected: Type | None = None) -> Value:
    """Return the value of ``node``; a list needs no type of its own where one is ``expected``."""
    return EXPRESSIONS[type(node)](ev, node, expected)


def run_statements(ev: Evaluation, statements: Sequence[ast.Statement]) -> None:
    """Run statements one after the other."""
    for statement in statements:
        ev.pool.budget.begin()
        STATEMENTS[type(statement)](ev, statement)
