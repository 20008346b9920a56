"""The bang operators of TableGen: one table, one small function per operator.

Knows values and how a call is written, not how programs are run.
"""

from opgen.hints import Final
from opgen.tablegen.bangs.control import CAST, COND, CONTROL, IF
from opgen.tablegen.bangs.dags import DAGS
from opgen.tablegen.bangs.lists import ELEMENT, LISTS, RANGE, SLICE
from opgen.tablegen.bangs.numbers import NUMBERS
from opgen.tablegen.bangs.operator import Bang, Call
from opgen.tablegen.bangs.strings import STRINGS

BANGS: Final[dict[str, Bang]] = {
    bang.name: bang for bang in (*NUMBERS, *STRINGS, *LISTS, *DAGS, *CONTROL)
}
"""Every operator by its name without the exclamation mark."""

SUFFIXES: Final[dict[str, Bang]] = {bang.name: bang for bang in (ELEMENT, RANGE, SLICE)}
"""What follows a value and is computed like an operator, by the name it has among operations."""

__all__ = ["BANGS", "CAST", "COND", "ELEMENT", "IF", "RANGE", "SLICE", "SUFFIXES", "Bang", "Call"]
