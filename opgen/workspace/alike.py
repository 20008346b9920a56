"""How alike two files are, to say what may have been moved or renamed without saying so.

Nothing is ever done on such a likeness alone. Must not know the file system.
"""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass
from opgen.outputs import RegionKey
from opgen.workspace.rename import Renaming
from opgen.workspace.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opgen.outputs import OpId, RelPath

ALIKE: Final = 0.6
_PLACE: Final = 2
"""How many parts of a path two files of one operator and its new name share."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file as it was generated, whatever somebody has written in it."""

    path: RelPath
    ops: tuple[OpId, ...]
    rendering: bytes


def likeness(one: bytes, two: bytes) -> float:
    """Return the share of lines that two files have in common."""
    first, second = Counter(Text(one).keys), Counter(Text(two).keys)
    return (first & second).total() / max(first.total(), second.total(), 1)


def renames(
    gone: Iterable[Candidate], fresh: Iterable[Candidate]
) -> list[tuple[Candidate, Candidate]]:
    """Return pairs of a removed and a new file that may be one under two names."""
    news = list(fresh)
    found = []
    for old in gone:
        rated = [(_resemblance(old, new), new) for new in news if _are_neighbours(old, new)]
        best = max(rated, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] >= ALIKE:
            found.append((old, best[1]))
    return found


def _are_neighbours(old: Candidate, new: Candidate) -> bool:
    one, two = PurePosixPath(old.path), PurePosixPath(new.path)
    return one.suffix == two.suffix and one.parts[:_PLACE] == two.parts[:_PLACE]


def _resemblance(old: Candidate, new: Candidate) -> float:
    """Return how alike two renderings are, where the name of the operator doesn't count."""
    plain = likeness(old.rendering, new.rendering)
    if len(old.ops) != 1 or len(new.ops) != 1:
        return plain
    names = (RegionKey(f"{ops[0]}/") for ops in (old.ops, new.ops))
    renaming = Renaming.between(*names)
    renamed = b"".join(renaming.applied(line) for line in Text(old.rendering).lines)
    return max(plain, likeness(renamed, new.rendering))
