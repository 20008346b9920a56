"""Statements that fit in a line: where a value is too long, parts of it get names first.

Knows how long terms are in C++; knows neither loops nor where a value goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import Apply, Read, Sort, Term, walk
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

    def _parts(self, term: Term) -> Iterator[Term]:
        """Yield the parts of ``term`` that are computed in any case and have no name yet."""
        if not isinstance(term, Apply) or term in self._hoisted:
            return
        always: Sequence[Term] = term.arguments
        if term.function in _LEFT_OUT:
            always = always[:1]
        for argument in always:
            if argument in self._hoisted:
                continue
            if any(isinstance(part, Read) for part in walk(argument)):
                yield argument
            yield from self._parts(argument)
