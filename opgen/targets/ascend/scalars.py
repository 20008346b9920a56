"""What is the same at every index of a formula: the host computes it and passes it in the tiling.

The scalar unit of an AI core knows neither double precision nor functions. Knows neither kernels
nor tensors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from opgen.dataclass import dataclass
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    Constant,
    Given,
    Parameter,
    Read,
    Size,
    Sort,
    Term,
    mapped,
    walk,
)
from opgen.targets.cpp_places import Names
from opgen.targets.cpp_terms import TermPrinter


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the tiling data.

    Attributes:
        type: Its type.
        name: Its name.
        value: How the host computes it.
    """

    type: str
    name: str
    value: str


class Scalars:
    """Gives fields to scalars."""

    def __init__(self, inline: Mapping[str, Term], names: Names) -> None:
        """Start without a field.

        Args:
            inline: The values of temporaries, by name.
            names: Gives names to fields.
        """
        self._inline = inline
        self._names = names
        self._found: dict[Term, str] = {}

    def is_scalar(self, term: Term) -> bool:
        """Whether a term is the same at every index."""
        reads = [part for part in walk(term) if isinstance(part, Read)]
        return all(
            read.name in self._inline and self.is_scalar(self._inline[read.name]) for read in reads
        )

    def name(self, term: Term) -> str:
        """Return the name of the field with a scalar, which is no literal."""
        term = self._resolved(term)
        if term not in self._found:
            self._found[term] = self._names.new(_wanted(term))
        return self._found[term]

    def value(self, term: Term) -> float | str | None:
        """Return the value of a literal."""
        term = self._resolved(term)
        return term.value if isinstance(term, Constant) else None

    def sizes(self) -> frozenset[str]:
        """Return the letters whose sizes the host needs."""
        parts = [part for term in self._found for part in walk(term)]
        return frozenset(part.letter for part in parts if isinstance(part, Size))

    def fields(self, sizes: Mapping[str, str], *, is_float: bool) -> Iterator[Field]:
        """Yield the fields of all scalars.

        Args:
            sizes: The names of the letters' sizes on the host.
            is_float: Whether the kernel computes in float in every case, not in integers.
        """
        printer = TermPrinter("double", _no_read, sizes, {})
        for term, name in self._found.items():
            kind = "float" if is_float else "int64_t"
            kind = "uint32_t" if sort_of(term) is Sort.BOOL else kind
            text = printer.text(term)
            yield Field(kind, name, f"static_cast<{kind}>({text})")

    def _resolved(self, term: Term) -> Term:
        if isinstance(term, Read):
            return self._resolved(self._inline[term.name])
        return mapped(term, self._resolved)


def _wanted(term: Term) -> str:
    if isinstance(term, Parameter):
        return f"{term.name}_value"
    if isinstance(term, Given):
        return f"has_{term.operand}"
    return "condition" if sort_of(term) is Sort.BOOL else "scalar"


def _no_read(read: Read) -> str:
    raise AssertionError(read)
