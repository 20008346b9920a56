"""Code for a vector unit over numbered values, and where in local memory each value lies.

A value may take the place of one that nobody reads any more. Knows the shape of a call, not what
a function computes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum

from opgen.dataclass import dataclass, field
from opgen.namedtuple import NamedTuple
from opgen.targets.cpp_formula import Line


class Space(Enum):
    """What a value is made of."""

    NUMBERS = "numbers"
    MASK = "mask"


@dataclass(frozen=True, slots=True)
class Register:
    """A value of as many elements as there are at a time.

    Attributes:
        number: What tells it from others; negative for a tensor that has a name already.
        space: What it is made of.
        name: The name of that tensor.
    """

    number: int
    space: Space
    name: str = ""


class _Entry(NamedTuple):
    """A line: its pieces, registers among them, and what it does to memory."""

    depth: int
    pieces: tuple[Register | str, ...]
    may_overlap: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """Code with a place for each value.

    Attributes:
        lines: The code.
        places: The names of the places of each space.
    """

    lines: tuple[Line, ...]
    places: dict[Space, tuple[str, ...]]


@dataclass(slots=True)
class VectorCode:
    """Collects lines over registers.

    Attributes:
        entries: The lines.
        renamed: Registers that are tensors with a name.
        depth: How deep the next line stands in blocks.
        made: How many registers there are.
    """

    entries: list[_Entry] = field(default_factory=list)
    renamed: dict[Register, str] = field(default_factory=dict)
    depth: int = 0
    made: int = 0

    def new(self, space: Space = Space.NUMBERS) -> Register:
        """Return a register that nothing has been written to."""
        self.made += 1
        return Register(self.made, space)

    def call(
        self,
        function: str,
        target: Register,
        *arguments: Register | str,
        may_overlap: bool = True,
    ) -> Register:
        """Add a call that writes ``target``, its first argument, and return that.

        Args:
            function: The function.
            target: What it writes.
            arguments: The other arguments.
            may_overlap: Whether it may read from where it writes to.
        """
        pieces: list[Register | str] = [f"{function}(", target]
        for argument in arguments:
            pieces += [", ", argument]
        self.entries.append(_Entry(self.depth, (*pieces, ");"), may_overlap))
        return target

    def line(self, *pieces: Register | str) -> None:
        """Add a line."""
        self.entries.append(_Entry(self.depth, pieces, may_overlap=False))

    def placed(self, taken: AbstractSet[str]) -> Placed:
        """Return the code with a place for each value.

        Args:
            taken: Names that mean something else.
        """
        prefixes = {space: _prefix(space, taken) for space in Space}
        return _Placer(self.entries, dict(self.renamed), prefixes).placed()


class _Placer:
    def __init__(
        self,
        entries: Sequence[_Entry],
        names: dict[Register, str],
        prefixes: Mapping[Space, str],
    ) -> None:
        self.entries = entries
        self.names = names
        self.prefixes = prefixes
        self.last = {
            register: at for at, entry in enumerate(entries) for register in _registers(entry)
        }
        self.free: dict[Space, list[int]] = {space: [] for space in Space}
        self.taken: dict[Space, int] = dict.fromkeys(Space, 0)
        self.slots: dict[Register, int] = {}

    def placed(self) -> Placed:
        lines = []
        for at, entry in enumerate(self.entries):
            registers = [r for r in dict.fromkeys(_registers(entry)) if r not in self.names]
            new = [r for r in registers if r not in self.slots and not r.name]
            ended = [r for r in registers if self.last[r] == at and r in self.slots]
            if entry.may_overlap:
                self._release(ended)
            for register in new:
                self._take(register)
            if not entry.may_overlap:
                self._release(ended)
            self._release([r for r in new if self.last[r] == at])
            lines.append(Line(entry.depth, "".join(map(self._text, entry.pieces))))
        places = {
            space: tuple(f"{prefix}{number}" for number in range(self.taken[space]))
            for space, prefix in self.prefixes.items()
        }
        return Placed(tuple(lines), places)

    def _take(self, register: Register) -> None:
        free = self.free[register.space]
        if free:
            free.sort()
            self.slots[register] = free.pop(0)
            return
        self.slots[register] = self.taken[register.space]
        self.taken[register.space] += 1

    def _release(self, registers: Sequence[Register]) -> None:
        for register in registers:
            self.free[register.space].append(self.slots[register])

    def _text(self, piece: Register | str) -> str:
        if isinstance(piece, str):
            return piece
        if piece in self.names:
            return self.names[piece]
        if piece.name:
            return piece.name
        return f"{self.prefixes[piece.space]}{self.slots[piece]}"


def _prefix(space: Space, taken: AbstractSet[str]) -> str:
    prefix = "t" if space is Space.NUMBERS else "m"
    while any(re.fullmatch(rf"{prefix}\d+", name) for name in taken):
        prefix += "_"
    return prefix


def _registers(entry: _Entry) -> Iterator[Register]:
    return (piece for piece in entry.pieces if isinstance(piece, Register))
