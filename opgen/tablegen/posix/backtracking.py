"""Match expressions that refer back to a group, by trying one way after the other.

Only ways that begin and end where the expression would match if a reference matched all that its
group may match are tried, as llvm does. Knows nothing of how expressions are written.
"""

from __future__ import annotations

from opgen.dataclass import dataclass, field
from opgen.tablegen.limits import Budget
from opgen.tablegen.posix.matching import Matcher, is_word_edge
from opgen.tablegen.posix.program import Kind, Program


def search_with_references(matcher: Matcher, text: str, budget: Budget) -> bool:
    """Return whether an expression matches any part of a text.

    At the end of the text, what only references rule out is a match all the same: llvm has it so.
    """
    if not matcher.first:
        matcher.prepare(budget)
    for start in range(len(text) + 1):
        ends = _ends(matcher, text, start=start, budget=budget)
        if ends and (
            start == len(text) or _Attempt(matcher.program, text, ends, budget).matches_from(start)
        ):
            return True
    return False


def _ends(matcher: Matcher, text: str, *, start: int, budget: Budget) -> set[int]:
    """Return where matches that begin at ``start`` may end."""
    ends: set[int] = set()
    places = matcher.first
    for at in range(start, len(text) + 1):
        after = text[at : at + 1]
        places = matcher.cross(places, (text[at - 1 : at] if at else "", after), budget)
        if matcher.accepts(places):
            ends.add(at)
        if at < len(text):
            places = matcher.step(places, after, budget)
        if not places:
            break
    return ends


@dataclass(slots=True)
class _Way:
    """A place in the expression and the text, to which a failed attempt goes back."""

    pc: int
    at: int
    depth: int
    undone: int


@dataclass(slots=True)
class _Attempt:
    program: Program
    text: str
    ends: set[int]
    budget: Budget
    opened: dict[int, int] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)
    loops: dict[int, int] = field(default_factory=dict)
    changes: list[tuple[dict[int, int], int, int | None]] = field(default_factory=list)
    others: list[_Way] = field(default_factory=list)

    def matches_from(self, start: int) -> bool:
        """Return whether there is a match from ``start`` to one of the ends."""
        way: _Way | None = _Way(0, start, 0, 0)
        while way is not None:
            self.budget.take_turns(1)
            if self.program.code[way.pc].kind is Kind.ACCEPT and way.at in self.ends:
                return True
            if not self._advance(way):
                way = self._go_back()
        return False

    def _go_back(self) -> _Way | None:
        if not self.others:
            return None
        way = self.others.pop()
        while len(self.changes) > way.undone:
            groups, number, before = self.changes.pop()
            if before is None:
                del groups[number]
            else:
                groups[number] = before
        return way

    def _advance(self, way: _Way) -> bool:
        """Take one step, and return whether that was possible."""
        kind = self.program.code[way.pc].kind
        if kind in {Kind.SET, Kind.ACCEPT} or kind.is_assertion:
            return self._advance_in_text(way, kind)
        if kind is Kind.REFERENCE:
            return self._refer(way)
        if kind in {Kind.LOOP_START, Kind.LOOP_END}:
            self._loop(way, kind)
        elif kind in {Kind.OPEN, Kind.CLOSE}:
            self._mark(way, self.opened if kind is Kind.OPEN else self.closed)
        else:
            self._branch(way, kind)
        return True

    def _advance_in_text(self, way: _Way, kind: Kind) -> bool:
        before = self.text[way.at - 1 : way.at] if way.at else ""
        after = self.text[way.at : way.at + 1]
        if kind is Kind.SET:
            holds = after in self.program.code[way.pc].members
            way.at += 1
        elif kind is Kind.TEXT_START:
            holds = not before
        elif kind is Kind.TEXT_END:
            holds = not after
        else:
            holds = kind is not Kind.ACCEPT and is_word_edge(kind, (before, after))
        way.pc += 1
        return holds

    def _refer(self, way: _Way) -> bool:
        instruction = self.program.code[way.pc]
        if instruction.operand not in self.closed:
            return False
        start, end = self.opened[instruction.operand], self.closed[instruction.operand]
        matches = self.text.startswith(self.text[start:end], way.at)
        way.pc += instruction.skip
        way.at += end - start
        return matches

    def _loop(self, way: _Way, kind: Kind) -> None:
        """Begin a loop or another turn of it; where the last turn began isn't taken back later."""
        way.pc += 1
        if kind is Kind.LOOP_START:
            way.depth += 1
        elif self.loops[way.depth] == way.at:
            way.depth -= 1
            return
        else:
            self._leave(way, way.pc, way.depth - 1)
            way.pc += self.program.code[way.pc - 1].operand - 1
        self.loops[way.depth] = way.at

    def _mark(self, way: _Way, groups: dict[int, int]) -> None:
        number = self.program.code[way.pc].operand
        self.changes.append((groups, number, groups.get(number)))
        groups[number] = way.at
        way.pc += 1

    def _branch(self, way: _Way, kind: Kind) -> None:
        target = way.pc + self.program.code[way.pc].operand
        if kind is Kind.JUMP:
            way.pc = target
        else:
            self._leave(way, target, way.depth)
            way.pc += 1

    def _leave(self, way: _Way, pc: int, depth: int) -> None:
        self.others.append(_Way(pc, way.at, depth, len(self.changes)))
