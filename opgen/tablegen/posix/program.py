"""What a regular expression is compiled to: instructions, put together of pieces.

Operands are distances, so a piece may be copied to any place. Knows nothing of how expressions
are written or matched.
"""

from __future__ import annotations

from enum import IntEnum

from opgen.dataclass import dataclass
from opgen.hints import Final
from opgen.namedtuple import NamedTuple

MOST_INSTRUCTIONS: Final = 1 << 20
SMALL: Final = 64
"""States that llvm's matcher keeps in one machine word."""
_ENDS: Final = 2


class Kind(IntEnum):
    """What an instruction does."""

    SET = 0
    ACCEPT = 1
    TEXT_START = 2
    TEXT_END = 3
    WORD_START = 4
    WORD_END = 5
    SPLIT = 6
    JUMP = 7
    OPEN = 8
    CLOSE = 9
    REFERENCE = 10
    LOOP_START = 11
    LOOP_END = 12

    @property
    def is_assertion(self) -> bool:
        """Whether it holds at some places of a text, and takes no character."""
        return Kind.TEXT_START <= self <= Kind.WORD_END


STAYS: Final = frozenset(kind for kind in Kind if kind <= Kind.WORD_END)
"""Kinds that wait for a character or a place; all others are passed at once."""


class Instruction(NamedTuple):
    """One instruction: ``operand`` is a distance, or the number of a group.

    A reference that is compared with what its group matched goes on after ``skip`` instructions.
    """

    kind: Kind
    operand: int = 0
    members: frozenset[str] = frozenset()
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring instructions, ``times`` times, with the number of states that llvm has for them.

    Made of the pieces of which it consists, so that nesting them costs nothing.
    """

    parts: tuple[Piece | Instruction, ...]
    length: int
    states: int
    times: int = 1

    def flatten(self) -> tuple[Instruction, ...]:
        """Return the instructions."""
        code: list[Instruction] = []
        waiting: list[Piece | Instruction] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Instruction):
                code.append(part)
            elif part.length:
                waiting += part.parts[::-1] * part.times
        return tuple(code)


@dataclass(frozen=True, slots=True)
class Program:
    """A whole expression.

    ``starts`` and ``ends`` count how often ``^`` and ``$`` are written: llvm passes as many of them
    at one place, which tells when they are repeated.
    """

    code: tuple[Instruction, ...]
    states: int
    starts: int
    ends: int

    @property
    def is_small(self) -> bool:
        """Whether llvm would use the matcher that keeps its states in one machine word."""
        return self.states + _ENDS <= SMALL

    def has(self, *kinds: Kind) -> bool:
        """Return whether there is an instruction of one of these kinds."""
        return any(instruction.kind in kinds for instruction in self.code)


EMPTY: Final = Piece((), 0, 0)


def single(kind: Kind, *, members: frozenset[str] = frozenset()) -> Piece:
    """Return a piece of one instruction."""
    return Piece((Instruction(kind, members=members),), 1, 1)


def _made_of(parts: list[Piece | Instruction], *, states: int) -> Piece:
    """Return a piece of parts, to whose states are added some."""
    length = sum(part.length if isinstance(part, Piece) else 1 for part in parts)
    inner = sum(part.states for part in parts if isinstance(part, Piece))
    return Piece(tuple(parts), length, inner + states)


def join(pieces: list[Piece]) -> Piece:
    """Return pieces one after the other."""
    return pieces[0] if len(pieces) == 1 else _made_of([*pieces], states=0)


def repeat(piece: Piece, times: int) -> Piece:
    """Return a piece some times."""
    return Piece((piece,), piece.length * times, piece.states * times, times)


def group(piece: Piece, number: int) -> Piece:
    """Return a piece in parentheses."""
    ends = Instruction(Kind.OPEN, number), Instruction(Kind.CLOSE, number)
    return _made_of([ends[0], piece, ends[1]], states=2)


def refer(piece: Piece, number: int) -> Piece:
    """Return a reference to a group with this content, which is what it may match at most."""
    reference = Instruction(Kind.REFERENCE, number, skip=piece.length + 1)
    return _made_of([reference, piece], states=2)


def choose(pieces: list[Piece]) -> Piece:
    """Return alternatives, of which the first are tried first."""
    if len(pieces) == 1:
        return pieces[0]
    left = sum(piece.length + 2 for piece in pieces) - 2
    parts: list[Piece | Instruction] = []
    for piece in pieces[:-1]:
        left -= piece.length + 2
        parts.append(Instruction(Kind.SPLIT, piece.length + 2))
        parts += [piece, Instruction(Kind.JUMP, left + 1)]
    return _made_of([*parts, pieces[-1]], states=2 * len(pieces))


def at_least_once(piece: Piece) -> Piece:
    """Return a piece repeated as often as possible."""
    back = Instruction(Kind.LOOP_END, -piece.length)
    return _made_of([Instruction(Kind.LOOP_START), piece, back], states=2)


def at_most_once(piece: Piece) -> Piece:
    """Return a piece that may be left out."""
    return choose([piece, EMPTY])


def any_number(piece: Piece) -> Piece:
    """Return a piece repeated as often as possible, or left out."""
    return at_most_once(at_least_once(piece))


def count(piece: Piece, least: int, most: int | None) -> Piece:
    """Return a piece repeated ``least`` to ``most`` times."""
    if most == 0:
        return EMPTY
    if least == 0:
        return at_most_once(count(piece, 1, most))
    if most is None:
        return join([repeat(piece, least - 1), at_least_once(piece)])
    optional = repeat(at_most_once(piece), most - least)
    return join([repeat(piece, least - 1), optional, piece])
