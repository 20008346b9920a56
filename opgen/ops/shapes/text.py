"""Formulas over sizes as text in their own language, every operation in parentheses."""

from __future__ import annotations

import json
from typing import Final

from opgen.ops.shapes.terms import NOTHING, Operation, Term, TermType

_INFIX: Final = frozenset({"+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"})
_FUNCTIONS: Final = frozenset({"min", "max", "given", "normalize_axis", "prod", "within"})
_NAMED: Final = frozenset({Operation.LOCAL, Operation.ATTRIBUTE, Operation.OPERAND})


def term_text(term: Term) -> str:
    """Return a formula as a spec has it."""
    if term.operation is Operation.LITERAL:
        return "" if term == NOTHING else _literal(term)
    if term.operation in _NAMED:
        # A flag's value is the attribute that it is about.
        return term.name if term.value is None else f"given({term.value})"
    parts = [term_text(argument) for argument in term.arguments]
    word = term.operation.value
    if word in _INFIX:
        return f"({f' {word} '.join(parts)})"
    if word in _FUNCTIONS:
        return f"{word}({', '.join(parts or [term.name])})"
    return _special(term, parts)


def _special(term: Term, parts: list[str]) -> str:
    if term.operation is Operation.LENGTH:
        is_tensor = term.arguments[0].type is TermType.SHAPE
        return f"{'rank' if is_tensor else 'len'}({parts[0]})"
    patterns = {
        Operation.INDEX: "{0}[{1}]",
        Operation.SLICE: "{0}[{1}:{2}]",
        Operation.JOIN: f"({' + '.join(parts)})",
        Operation.LIST: f"[{', '.join(parts)}]",
        Operation.NEGATE: "(-{0})",
        Operation.NOT: "(not {0})",
        Operation.CHOICE: "({1} if {0} else {2})",
    }
    return patterns[term.operation].format(*parts)


def _literal(term: Term) -> str:
    return json.dumps(term.value)
