"""How much a program may make, so that one that never comes to an end is told so.

The limits lie far above what any body of TableGen needs, and where llvm-tblgen itself runs out of
memory or time. Knows nothing of programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_PARTS: Final = 1 << 26
"""Elements of lists, arguments of dags, bits, and (eight at a time) characters, all together."""
MOST_OPERANDS: Final = 1 << 22
"""Operands of one value that isn't known yet, written out."""
MOST_RECORDS: Final = 1 << 19
"""Records, unnamed ones included."""
MOST_WAITING: Final = 1 << 17
"""Records that wait in one multiclass."""
MOST_TURNS: Final = 1 << 24
"""Turns of loops, and of operators that loop, all together."""
DEEPEST_INSTANCE: Final = 5000
"""Instances of classes that are made while making others."""
LARGEST_TEXT: Final = MOST_PARTS * 8
"""Characters of one string."""


class LimitExceededError(Exception):
    """A limit was exceeded; ends the evaluation, which reports it."""


@dataclass(slots=True)
class Budget:
    """What is used up so far."""

    parts: int = 0
    records: int = 0
    waiting: int = 0
    turns: int = 0

    def take_parts(self, count: int) -> None:
        """Count parts of a new value."""
        self.parts += count
        if self.parts > MOST_PARTS:
            _refuse(f"values with more than {MOST_PARTS} elements, bits or words in all")

    def take_record(self) -> None:
        """Count a new record."""
        self.records += 1
        if self.records > MOST_RECORDS:
            _refuse(f"more than {MOST_RECORDS} records")

    def take_waiting(self) -> None:
        """Count a new record that waits in the multiclass or loop being read."""
        self.waiting += 1
        if self.waiting > MOST_WAITING:
            _refuse(f"more than {MOST_WAITING} records of one `defm` or multiclass")

    def take_turn(self) -> None:
        """Count a turn of a loop."""
        self.turns += 1
        if self.turns > MOST_TURNS:
            _refuse(f"loops of more than {MOST_TURNS} turns in all")

    def check_weight(self, weight: int) -> None:
        """Check the size, written out, of a value that is made of others."""
        if weight > MOST_PARTS:
            _refuse(f"a value that takes more than {MOST_PARTS} elements to write out")

    def check_operands(self, weight: int) -> None:
        """Check the size, written out, of a value that isn't known yet."""
        if weight > MOST_OPERANDS:
            _refuse(f"an expression that takes more than {MOST_OPERANDS} operands to write out")

    def check_text(self, length: int) -> None:
        """Check the length of a string about to be made."""
        if length > LARGEST_TEXT:
            _refuse(f"a string of more than {LARGEST_TEXT} characters")


def _refuse(what: str) -> None:
    raise LimitExceededError(what)
