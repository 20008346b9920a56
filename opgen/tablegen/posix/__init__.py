"""POSIX extended regular expressions, as llvm has them.

What llvm refuses is refused, what it matches matches, in time that the length of text and
expression bound; only references back to groups are tried way by way, within the limits of a
program. A reference back to a group that is left out by ``{0}`` never matches: llvm compares with
what happens to lie in its memory. Knows nothing of TableGen.
"""

from __future__ import annotations

from functools import lru_cache

from opgen.dataclass import dataclass
from opgen.tablegen.limits import Budget
from opgen.tablegen.posix.backtracking import search_with_references
from opgen.tablegen.posix.brackets import InvalidPatternError
from opgen.tablegen.posix.matching import Matcher
from opgen.tablegen.posix.parsing import parse
from opgen.tablegen.posix.program import Kind

__all__ = ["Pattern", "compile_pattern"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression."""

    _matcher: Matcher
    _has_references: bool

    def matches(self, text: str, budget: Budget) -> bool:
        """Return whether the expression matches any part of ``text``.

        Raises:
            LimitExceededError: if that takes more than what is left of ``budget``.
        """
        search = search_with_references if self._has_references else Matcher.search
        return search(self._matcher, text, budget)


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> Pattern | None:
    """Compile an expression; return None if it is invalid.

    Raises:
        LimitExceededError: if it is too large.
    """
    try:
        program = parse(text)
    except InvalidPatternError:
        return None
    return Pattern(Matcher(program), program.has(Kind.REFERENCE))
