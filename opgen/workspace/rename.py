"""Carry an operator's new name through its base, so that a rename alone is no conflict.

A stub says its operator's name. Where somebody has replaced the stub, the new name in it is no
change that concerns them; the declaration's own lines are another matter and merge as always.
Must not know where texts are kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass
from opgen.workspace.diff import hunks
from opgen.workspace.text import bare, bares

if TYPE_CHECKING:
    from collections.abc import Collection

    from opgen.outputs import RegionKey
    from opgen.workspace.merge import Lines


@dataclass(frozen=True, slots=True)
class Renaming:
    """The name that an operator had and the one it has, in each spelling."""

    spellings: tuple[tuple[re.Pattern[bytes], bytes], ...]

    @classmethod
    def between(cls, old: RegionKey, new: RegionKey) -> Renaming:
        """Return the renaming of the operator that two keys of one region name."""
        before, after = _mnemonic(old), _mnemonic(new)
        if not before:
            return cls(())
        spellings = (
            (rf"(?<![A-Za-z0-9]){re.escape(before)}(?![A-Za-z0-9])", after),
            (rf"(?<![A-Za-z0-9]){re.escape(before.upper())}(?![A-Za-z0-9])", after.upper()),
            (rf"{re.escape(_camel(before))}(?![a-z0-9])", _camel(after)),
        )
        return cls(tuple((re.compile(one.encode()), two.encode()) for one, two in spellings))

    def applied(self, line: bytes) -> bytes:
        """Return a line with the new name in it."""
        for old, new in self.spellings:
            line = old.sub(new, line)
        return line


def _mnemonic(key: RegionKey) -> str:
    return key.partition("/")[0].rpartition(".")[2]


def _camel(mnemonic: str) -> str:
    return "".join(word.capitalize() for word in mnemonic.split("_"))


def carried(
    base: Lines, user: Lines, *, renaming: Renaming, fixed: Collection[int]
) -> tuple[Lines, Lines]:
    """Return base and user's text with the new name in what nobody edited.

    Args:
        base: The lines that were last published.
        user: The lines as they are.
        renaming: The names.
        fixed: The lines of the base that stay: those of the declaration.
    """
    renamed = [line if at in fixed else renaming.applied(line) for at, line in enumerate(base)]
    found = list(user)
    at = other = 0
    for hunk in (*hunks(bares(base), bares(user)), None):
        end = len(base) if hunk is None else hunk.start
        for offset in range(end - at):
            found[other + offset] = _with_end_of(user[other + offset], renamed[at + offset])
        if hunk is not None:
            at, other = hunk.end, hunk.other_end
    return tuple(renamed), tuple(found)


def _with_end_of(line: bytes, renamed: bytes) -> bytes:
    return bare(renamed) + line[len(bare(line)) :]
