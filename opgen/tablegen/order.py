"""Whether statements run in the order in which they ran before, and what is different by then.

As long as they do, a statement finds what it found then, but for what statements made that were
changed: which names those are is all that has to be known, not what the others are. Knows files,
statements and names by their keys, nothing of what statements mean.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from opgen.dataclass import dataclass, field
from opgen.hints import Final
from opgen.namedtuple import NamedTuple
from opgen.tablegen.ground import Piece
from opgen.tablegen.snapshot import Version

NO_FILE: Final = b""
"""Stands for a file that isn't there, or that has nothing left."""
ALL_RECORDS: Final = "all records"
NUMBERS: Final = "numbers"
"""What has no name was given so many."""
_MANY: Final = 16
"""With so many names, comparing all of what a statement found is quicker."""


class Change(NamedTuple):
    """Statements in the place of others.

    Attributes:
        start: The number of the first of the new ones.
        end: That of the first statement behind them.
        gone: The keys of those whose place they take.
    """

    start: int
    end: int
    gone: tuple[bytes, ...] = ()


NOWHERE: Final = -1
NO_CHANGE: Final = Change(NOWHERE, NOWHERE)


@dataclass(slots=True)
class Before:
    """What there was before a change.

    Attributes:
        versions: The versions of everything.
        numbers: How many numbers were given to what has no name.
        gone: The versions of what the statements made that are gone.
        gone_numbers: How many numbers they took.
        touched: The names of what has been made since.
    """

    versions: Mapping[str, Version]
    numbers: int
    gone: dict[str, Version] = field(default_factory=dict)
    gone_numbers: int = 0
    touched: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Differences:
    """What is different from what it was at the same point of an earlier run.

    Attributes:
        then: The names, with the versions of then; None if there was no such thing.
        numbers: So many more numbers have been given to what has no name.
    """

    then: dict[str, Version | None] = field(default_factory=dict)
    numbers: int = 0
    _spelled: tuple[bytes, ...] = ()

    def settle(self, before: Before, versions: Mapping[str, Version], *, numbers: int) -> None:
        """Take account of a change, given what there is now and how many numbers were given."""
        then, gone = self.then, before.gone
        for name in gone.keys() | before.touched:
            earlier = then[name] if name in then else before.versions.get(name)
            old = gone.get(name, earlier)
            if old == versions.get(name):
                then.pop(name, None)
            else:
                then[name] = old
            if name.startswith("d:"):
                then[ALL_RECORDS] = None
        self.numbers += numbers - before.numbers - before.gone_numbers
        then.pop(NUMBERS, None)
        if self.numbers:
            then[NUMBERS] = None
        self._spelled = tuple([name.encode("utf-8", "surrogatepass") for name in then])

    def may_concern(self, names: bytes) -> bool:
        """Whether some of it is among ``names``, which are in UTF-8, between other bytes."""
        spelled = self._spelled
        return len(spelled) > _MANY or any(name in names for name in spelled)


@dataclass(slots=True)
class Order:
    """The files and statements in the order in which they are run.

    Attributes:
        earlier: The files of an earlier run, by keys that change with their texts.
        files: Those of this run.
        is_kept: All that has been run so far is what was then, but for changes that are known.
        has_changed: There have been such changes.
        differences: What follows from them.
        before: What there was before the one that is under way.
    """

    earlier: Sequence[bytes]
    files: list[bytes] = field(default_factory=list)
    is_kept: bool = True
    has_changed: bool = False
    differences: Differences = field(default_factory=Differences)
    before: Before | None = None
    _changed: set[bytes] = field(default_factory=set)

    def enter(self, key: bytes) -> bytes:
        """Note that a file is entered; return the one that was entered at this point before."""
        at = len(self.files)
        self.files.append(key)
        return self.earlier[at] if at < len(self.earlier) else NO_FILE

    def pass_by(self) -> None:
        """Note that there is no file to be entered."""
        if self.enter(NO_FILE) != NO_FILE or len(self.files) > len(self.earlier):
            self.is_kept = False

    def align(
        self,
        pieces: Sequence[Piece],
        earlier: Sequence[Piece],
        *,
        counts: Mapping[bytes, int],
        words: Container[int],
    ) -> Change:
        """Return where the statements of a file aren't those of an earlier run.

        Args:
            pieces: The statements.
            earlier: Those of the earlier run.
            counts: How often there have been statements with a text, with those of this file.
            words: The offsets at which files are included.
        """
        # Statements of the same text are told apart by their numbers, which a change moves.
        if self._changed and any(piece[0] in self._changed for piece in pieces):
            self.is_kept = False
        if not self.is_kept or pieces is earlier:
            return NO_CHANGE
        start = _count_alike(pieces, earlier)
        rest = min(len(pieces), len(earlier)) - start
        back = _count_alike(pieces[: -rest - 1 : -1], earlier[: -rest - 1 : -1])
        end = len(pieces) - back
        gone = tuple([piece[0] for piece in earlier[start : len(earlier) - back]])
        new = pieces[start:end]
        # What has a text of its own is known by that; a file that is included is none of it.
        is_clear = (
            len({*gone}) == len(gone)
            and self._changed.isdisjoint(gone)
            and not any(alike in counts for alike in gone)
            and all(counts[alike] == 1 and at not in words for alike, at, _ in new)
        )
        if not is_clear:
            self.is_kept = False
            return NO_CHANGE
        self._changed.update(gone, [piece[0] for piece in new])
        return Change(start, end, gone) if gone or new else NO_CHANGE


def _count_alike(pieces: Iterable[Piece], others: Iterable[Piece]) -> int:
    """Return how many statements are alike from the start."""
    count = 0
    for piece, other in zip(pieces, others, strict=False):
        if piece is not other and piece[0] != other[0]:
            break
        count += 1
    return count
