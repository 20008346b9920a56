"""What an earlier evaluation made, as it waits to be wanted. Knows nothing of its form."""

from __future__ import annotations

from opgen.hints import Any, Protocol, TypeAlias, TypeVar
from opgen.namedtuple import NamedTuple

T = TypeVar("T")

Stored: TypeAlias = bytes | tuple[int, int]
"""Bytes, or where they are stored."""


class Decoder(Protocol):
    """Makes of bytes what they were made of."""

    def load(self, data: Stored) -> Any:
        """Return what ``data`` holds."""

    def fill(self, entity: Any) -> None:
        """Give a record or class its state, and those that it derives from."""

    def find_node(self, key: bytes, start: int, end: int) -> Any:
        """Return the node from ``start`` to ``end`` of the statement that is known by ``key``."""


class Kept(NamedTuple):
    """Something that was made by an earlier evaluation.

    Attributes:
        data: Its form.
        decoder: Makes it of that.
        places: Where it comes from, if it is a record: the keys of statements, and offsets in them.
    """

    data: Stored
    decoder: Decoder
    places: tuple[tuple[bytes, int, int], ...] = ()

    def load(self, kind: type[T]) -> T:
        """Return it."""
        found = self.decoder.load(self.data)
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
