"""Whether statements run in the order in which they ran before.

As long as they do, each of them finds what it found then, without a look at what that was. Knows
files by their keys, nothing of what statements mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from opgen.dataclass import dataclass, field
from opgen.hints import Final

NO_FILE: Final = b""
"""Stands for a file that isn't there, or that has nothing left."""


@dataclass(slots=True)
class Order:
    """The files in the order in which they are entered.

    Attributes:
        earlier: Those of an earlier run, by keys that change with their texts.
        files: Those of this run.
        is_kept: All that has been entered and run so far is what was then.
    """

    earlier: Sequence[bytes]
    files: list[bytes] = field(default_factory=list)
    is_kept: bool = True

    def enter(self, key: bytes) -> bytes:
        """Note that a file is entered; return the one that was entered at this point before."""
        at = len(self.files)
        self.files.append(key)
        return self.earlier[at] if at < len(self.earlier) else NO_FILE

    def pass_by(self) -> None:
        """Note that there is no file to be entered."""
        if self.enter(NO_FILE) != NO_FILE or len(self.files) > len(self.earlier):
            self.is_kept = False
