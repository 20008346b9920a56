"""How much a program may make, so that one that never comes to an end is told so.

The limits lie far above what any body of TableGen needs, and where llvm-tblgen itself runs out of
memory or time. Knows nothing of programs.
"""

from __future__ import annotations

from opgen.dataclass import dataclass
from opgen.hints import Final

MOST_PARTS: Final = 1 << 24
"""Elements of lists, arguments of dags and bits, all together."""
MOST_TEXT: Final = 1 << 29
"""Characters of long strings, all together."""
MOST_OPERANDS: Final = 1 << 24
"""Operands of one value that isn't known yet and is written out."""
HEAVIEST: Final = 1 << 40
"""Operands of one value beyond which they aren't counted."""
LONGEST_LIST: Final = 1 << 24
"""Elements of one list that a range or a number tells the length of."""
MOST_RECORDS: Final = 1 << 19
"""Records, unnamed ones included."""
MOST_WAITING: Final = 1 << 17
"""Records that wait in one multiclass."""
MOST_TURNS: Final = 1 << 24
"""Turns of loops, and of operators that loop, all together."""
MOST_STEPS: Final = 1 << 26
"""Operators looked at while variables are replaced; what is made counts as some."""
MOST_STEPS_AT_ONCE: Final = 1 << 21
"""The same for one statement, or one record that a loop or multiclass makes."""
INSTANCE_STEPS: Final = 16
OPERATION_STEPS: Final = 3
MOST_ANCESTORS: Final = 1 << 22
"""Ancestors of one record, as they are listed: once for each way that leads to them."""
MOST_ADVICE: Final = 100
"""Unknown names for each of which the known one is looked for that it may be meant for."""
DEEPEST_INSTANCE: Final = 5000
"""Instances of classes that are made while making others."""
LARGEST_TEXT: Final = MOST_TEXT
"""Characters of one string."""


class LimitExceededError(Exception):
    """A limit was exceeded; ends the evaluation, which reports it."""


@dataclass(slots=True)
class Budget:
    """What is used up so far."""

    parts: int = 0
    text: int = 0
    records: int = 0
    waiting: int = 0
    turns: int = 0
    steps: int = 0
    most_steps: int = MOST_STEPS_AT_ONCE

    def begin(self) -> None:
        """Begin a statement, or a record that a loop or multiclass makes."""
        self.most_steps = min(self.steps + MOST_STEPS_AT_ONCE, MOST_STEPS)

    def take_steps(self, count: int) -> None:
        """Count steps of the statement under way."""
        self.steps += count
        if self.steps > self.most_steps:
            self.refuse_steps()

    def refuse_steps(self) -> None:
        """Refuse a further step."""
        if self.most_steps == MOST_STEPS:
            _refuse(f"more than {MOST_STEPS} steps of resolving values")
        _refuse(f"more than {MOST_STEPS_AT_ONCE} steps of resolving the values of one statement")

    def take_parts(self, count: int) -> None:
        """Count parts of a new value."""
        self.parts += count
        if self.parts > MOST_PARTS:
            _refuse(f"values with more than {MOST_PARTS} elements or bits in all")

    def take_text(self, length: int) -> None:
        """Count the characters of a new string."""
        self.text += length
        if self.text > MOST_TEXT:
            _refuse(f"strings of more than {MOST_TEXT} characters in all")

    def take_record(self) -> None:
        """Count a new record."""
        self.records += 1
        if self.records > MOST_RECORDS:
            _refuse(f"more than {MOST_RECORDS} records")

    def take_instance(self) -> None:
        """Count the new record of an instance, which is part of what a statement does."""
        self.take_record()
        self.take_steps(INSTANCE_STEPS)

    def check_records(self, count: int) -> None:
        """Check the number of records about to be made by loops whose turns are known."""
        if self.records + count > MOST_RECORDS:
            _refuse(f"more than {MOST_RECORDS} records")

    def check_turns(self, count: int) -> None:
        """Check the number of turns, so far as it is known, of loops about to be run."""
        if self.turns + count > MOST_TURNS:
            _refuse(f"loops of more than {MOST_TURNS} turns in all")

    def check_ancestors(self, count: int) -> None:
        """Check how many ancestors a record lists."""
        if count > MOST_ANCESTORS:
            _refuse(f"a record with more than {MOST_ANCESTORS} ways to its ancestors")

    def take_waiting(self) -> None:
        """Count a new record that waits in the multiclass or loop being read."""
        self.waiting += 1
        if self.waiting > MOST_WAITING:
            _refuse(f"more than {MOST_WAITING} records of one `defm` or multiclass")

    def take_turn(self) -> None:
        """Count a turn of a loop."""
        self.take_turns(1)

    def take_turns(self, count: int) -> None:
        """Count turns of a loop, or steps of matching a regular expression."""
        self.turns += count
        if self.turns > MOST_TURNS:
            _refuse(f"loops of more than {MOST_TURNS} turns in all")

    def check_weight(self, weight: int) -> None:
        """Check the size, written out, of a value that is made of others."""
        if weight > MOST_PARTS:
            _refuse(f"a value that takes more than {MOST_PARTS} elements to write out")

    def check_operands(self, weight: int) -> None:
        """Check the size, written out, of a value that isn't known yet and is to be written."""
        if not is_writable(weight):
            _refuse(UNWRITABLE)

    def check_text(self, length: int) -> None:
        """Check the length of a string about to be made."""
        if length > LARGEST_TEXT:
            _refuse(f"a string of more than {LARGEST_TEXT} characters")


UNWRITABLE: Final = f"an expression that takes more than {MOST_OPERANDS} operands to write out"


def is_writable(weight: int) -> bool:
    """Whether a value that isn't known yet and has so many operands can be written out."""
    return weight <= MOST_OPERANDS


def _refuse(what: str) -> None:
    raise LimitExceededError(what)
