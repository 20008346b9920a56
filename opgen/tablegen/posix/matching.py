"""Match by following all ways through an expression at once, in time linear in the text.

The sets of places that are reached are kept with where each character leads from them, so that a
text is mostly matched by looking up one character after the other. Knows nothing of how
expressions are written.
"""

from __future__ import annotations

import string

from opgen.dataclass import dataclass, field
from opgen.hints import Final
from opgen.tablegen.limits import Budget
from opgen.tablegen.posix.program import STAYS, Kind, Program

_WORD: Final = frozenset(string.ascii_letters + string.digits + "_")
_MOST_KEPT: Final = 1 << 18
_FREE_CHARACTERS: Final = 64
"""Characters looked up that take as long as one place that is worked out."""

Places = frozenset[int]
Edge = tuple[str, str]
"""The characters before and after a place, "" for an end of the text."""


@dataclass(slots=True, eq=False)
class _State:
    """A set of places, with what stands before them."""

    places: Places
    before: str
    moves: dict[str, _State] = field(default_factory=dict)
    matches_at_end: bool | None = None


_MATCHED: Final = _State(frozenset(), "")


@dataclass(slots=True)
class Matcher:
    """The ways through one expression."""

    program: Program
    first: Places = frozenset()
    has_words: bool = False
    _states: dict[tuple[Places, str], _State] = field(default_factory=dict)
    _kept: int = 0

    def search(self, text: str, budget: Budget) -> bool:
        """Return whether the expression matches any part of a text."""
        if not self.first:
            self.prepare(budget)
        budget.take_turns(len(text) // _FREE_CHARACTERS)
        state = self._state(self.first, "")
        for character in text:
            state = state.moves.get(character) or self._move(state, character, budget)
            if state is _MATCHED:
                return True
        if state.matches_at_end is None:
            reached = self.cross(state.places, (state.before, ""), budget)
            state.matches_at_end = self.accepts(reached)
        return state.matches_at_end

    def prepare(self, budget: Budget) -> None:
        """Find out where matches begin."""
        self.first = self.reach([0], budget)
        self.has_words = self.program.has(Kind.WORD_START, Kind.WORD_END)

    def accepts(self, places: Places) -> bool:
        """Return whether the end of the expression is among some places."""
        return len(self.program.code) - 1 in places

    def _move(self, state: _State, character: str, budget: Budget) -> _State:
        """Return what follows a state by a character."""
        reached = self.cross(state.places, (state.before, character), budget)
        following = _MATCHED
        if not self.accepts(reached):
            places = self.first | self.step(reached, character, budget)
            following = self._state(places, character)
        state.moves[character] = following
        self._kept += 1
        return following

    def _state(self, places: Places, before: str) -> _State:
        kind = before and ("_" if self.has_words and before in _WORD else " ")
        state = self._states.get((places, kind))
        if state is None:
            self._kept += len(places)
            if self._kept > _MOST_KEPT:
                self._states.clear()
                self._kept = len(places)
            state = self._states[places, kind] = _State(places, kind)
        return state

    def step(self, places: Places, character: str, budget: Budget) -> Places:
        """Return where a character leads to."""
        code = self.program.code
        budget.take_turns(len(places))
        return self.reach([at + 1 for at in places if character in code[at].members], budget)

    def cross(self, places: Places, edge: Edge, budget: Budget) -> Places:
        """Return the places together with those behind assertions that hold at an edge."""
        before, after = edge
        count = (0 if before else self.program.starts) + (0 if after else self.program.ends)
        kinds = {Kind.TEXT_START} if not before else set()
        if not after:
            kinds.add(Kind.TEXT_END)
        places = self._pass(places, kinds, count=count, budget=budget)
        if not self.has_words or (before in _WORD) == (after in _WORD):
            return places
        word = Kind.WORD_START if after in _WORD else Kind.WORD_END
        return self._pass(places, {word}, count=1, budget=budget)

    def _pass(self, places: Places, kinds: set[Kind], *, count: int, budget: Budget) -> Places:
        """Pass assertions ``count`` times, or in llvm's larger matcher, as often as there are."""
        code = self.program.code
        is_small = self.program.is_small
        while count:
            ahead = [at + 1 for at in places if code[at].kind in kinds]
            budget.take_turns(len(places))
            reached = places | self.reach(ahead, budget)
            if reached == places:
                break
            places = reached
            if is_small:
                count -= 1
        return places

    def reach(self, waiting: list[int], budget: Budget) -> Places:
        """Return the places that wait for something, reached from some without waiting."""
        code = self.program.code
        seen: set[int] = set()
        reached: list[int] = []
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            instruction = code[at]
            if instruction.kind in STAYS:
                reached.append(at)
                continue
            if instruction.kind is not Kind.JUMP:
                waiting.append(at + 1)
            if instruction.kind in {Kind.SPLIT, Kind.JUMP, Kind.LOOP_END}:
                waiting.append(at + instruction.operand)
        budget.take_turns(len(seen))
        return frozenset(reached)


def is_word_edge(kind: Kind, edge: Edge) -> bool:
    """Return whether an assertion about a word holds between two characters."""
    before, after = (character in _WORD for character in edge)
    return after > before if kind is Kind.WORD_START else before > after
