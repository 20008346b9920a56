"""Parts of a formula that are the same at every index: computed once, in front of all loops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import Apply, Parameter, Read, Size, Sort, Term, arguments_of, walk
from opgen.targets.cpp_places import Names
from opgen.targets.cpp_terms import TermPrinter


class Scalars:
    """Gives names to scalars.

    Attributes:
        names: The name of each.
    """

    def __init__(self, terms: Iterable[Term], names: Names) -> None:
        """Find the scalars in ``terms`` and name them."""
        self.names: dict[Term, str] = {}
        for term in terms:
            self._find(term, names)

    def _find(self, term: Term, names: Names) -> None:
        if not _is_scalar(term):
            for argument in arguments_of(term):
                self._find(argument, names)
        elif term not in self.names and _is_worth_a_name(term):
            wanted = f"{term.name}_value" if isinstance(term, Parameter) else "scalar"
            if sort_of(term) is Sort.BOOL:
                wanted = "condition"
            self.names[term] = names.new(wanted)

    def lines(self, sizes: Mapping[str, str], enums: Mapping[str, str]) -> Iterator[str]:
        """Yield the declarations of all scalars.

        Args:
            sizes: The names of the letters' sizes.
            enums: The C++ type of each attribute that is a word.
        """
        printer = TermPrinter("double", _no_read, sizes, {}, enums)
        for term, name in self.names.items():
            text = printer.text(term)
            if sort_of(term) is Sort.BOOL:
                yield f"const bool {name} = {text};"
            else:
                yield f"const Compute {name} = static_cast<Compute>({text});"


def _no_read(read: Read) -> str:
    raise AssertionError(read)


def _is_scalar(term: Term) -> bool:
    return not any(isinstance(part, Read) for part in walk(term))


def _is_worth_a_name(term: Term) -> bool:
    """Whether a scalar is converted or computed once."""
    variable = any(isinstance(part, Parameter | Size) for part in walk(term))
    if sort_of(term) in {Sort.REAL, Sort.NUMBER}:
        return variable
    return variable and isinstance(term, Apply) and sort_of(term) is Sort.BOOL
