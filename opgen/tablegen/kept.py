"""What an earlier evaluation made, as it waits to be wanted. Knows not in what form states are."""

from __future__ import annotations

from opgen.hints import Any, Final, Protocol, TypeAlias, TypeVar
from opgen.namedtuple import NamedTuple

T = TypeVar("T")

Stored: TypeAlias = bytes | int
"""Bytes, or where they are stored."""
TEXT: Final = "text"
"""Marks what is kept of a file: its text, which is stored, and a key for that."""


class Made(NamedTuple):
    """Something that a statement made under a name.

    Attributes:
        kind: A letter: of a record, class, variable, alias or multiclass.
        name: Its name.
        parents: The classes it derives from.
        lineage: How many ancestors it has.
        flag: A record is unnamed; a class is defined.
        data: Its state.
        places: Where a record comes from, one after the other: the key of a statement, and the
            offsets in it of begin and end.
        version: A hash of an instance of a class and of all that it mentions, else nothing. It
            doesn't change with the statement around.
    """

    kind: str
    name: str
    parents: tuple[str, ...]
    lineage: int
    flag: bool
    data: Stored = b""
    places: tuple[Any, ...] = ()
    version: bytes = b""


class Decoder(Protocol):
    """Makes of bytes what they were made of."""

    def load(self, data: Stored) -> Any:
        """Return what ``data`` holds."""

    def fill(self, entity: Any) -> None:
        """Give a record or class its state, and those that it derives from."""

    def find_classes(self, names: tuple[str, ...]) -> list[Any]:
        """Return the classes of these names."""

    def find_node(self, key: bytes, start: int, end: int) -> Any:
        """Return the node from ``start`` to ``end`` of the statement that is known by ``key``."""


class Kept(NamedTuple):
    """Something that was made by an earlier evaluation.

    Attributes:
        plain: What it is, as :class:`Made` is written.
        decoder: Makes it of that.
    """

    plain: tuple[Any, ...]
    decoder: Decoder

    @property
    def made(self) -> Made:
        """What it is."""
        return Made._make(self.plain)

    def load(self, kind: type[T]) -> T:
        """Return it."""
        found = self.decoder.load(self.made.data)
        assert isinstance(found, kind)
        return found


class KeptNode(NamedTuple):
    """The place of a node of a syntax tree that isn't there."""

    start: int
    end: int
    key: bytes
    decoder: Decoder

    def find(self) -> Any:
        """Return the node; its statement is parsed for that."""
        return self.decoder.find_node(self.key, self.start, self.end)
