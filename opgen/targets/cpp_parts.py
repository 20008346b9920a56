"""Statements that fit in a line: where a value is too long, parts of it get names first.

Knows how long terms are in C++; knows neither loops nor where a value goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import Apply, Read, Sort, Term, is_cheap, walk
from opgen.targets.cpp_terms import TermPrinter

ROOM: Final = 98
"""Columns of a line of a body that isn't in a loop."""

_DECLARATION: Final = "const Compute part_10 = ;"

_LEAST: Final = 16
"""A part that is shorter than this isn't worth a line."""

_LEFT_OUT: Final = frozenset({"where", "and", "or"})
"""Functions that leave out some of their arguments, which may be expensive or not be there."""


class Parts:
    """Names parts of values; the names are good for one statement."""

    def __init__(self, printer: TermPrinter, hoisted: dict[Term, str]) -> None:
        """Use ``printer``, which prints what is in ``hoisted`` as a name."""
        self._printer = printer
        self._hoisted = hoisted

    def fitted(
        self, value: Term, sort: Sort, around: str, *, columns: int, name: Callable[[str], str]
    ) -> tuple[list[str], str]:
        """Return declarations of parts of a value, and the value in terms of them.

        Args:
            value: The value.
            sort: Its sort.
            around: What stands beside it in its statement.
            columns: How long the statement, and each declaration, may be.
            name: Gives free names.
        """
        declared: list[str] = []
        named: list[Term] = []
        text = self._printer.text(value, sort)
        while len(around) + len(text) > columns:
            part = self._longest(value, columns - len(_DECLARATION))
            if part is None:
                break
            kind, own = self._printer.type_of(sort_of(part)), self._printer.text(part)
            self._hoisted[part] = name("part")
            declared.append(f"const {kind} {self._hoisted[part]} = {own};")
            named.append(part)
            text = self._printer.text(value, sort)
        for part in named:
            del self._hoisted[part]
        return declared, text

    def _longest(self, value: Term, room: int) -> Term | None:
        """Return the longest part of ``value`` that fits in a line of its own."""
        sized = [(len(self._printer.text(part)), part) for part in self._parts(value)]
        fitting = [(size, part) for size, part in sized if _LEAST <= size <= room]
        return max(fitting, key=lambda pair: pair[0])[1] if fitting else None

    def _parts(self, term: Term, *, is_left_out: bool = False) -> Iterator[Term]:
        """Yield the parts of ``term`` that may be computed in any case and have no name yet."""
        if not isinstance(term, Apply) or term in self._hoisted:
            return
        for number, argument in enumerate(term.arguments):
            if argument in self._hoisted:
                continue
            may_be = is_left_out or (number > 0 and term.function in _LEFT_OUT)
            reads = any(isinstance(part, Read) for part in walk(argument))
            if reads and (not may_be or self._is_harmless(argument)):
                yield argument
            yield from self._parts(argument, is_left_out=may_be)

    def _is_harmless(self, term: Term) -> bool:
        """Whether a term may be computed where nothing needs it: cheap, of what has a name."""
        if isinstance(term, Read) or term in self._hoisted:
            # What isn't a name is an access to memory, which a condition may guard.
            return self._printer.text(term).isidentifier()
        if not is_cheap(term):
            return False
        return not isinstance(term, Apply) or all(map(self._is_harmless, term.arguments))
