"""The sort of a term, from the sorts of what it reads."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from opgen.ops.formulas.functions import sort_of_call
from opgen.ops.formulas.terms import (
    Apply,
    Constant,
    Given,
    Parameter,
    Read,
    Reduce,
    Size,
    Sort,
    Term,
)


@lru_cache(maxsize=4096)
def sort_of(term: Term) -> Sort:
    """Return the sort of the value of ``term``."""
    match term:
        case Constant() | Parameter() | Read():
            return term.sort
        case Size():
            return Sort.INTEGER
        case Given():
            return Sort.BOOL
        case Reduce():
            inner = max(sort_of(term.value), Sort.INTEGER)
            return Sort.REAL if term.function == "mean" else inner
        case Apply():
            return sort_of_call(term.function, tuple(map(sort_of, term.arguments)))
        case _:
            assert_never(term)
